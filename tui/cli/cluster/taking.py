"""``undertable cluster import``: bring what a single server has kept into the cluster."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from server.api import ExitStatus
from server.cluster import settings
from server.cluster.bus import Role
from server.cluster.importer import TakenIn, take_in
from server.cluster.joining import joined
from server.errors import ServerError, ServerErrorCode
from server.worker_folder import is_in_use
from tui.cli.starting import told_why
from tui.i18n import _

__all__ = ["run", "taken_in"]


def run(arguments: argparse.Namespace) -> int:
    """Bring it over, say what it was, and return the exit status."""
    membership = settings.load(arguments.membership)

    def work() -> int:
        if is_in_use(arguments.data):  # its database is not what it keeps any more
            raise ServerError(ServerErrorCode.KEPT_BY_WORKERS, path=str(arguments.data))
        found = asyncio.run(_take_in(membership, arguments.data))
        sys.stdout.write(taken_in(arguments.data, found) + "\n")
        return ExitStatus.OK

    return told_why(work)


async def _take_in(membership: settings.ClusterSettings, folder: Path) -> TakenIn:
    async with joined(membership, Role.OPERATOR) as cluster:
        return await take_in(cluster, folder)


def taken_in(folder: Path, found: TakenIn) -> str:
    """Return what was brought over."""
    return _(
        "From {path}: tables {tables}, finished games {games}, players {players}.",
        path=folder,
        tables=found.tables,
        games=found.games,
        players=found.players,
    )
