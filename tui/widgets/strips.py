"""Lines as strips: what the rows of a pane consist of, in a theme's colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from themes.pack import Colour, Glyph, Theme, Weight
from tui.looks import sign, worn
from tui.shared_texts import shared
from tui.widgets.lines import Line, Span, clean, fit

__all__ = ["edge_of", "ink", "remembered_strip_of", "strip_of"]

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


def strip_of(row: Line, shade: Colour, theme: Theme, columns: int, edge: str = "") -> Strip:
    """Return ``row`` in exactly ``columns`` cells; ``edge`` stands in the first if that is free."""
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
    glyph = _mark(worn(), shade)
    return "" if glyph is None else sign(glyph)


@lru_cache(maxsize=256)
def _mark(theme: Theme, shade: Colour) -> Glyph | None:
    return None if theme.shaded else _EDGES.get(shade)


remembered_strip_of = shared(lru_cache(maxsize=4096)(strip_of))
"""The same, for measurements of sessions that draw alone. A cache of all sessions' rows, private
ones too: with it the time that a row takes would follow from what others hold."""
