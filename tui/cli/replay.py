"""``undertable replay``: a finished game again, from a server's data folder or an exported file.

Whoever can read the folder or the file holds the whole game, so every view of it is open here.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import sys
import tempfile
from pathlib import Path
from typing import Final

from engine.codec import decode_header
from engine.errors import JournalError
from server import game_file, logs
from server.api import Connection, ExitStatus, Identity
from server.backup import BackupError, fetch
from server.codes import StoreError
from server.game_file import GameFile
from server.history import SHORT
from server.hub import LocalHub
from server.store import STORE_NAME, Store
from server.wire import unpack
from tui.cli.backup import copy_error
from tui.environment import LOCAL
from tui.i18n import _
from tui.line.call import CommandError
from tui.line.replays import read_wish, told
from tui.local import LocalTerminal
from tui.texts.host import start_error
from tui.texts.packs import unreadable

__all__ = ["run"]

_ME: Final = Identity(id="local", name="local")


class _NoGameError(Exception):
    """There is no such game; the sentence says so."""


def run(arguments: argparse.Namespace) -> int:
    """Show the game and return the exit status."""
    logs.install(io.StringIO())
    try:
        game = _in_file(str(arguments.game)) or asyncio.run(_in_folder(arguments))
        return asyncio.run(_show(game, arguments))
    except (_NoGameError, CommandError) as error:
        sys.stderr.write(f"{error}\n")
        return error.status if isinstance(error, CommandError) else ExitStatus.ERROR
    except BackupError as error:
        sys.stderr.write(copy_error(error) + "\n")
    except StoreError as error:
        sys.stderr.write(start_error(error) + "\n")
    except JournalError as error:
        sys.stderr.write(unreadable(error) + "\n")
    return ExitStatus.ERROR


def _in_file(path: str) -> GameFile | None:
    """Return the game in an exported file, ``None`` if there is no such file."""
    file = Path(path)
    if not file.is_file():
        return None
    try:
        return game_file.read(file.read_text("utf-8"))
    except (OSError, UnicodeError, JournalError) as error:
        raise _NoGameError(_("{path} is no exported game.", path=path)) from error


async def _in_folder(arguments: argparse.Namespace) -> GameFile:
    """Return the game of that id in a data folder."""
    wanted = str(arguments.game)
    digits = wanted.lower()
    if not SHORT <= len(digits) <= 32 or not all(c in "0123456789abcdef" for c in digits):
        raise _NoGameError(_("There is no file and no game '{game}'.", game=wanted[:64]))
    # A copy, so that a server that uses the folder is not disturbed, and nothing is changed.
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / STORE_NAME
        fetch(arguments.data, copy)
        store = Store.open(copy)
        try:
            kept = await store.ended_game(digits)
        finally:
            store.close()
    if kept is None:
        raise _NoGameError(
            _("There is no finished game '{game}' in {path}.", game=digits, path=arguments.data)
        )
    return GameFile(
        id=kept.id,
        code=kept.code,
        ended=kept.ended,
        names=tuple(unpack(kept.seats)["names"]),
        header=kept.header,
        entries=kept.entries,
    )


async def _show(game: GameFile, arguments: argparse.Namespace) -> int:
    decode_header(game.header)
    store = Store.in_memory()
    hub = LocalHub(store, open_replays=True)
    await hub.start()
    try:
        await game_file.keep(store, game)
        if arguments.form is None and sys.stdin.isatty() and sys.stdout.isatty():
            return await _screen(hub, game.id)
        words = [game.id, f"--{arguments.form or 'text'}", "--size", arguments.size]
        words += ["--speed", arguments.speed, "--as", arguments.eyes or "watchers"]
        for line in await told(hub, _ME, read_wish(words)):
            sys.stdout.write(line + "\n")
        return ExitStatus.OK
    finally:
        await hub.stop()


async def _screen(hub: LocalHub, game: str) -> int:
    # Textual is heavy, and a text needs none of it.
    from tui.app import UndertableApp
    from tui.session import run_app

    with LocalTerminal(LOCAL) as terminal:
        connection = Connection(who=_ME, terminal=terminal, hub=hub)
        app = UndertableApp(connection, start_replay=game)
        return await run_app(app, terminal, farewell=app.parting)
