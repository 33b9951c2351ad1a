"""Fixed places: a page says which pane goes where at a size, and that is the layout.

Nothing depends on content, so nothing is ever laid out again on an update.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

__all__ = ["Places", "PlacesLayout", "stack"]

Places = Mapping[str, Region]
"""Widget ids to regions; a widget without a place is not drawn."""


def stack(columns: int, *rows: tuple[str, int], top: int = 0) -> dict[str, Region]:
    """Return full-width places from ``top`` downwards; heights of 0 or less have no place."""
    places = {}
    for name, height in rows:
        if height > 0:
            places[name] = Region(0, top, columns, height)
            top += height
    return places


class PlacesLayout(Layout):
    """Puts each child where ``plan(size)`` says."""

    name = "places"

    def __init__(self, plan: Callable[[Size], Places]) -> None:
        super().__init__()
        self._plan = plan

    def arrange(
        self,
        parent: Widget,
        children: list[Widget],
        size: Size,
        greedy: bool = True,  # noqa: ARG002 - the base class's shape
    ) -> ArrangeResult:
        """Return the placements of the children that have a place."""
        parent.pre_layout(self)
        plan = self._plan(size)
        found = ((child, plan.get(child.id or "")) for child in children)
        return [
            WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, child)
            for child, region in found
            if region is not None and region.area
        ]
