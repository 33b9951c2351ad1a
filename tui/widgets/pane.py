"""One pane: rows of a fixed place on the screen, drawn on Textual's Line API.

:meth:`Pane.show` compares row by row and marks only changed rows, so an update costs what changed
and nothing is laid out again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from themes.pack import Colour, Glyph, Theme, Weight
from tui.looks import sign, worn
from tui.shared_texts import shared
from tui.widgets.lines import BLANK, Line, Span, clean, fit

__all__ = ["Pane", "edge_of", "ink", "strip_of"]


_EDGES: Final[Mapping[Colour, Glyph]] = {
    Colour.PRIVATE: Glyph.EDGE_PRIVATE,
    Colour.PANEL: Glyph.EDGE_PANEL,
}
"""What marks a pane where shades do not."""
_NONE: Final[frozenset[Weight]] = frozenset()


@lru_cache(maxsize=2048)
def ink(theme: Theme, tone: Colour, shade: Colour, bold: bool = False) -> Style:
    """Return the style of ``tone`` on ``shade`` in a theme; one object per combination."""
    colour, back = (theme.palette[c].removeprefix("ansi_") for c in (tone, shade))
    weights = theme.weights.get(tone, _NONE) | theme.weights.get(shade, _NONE)

    def on(weight: Weight) -> bool | None:
        return weight in weights or None

    return Style(
        color=colour,
        bgcolor=back,
        bold=bold or on(Weight.BOLD),
        dim=on(Weight.DIM),
        italic=on(Weight.ITALIC),
        underline=on(Weight.UNDERLINE),
        reverse=on(Weight.REVERSE),
        strike=on(Weight.STRIKE),
    )


@shared
@lru_cache(maxsize=4096)
def strip_of(row: Line, shade: Colour, theme: Theme, columns: int, edge: str = "") -> Strip:
    """Return ``row`` in exactly ``columns`` cells; ``edge`` stands in the first if that is free.

    Public rows are the same for everybody at a table, so sessions share what is made here.
    """
    shade = row.shade or shade
    segments, used = [], 0
    spans = fit(row, columns).spans
    if edge and (not spans or spans[0].text.startswith(" ")):
        rest = [replace(spans[0], text=spans[0].text[1:]), *spans[1:]] if spans else []
        spans = (Span(edge, Colour.MUTED), *rest)
    for span in spans:
        if text := clean(span.text):
            back = span.shade or shade
            look = ink(theme, span.tone, back, span.bold)
            if span.tone in theme.weights and text != text.strip():
                # Nothing is underlined or struck out beyond the text itself.
                blank, core = ink(theme, Colour.TEXT, back), text.strip()
                head, _core, tail = text.partition(core) if core else (text, "", "")
                parts = ((head, blank), (core, look), (tail, blank))
                segments += [Segment(part, its) for part, its in parts if part]
            else:
                segments.append(Segment(text, look))
            used += cell_len(text)
    if used < columns:
        segments.append(Segment(" " * (columns - used), ink(theme, Colour.TEXT, shade)))
    return Strip(segments, columns)


def edge_of(shade: Colour) -> str:
    """Return what stands at the left edge of a pane, in looks that mark panes so."""
    glyph = None if worn().shaded else _EDGES.get(shade)
    return "" if glyph is None else sign(glyph)


class Pane(Widget):
    """Rows of text on one background shade."""

    can_focus = False

    def __init__(self, shade: Colour = Colour.SURFACE, *, name: str) -> None:
        super().__init__(id=name)
        self.shade = shade
        self._rows: tuple[Line, ...] = ()

    @property
    def rows(self) -> tuple[Line, ...]:
        """What is shown."""
        return self._rows

    def dye(self, shade: Colour) -> None:
        """Change the background shade."""
        if shade is not self.shade:
            self.shade = shade
            self.refresh()

    def show(self, rows: Sequence[Line]) -> None:
        """Show ``rows`` from the top; what does not fit is cut off."""
        new = tuple(rows)
        old = self._rows
        changed = [
            y
            for y in range(max(len(old), len(new)))
            if (old[y] if y < len(old) else BLANK) != (new[y] if y < len(new) else BLANK)
        ]
        self._rows = new
        columns, height = self.size
        regions = [Region(0, y, columns, 1) for y in changed if y < height]
        if regions:
            self.refresh(*regions)

    def render_line(self, y: int) -> Strip:
        """Return row ``y`` in exactly the pane's width."""
        row = self._rows[y] if y < len(self._rows) else BLANK
        # One row at the bottom is a footer, and no pane that must be told from its neighbours.
        edge = edge_of(self.shade) if self.size.height > 1 else ""
        return strip_of(row, self.shade, worn(), self.size.width, edge)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of ``crop``; there is no border or padding that would need more."""
        rows = [self.render_line(y) for y in crop.line_range]
        start, stop = crop.column_span
        if (start, stop) != (0, self.size.width):
            rows = [row.crop(start, stop) for row in rows]
        for line_filter in self.get_line_filters():
            rows = [row.apply_filter(line_filter, self.background_colors[1]) for row in rows]
        return rows
