"""What the store knows of the games that somebody has played to the end, seat by seat."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from engine.game import ALONE, Part
from server.changes import ROLES

__all__ = ["EndedGame", "SeatResult", "played"]

_QUERY: Final = """
    SELECT g.id, g.code, g.header, g.seats, g.ended, r.seat, r.player, r.name, r.score, r.won,
        r.side, r.roles
    FROM (
        SELECT DISTINCT id, code, header, seats, ended FROM games
        JOIN results ON results.game = games.id
        WHERE results.player = ? AND status = 'over' ORDER BY ended DESC, id LIMIT ?
    ) AS g JOIN results AS r ON r.game = g.id
    ORDER BY g.ended DESC, g.id, r.seat
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """What one seat came away with; ``player`` is an ``Identity.id``, ``""`` for a bot."""

    player: str
    name: str
    score: int
    won: bool
    part: Part = ALONE


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedGame:
    """A game that was played to its end.

    ``entries`` is its journal and ``results`` what each seat came away with, in order of the seats;
    each is empty where it was not asked for.
    """

    id: str
    code: str
    header: bytes
    seats: bytes
    ended: float
    entries: tuple[bytes, ...] = ()
    results: tuple[SeatResult, ...] = ()


def played(connection: sqlite3.Connection, player: str, most: int) -> list[EndedGame]:
    """Return the last ``most`` finished games of a player with their results, the newest first."""
    rows = connection.execute(_QUERY, (player, most))
    return [
        EndedGame(
            id=game, code=code, header=header, seats=seats, ended=ended,
            results=tuple([_seat(*row[6:]) for row in one]),
        )
        for (game, code, header, seats, ended), one in groupby(rows, key=lambda row: row[:5])
    ]  # fmt: skip


def _seat(player: str, name: str, score: int, won: int, side: str, roles: str) -> SeatResult:
    part = Part(side=side, roles=tuple(filter(None, roles.split(ROLES))))
    return SeatResult(player=player, name=name, score=score, won=bool(won), part=part)
