"""``undertable learn``: a game's lesson in this terminal, without SSH."""

from __future__ import annotations

import argparse

from server.api import ExitStatus, Identity
from server.hub import LocalHub
from tui.cli.home import stay, terminal_missing

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Give one lesson here and return the exit status."""
    if terminal_missing("learn"):
        return ExitStatus.USAGE

    async def arrive(_hub: LocalHub, _who: Identity) -> str:
        return f"learn {arguments.game}"

    return stay(arrive)
