"""One real node for each test process, emptied between tests; buses of every role."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from server.cluster.bus import Bus, Role
from server.cluster.errors import ClusterError
from server.cluster.local_nodes import LocalNodes
from server.cluster.node_config import Member
from server.cluster.nodes import find_server
from server.cluster.provision import provision
from server.cluster.subjects import Account, Bucket, Stream

MEMBERS = tuple(
    Member(name=name, role=role, secret=secrets.token_hex(16))
    for name, role in [
        ("front1", Role.FRONT),
        ("front2", Role.FRONT),
        ("tables1", Role.TABLES),
        ("tables2", Role.TABLES),
        ("tables3", Role.TABLES),
        ("worker1", Role.WORKER),
        ("worker2", Role.WORKER),
        ("operator", Role.OPERATOR),
    ]
)
"""Everybody whom the node of the tests lets in."""

MakeBus = Callable[[str], Awaitable[Bus]]
"""By a name of :data:`MEMBERS`; the bus is closed when the test is over."""


@pytest.fixture(scope="session")
def nats_binary() -> Path:
    """Return the ``nats-server``; without one the tests are skipped, but never in CI."""
    try:
        return find_server()
    except ClusterError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no nats-server here: {error}")


@pytest.fixture(scope="session")
def nats_process(
    nats_binary: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LocalNodes]:
    """Run one node without TLS for all tests of this process."""
    nodes = LocalNodes(tmp_path_factory.mktemp("node"), MEMBERS, count=1)
    with asyncio.Runner() as runner:
        try:
            runner.run(nodes.start())
            yield nodes
        finally:
            runner.run(nodes.kill())


@pytest.fixture
async def three_nodes(nats_binary: Path, tmp_path: Path) -> AsyncIterator[LocalNodes]:
    """Run three nodes for one test, which may do with them what it likes; streams are there."""
    nodes = LocalNodes(tmp_path / "nodes", MEMBERS, count=3)
    try:
        await nodes.start()
        bus = await Bus.connect(nodes.settings("operator"), Role.OPERATOR)
        await provision(bus)
        await bus.close()
        yield nodes
    finally:
        await nodes.kill()


@pytest.fixture
async def nats_node(nats_process: LocalNodes) -> LocalNodes:
    """Return the node with all streams and buckets there and empty."""
    bus = await Bus.connect(nats_process.settings("operator"), Role.OPERATOR)
    for bucket in Bucket:
        await _forget(bus, bucket.account, bucket.stream)
    for stream in Stream:
        await _forget(bus, Account.INNER, stream)
    await provision(bus)
    await bus.close()
    return nats_process


async def _forget(bus: Bus, account: Account, stream: str) -> None:
    """Delete ``stream`` if it is there."""
    streams = bus.jetstream(account)
    if stream in [info.config.name for info in await streams.streams_info()]:
        await streams.delete_stream(stream)


@pytest.fixture
async def make_bus(nats_node: LocalNodes) -> AsyncIterator[MakeBus]:
    """Return what connects a member of the node, by its name, in the role that it has."""
    buses: list[Bus] = []

    async def made(name: str) -> Bus:
        role = next(member.role for member in MEMBERS if member.name == name)
        buses.append(await Bus.connect(nats_node.settings(name), role))
        return buses[-1]

    yield made
    for bus in buses:
        await bus.close()


@pytest.fixture
async def bus(make_bus: MakeBus) -> Bus:
    """Return the bus of a table process."""
    return await make_bus("tables1")
