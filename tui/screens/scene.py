"""What the three scenes of a table (waiting, playing, results) have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from textual.geometry import Region, Size

from server.api import Clock
from themes.pack import Colour, Glyph
from tui import comfort, keymap
from tui.actions.table import Hide, StepIn
from tui.i18n import _
from tui.looks import sign
from tui.messages import game_name
from tui.screens.logbook import Logbook
from tui.screens.state import TableState
from tui.widgets.lines import BLANK, Line, Span, clean, cut, fit, line, sides, width, wrap
from tui.widgets.places import Places, stack

__all__ = [
    "TOP", "Scene", "SceneInput", "Status", "chat_rows", "clock_text", "hidden_title", "next_tick",
    "places", "status_row", "step_in_line", "title_row", "under_title", "walking",
]  # fmt: skip

TOP: Final = 3
"""Title, status and notice."""
LEAST_NAME: Final = 6
"""Cells below which a game's name is left out."""
LAST_SECONDS: Final = 10
"""Only these are counted one by one; before that the clock moves in steps of as many."""
COARSE_STEP: Final = 5
"""Steps of the last seconds where the link is spared, or nothing may move by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneInput:
    """All that a scene is drawn from."""

    state: TableState
    places: Places
    logbook: Logbook
    notice: Line
    footer: Callable[[int], Line]
    left: float | None
    """Seconds left on the running clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The row that says whose turn it is, and what had no room in it (mostly blank)."""

    row: Line
    rest: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One stage of a table. ``plan(size, state, typing)`` gives the places, ``draw`` the rows."""

    plan: Callable[[Size, TableState, bool], Places]
    draw: Callable[[SceneInput], Mapping[str, Sequence[Line]]]


def places(size: Size, *, ring: int, mine: int, dock: int, entry: bool) -> dict[str, Region]:
    """Return the places of a table's panes: fixed for a size and a number of seats.

    ``ring``, ``mine`` and ``dock`` are heights; log and chat share what is left, side by side where
    the screen is wide. While something is typed the dock's last row is the entry.
    """
    columns, rows = size
    rest = max(0, rows - TOP - ring - mine - dock)
    wide = columns >= 100 and rest >= 6
    chat = 0 if rest < 4 else 1 if rest < 6 else 2 if rest < 12 else rest // 4
    found = stack(
        columns,
        ("top", TOP),
        ("ring", ring),
        ("mine", mine),
        ("log", rest if wide else rest - chat),
        ("chat", 0 if wide else chat),
        ("dock", dock),
    )
    if wide and "log" in found:
        log = found["log"]
        split = columns * 5 // 8
        found["log"] = Region(0, log.y, split, log.height)
        found["chat"] = Region(split, log.y, columns - split, log.height)
    if entry:
        found["dock"] = Region(0, rows - dock, columns, dock - 1)
        found["entry"] = Region(0, rows - 1, columns, 1)
    return found


def clock_text(left: float) -> str:
    """Return minutes and seconds; in steps until the last seconds."""
    seconds = max(0, -int(-left // 1))
    step = LAST_SECONDS if seconds > LAST_SECONDS else _last_step()
    seconds = -(-seconds // step) * step
    return f"{seconds // 60}:{seconds % 60:02}"


def _last_step() -> int:
    return COARSE_STEP if comfort.is_coarse() else 1


def next_tick(left: float) -> float:
    """Return in how many seconds :func:`clock_text` will read differently."""
    step = LAST_SECONDS if left > LAST_SECONDS else _last_step()
    return left % step or float(step)


def status_row(text: str, spot: str, cells: int, *, turn: bool, clock: str) -> Status:
    """Return the row that says whose turn it is and what is asked; ``spot`` is its first words."""
    tone, shade = (Colour.TURN_TEXT, Colour.TURN) if turn else (Colour.STATUS_TEXT, Colour.STATUS)
    # The sign says what the shade says, to those who do not see it.
    lead = f"{sign(Glyph.TURN)} " if turn else " "
    head = Span(f"{lead}{spot}  " if spot else lead, tone, bold=True)
    time = line(Span(f"{clock} " if clock else "", tone, bold=True))
    first, *rest = wrap(text, cells - width([head]) - width(time) - 1)
    row = sides(line(head, Span(first, tone)), time, cells)
    more = fit(line(Span("   " + " ".join(rest), tone), shade=shade), cells) if rest else BLANK
    return Status(row=Line(row.spans, shade), rest=more)


def under_title(status: Status, notice: Line) -> tuple[Line, Line]:
    """Return the two rows under the title: the status, then a notice or the status's own rest."""
    return status.row, notice if notice.spans else status.rest


def title_row(state: TableState, cells: int, right: Line) -> Line:
    """Return code and game, with the public state at the right; the code is always whole."""
    frame = state.frame
    code = Span(f" {clean(frame['code'])}", Colour.ACCENT, bold=True)
    right = fit(right, cells - width([code]) - 2)
    room = cells - width([code]) - width(right) - 3
    name = cut(_slow() + game_name(frame["game"]), room) if room >= LEAST_NAME else ""
    return sides(line(code, Span(f"  {name}" if name else "", Colour.MUTED)), right, cells)


def _slow() -> str:
    """Return the mark of a session whose link is spared."""
    return _("(slow link)") + "  " if comfort.is_sparing() else ""


def chat_rows(state: TableState, cells: int, height: int) -> list[Line]:
    """Return the newest lines of table talk that fit; names and texts are plain text."""
    if height <= 0:
        return []
    rows: list[Line] = []
    own = state.frame["seats"][state.frame["you"]]["name"]
    for said in reversed(state.chat):
        if len(rows) >= height:
            break
        # By name, as people change seats between two games.
        mine = state.seated and said["seat"] >= 0 and said["name"] == own
        name = clean(said["name"]) + ": "
        tone = Colour.YOU if mine else Colour.ACCENT if said["seat"] >= 0 else Colour.MUTED
        first, *rest = wrap(name + clean(said["text"]), cells - 4)
        label = first[: len(name)]
        new = [line(" ", Span(label, tone), first[len(label) :])]
        new += [line("   ", row) for row in rest]
        rows = new + rows
    if not state.chat:
        return [line(Span(" " + _("Nobody has said anything yet."), Colour.MUTED))]
    return rows[-height:]


def hidden_title() -> Line:
    """Return the title of the private pane while what it holds is hidden."""
    title = Span(" " + _("only you"), Colour.YOU, bold=True)
    text = _("hidden; {key} shows it again", key=keymap.shown(Hide))
    return line(title, Span("  " + text, Colour.MUTED))


def step_in_line() -> str:
    """Return what a player reads who has stepped out."""
    return _("A bot plays for you. Press {key} to step in.", key=keymap.shown(StepIn))


def walking(state: TableState, cells: int) -> Line | None:
    """Return how to walk through the log while that is on."""
    if state.log_at < 0:
        return None
    text = _("Arrows walk through the log, ? explains the line, Esc leaves.")
    return line(Span(" " + cut(text, cells - 2), Colour.ACCENT))


def clock_left(clock: Clock | None, since: float) -> float | None:
    """Return the seconds left ``since`` seconds after the frame that brought ``clock``."""
    return None if clock is None else max(0.0, clock["left"] - since)


def notice_or(notice: Line, other: Line = BLANK) -> Line:
    """Return the notice if there is one."""
    return notice if notice.spans else other
