"""Who sits where in the next game at a table, once somebody asks for a rematch.

Only the seats change hands: who begins is what the game's rules say (LL-2.3, N81-5.2), and the
seats are what they count from. In masked games nobody chooses: their seats are dealt at every
start (``server.masks``).
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from server.masks import dealt
from server.table_state import TableState

__all__ = ["Seating", "reseated"]


class Seating(StrEnum):
    """How people change seats for a rematch."""

    ROTATE = "rotate"
    """Everybody moves down by one seat, the first to the last: the first seat goes round."""
    KEEP = "keep"
    SHUFFLE = "shuffle"


def reseated(state: TableState) -> TableState:
    """Return the table with its people on the seats of the next game; each keeps what is theirs."""
    match Seating(state.seating):
        case Seating.KEEP:
            return state
        case Seating.ROTATE:
            return replace(state, seats=(*state.seats[1:], *state.seats[:1]))
        case Seating.SHUFFLE:
            return dealt(state)
        case other:
            assert_never(other)
