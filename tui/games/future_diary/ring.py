"""The ring of seats, public: personas, and the dead with role and loop (FD-2.6, FD-10.6).

Whose seat is the viewer's own is a secret of the game (FD-16), so nothing here says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from themes.pack import Colour, Glyph
from tui.i18n import join_list, n_
from tui.looks import sign
from tui.texts import future_diary as fd
from tui.widgets.lines import BLANK, Line, Span, fit, line, pad, width

__all__ = ["columns_of", "draw_ring", "height_of"]

WIDE: Final = 100
"""Columns from which four seats stand in a row, else three."""
_NUMBER: Final = 5
"""Cells of marker and number."""
_ROOMY: Final = 24
"""Cells of a seat from which the loop has room beside the role."""
_STATE: Final = 13
"""Cells of role and loop."""


def columns_of(cells: int) -> int:
    """Return how many seats stand in one row."""
    return 4 if cells >= WIDE else 3


def height_of(cells: int, seats: int) -> int:
    """Return how many rows the ring takes."""
    return -(-seats // columns_of(cells))


def draw_ring(
    board: Mapping[str, Any], personas: Sequence[str], seats: int, cells: int
) -> list[Line]:
    """Draw the seats in their order, row by row; before the deal the personas taken."""
    if not personas:
        return _lobby(board["taken"], seats, cells)
    known = {one["seat"]: one for one in (*board["revealed"], *board["dead"])}
    fallen = {one["seat"] for one in board["dead"]}
    count = columns_of(cells)
    each = cells // count
    drawn = [
        _seat(n, name, known.get(n), each, out=n in fallen)
        for n, name in enumerate(personas, start=1)
    ]
    rows = [drawn[start : start + count] for start in range(0, len(drawn), count)]
    return [line(*(span for cell in row for span in cell)) for row in rows]


def _seat(
    number: int, name: str, known: Mapping[str, Any] | None, cells: int, *, out: bool
) -> tuple[Span, ...]:
    """Return one seat in exactly ``cells`` cells."""
    # A living seat has the room of its state for its name.
    state = 0 if known is None else _STATE if cells >= _ROOMY else 8
    told = "" if known is None else _told(known, loop=cells >= _ROOMY)
    tone = Colour.OUT if out else Colour.TEXT
    return (
        Span(pad(f" {sign(Glyph.OUT)}" if out else "", 2), Colour.OUT),
        Span(pad(f"{number:>2}", _NUMBER - 2), Colour.ACCENT),
        Span(pad(name, cells - _NUMBER - state - 1) + " ", tone, bold=not out),
        Span(pad(told, state), Colour.MUTED),
    )


def _told(known: Mapping[str, Any], *, loop: bool) -> str:
    """Return role and loop; of 7th the half is left out where it has no room."""
    role = str(known["role"])
    if not loop:
        return fd.role_short(role)
    after = f"/{fd.loop_short(known['loop'])}"
    whole = fd.role_short(role) + after
    if width((Span(whole),)) <= _STATE:
        return whole
    return fd.role_short(role.partition("/")[0]) + after


def _lobby(taken: Sequence[str], seats: int, cells: int) -> list[Line]:
    """Return which personas are taken, in the rows that the ring will have."""
    said = n_("{n} persona of {seats} is taken.", "{n} personas of {seats} are taken.", len(taken),
              seats=seats)  # fmt: skip
    names = join_list(fd.persona_name(name) for name in taken)
    rows = [line(Span(f" {said}", Colour.MUTED)), fit(line("  ", names), cells)]
    return [*rows, *[BLANK] * (height_of(cells, seats) - len(rows))]
