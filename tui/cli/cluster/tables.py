"""``undertable cluster tables``: run tables until told to stop, then hand them on."""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys

from server import supervised
from server.cluster.bus import Role
from server.cluster.joining import joined
from server.cluster.leaving import hear_of_leaving
from server.cluster.settings import ClusterSettings
from server.cluster.table_process import TableProcess
from server.cluster.table_side import TableSettings
from server.hostkey import usable_data_dir
from server.packs import install_packs
from server.settings import Settings
from tui.cli.cluster.process import run_member, until_over
from tui.cli.hosting import bots, log_file
from tui.i18n import _

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run and return the exit status."""
    return run_member(arguments, _serve)


async def _serve(
    settings: Settings, membership: ClusterSettings, stop: asyncio.Event, told: bool
) -> int:
    usable_data_dir(settings.data_dir)
    with log_file(settings):
        install_packs(settings.packs)
        async with joined(membership, Role.TABLES) as member:
            process = TableProcess(
                member, TableSettings(bots=bots(settings), server=socket.gethostname())
            )
            try:
                await process.start()
                await hear_of_leaving(member.bus, lambda _seconds: stop.set())
                _announce(membership.name, told=told)
                return await until_over(stop, member.bus)
            finally:
                await process.stop()


def _announce(name: str, *, told: bool) -> None:
    if told:
        supervised.ready()
        return
    text = _("{name} runs tables. Ctrl-C hands them on and ends.", name=name)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
