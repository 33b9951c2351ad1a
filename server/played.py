"""What the store knows of the games that somebody has played to the end, seat by seat."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Final

from engine.game import Part
from server.changes import ROLES, Score

__all__ = ["EndedGame", "ended_game", "last_played"]

_LAST: Final = """
    SELECT DISTINCT id, ended FROM games JOIN results ON results.game = games.id
    WHERE results.player = ? AND status = 'over' ORDER BY ended DESC, id LIMIT ?
"""
_GAME: Final = "SELECT code, header, seats, ended FROM games WHERE id = ?"
_SEATS: Final = """
    SELECT player, name, score, won, side, roles FROM results WHERE game = ? ORDER BY seat
"""


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
    results: tuple[Score, ...] = ()


def last_played(connection: sqlite3.Connection, player: str, most: int) -> list[str]:
    """Return the ids of the last ``most`` finished games of a player, the newest first."""
    return [game for game, _ended in connection.execute(_LAST, (player, most))]


def ended_game(connection: sqlite3.Connection, game: str) -> EndedGame:
    """Return a finished game with its results, by its whole id."""
    code, header, seats, ended = connection.execute(_GAME, (game,)).fetchone()
    results = tuple([_seat(*row) for row in connection.execute(_SEATS, (game,))])
    return EndedGame(id=game, code=code, header=header, seats=seats, ended=ended, results=results)


def _seat(player: str, name: str, score: int, won: int, side: str, roles: str) -> Score:
    part = Part(side=side, roles=tuple(filter(None, roles.split(ROLES))))
    return Score(player=player, name=name, score=score, won=bool(won), part=part)
