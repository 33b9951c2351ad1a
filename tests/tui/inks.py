"""Which text colours stand on which backgrounds, in rows and on whole pages."""

from __future__ import annotations

from collections.abc import Iterable

from themes.pack import Colour
from tui.screens.page import Page
from tui.widgets.lines import Line

__all__ = ["Row", "pairs", "shown"]

Row = tuple[str, Colour, Line]
"""Pane, its shade, and one of its rows."""


def pairs(rows: Iterable[Row]) -> set[tuple[Colour, Colour]]:
    """Return every text colour with the background that it stands on."""
    return {
        (span.tone, span.shade or row.shade or shade)
        for _pane, shade, row in rows
        for span in row.spans
        if span.text.strip()
    }


def shown(page: Page) -> set[tuple[Colour, Colour]]:
    """Return the pairs on a page as it is now."""
    return pairs((name, pane.shade, row) for name, pane in page.panes.items() for row in pane.rows)
