"""Lays the rows of a page's panes into the session's grid, without the library's compositor.

A pane's place is fixed and nothing ever lies over it, so a row that has changed needs no layout, no
cuts and no stacking: its cells are made (or found, if all watchers see them) and laid where they
belong. Textual's compositor paints whatever else there is: the entry, and a page that has just been
laid out; both leave the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.geometry import Region

from server.api import Size
from themes.pack import Colour, Theme
from tui.cells import Grid, Piece, PublicPiece
from tui.colour import PALETTES, Depth, Rendition
from tui.gallery import Shelf
from tui.looks import worn
from tui.shared_texts import shared
from tui.widgets.lines import Line
from tui.widgets.strips import edge_of, strip_of

__all__ = ["PIECES", "Canvas", "PublicPart", "PublicRows"]


class PublicRows(dict[str, Sequence[Line]]):
    """The rows of a scene by pane, drawn from what every watcher is told and from nothing else."""


class PublicPart(tuple[Line, ...]):
    """The rows of one pane, drawn from what everybody is told; a player's page may have some."""

    __slots__ = ()


class _Made(NamedTuple):
    """All that the cells of a row follow from."""

    row: Line
    shade: Colour
    theme: Theme
    columns: int
    edge: str
    depth: Depth


PIECES: Final = shared(Shelf[_Made, PublicPiece](1024))
"""The rows of public scenes, for all that watch."""


class Canvas:
    """Where rows of one pane are laid; ``public`` says that everybody is told what they show."""

    def __init__(self, grid: Grid, depth: Depth, *, public: bool) -> None:
        self._grid = grid
        self._depth = depth
        self._public = public

    def is_due(self, place: Region, y: int) -> bool:
        """Return whether row ``y`` of a pane could be laid for others to know it again."""
        return self._public and self._grid.tags[place.y + y] is None

    def lay(self, row: Line, shade: Colour, place: Region, y: int) -> None:
        """Lay ``row`` as row ``y`` of the pane at ``place``."""
        edge = edge_of(shade) if place.height > 1 else ""
        made = _Made(row, shade, worn(), place.width, edge, self._depth)
        self._grid.lay(place.x, place.y + y, self._piece(made))

    def _piece(self, made: _Made) -> Piece:
        if self._public:
            found = PIECES.find(made)
            if found is None:
                found = PublicPiece(*_cells(made))
                PIECES.keep(made, found)
            return found
        # What is for one player's eyes is not even looked for: see ``tui.gallery``.
        private = made.shade is Colour.PRIVATE
        return (None if private else PIECES.glance(made)) or Piece(*_cells(made))


def _cells(made: _Made) -> tuple[list[str], list[Rendition]]:
    grid, x = Grid(Size(made.columns, 1)), 0
    rendition = PALETTES[made.depth].rendition
    for segment in strip_of(made.row, made.shade, made.theme, made.columns, made.edge):
        x = grid.put(x, 0, segment.text, rendition(segment.style))
    return grid.chars[0], grid.looks[0]
