"""How a process becomes part of the cluster: its bus, its sign of life, what all of them know."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import nats.errors
import nats.js.errors

from server.cluster.books import ClusterBooks
from server.cluster.bus import Bus, Role
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.facts import Facts
from server.cluster.lease import Leases
from server.cluster.live import Live
from server.cluster.provision import provision
from server.cluster.trouble import TROUBLE

if TYPE_CHECKING:
    from server.cluster.settings import ClusterSettings

__all__ = ["Joined", "joined"]

_PATIENCE: Final = 30.0
"""Seconds that a start waits for the others of a cluster that is just being started."""
_PAUSE: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """What every process of a cluster has, of whatever role."""

    bus: Bus
    facts: Facts
    live: Live
    leases: Leases
    books: ClusterBooks


@asynccontextmanager
async def joined(membership: ClusterSettings, role: Role) -> AsyncIterator[Joined]:
    """Be part of the cluster meanwhile.

    Whatever may keep games makes the streams if they are not there yet; a front needs them. Raises
    :class:`ClusterError` where that cannot be.
    """
    async with AsyncExitStack() as stack:
        bus = await Bus.connect(membership, role)
        stack.push_async_callback(bus.close)
        if role is not Role.FRONT:
            await provision(bus)
        facts = Facts(role)
        made = Joined(
            bus=bus,
            facts=facts,
            live=Live(bus, facts),
            leases=Leases(bus),
            books=ClusterBooks(bus),
        )
        for part in (made.books, made.leases, made.live):
            begin = part.load if isinstance(part, ClusterBooks) else part.start
            stack.push_async_callback(part.stop)
            await _begun(begin, part.stop)
        yield made


async def _begun(start: Callable[[], Awaitable[None]], stop: Callable[[], Awaitable[None]]) -> None:
    """Start a part; wait for streams that are not there yet, and for nodes to find each other."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            await start()
        except TROUBLE as error:
            await stop()
            if time.monotonic() < end:
                await asyncio.sleep(_PAUSE)
            elif isinstance(error, nats.js.errors.NotFoundError):
                raise ClusterError(ClusterCode.NOT_PROVISIONED, what="") from error
            else:
                raise ClusterError(ClusterCode.NO_ANSWER) from error
        else:
            return
