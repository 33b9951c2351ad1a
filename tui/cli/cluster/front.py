"""``undertable cluster front``: let players in and show them tables that run elsewhere."""

from __future__ import annotations

import argparse
import asyncio

from server import supervised
from server.cluster.bus import Role
from server.cluster.desk_client import DeskClient
from server.cluster.front_leaving import FrontLeaving
from server.cluster.hub import ClusterHub
from server.cluster.joining import joined
from server.cluster.leaving import hear_of_leaving
from server.cluster.settings import ClusterSettings
from server.codes import Code
from server.errors import ServerError, ServerErrorCode
from server.hostkey import FILE_NAME, usable_data_dir
from server.packs import install_packs
from server.settings import Settings
from tui.cli.cluster.process import run_member, until_over
from tui.cli.hosting import announce, log_file, on_the_lan, reached_at
from tui.cli.serving import open_to_players

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run and return the exit status."""
    return run_member(arguments, _serve)


async def _serve(
    settings: Settings, membership: ClusterSettings, stop: asyncio.Event, told: bool
) -> int:
    usable_data_dir(settings.data_dir)
    file = settings.data_dir / FILE_NAME
    if not file.exists():  # one of its own would look to players like another server
        raise ServerError(ServerErrorCode.HOST_KEY_MISSING, path=str(file))
    with log_file(settings):
        install_packs(settings.packs)
        async with joined(membership, Role.FRONT) as member:
            hub = ClusterHub(
                member.bus, member.live, member.leases, member.books, DeskClient(member.bus),
                member.facts,
            )  # fmt: skip
            async with open_to_players(settings, hub, stop, farewell=Code.DOOR_CLOSES) as (
                listener,
                metrics_port,
            ):
                leaving = FrontLeaving(listener, hub, member.facts, stop)
                await hear_of_leaving(member.bus, leaving.begin)
                hosts, key = reached_at(settings), listener.host_key
                if told:
                    supervised.ready(port=listener.port)
                else:
                    announce(settings, key, listener.port, hosts, [metrics_port])
                async with on_the_lan(settings, listener.port, key, hosts):
                    return await until_over(stop, member.bus)
