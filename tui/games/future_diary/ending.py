"""After the game everything is open (FD-14.5): the acts one by one, and who was who.

The result is shown first, then the acts from the first on. Only the page that is shown is ever
made: an act of fifteen seats has some two hundred sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.api import TableFrame
from themes.pack import Colour
from tui.i18n import _, join_and, join_list
from tui.screens.results import proof_rows
from tui.texts import future_diary as fd
from tui.widgets.lines import Line, Span, line, wrap

__all__ = ["ending_page", "result_rows"]

Page = tuple[str, list[Line]]


def ending_page(
    frame: TableFrame, names: Sequence[str], personas: Sequence[str], cells: int, turned: int
) -> Page:
    """Return title and rows of a page: ``turned`` 0 is the result, 1 the first act, and so on."""
    view = frame["view"]
    assert view is not None
    if turned == 0:
        rows = result_rows(view, names, personas, cells) + proof_rows(frame, cells)
        return _("result"), rows
    one = view["chronicle"][turned - 1]
    return _("act {act}", act=one["act"]), _act(one["record"], personas, cells)


def _act(record: Any, personas: Sequence[str], cells: int) -> list[Line]:
    rows: list[Line] = []
    for text in fd.chronicle_lines(record, personas):
        first, *rest = wrap(text, cells - 4)
        rows += [line("  ", first), *(line("    ", row) for row in rest)]
    return rows


def result_rows(
    view: Mapping[str, Any], names: Sequence[str], personas: Sequence[str], cells: int
) -> list[Line]:
    """Return who has won, then one row per seat: persona, role, loop, and the player behind it."""
    rows: list[Line] = []
    over = view["over"]
    if over is not None and over["winners"]:
        won = _("Won by {names}.", names=fd.seat_names(over["winners"], personas))
        rows += [line("  ", Span(row, Colour.SUCCESS, bold=True)) for row in wrap(won, cells - 4)]
    for seat in view["revealed"]:
        words = [
            fd.seat_name(seat["seat"], personas),
            fd.role_name(seat["role"]),
            fd.loop_name(seat["loop"]),
        ]
        words += [] if seat["alive"] else [_("dead")]
        chair = seat.get("chair")
        if chair is not None and 0 <= chair < len(names):
            words.append(names[chair])
        text = join_list(words)
        rows += [line("  ", row) for row in wrap(text, cells - 4)]
    if not rows:
        rows.append(line("  ", Span(join_and(list(personas)), Colour.MUTED)))
    return rows
