"""``undertable cluster backup``: everything that the cluster keeps, in one database."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from server.backup import filled
from server.cluster import settings
from server.cluster.bus import Bus, Role
from server.cluster.copies import ClusterCopies
from tui.cli.backup import copied

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Copy, say so and return the exit status."""
    membership = settings.load(arguments.membership)

    def fill(path: Path) -> None:
        asyncio.run(_copy(membership, path))

    return copied(arguments.to, lambda: filled(arguments.to, fill))


async def _copy(membership: settings.ClusterSettings, path: Path) -> None:
    bus = await Bus.connect(membership, Role.OPERATOR)
    try:
        await ClusterCopies(bus).copy_to(path)
    finally:
        await bus.close()
