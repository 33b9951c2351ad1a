"""Before a game: the join code, the seats, the options, and what is still missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from textual.geometry import Size

from engine.registry import GAMES
from server.api import SeatInfo
from server.history import Replays
from server.seating import Seating
from themes.pack import Colour, Glyph
from tui import keymap
from tui.actions.waiting import Ready, StartGame
from tui.i18n import _, join_and, join_list, join_parts
from tui.looks import sign
from tui.messages import (
    choice_name,
    clock_name,
    house_rule,
    late_name,
    option_name,
    seat_kind,
)
from tui.screens.scene import (
    TOP,
    Scene,
    SceneInput,
    chat_rows,
    places,
    status_row,
    title_row,
    under_title,
)
from tui.screens.state import TableState
from tui.texts.seating import seating_name
from tui.texts.watching import replays_name, watch_name
from tui.widgets.lines import BLANK, ELLIPSIS, Line, Span, clean, fit, line, pad, width, wrap
from tui.widgets.places import Places

__all__ = ["SCENE"]

DOCK: Final = 2
OPTIONS: Final = 6
"""Rows for code and options."""
REST: Final = 2
"""Rows at least for rules and chat."""
MOST_COLUMNS: Final = 3


def _plan(size: Size, state: TableState, entry: bool) -> Places:
    """Return the places."""
    seats = len(state.frame["seats"])
    ring = -(-seats // _columns(seats, size.height)) + 1
    return places(size, ring=ring, mine=OPTIONS + 1, dock=DOCK, entry=entry)


def _columns(seats: int, rows: int) -> int:
    """Return in how many columns the seats stand, so that something is left for rules and chat."""
    room = max(1, rows - TOP - (OPTIONS + 1) - DOCK - REST - 1)
    return min(MOST_COLUMNS, -(-seats // room))


def _draw(scene: SceneInput) -> Mapping[str, Sequence[Line]]:
    """Return the rows of every pane."""
    state, areas = scene.state, scene.places
    cells = areas["top"].width
    rows: dict[str, Sequence[Line]] = {
        "top": [
            title_row(state, cells, BLANK),
            *under_title(
                status_row(_state(state), "", cells, turn=_my_move(state), clock=""), scene.notice
            ),
        ],
        "ring": _seats(state, cells, areas["ring"].height - 1),
        "mine": _code_and_options(state, cells),
        "dock": [BLANK, scene.footer(cells)],
    }
    if "log" in areas:
        area = areas["log"]
        text = [row for p in state.presenter.how_to_play() for row in wrap(p, area.width - 4)]
        if len(text) > area.height:
            # The rest is on the help page, after the keys.
            text[area.height - 1] += f" {ELLIPSIS}"
        rows["log"] = [line(Span(f" {row}", Colour.MUTED)) for row in text[: area.height]]
    if "chat" in areas:
        rows["chat"] = chat_rows(state, areas["chat"].width, areas["chat"].height)
    return rows


def _my_move(state: TableState) -> bool:
    """Tell whether the game waits for this viewer."""
    if not state.seated:
        return False
    seat = state.frame["seats"][state.frame["you"]]
    return state.frame["host"] if not _unready(state) else not (seat["ready"] or seat["host"])


def _unready(state: TableState) -> list[str]:
    people = zip(state.frame["seats"], state.names, strict=True)
    return [
        name
        for seat, name in people
        if seat["kind"] in {"player", "guest"} and not seat["ready"] and not seat["host"]
    ]


def _state(state: TableState) -> str:
    unready = _unready(state)
    if not state.seated:
        return _("You are watching. The game has not begun.")
    if unready:
        mine = state.names[state.frame["you"]]
        if mine in unready:
            return _("Press {key} when you are ready.", key=keymap.shown(Ready))
        return _("Waiting for {names} to be ready.", names=join_and(unready))
    if state.frame["host"]:
        key = keymap.shown(StartGame)
        return _("All are ready: press {key} to start. Bots take the empty seats.", key=key)
    return _("All are ready. The host starts the game.")


def _seats(state: TableState, cells: int, height: int) -> list[Line]:
    """Return the seats in as many columns as their number needs, the first ones at the left."""
    seats = state.frame["seats"]
    count = -(-len(seats) // max(1, height))
    each = cells // count
    drawn = [_seat(state, index, seat, each) for index, seat in enumerate(seats)]
    rows = drawn[:height]
    for column in range(1, count):
        beside = drawn[column * height : (column + 1) * height]
        for y, more in enumerate(beside):
            gap = " " * (each * column - width(rows[y]))
            rows[y] = line(*rows[y].spans, gap, *more.spans)
    watchers = [clean(name) for name in state.frame["watchers"]]
    if watchers:
        text = _("Watching: {names}", names=join_and(watchers))
        rows.append(fit(line("    ", Span(text, Colour.MUTED)), cells))
    return rows


def _seat(state: TableState, index: int, seat: SeatInfo, cells: int) -> Line:
    if seat["kind"] == "empty":
        return line("   ", Span(f"{index + 1} ", Colour.ACCENT), Span(_("free seat"), Colour.MUTED))
    you = index == state.frame["you"]
    ready = seat["ready"] or seat["kind"] == "bot"
    mark = sign(Glyph.HOST if seat["host"] else Glyph.READY if ready else Glyph.NOT_READY)
    words = [seat_kind(seat["kind"])] if seat["kind"] != "player" else []
    words += [_("you")] if you else []
    words += [_("host")] if seat["host"] else []
    words += [_("ready")] if ready else [] if seat["host"] else [_("not ready")]
    words += [] if seat["online"] or seat["kind"] == "bot" else [_("away")]
    tone = Colour.SUCCESS if ready else Colour.MUTED
    name = 20 if cells >= 60 else max(8, cells - 16)
    row = line(
        " ",
        Span(f"{mark} ", tone, bold=True),
        Span(f"{index + 1} ", Colour.ACCENT),
        Span(pad(state.names[index], name) + " ", Colour.YOU if you else Colour.TEXT, bold=you),
        Span(join_list(words), tone if ready else Colour.MUTED),
    )
    return fit(row, cells)


def _code_and_options(state: TableState, cells: int) -> list[Line]:
    code = clean(state.frame["code"])
    rows = [
        line(
            Span("   " + _("Join code") + "   ", Colour.MUTED),
            Span(" " + " ".join(code) + " ", Colour.CHOSEN_TEXT, bold=True, shade=Colour.CHOSEN),
        ),
    ]
    return rows + _option_rows(state, cells)[:OPTIONS]


def _option_rows(state: TableState, cells: int) -> list[Line]:
    """Return clock and game options in words; house rules are marked as such.

    A game that brings its own time has no clock.
    """
    frame = state.frame
    game = GAMES[frame["game"]]
    clock = clock_name(frame["clock_option"])
    if frame["clock_option"] and "late_option" in frame:
        clock = join_parts([clock, late_name(frame["late_option"])])
    rows = [] if game.paced else [_pair(_("Clock"), clock, cells)]
    if late := frame.get("watch_option", 0):
        rows.append(_pair(_("Watchers see it"), watch_name(late), cells))
    if (replays := frame.get("replays_option", Replays.PLAYERS)) != Replays.PLAYERS:
        rows.append(_pair(_("Replays open to"), replays_name(replays), cells))
    seating = frame.get("seating_option", Seating.ROTATE)
    if not game.masked and seating != Seating.ROTATE:
        rows.append(_pair(_("In a rematch"), seating_name(seating), cells))
    for spec in game.options:
        value = frame["options"].get(spec.id, spec.default)
        chosen = [value] if isinstance(value, str) else list(value)
        words = [choice_name(frame["game"], spec.id, choice) for choice in chosen]
        text = join_list(words) or _("none")
        if spec.house_rule.intersection(chosen):
            text += f"  {sign(Glyph.HOUSE_RULE)} {house_rule()}"
        rows.append(_pair(option_name(frame["game"], spec.id), text, cells))
    return rows


def _pair(label: str, text: str, cells: int) -> Line:
    return fit(line(Span("   " + pad(label, 22) + " ", Colour.MUTED), text), cells)


SCENE: Final = Scene(plan=_plan, draw=_draw)
