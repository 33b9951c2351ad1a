"""Making the state of a table that somebody wants, before there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.game import Game
from server import table_state
from server.api import Identity
from server.codes import Code, RequestError
from server.requests import CreateTable
from server.seats import EMPTY, bot_name, put
from server.setup import (
    check_late,
    check_replays,
    check_seating,
    check_setup,
    check_watch,
    option_values,
)
from server.table_state import TableState

__all__ = ["game_of", "wanted_table"]


def game_of(games: Mapping[str, Game], request: CreateTable) -> Game:
    """Return the game that is wanted; raise :class:`RequestError` if there is none such."""
    game = games.get(request.game)
    if game is None:
        raise RequestError(Code.UNKNOWN_GAME, game=request.game[:32])
    return game


def wanted_table(game: Game, who: Identity, request: CreateTable) -> TableState:
    """Return a table as ``request`` wants it, without a code yet; ``who`` is host on seat 0.

    Raises :class:`RequestError`, and :class:`engine.errors.ConfigError` for the game's options.
    """
    options = check_setup(
        game, seats=request.seats, options=option_values(request.options), clock=request.clock
    )
    if not 0 <= request.bots < request.seats:
        raise RequestError(Code.NO_FREE_SEAT)
    state = table_state.sit(
        TableState(
            code="",
            game=game.id,
            options=options,
            clock=request.clock,
            late=check_late(request.late),
            watch=check_watch(game, request.watch),
            replays=check_replays(request.replays),
            seating=check_seating(request.seating),
            seats=(EMPTY,) * request.seats,
        ),
        who,
        0,
    )
    for number in range(1, 1 + request.bots):
        seats = put(state.seats, number, bot_name(state.seats, "heuristic"))
        state = replace(state, seats=seats)
    return state
