"""The page of a set-up of No.81 that is being built on: who plays whom, and the private page.

Title, status, circle and dock are for all eyes; what is built stands in the private pane alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from textual.geometry import Size

from engine.games.no81.glossary import Camp
from server.api import TableFrame
from themes.pack import Colour
from tui import keymap
from tui.actions.table import Hide, Notes
from tui.games import PrivateLook
from tui.i18n import _, join_list
from tui.screens.page import footer
from tui.screens.scene import (
    TOP,
    Scene,
    SceneInput,
    Status,
    chat_rows,
    clock_text,
    hidden_title,
    places,
    status_row,
    title_row,
    under_title,
    walking,
)
from tui.screens.state import TableState
from tui.texts import no81
from tui.texts.no81.board import side_short
from tui.widgets.lines import Line, Span, fit, line, pad
from tui.widgets.places import Places

if TYPE_CHECKING:
    from tui.games.no81.setup_bench import SetupBench

__all__ = ["LEAST", "SETUP", "circle"]

LEAST: Final = 15
"""Rows of the private pane: a title, thirteen ranks and a word; fewer only on small screens."""
_DOCK: Final = 2
_ROOMY: Final = 110
_ROOM_FOR_YOU: Final = 36
"""Cells for one player from which a word is left for who the viewer is."""

View = Mapping[str, Any]


def _abreast(columns: int) -> int:
    """Return how many players stand in one row."""
    return 3 if columns >= _ROOMY else 2


def _plan(size: Size, state: TableState, entry: bool) -> Places:
    """Return the places: they depend on size and seats alone."""
    ring = -(-len(state.frame["seats"]) // _abreast(size.width))
    rest = size.height - TOP - ring - _DOCK
    mine = min(rest, max(LEAST, 2 * rest // 3))
    return places(size, ring=ring, mine=mine, dock=_DOCK, entry=entry)


def _draw(scene: SceneInput) -> Mapping[str, Sequence[Line]]:
    state, areas = scene.state, scene.places
    cells = areas["top"].width
    bench = cast("SetupBench", state.bench)
    rows: dict[str, Sequence[Line]] = {
        "top": [
            title_row(state, cells, state.presenter.head(state.frame)),
            *under_title(_status(scene, cells), scene.notice),
        ],
        "ring": circle(state.frame, state.cast, cells),
        "dock": [walking(state, cells) or _keys(state, bench, cells), scene.footer(cells)],
    }
    if "mine" in areas:
        rows["mine"] = _mine(state, bench, areas["mine"].width, areas["mine"].height)
    if "log" in areas:
        area = areas["log"]
        rows["log"] = scene.logbook.sight(state, area.width, area.height)
        if "chat" not in areas and state.chat:
            # Too low a log for table talk beside it: the newest line takes its last row.
            rows["log"] = [*rows["log"][: area.height - 1], *chat_rows(state, area.width, 1)]
    if "chat" in areas:
        rows["chat"] = chat_rows(state, areas["chat"].width, areas["chat"].height)
    return rows


def _status(scene: SceneInput, cells: int) -> Status:
    """Say what is asked; once it is handed in, that it can still be changed."""
    state = scene.state
    clock = "" if scene.left is None else clock_text(scene.left)
    ask = state.frame["ask"]
    if state.asked and ask is not None:
        question = state.presenter.question(ask, state.cast)
        return status_row(question, _("YOUR TURN"), cells, turn=True, clock=clock)
    text = _("Handed in. Until all have handed in you can change it.")
    return status_row(text, "", cells, turn=False, clock=clock)


def _keys(state: TableState, bench: SetupBench, cells: int) -> Line:
    """Return what can be pressed: nothing of the bench while it is out of sight."""
    if state.hidden:
        return footer([(keymap.shown(Hide), _("show what you build"))], cells)
    if state.notes:
        return footer([(keymap.shown(Notes), _("back to what you build"))], cells)
    if bench.sure:
        text = _("Enter again hands it in; any other key goes on.")
        return line(Span(" " + text, Colour.WARNING))
    return footer(bench.keys(), cells)


def _mine(state: TableState, bench: SetupBench, cells: int, height: int) -> list[Line]:
    if state.hidden:
        return [hidden_title()]
    if state.notes:
        look = PrivateLook(cells=cells, height=height, notes=True)
        return state.presenter.private(state, state.cast, look)[:height]
    return bench.page(state.frame, cells, height)


def circle(frame: TableFrame, names: Sequence[str], cells: int) -> list[Line]:
    """Return everybody clockwise, two or three in a row: name, character, camp or side."""
    view = frame["view"]
    if view is None:
        return []
    abreast = _abreast(cells)
    each = cells // abreast
    order = list(view["circle"]) or list(range(len(view["seats"])))
    parts = [_player(frame, view, seat, names[seat], each) for seat in order]
    return [
        fit(line(*(span for part in parts[at : at + abreast] for span in part)), cells)
        for at in range(0, len(parts), abreast)
    ]


def _player(frame: TableFrame, view: View, seat: int, name: str, cells: int) -> tuple[Span, ...]:
    shown, side, own = view["seats"][seat], view["sides"][seat], seat == frame["you"]
    words = [_("you")] if own and cells >= _ROOM_FOR_YOU else []
    camp = [no81.camp_name(shown["camp"])] if shown["camp"] and shown["camp"] != side else []
    words += [_side(side)] if side else camp
    if seat == view["lord"] and shown["role"]:
        words.append(no81.role_name(shown["role"]))
    # What comes last may be cut where there is little room.
    who = [no81.character_name(shown[key]) for key in ("character", "deputy") if shown[key]]
    words += [*(["/".join(who)] if who else []), *(camp if side else [])]
    return (
        Span(f" {seat + 1} ", Colour.ACCENT),
        Span(pad(name, 8) + " ", Colour.YOU if own else Colour.TEXT, bold=own),
        Span(pad(join_list(words) or "-", cells - 12), Colour.MUTED),
    )


def _side(side: str) -> str:
    return no81.side_name(side) if side in set(Camp) else side_short(side)


SETUP: Final = Scene(plan=_plan, draw=_draw)
