"""``undertable serve --workers N``: several processes that are one server to its players.

This process is their supervisor: it keeps a node for the games and the workers running, says what
a host reads, announces the server on the local network and hands out backups. It serves nobody.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from dataclasses import replace
from typing import Any, Final

from server import backup, config
from server.api import ExitStatus
from server.cluster.bus import Role
from server.cluster.copies import ClusterCopies
from server.cluster.importer import take_in
from server.cluster.joining import joined
from server.cluster.private import PrivateNode
from server.cluster.settings import ClusterSettings
from server.folder_lock import locked
from server.hostkey import HostKey, load_or_create, usable_data_dir
from server.listen import free_to_share
from server.packs import install_packs
from server.settings import Settings
from server.shares import parts
from server.store import STORE_NAME
from server.supervisor import Child, StartFailed, Supervisor
from server.worker_folder import is_in_use, use
from tui.cli.cluster.taking import taken_in
from tui.cli.hosting import announce, log_file, on_the_lan, reached_at, stop_signal
from tui.cli.private_node import running_node
from tui.cli.program import program

__all__ = ["serve", "task_of"]

_STOP_SECONDS: Final = 9.0


def serve(settings: Settings) -> int:
    """Serve until told to stop and return the exit status; raises as ``serve`` does."""
    return asyncio.run(_serve(settings))


async def _serve(settings: Settings) -> int:
    usable_data_dir(settings.data_dir)
    with locked(settings.data_dir), log_file(settings):
        install_packs(settings.packs)
        key = load_or_create(settings.data_dir)
        settings = replace(settings, port=free_to_share(settings.host, settings.port))
        stop = stop_signal()
        async with running_node(settings.data_dir, settings.workers) as (node, bus):
            await _bring_over(settings, node)
            copies = ClusterCopies(bus)
            # A worker that ends by itself has been drained: so is the server then.
            supervisor = Supervisor(lambda _worker: stop.set())
            try:
                await _open(settings, key, node, supervisor)
                async with (
                    on_the_lan(settings, settings.port, key, reached_at(settings)),
                    backup.offered(copies, settings.data_dir),
                ):
                    await stop.wait()
            except StartFailed:
                return ExitStatus.ERROR  # the worker has said why
            finally:
                await supervisor.stop(seconds=_STOP_SECONDS)
    return ExitStatus.OK


async def _bring_over(settings: Settings, node: PrivateNode) -> None:
    """Take in, once and for all, what one process has kept in the folder's database."""
    folder = settings.data_dir
    if is_in_use(folder):
        return
    if (folder / STORE_NAME).exists():
        async with joined(node.keeper, Role.TABLES) as keeper:
            found = await take_in(keeper, folder, held=True)
        sys.stdout.write(taken_in(folder, found) + "\n")
    use(folder)


async def _open(
    settings: Settings, key: HostKey, node: PrivateNode, supervisor: Supervisor
) -> None:
    """Start the workers and print what the host passes on."""
    workers = [
        Child(member.name, [*program(), "worker"], task_of(settings, number, member))
        for number, member in enumerate(node.workers, start=1)
    ]
    await supervisor.start(*workers)
    figures = [worker.facts["metrics_port"] for worker in workers]
    announce(settings, key, settings.port, reached_at(settings), figures)


def task_of(settings: Settings, number: int, member: ClusterSettings) -> dict[str, Any]:
    """Return what worker ``number`` (from 1) is told: its settings, and how to reach the node."""
    port = settings.metrics_port
    own = replace(
        settings,
        limits=parts(settings.limits, settings.workers),
        metrics_port=port + number - 1 if port else port,
        lan=False,
    )
    return {
        "number": number,
        "server": socket.gethostname(),
        "settings": config.as_plain(own),
        "name": member.name,
        "urls": member.urls,
        "secret": member.secret,
    }
