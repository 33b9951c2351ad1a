"""A table's scene as the cells of a terminal, in any look, without an App: for counts of bytes."""

from __future__ import annotations

import contextvars
from collections.abc import Mapping

from textual.geometry import Region, Size

from server.api import Size as TerminalSize
from tests.tui.scenes import Drawn, draw
from themes.pack import Colour, Theme
from tui import comfort, i18n, looks
from tui.cells import Grid
from tui.colour import PALETTES, Depth
from tui.differ import Differ
from tui.screens.state import TableState
from tui.screens.table import TablePage
from tui.wardrobe import built_in, mood_of, spared
from tui.widgets.lines import BLANK
from tui.widgets.strips import edge_of, strip_of

__all__ = ["Painter", "grid_of"]


def grid_of(
    places: Mapping[str, Region],
    rows: Drawn,
    shades: Mapping[str, Colour],
    size: Size,
    depth: Depth = Depth.TRUECOLOR,
) -> Grid:
    """Return the cells of panes that show ``rows``, in the look that is worn."""
    grid = Grid(TerminalSize(size.width, size.height))
    rendition = PALETTES[depth].rendition
    theme = looks.worn()
    for name, region in places.items():
        shown = rows.get(name, ())
        for y in range(region.height):
            row = shown[y] if y < len(shown) else BLANK
            x = region.x
            for segment in strip_of(row, shades[name], theme, region.width, edge_of(shades[name])):
                x = grid.put(x, region.y + y, segment.text, rendition(segment.style))
    return grid


class Painter:
    """One viewer's table in one look; tells what each change costs on the wire."""

    def __init__(
        self,
        theme: Theme,
        size: Size,
        *,
        language: str = "en",
        depth: Depth = Depth.TRUECOLOR,
        sparing: bool = False,
    ) -> None:
        self.theme = spared(built_in(), theme) if sparing else theme
        self.plain = sparing
        self.size = size
        self.depth = depth
        self.differ = Differ()
        self._context = contextvars.copy_context()
        self._context.run(i18n.begin, language)
        self._context.run(looks.begin)
        self._context.run(comfort.begin)
        self._context.run(lambda: comfort.use(sparing=sparing, still=False))

    def wear(self, theme: Theme) -> None:
        """Change the look as the App does: what is shown is painted afresh."""
        self.theme = theme
        self.differ.forget()

    def cost(self, state: TableState) -> int:
        """Draw ``state`` and return the bytes that bring a terminal there from what it showed."""
        return len(self._context.run(self._paint, state))

    def _paint(self, state: TableState) -> bytes:
        looks.wear(self.theme.turned(mood_of(state.presenter, state.frame)), plain=self.plain)
        places, rows = draw(state, self.size)
        shades = dict(TablePage.shades)
        shades["mine"] = Colour.PRIVATE if state.seated else Colour.PANEL
        return self.differ.frame(grid_of(places, rows, shades, self.size, self.depth))
