"""``undertable play``: the same table in this terminal, against bots, without SSH."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import io
import sys

from engine.errors import ConfigError
from engine.registry import game as find_game
from server import logs
from server.api import Connection, ExitStatus, Identity
from server.hub import LocalHub
from server.names import clean_name
from server.requests import CreateTable, Start, encode
from server.store import Store
from tui.door import run_connection
from tui.environment import LOCAL
from tui.i18n import _
from tui.local import LocalTerminal
from tui.messages import config_error

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Play one table here and return the exit status."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.stderr.write(_("'undertable play' needs a terminal to play in.") + "\n")
        return ExitStatus.USAGE
    # What goes wrong is told on the screen; a log line would be painted across it.
    logs.install(io.StringIO())
    seats = arguments.bots + 1
    try:
        game = find_game(arguments.game)
        # More players than the box says is a house rule; who asks for that many bots wants it.
        options = _options_for(arguments.game, seats)
        game.configure(seats, options)
        return asyncio.run(_play(game.id, seats, options))
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


async def _play(game_id: str, seats: int, options: dict[str, str]) -> int:
    hub = LocalHub(Store.in_memory())
    await hub.start()
    try:
        who = Identity(id="local", name=clean_name(_login()))
        request = CreateTable(game=game_id, seats=seats, options=options, clock=0, bots=seats - 1)
        code = await hub.create(who, request)
        table = hub.table(who, code)
        table.send(encode(Start()))
        with LocalTerminal(LOCAL) as terminal:
            return await run_connection(
                Connection(who=who, terminal=terminal, hub=hub, command=f"join {code}")
            )
    finally:
        await hub.stop()


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return _("You")
