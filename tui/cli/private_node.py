"""The node that keeps a data folder's games for workers: run, filled once, and copied at rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from server.cluster import private
from server.cluster.bus import Bus, Role
from server.cluster.copies import ClusterCopies
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.kept_node import KeptNode
from server.cluster.nodes import find_server
from server.cluster.private import PrivateNode
from server.cluster.provision import provision
from server.folder_lock import locked
from server.supervisor import StartFailed, Supervisor

__all__ = ["copy_at_rest", "running_node"]

_NAME: Final = "node"
_STOP_SECONDS: Final = 5.0


@asynccontextmanager
async def running_node(data_dir: Path, workers: int) -> AsyncIterator[tuple[PrivateNode, Bus]]:
    """Keep the node of ``data_dir`` running meanwhile; yield it and the supervisor's own bus.

    Raises :class:`ClusterError` if it does not run.
    """
    await asyncio.to_thread(find_server)  # said here, for a node's own word is in its log
    node = private.prepare(data_dir, workers)
    kept = KeptNode(_NAME, node.config, host=private.HOST, port=node.port)
    supervisor = Supervisor()
    try:
        await supervisor.start(kept)
        bus = await Bus.connect(node.keeper, Role.TABLES)
        try:
            await provision(bus)
            yield node, bus
        finally:
            await bus.close()
    except StartFailed as error:
        if error.name != _NAME:
            raise
        code = ClusterCode.NODE_FAILED
        raise ClusterError(code, name=_NAME, log=str(kept.log)) from error
    finally:
        await supervisor.stop(seconds=_STOP_SECONDS)


def copy_at_rest(data_dir: Path, path: Path) -> None:
    """Copy what workers keep in ``data_dir`` to the empty file ``path``, while none of them runs.

    Raises :class:`StoreError` if they run, :class:`ClusterError`, or ``sqlite3.Error``.
    """
    with locked(data_dir):
        asyncio.run(_copy_at_rest(data_dir, path))


async def _copy_at_rest(data_dir: Path, path: Path) -> None:
    async with running_node(data_dir, 1) as (_node, bus):
        await ClusterCopies(bus).copy_to(path)
