"""How a cluster stands, as its host's own commands see it: nodes, streams, processes, tables."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from server.cluster.lease import Leases
from server.cluster.mirror import Mirror
from server.cluster.subjects import Account, Bucket, Stream
from server.cluster.trouble import TROUBLE
from server.wire import WireError, unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["NodeRow", "Overview", "StreamRow", "overview", "processes"]

_PATIENCE: Final = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeRow:
    """A node by its address, and whether it takes connections."""

    url: str
    answers: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamRow:
    """A stream: who leads it (``""``: nobody), and how many of its copies are in step."""

    name: str
    leader: str
    in_step: int
    copies: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """All of it.

    ``processes``: what each says of itself, by pid. ``tables``: how many each runs, by pid; under
    ``""`` those that nobody runs at the moment.
    """

    nodes: tuple[NodeRow, ...]
    streams: tuple[StreamRow, ...]
    processes: Mapping[str, Mapping[str, Any]]
    tables: Mapping[str, int]


async def overview(bus: Bus) -> Overview:
    """Look at everything once; a part without quorum is told as it is, and none is waited for."""
    nodes = await asyncio.gather(*(_node(url) for url in bus.settings.urls))
    streams = [await _stream(bus, name) for name in Stream]
    alive = await processes(bus)
    return Overview(
        nodes=tuple(nodes),
        streams=tuple(streams),
        processes=alive,
        tables=await _tables(bus, alive),
    )


async def processes(bus: Bus) -> dict[str, dict[str, Any]]:
    """Return what every process that is alive says of itself, by pid; nothing without quorum."""
    mirror = Mirror(bus.jetstream(Bucket.LIVE.account), Bucket.LIVE)
    try:
        await mirror.start()
        return {pid: _facts(kept.value) for pid, kept in sorted(mirror.items())}
    except TROUBLE:
        return {}
    finally:
        with contextlib.suppress(*TROUBLE):
            await mirror.stop()


def _facts(value: bytes) -> dict[str, Any]:
    try:
        return unpack(value)
    except WireError:
        return {}


async def _node(url: str) -> NodeRow:
    place = urlsplit(url)
    try:
        async with asyncio.timeout(_PATIENCE):
            _, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.close()
    except OSError:
        return NodeRow(url=url, answers=False)
    return NodeRow(url=url, answers=True)


async def _stream(bus: Bus, name: Stream) -> StreamRow:
    try:
        info = await bus.jetstream(Account.INNER).stream_info(name)
    except TROUBLE:
        return StreamRow(name=name, leader="", in_step=0, copies=bus.settings.replicas)
    cluster = info.cluster
    others = (cluster.replicas or []) if cluster is not None else []
    leader = (cluster.leader or "") if cluster is not None else ""
    in_step = sum(bool(other.current) for other in others) + (1 if leader else 0)
    return StreamRow(
        name=name, leader=leader, in_step=in_step, copies=info.config.num_replicas or 1
    )


async def _tables(bus: Bus, alive: Mapping[str, object]) -> dict[str, int]:
    leases = Leases(bus)
    found: dict[str, int] = {}
    try:
        await leases.start()
        for lease in leases.all().values():
            owner = lease.owner if lease.owner in alive else ""
            found[owner] = found.get(owner, 0) + 1
    except TROUBLE:
        return {}
    finally:
        with contextlib.suppress(*TROUBLE):
            await leases.stop()
    return found
