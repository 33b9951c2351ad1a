"""The log as wrapped rows, made once per entry, language and look, and the part of it in sight."""

from __future__ import annotations

from themes.pack import Colour, Glyph
from tui.i18n import current, n_
from tui.looks import sign, signs
from tui.messages import table_line
from tui.screens.state import MISSED, MISSING, TABLE_LINE, TableState
from tui.widgets.lines import BLANK, Line, Span, clean, line, pad, wrap

__all__ = ["Logbook", "sentence"]

MAX_ROWS = 600
"""Rows kept; a long match drops its oldest."""


class Logbook:
    """Turns a table's log into rows; only new entries cost anything."""

    def __init__(self) -> None:
        self._key: object = None
        self._done = 0
        self._rows: list[tuple[int, Line]] = []

    def sight(self, state: TableState, cells: int, height: int) -> list[Line]:
        """Return the rows in sight: the newest, or those scrolled back to, or round the cursor."""
        self._bring_up(state, cells)
        if height <= 0:
            return []
        count = len(self._rows)
        if state.log_at >= 0:
            last = max((y for y, row in enumerate(self._rows) if row[0] <= state.log_at), default=0)
            top = min(max(0, last - height // 2), max(0, count - height))
            state.scroll = max(0, count - height - top)
        state.scroll = max(0, min(state.scroll, count - height))
        end = count - state.scroll
        return [
            _highlighted(row) if index == state.log_at >= 0 else row
            for index, row in self._rows[max(0, end - height) : end]
        ]

    def _bring_up(self, state: TableState, cells: int) -> None:
        names = tuple(state.cast)
        key = (current(), signs(), cells, names, state.names, state.frame["game_no"], id(state))
        if key != self._key or self._done > len(state.log):
            self._key, self._done = key, 0
            self._rows.clear()
        for index in range(self._done, len(state.log)):
            spans = sentence(state, index)
            self._rows += [(index, row) for row in _wrapped(spans, cells)]
        self._done = len(state.log)
        del self._rows[:-MAX_ROWS]


def _highlighted(row: Line) -> Line:
    # Only this text colour is readable on this shade in every theme; the sign is for those who
    # see no shades.
    cursor = Span(pad(sign(Glyph.CURSOR), 1), Colour.CHOSEN_TEXT, bold=True)
    edge, *spans = row.spans
    rest = [Span(edge.text[1:]), *spans]
    text = [Span(span.text, Colour.CHOSEN_TEXT, bold=True) for span in rest]
    return Line((cursor, *text), Colour.CHOSEN)


def sentence(state: TableState, index: int) -> tuple[Span, ...]:
    """Return what the log says of its entry ``index``; empty for entries without a row."""
    event = state.log[index]
    count = event.get("count", 0)
    match event["kind"]:
        case k if k == MISSING:
            text = n_("({n} line was missed)", "({n} lines were missed)", count)
            return (Span(text, Colour.MUTED),)
        case k if k == MISSED:
            if not (count := event["lines"]):
                return ()
            text = n_("-- {n} line is new --", "-- {n} lines are new --", count)
            return (Span(text, Colour.YOU, bold=True),)
        case k if k == TABLE_LINE:
            seat = event["seat"]
            # A seat that was left has another name since.
            seats = state.frame["seats"]
            same = 0 <= seat < len(seats) and seats[seat]["name"] == event["name"]
            name = state.names[seat] if same else clean(event["name"])
            text = table_line(event["code"], name, seat)
            return (Span(text, Colour.MUTED, bold=True),) if text else ()
        case _:
            before = state.log[index - 1] if index else None
            return state.presenter.log(event, before, state.cast)


def _wrapped(spans: tuple[Span, ...], cells: int) -> list[Line]:
    """Return the rows of one entry; only entries of one span are ever longer than a row."""
    if not spans:
        return []
    if len(spans) > 1:
        return [line(" ", *spans)]
    only = spans[0]
    first, *rest = wrap(only.text, cells - 3)
    rows = [line(" ", Span(first, only.tone, only.bold))]
    rows += [line("   ", Span(row, only.tone, only.bold)) for row in rest]
    return rows or [BLANK]
