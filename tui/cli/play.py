"""``undertable play``: the same table in this terminal, against bots, without SSH."""

from __future__ import annotations

import argparse
import sys
from functools import partial

from engine.errors import ConfigError
from engine.registry import game as find_game
from server.api import ExitStatus, Identity
from server.hub import LocalHub
from server.requests import CreateTable, Start, encode
from tui.cli.home import stay, terminal_missing
from tui.messages import config_error

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Play one table here and return the exit status."""
    if terminal_missing("play"):
        return ExitStatus.USAGE
    seats = arguments.bots + 1
    try:
        game = find_game(arguments.game)
        # More players than the box says is a house rule; who asks for that many bots wants it.
        options = _options_for(arguments.game, seats)
        game.configure(seats, options)
        return stay(partial(_arrive, game_id=game.id, seats=seats, options=options))
    except ConfigError as error:
        sys.stderr.write(config_error(arguments.game, error) + "\n")
        return ExitStatus.USAGE


def _options_for(game_id: str, seats: int) -> dict[str, str]:
    """Return options that allow ``seats`` players, the defaults if those do."""
    game = find_game(game_id)
    try:
        game.configure(seats, {})
    except ConfigError:
        for spec in game.options:
            for choice in spec.house_rule:
                try:
                    game.configure(seats, {spec.id: choice})
                except ConfigError:
                    continue
                return {spec.id: choice}
    return {}


async def _arrive(
    hub: LocalHub, who: Identity, game_id: str, seats: int, options: dict[str, str]
) -> str:
    request = CreateTable(game=game_id, seats=seats, options=options, clock=0, bots=seats - 1)
    code = await hub.create(who, request)
    hub.table(who, code).send(encode(Start()))
    return f"join {code}"
