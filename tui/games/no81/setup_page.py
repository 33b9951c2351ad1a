"""The private page of a set-up: a list to walk through, and beside or below it what it is about.

Pure: rows in, rows out. On wide screens the panel stands beside the list, on narrow ones below it;
a list that is longer than its room is turned page by page, so that nothing moves but the highlight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from themes.pack import Colour
from tui.i18n import _
from tui.widgets.lines import BLANK, Line, Span, cut, line, pad, wrap

__all__ = ["Item", "Paragraph", "lay_out", "sight"]

_BESIDE: Final = 72
"""Cells from which list and panel stand side by side."""
_PANEL: Final = 3
"""Rows that the panel has at least, below a list."""

Paragraph = tuple[str, Colour]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One row of a list: ``mark`` is what is so of it (one cell), ``right`` stands at its end."""

    label: str
    mark: str = " "
    right: str = ""
    tone: Colour = Colour.TEXT


def _shape(count: int, cells: int, height: int) -> tuple[int, int, int]:
    """Return rows, columns and cells of a column of the list."""
    if cells >= _BESIDE:
        return height, 1, cells * 9 // 20
    room = max(1, height - _PANEL)
    if count <= room:
        return max(1, count), 1, cells
    return min(-(-count // 2), room), 2, cells // 2


def sight(count: int, at: int, cells: int, height: int) -> tuple[int, int]:
    """Return the first item that is in sight and the one after the last."""
    rows, columns, _cells = _shape(count, cells, height)
    size = rows * columns
    first = max(0, at) // size * size
    return first, min(count, first + size)


def lay_out(
    items: Sequence[Item], at: int, panel: Sequence[Paragraph], cells: int, height: int
) -> list[Line]:
    """Return list and panel in exactly ``height`` rows; ``at`` is highlighted, -1 for none."""
    rows, columns, column = _shape(len(items), cells, height)
    first, end = sight(len(items), at, cells, height)
    listed = []
    for row in range(rows):
        numbers = range(first + row, min(end, first + rows * columns), rows)
        parts = [_cell(items[n], column, chosen=n == at) for n in numbers]
        listed.append([span for part in parts for span in part])
    if cells < _BESIDE:
        below = _panel(panel, cells - 3, height - rows)
        return [line(*spans) for spans in listed] + [line("  ", *row) for row in below]
    beside = _panel(panel, cells - column - 3, height)
    return [
        line(*(spans or [Span(" " * column)]), "  ", *text)
        for spans, text in zip(listed, beside, strict=True)
    ]


def _cell(item: Item, cells: int, *, chosen: bool) -> tuple[Span, ...]:
    edge = f" {'>' if chosen else ' '}{item.mark} "
    room = cells - len(edge) - 1
    right = f" {item.right}" if item.right else ""
    text = pad(item.label, room - cell_len(right)) + right
    if chosen:
        shade = Colour.CHOSEN
        return (
            Span(edge, Colour.CHOSEN_TEXT, bold=True, shade=shade),
            Span(text, Colour.CHOSEN_TEXT, shade=shade),
            Span(" "),
        )
    marked = item.mark != " "
    return Span(edge, Colour.ACCENT, bold=marked), Span(text, item.tone, bold=marked), Span(" ")


def _panel(panel: Sequence[Paragraph], cells: int, height: int) -> list[tuple[Span, ...]]:
    """Return the paragraphs in exactly ``height`` rows; says so where something is cut."""
    rows: list[tuple[Span, ...]] = [
        (Span(row, tone),) for text, tone in panel if text for row in wrap(text, cells)
    ]
    if len(rows) > height > 0:
        last, more = rows[height - 1][0], _("(? more)")
        text = cut(last.text, cells - cell_len(more) - 1)
        rows[height - 1 :] = [(Span(text + " ", last.tone), Span(more, Colour.ACCENT))]
    return [*rows, *[BLANK.spans] * (height - len(rows))]
