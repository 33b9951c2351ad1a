"""The choices of an ask as a list in the private pane, with room for what each of them does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.no81.terms import AskKind
from themes.pack import Colour
from tui.games import Choice, PrivateLook
from tui.i18n import _
from tui.widgets.lines import BLANK, Line, Span, cut, line, pad, sides, wrap

__all__ = ["MIND_FROM", "ROOMY", "TEXTS", "columns_of", "draw_list", "explained", "few"]

MIND_FROM: Final = 6
"""Height from which the own mind deck has a row, and the highlighted choice an explanation."""
ROOMY: Final = 8
"""Height from which the hand may take two rows and an explanation too."""
TEXTS: Final = 12
"""Height from which every hand card may have a row with its text."""
_WIDE_LABEL: Final = frozenset({AskKind.KARMA_START, AskKind.SWAP})


def few(text: str, cells: int, most: int) -> list[str]:
    """Return ``text`` in at most ``most`` rows, the last one cut."""
    rows = wrap(text, cells)
    if len(rows) <= most:
        return rows
    return [*rows[: most - 1], cut(" ".join(rows[most - 1 :]), cells)]


def columns_of(look: PrivateLook, kind: str) -> int:
    """Return in how many columns the choices are listed."""
    return 1 if look.cells < 70 or kind in _WIDE_LABEL else 2 if look.cells < 110 else 3


def explained(look: PrivateLook) -> int:
    """Return the rows that are kept free to explain a choice, so that no list ever jumps."""
    most = 0 if look.height < MIND_FROM else 1 if look.height < ROOMY else 2
    return 4 if look.height >= TEXTS else most


def draw_list(choices: Sequence[Choice], kind: str, look: PrivateLook, room: int) -> list[Line]:
    """Return the choices in columns, as many rows as there are, the highlighted one in sight."""
    chosen = next((c for c in choices if c.option == look.choosing.option), None)
    most = explained(look)
    text = chosen.explain if chosen is not None else ""
    short = few(text, look.cells - 3, most) if text and most else []
    notes = [line("  ", Span(row, Colour.MUTED)) for row in short]
    room = max(1, room - most)
    columns = columns_of(look, kind)
    each = look.cells // columns
    at = choices.index(chosen) // columns if chosen is not None else 0
    count = -(-len(choices) // columns)
    top = min(max(0, at - room // 2), max(0, count - room))
    rows = []
    for row in range(top, min(top + room, count)):
        part = choices[row * columns : (row + 1) * columns]
        rows.append(line(*(span for choice in part for span in _cell(choice, look, each))))
    rows += [BLANK] * (room - len(rows))
    if count > room and rows:
        more = _("{n} choices, arrows", n=len(choices))
        rows[-1] = sides(rows[-1], line(Span(f"({more})", Colour.ACCENT)), look.cells)
    return [*rows, *notes]


def _cell(choice: Choice, look: PrivateLook, cells: int) -> tuple[Span, Span]:
    marked = look.choosing.marked
    key = choice.key or " "
    if choice.option in marked and look.choosing.ordered:
        key = str(marked.index(choice.option) + 1)
    chosen = choice.option == look.choosing.option
    label = pad(" " + choice.label, cells - 6)
    if chosen or choice.option in marked:
        edge = ">" if chosen else "*"
        text, shade = f" {edge}{key:>2} ", Colour.CHOSEN
        return (
            Span(text, Colour.CHOSEN_TEXT, bold=True, shade=shade, press=choice.key),
            Span(label + " "),
        )
    return Span(f"  {key:>2} ", Colour.ACCENT, bold=True, press=choice.key), Span(label + " ")
