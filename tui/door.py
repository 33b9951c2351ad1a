"""What a connection gets: the full screen, line mode, a command's lines, or a word on why neither.

This is the :data:`server.api.SessionRunner` of the real server. It owns a session's language from
its first line on.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from server.api import Connection, ExitStatus
from tui import i18n
from tui.line.call import CommandError, Place
from tui.line.commands import parse
from tui.line.terminal import LineTerminal

if TYPE_CHECKING:
    from tui.wardrobe import Wardrobe

__all__ = ["run_connection"]

PLAIN = frozenset({"", "dumb", "unknown"})
"""Terminals that can show lines and nothing else."""


async def run_connection(connection: Connection, wardrobe: Wardrobe | None = None) -> int:
    """Run one connection to its end and return its exit status.

    ``wardrobe`` holds the themes that the host has; only the built-in ones if not given.
    """
    player = await connection.hub.player(connection.who)
    i18n.begin(i18n.negotiate(player["language"], connection.terminal.env) or i18n.DEFAULT)
    try:
        wish = parse(connection)
        if isinstance(wish, Place):
            return await _play(connection, wish, wardrobe)
        command, call = wish
        lines = LineTerminal(connection.terminal, pty=connection.pty)
        return await lines.run(partial(command.lines, call))
    except CommandError as error:
        newline = "\r\n" if connection.pty else "\n"
        connection.terminal.write_error((error.sentence + newline).encode())
        return error.status


async def _play(connection: Connection, place: Place, wardrobe: Wardrobe | None) -> int:
    """Play on the full screen or in lines, and change between them as the player likes."""
    # Textual is heavy; the commands must not wait for it.
    from tui.app import UndertableApp
    from tui.line.words import run_lines
    from tui.session import run_app

    screen = connection.pty and connection.terminal.term not in PLAIN
    wishes_lines = place.lines or connection.terminal.env.get("UNDERTABLE_MODE") == "line"
    lines = wishes_lines or not screen
    while True:
        if lines:
            left = await run_lines(connection, place, screen=screen)
            if isinstance(left, ExitStatus):
                return left
            place = left
        else:
            app = UndertableApp(
                connection,
                start_table=place.code or None,
                start_lesson=place.lesson or None,
                watch=place.watch,
                wardrobe=wardrobe,
            )
            status = await run_app(app, connection.terminal, farewell=app.parting)
            if app.lines_at is None:
                return status
            place = app.lines_at
        lines = not lines
