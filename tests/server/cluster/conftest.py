"""One real node for each test process, emptied between tests; buses of every role."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.cluster.bus import Bus, Role
from server.cluster.errors import ClusterError
from server.cluster.node_config import Member, NodeConfig, config_text
from server.cluster.nodes import Node, find_server
from server.cluster.provision import provision
from server.cluster.settings import ClusterSettings
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


@dataclass(frozen=True, slots=True, kw_only=True)
class NatsNode:
    """A node that runs, and how to come in."""

    node: Node
    urls: tuple[str, ...]

    def settings(self, name: str) -> ClusterSettings:
        """Return the settings of the member ``name``."""
        secret = next(member.secret for member in MEMBERS if member.name == name)
        return ClusterSettings(name=name, urls=self.urls, secret=secret)


def free_port() -> int:
    """Return a port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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
def nats_process(nats_binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsNode]:
    """Run one node without TLS for all tests of this process."""
    folder = tmp_path_factory.mktemp("node")
    port = free_port()
    config = NodeConfig(
        name="n1",
        listen=f"127.0.0.1:{port}",
        store=folder / "store",
        members=MEMBERS,
        durable=False,
    )
    (folder / "n1.conf").write_text(config_text(config))
    node = Node(
        name="n1", binary=nats_binary, config=folder / "n1.conf", host="127.0.0.1", port=port
    )
    node.start()
    with asyncio.Runner() as runner:
        try:
            runner.run(node.ready())
            yield NatsNode(node=node, urls=(node.url,))
        finally:
            runner.run(node.kill())


@pytest.fixture
async def nats_node(nats_process: NatsNode) -> NatsNode:
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
async def make_bus(nats_node: NatsNode) -> AsyncIterator[MakeBus]:
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
