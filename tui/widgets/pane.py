"""One pane: rows of a fixed place on the screen, drawn on Textual's Line API.

:meth:`Pane.show` compares row by row and draws only changed rows, so an update costs what changed
and nothing is laid out again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from themes.pack import Colour
from tui import gallery
from tui.looks import worn
from tui.widgets.lines import BLANK, Line
from tui.widgets.strips import edge_of, remembered_strip_of, strip_of

__all__ = ["Laying", "Pane"]


class Laying(Protocol):
    """Where rows can be laid at once (:class:`tui.canvas.Canvas`)."""

    def is_due(self, place: Region, y: int) -> bool:
        """Return whether row ``y`` of the pane at ``place`` should be laid though it is shown."""

    def lay(self, row: Line, shade: Colour, place: Region, y: int) -> None:
        """Lay ``row`` as row ``y`` of the pane at ``place``, which has this ``shade``."""


class Pane(Widget):
    """Rows of text on one background shade."""

    can_focus = False

    def __init__(self, shade: Colour = Colour.SURFACE, *, name: str) -> None:
        super().__init__(id=name)
        self.shade = shade
        self._rows: tuple[Line, ...] = ()
        self._dyed = False
        """Whether all rows have another background since they were last laid."""

    @property
    def rows(self) -> tuple[Line, ...]:
        """What is shown."""
        return self._rows

    def dye(self, shade: Colour) -> None:
        """Change the background shade."""
        if shade is not self.shade:
            self.shade = shade
            self._dyed = True
            self.refresh()

    def show(self, rows: Sequence[Line]) -> None:
        """Show ``rows`` from the top; what does not fit is cut off."""
        changed = self._take(rows)
        columns, height = self.size
        regions = [Region(0, y, columns, 1) for y in changed if y < height]
        if regions:
            self.refresh(*regions)

    def lay(self, rows: Sequence[Line], place: Region, canvas: Laying) -> bool:
        """Show ``rows`` at once at ``place``, where the pane is; return whether any is new."""
        changed = self._take(rows)
        laid, dyed, self._dyed = False, self._dyed, False
        for y in range(place.height):
            if dyed or y in changed or canvas.is_due(place, y):
                canvas.lay(self._row(y), self.shade, place, y)
                laid = True
        return laid

    def _take(self, rows: Sequence[Line]) -> set[int]:
        """Take new rows; return the numbers of those that differ."""
        new, old = tuple(rows), self._rows
        self._rows = new
        if new == old:
            return set()
        both = min(len(new), len(old))
        longer = new if len(new) > both else old
        return {
            *(y for y in range(both) if new[y] is not old[y] and new[y] != old[y]),
            *(y for y in range(both, len(longer)) if longer[y] != BLANK),
        }

    def _row(self, y: int) -> Line:
        return self._rows[y] if y < len(self._rows) else BLANK

    def render_line(self, y: int) -> Strip:
        """Return row ``y`` in exactly the pane's width."""
        # One row at the bottom is a footer, and no pane that must be told from its neighbours.
        edge = edge_of(self.shade) if self.size.height > 1 else ""
        made = strip_of if gallery.is_shared() else remembered_strip_of
        return made(self._row(y), self.shade, worn(), self.size.width, edge)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the rows of ``crop``; there is no border or padding that would need more."""
        rows = [self.render_line(y) for y in crop.line_range]
        start, stop = crop.column_span
        if (start, stop) != (0, self.size.width):
            rows = [row.crop(start, stop) for row in rows]
        for line_filter in self.get_line_filters():
            rows = [row.apply_filter(line_filter, self.background_colors[1]) for row in rows]
        return rows
