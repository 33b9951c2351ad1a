"""The place of first-time notes on a table's page: what is shown, and what a key does to it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tui.screens.state import TableState
from tui.tips import Read, Tip, over, said, tip_for
from tui.widgets.lines import Line
from tui.widgets.places import Places

__all__ = ["TipBox"]

_READ_AFTER: Final = 1.0
"""Seconds on the screen from which on any key closes a note; Esc does so at once."""


class TipBox:
    """One page's note. After one is closed the next waits until something has happened."""

    def __init__(self) -> None:
        self.tip: Tip | None = None
        """The note that is on the screen."""
        self._since = 0.0
        self._rests: object = None

    def over(
        self, rows: Mapping[str, Sequence[Line]], places: Places, state: TableState, read: Read
    ) -> Mapping[str, Sequence[Line]]:
        """Return ``rows`` with the note that is due, if one is and there is room for it."""
        due = None if self._rests == _moment(state) else tip_for(state, read)
        drawn = over(rows, places, said(due)) if due is not None else None
        shown = due if drawn is not None else None
        if shown != self.tip:
            self.tip, self._since = shown, time.monotonic()
        return rows if drawn is None else drawn

    def key(self, state: TableState, key: str, close: Callable[[Tip], None]) -> bool:
        """Let a key close the note that is shown; return whether that is all it does.

        Esc closes it and does nothing else; any other key means what it means as well.
        """
        tip, esc = self.tip, key in {"escape", "backspace"}
        if tip is None or not (esc or time.monotonic() - self._since >= _READ_AFTER):
            return False
        self.tip, self._rests = None, _moment(state)
        close(tip)
        return esc


def _moment(state: TableState) -> object:
    """Return what changes whenever something has happened."""
    frame, ask = state.frame, state.frame["ask"]
    asked = None if ask is None else ask["id"]
    return frame["game_no"], frame["stage"], frame["seq"], asked, state.log_at >= 0
