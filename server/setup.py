"""Checking what somebody wants a table to be, before there is one or while it waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.event import Value
from engine.game import Game
from server.absent import Late
from server.codes import Code, RequestError
from server.deadlines import SECONDS
from server.history import Replays
from server.late_watch import DELAYS
from server.seating import Seating
from server.table_state import CLOCKS

__all__ = [
    "check_bot", "check_late", "check_replays", "check_seating", "check_setup", "check_watch",
    "option_values",
]  # fmt: skip


def option_values(raw: Mapping[str, Any]) -> dict[str, Value]:
    """Return options from the wire as a game's ``configure`` takes them: texts, tuples of texts."""
    values: dict[str, Value] = {}
    for name, value in raw.items():
        if isinstance(value, str):
            values[name] = value
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            values[name] = tuple(value)
        else:
            raise RequestError(Code.BAD_REQUEST)
    return values


def check_setup(
    game: Game, *, seats: int, options: Mapping[str, Value], clock: int
) -> Mapping[str, Value]:
    """Return the complete options of a playable set-up.

    Raises :class:`RequestError` for seats or clock, :class:`engine.errors.ConfigError` for the
    rest.
    """
    if not game.min_seats <= seats <= game.max_seats:
        raise RequestError(Code.BAD_SEATS, least=game.min_seats, most=game.max_seats)
    if clock not in CLOCKS:
        raise RequestError(Code.BAD_CLOCK, choices=tuple(SECONDS.values()))
    return game.configure(seats, options)


def check_late(late: str) -> str:
    """Return ``late`` if a table may do so when time runs out; raise :class:`RequestError`."""
    if late not in set(Late):
        raise RequestError(Code.BAD_LATE, choices=tuple(map(str, Late)))
    return late


def check_watch(game: Game, watch: int) -> int:
    """Return by how many seconds watchers may be late; raise :class:`RequestError` otherwise.

    In a masked game everybody's screen changes at the same moments, so nobody can be late.
    """
    choices = (0,) if game.masked else DELAYS
    if watch not in choices:
        raise RequestError(Code.BAD_WATCH, choices=choices)
    return watch


def check_replays(replays: str) -> str:
    """Return who may see a finished game's views; raise :class:`RequestError` otherwise."""
    if replays not in set(Replays):
        raise RequestError(Code.BAD_REPLAYS, choices=tuple(map(str, Replays)))
    return replays


def check_seating(seating: str) -> str:
    """Return where all sit in a rematch; raise :class:`RequestError` otherwise."""
    if seating not in set(Seating):
        raise RequestError(Code.BAD_SEATING, choices=tuple(map(str, Seating)))
    return seating


def check_bot(game: Game, bot: str) -> str:
    """Return ``bot`` if the game has it; raise :class:`RequestError` otherwise."""
    if bot not in game.bots:
        raise RequestError(Code.BAD_BOT, choices=tuple(sorted(game.bots)))
    return bot
