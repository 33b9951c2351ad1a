"""What a masked game's table keeps to itself: who sits behind which seat, is here, or is a bot.

While such a game runs, everybody sees *who* plays and nothing that goes with a seat: no list is in
the order of the seats, and nobody comes, goes, is ready or away. The seats themselves are dealt
afresh, and not from the game's seed: that seed is shown at the end, also where the names are not.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.event import Value
from engine.game import Game
from server.api import SeatInfo, Stage
from server.seats import EMPTY, Seat, SeatKind, seat_info
from server.table_state import Online, TableState

__all__ = ["cleared", "dealt", "hides_seats", "is_masked", "result_shown", "seats_shown"]


def is_masked(game: Game, state: TableState) -> bool:
    """Return whether nobody may learn now who sits behind which seat."""
    match state.stage:
        case Stage.WAITING:
            return False
        case Stage.PLAYING | Stage.FROZEN:
            return game.masked
        case Stage.OVER:
            return hides_seats(game, state.options)


def hides_seats(game: Game, options: Mapping[str, Value]) -> bool:
    """Return whether who sat behind which seat is nobody's to know, not even after the game."""
    return game.masked and not game.unmasked(options)


def dealt(state: TableState) -> TableState:
    """Return the table with its people on seats that nobody can foretell or recompute."""
    seats = list(state.seats)
    secrets.SystemRandom().shuffle(seats)
    return replace(state, seats=tuple(seats))


def cleared(state: TableState, online: Online) -> TableState:
    """Return the table after a masked game: its order says nothing of that game.

    A guest who left could not be seen to leave, and cannot come back.
    """
    seats = tuple(
        EMPTY if seat.kind is SeatKind.GUEST and seat.owner not in online else seat
        for seat in state.seats
    )
    return dealt(replace(state, seats=seats))


def seats_shown(state: TableState) -> Callable[[int], list[SeatInfo]]:
    """Return what gives the seats for the viewer at a seat (-1: none): its own, the others by name.

    What viewers have in common is made once.
    """
    order = sorted(enumerate(state.seats), key=lambda pair: (pair[1].name, pair[1].tag))
    named = [(number, _shown(state, seat)) for number, seat in order]

    def of(you: int) -> list[SeatInfo]:
        shown = [info for number, info in named if number != you]
        if you >= 0:
            own = state.seats[you]
            shown.insert(you, seat_info(own, online=True, host=own.owner == state.host))
        return shown

    return of


def _shown(state: TableState, seat: Seat) -> SeatInfo:
    return SeatInfo(
        kind=str(seat.kind),
        name=seat.name,
        tag=seat.tag,
        online=True,
        ready=True,
        host=seat.is_person and seat.owner == state.host,
        away=False,
        stand_in=False,
    )


def result_shown(result: Mapping[str, Any] | None, you: int) -> dict[str, Any] | None:
    """Return of a result by seats what is the viewer's own; the rest is told by the game."""
    if result is None:
        return None
    return {
        "winners": [seat for seat in result["winners"] if seat == you],
        "scores": [score if seat == you else 0 for seat, score in enumerate(result["scores"])],
    }
