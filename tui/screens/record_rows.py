"""The rows of a player's record: games, totals and the people met, each a list with a highlight."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from server.api import Met, PastGame, Total
from themes.pack import Colour, Glyph
from tui.i18n import _, join_list, p_
from tui.looks import sign
from tui.texts.records import kind_name, met_name, outcome, percent
from tui.widgets.lines import Line, Span, clean, cut, fit, line, pad, width

__all__ = ["game_row", "met_head", "met_row", "total_head", "total_row"]

_NUMBER: Final = 7
"""Cells of a column of numbers."""
_NUMBERS: Final = 6 * _NUMBER
_WIDE: Final = 76
"""Cells from which there is room for whole names."""


def _marked(here: bool) -> Span:
    return Span(f" {sign(Glyph.CURSOR) if here else ' '} ", Colour.WARNING, bold=True)


def _label(text: str, cells: int, *, here: bool) -> Span:
    shade, tone = (Colour.CHOSEN, Colour.CHOSEN_TEXT) if here else (None, Colour.ACCENT)
    return Span(pad(text, cells), tone, bold=True, shade=shade)


def _columns(values: Sequence[str]) -> str:
    """Return short texts at the right edges of columns."""
    shown = [Span(cut(text, _NUMBER - 1)) for text in values]
    return "".join(" " * (_NUMBER - width((span,))) + span.text for span in shown)


def game_row(game: PastGame, cells: int, *, here: bool) -> Line:
    """Return a game: its id, when it ended, what it was, how it ended, who was there."""
    moment = time.strftime("%Y-%m-%d %H:%M", time.gmtime(game["ended"]))
    row = line(
        _marked(here),
        _label(game["id"][:8], 9, here=here),
        Span(pad(moment, 17), Colour.MUTED),
        pad(kind_name(game["game"], game["mode"]), 24 if cells >= _WIDE else 12) + " ",
        Span(pad(outcome(game), 6), Colour.SUCCESS if game["won"] else Colour.TEXT, game["won"]),
        join_list(clean(name) for name in game["names"]),
    )
    return fit(row, cells)


def total_head(cells: int) -> Line:
    """Return what the columns of :func:`total_row` are."""
    heads = _columns([p_("games", "played"), _("won"), "%"])
    return line(Span(" " * (3 + _kind_cells(cells)) + heads, Colour.MUTED))


def total_row(total: Total, cells: int, *, here: bool) -> Line:
    """Return how often one kind of game was played and won."""
    played, won = total["played"], total["won"]
    return line(
        _marked(here),
        _label(kind_name(total["game"], total["mode"]), _kind_cells(cells), here=here),
        _columns([str(played), str(won), str(percent(won, played))]),
    )


def _kind_cells(cells: int) -> int:
    return min(44, cells - 3 - 3 * _NUMBER)


def met_head(cells: int) -> Line:
    """Return what the columns of :func:`met_row` are, each in at most six cells."""
    heads = [p_("games", "all"), p_("games", "apart"), _("won"), _("lost"), p_("games", "allied"),
             _("won")]  # fmt: skip
    return line(Span(" " * (3 + _name_cells(cells)) + _columns(heads), Colour.MUTED))


def met_row(met: Met, cells: int, *, here: bool) -> Line:
    """Return how the player and somebody else stand."""
    apart = met["against"], met["won"], met["lost"]
    numbers = (met["games"], *apart, met["beside"], met["won_beside"])
    return line(
        _marked(here),
        _label(met_name(met), _name_cells(cells), here=here),
        _columns([str(number) for number in numbers]),
    )


def _name_cells(cells: int) -> int:
    return min(28, cells - 3 - _NUMBERS)
