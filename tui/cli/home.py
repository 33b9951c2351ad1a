"""A server for one, in this terminal and without SSH: what ``play`` and ``learn`` stand on."""

from __future__ import annotations

import asyncio
import getpass
import io
import sys
from collections.abc import Awaitable, Callable

from server import logs
from server.api import Connection, Identity
from server.hub import LocalHub
from server.names import clean_name
from server.store import Store
from tui.door import run_connection
from tui.environment import LOCAL
from tui.i18n import _
from tui.local import LocalTerminal

__all__ = ["stay", "terminal_missing"]

Arrive = Callable[[LocalHub, Identity], Awaitable[str]]
"""Prepares what is wanted, and returns the command by which the player gets there."""


def terminal_missing(command: str) -> bool:
    """Say on standard error that ``command`` needs a terminal, if there is none."""
    missing = not (sys.stdin.isatty() and sys.stdout.isatty())
    if missing:
        text = _("'undertable {command}' needs a terminal to play in.", command=command)
        sys.stderr.write(text + "\n")
    return missing


def stay(arrive: Arrive) -> int:
    """Run one visit to its end and return its exit status."""
    # What goes wrong is told on the screen; a log line would be painted across it.
    logs.install(io.StringIO())
    return asyncio.run(_stay(arrive))


async def _stay(arrive: Arrive) -> int:
    hub = LocalHub(Store.in_memory())
    await hub.start()
    try:
        who = Identity(id="local", name=clean_name(_login()))
        command = await arrive(hub, who)
        with LocalTerminal(LOCAL) as terminal:
            return await run_connection(
                Connection(who=who, terminal=terminal, hub=hub, command=command)
            )
    finally:
        await hub.stop()


def _login() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return _("You")
