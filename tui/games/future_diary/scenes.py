"""The page of a running game of Future Diary, and of one that is over: places and rows.

Title, status, ring and log are public; the private pane has its own place and shade and is the only
one that tells whose seat the viewer has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast

from textual.geometry import Region, Size

from server.api import Stage
from themes.pack import Colour
from tui import keymap
from tui.actions.desk import Fold
from tui.games.future_diary.ending import ending_page
from tui.games.future_diary.mine import page_height
from tui.games.future_diary.ring import height_of
from tui.i18n import _
from tui.screens.scene import (
    TOP,
    Scene,
    SceneInput,
    Status,
    chat_rows,
    clock_text,
    hidden_title,
    status_row,
    step_in_line,
    title_row,
    under_title,
    walking,
)
from tui.screens.state import TableState
from tui.texts import future_diary as fd
from tui.widgets.lines import BLANK, Line, Span, line, sides
from tui.widgets.places import Places, stack

if TYPE_CHECKING:
    from tui.games.future_diary.desk import FutureDiaryDesk

__all__ = ["LEAST", "OVER", "PLAYING", "WIDE"]

WIDE: Final = 110
"""Columns from which the log stands beside the private pane."""
LEAST: Final = 9
"""Rows of the private pane that every screen has room for."""
_DOCK: Final = 1
_LOG: Final = 3


@lru_cache(maxsize=128)
def _places(size: Size, seats: int, *, private: bool, entry: bool, over: bool = False) -> Places:
    """Return the places: they depend on size and seats alone.

    Where the log stands below the private pane it has a third of the rows; after the game there
    is table talk beside it, and less of both.
    """
    columns, rows = size
    ring = height_of(columns, seats)
    rest = max(0, rows - TOP - ring - _DOCK)
    wide = columns >= WIDE and private
    mine = (
        rest if wide else max(LEAST, rest - max(_LOG, rest // (4 if over else 3))) if private else 1
    )
    mine = min(mine, rest)
    found = stack(
        columns,
        ("top", TOP),
        ("ring", ring),
        ("mine", mine),
        ("log", 0 if wide else rest - mine),
        ("dock", _DOCK),
    )
    if wide:
        area = found["mine"]
        split = columns * 5 // 8
        found["mine"] = Region(0, area.y, split, area.height)
        found["log"] = Region(split, area.y, columns - split, area.height)
    log = found.get("log")
    if over and log is not None:
        chat = log.height // 2
        found["log"] = Region(log.x, log.y, log.width, log.height - chat)
        found["chat"] = Region(log.x, log.bottom - chat, log.width, chat)
    if entry:
        found["entry"] = found.pop("dock")
    return found


def _plan(size: Size, state: TableState, entry: bool) -> Places:
    seats = len(state.frame["seats"])
    return _places(size, seats, private=state.seated, entry=entry)


def _plan_over(size: Size, state: TableState, entry: bool) -> Places:
    """Return the places; whoever wants to read at length has the whole page for it."""
    seats = len(state.frame["seats"])
    found = dict(_places(size, seats, private=True, entry=entry, over=True))
    if _desk(state).book.folded:
        top = found["mine"].y
        dock = found["entry" if entry else "dock"]
        found["mine"] = Region(0, top, size.width, dock.y - top)
        found.pop("log", None)
        found.pop("chat", None)
    return found


def _desk(state: TableState) -> FutureDiaryDesk:
    return cast("FutureDiaryDesk", state.desk)


def _draw(scene: SceneInput) -> Mapping[str, Sequence[Line]]:
    """Return the rows of every pane while the game runs."""
    return {
        **_around(scene, _status(scene)),
        "mine": _mine(scene),
    }


def _around(scene: SceneInput, status: Status) -> dict[str, Sequence[Line]]:
    """Return what stands around the middle of the page."""
    state, areas = scene.state, scene.places
    cells = areas["top"].width
    rows: dict[str, Sequence[Line]] = {
        "top": [
            title_row(state, cells, state.presenter.head(state.frame)),
            *under_title(status, scene.notice),
        ],
        "ring": state.presenter.ring(state.frame, state.cast, cells),
        "dock": [walking(state, cells) or scene.footer(cells)],
    }
    if "log" in areas:
        rows["log"] = scene.logbook.sight(state, areas["log"].width, areas["log"].height)
    return rows


def _status(scene: SceneInput) -> Status:
    """Return step, what everybody does in it, and the clock."""
    state, cells = scene.state, scene.places["top"].width
    view = state.frame["view"]
    if state.stage is Stage.FROZEN:
        text = _("It stands where it stopped.")
        return status_row(text, _("FROZEN"), cells, turn=False, clock="")
    clock = "" if scene.left is None else clock_text(scene.left)
    step = "" if view is None else view["step"]
    text = step_in_line() if state.out else fd.step_line(step)
    # Whether the viewer is ready shows in the shade, unless the private pane is hidden.
    turn = state.asked and not state.hidden and not state.out
    return status_row(text, fd.step_name(step), cells, turn=turn, clock=clock)


def _mine(scene: SceneInput) -> list[Line]:
    state, area = scene.state, scene.places.get("mine")
    view, desk = state.frame["view"], _desk(state)
    if area is None or view is None:
        return []
    if not state.seated:
        text = _("You are watching: you see what everybody sees.")
        return [line(Span(f" {text}", Colour.MUTED))]
    if state.hidden:
        return [hidden_title()]
    desk.book.room = page_height(area.height, whole=desk.book.folded)
    rows, desk.book.length = desk.mine.draw(
        view, desk.filling(state), desk.reading(state), desk.book.top, state.cast, area.width,
        area.height,
    )  # fmt: skip
    return rows


def _draw_over(scene: SceneInput) -> Mapping[str, Sequence[Line]]:
    """Return the rows of every pane after the game: result, roles, then act by act."""
    state = scene.state
    cells = scene.places["top"].width
    view = state.frame["view"]
    over = None if view is None else view["over"]
    text = fd.verdict_line(over["verdict"]) if over else _("The game is over.")
    status = status_row(text, _("GAME OVER"), cells, turn=True, clock="")
    rows = {**_around(scene, status), "mine": _ending(scene)}
    if "chat" in scene.places:
        area = scene.places["chat"]
        rows["chat"] = chat_rows(state, area.width, area.height)
    return rows


def _ending(scene: SceneInput) -> list[Line]:
    state, area = scene.state, scene.places.get("mine")
    view = state.frame["view"]
    if area is None or view is None:
        return []
    book = _desk(state).book
    book.pages = len(view["chronicle"]) + 1
    book.turned = min(book.turned, book.pages - 1)
    title, page = ending_page(state.frame, state.names, state.cast, area.width, book.turned)
    book.room, book.length = area.height - 1, len(page)
    keys = _("space: more   , . : other acts   {key}: larger", key=keymap.shown(Fold))
    head = sides(
        line(Span(f" {title}", Colour.ACCENT, bold=True)),
        line(Span(keys + " ", Colour.MUTED)),
        area.width,
    )
    shown = page[book.top : book.top + book.room]
    return [head, *shown, *[BLANK] * (book.room - len(shown))]


PLAYING: Final = Scene(plan=_plan, draw=_draw)
OVER: Final = Scene(plan=_plan_over, draw=_draw_over)
