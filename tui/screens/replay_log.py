"""The log of a game that is seen again, up to where one stands; only rows in sight are made."""

from __future__ import annotations

from collections.abc import Sequence

from themes.pack import Colour
from tui.i18n import _
from tui.screens.replay_reel import ALL, Reel
from tui.widgets.lines import Line, Span, line, wrap

__all__ = ["log_rows"]


def log_rows(reel: Reel, names: Sequence[str], cells: int, height: int) -> list[Line]:
    """Return the last lines up to here; the newest is marked."""
    rows: list[Line] = []
    index = reel.at - 1
    while index >= 0 and len(rows) < height:
        rows[:0] = _entry(reel, index, names, cells, newest=index == reel.at - 1)
        index -= 1
    return rows[-height:]


def _entry(reel: Reel, index: int, names: Sequence[str], cells: int, *, newest: bool) -> list[Line]:
    spans = reel.said(index, names)
    rows: list[Line] = []
    if spans:
        bold = [Span(s.text, s.tone, bold=s.bold or newest, shade=s.shade) for s in spans]
        if len(bold) == 1:
            first, *rest = wrap(bold[0].text, cells - 3)
            rows = [line(" ", Span(first, bold[0].tone, bold[0].bold))]
            rows += [line("   ", Span(text, bold[0].tone, bold[0].bold)) for text in rest]
        else:
            rows = [line(" ", *bold)]
    for seat, text in reel.own(index, names):
        said = text
        if reel.viewer == ALL:
            name = reel.called(seat, names)
            said = _("{name} alone: {text}", name=name, text=text)
        rows += [line("   ", Span(row, Colour.YOU)) for row in wrap(said, cells - 4)]
    return rows
