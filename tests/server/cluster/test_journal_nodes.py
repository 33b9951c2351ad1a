"""Journals over three nodes, one of which is killed: the leader, in the middle of a burst."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.changes import Append, SaveTable
from server.cluster.appends import newest, read
from server.cluster.bus import Bus, Role
from server.cluster.journal import Journal
from server.cluster.lease import Lease
from server.cluster.local_nodes import LocalNodes
from server.cluster.node_config import Member
from server.cluster.provision import provision
from server.cluster.subjects import Stream
from tests.server.cluster.shelf import Shelf
from tests.server.cluster.table_changes import begin, decision

TABLES = [f"T-{number}" for number in range(20)]
DECISIONS = 40
MEMBERS = tuple(
    Member(name=name, role=Role.TABLES, secret=secrets.token_hex(16))
    for name in ("tables1", "tables2")
)


@pytest.fixture
async def nodes(nats_binary: Path, tmp_path: Path) -> AsyncIterator[LocalNodes]:
    nodes = LocalNodes(tmp_path, MEMBERS)
    await nodes.start()
    try:
        yield nodes
    finally:
        await nodes.kill()


async def played(bus: Bus, code: str, told: list[int]) -> Journal:
    """Play a game of :data:`DECISIONS`; add each to ``told`` once it is certainly kept."""
    lease = Lease(code=code, owner=bus.pid, revision=1)
    journal, _ = await Journal.take(bus, lease, Shelf())
    await journal.write(SaveTable(code=code, state=b"new"))
    await journal.write(*begin())
    for number in range(1, DECISIONS):
        await journal.write(decision(number))
        told.append(number)
    return journal


async def kill_the_leader(bus: Bus, nodes: LocalNodes) -> None:
    info = await bus.js.stream_info(Stream.JOURNAL)
    assert info.cluster is not None
    leader = next(node for node in nodes.nodes if node.name == info.cluster.leader)
    await leader.kill()


async def test_when_the_leading_node_is_killed_no_record_is_lost_or_twice(
    nodes: LocalNodes,
) -> None:
    bus = await Bus.connect(nodes.settings("tables1"), Role.TABLES)
    await provision(bus)
    told: dict[str, list[int]] = {code: [] for code in TABLES}
    playing = [asyncio.create_task(played(bus, code, told[code])) for code in TABLES]
    async with asyncio.timeout(90):
        while sum(map(len, told.values())) < 100:  # noqa: ASYNC110 - in the middle of it all
            await asyncio.sleep(0.001)
        await kill_the_leader(bus, nodes)
        assert any(not task.done() for task in playing)
        journals = await asyncio.gather(*playing)
    assert not any(journal.lost.done() for journal in journals)
    other = await Bus.connect(nodes.settings("tables2"), Role.TABLES)
    for code in TABLES:
        last = await newest(other.js, code)
        records = [record for _, record in await read(other.js, code, last.sequence)]
        assert [record.number for record in records] == list(range(len(records)))
        entries = [
            entry
            for record in records
            for change in record.changes
            if isinstance(change, Append)
            for entry in change.entries
        ]
        assert entries == [f"e{number}".encode() for number in range(DECISIONS)]
        assert told[code] == list(range(1, DECISIONS))
        after, _ = await Journal.take(other, Lease(code=code, owner="t.2", revision=2), Shelf())
        game = await after.game("g1")
        assert game is not None
        assert game.entries == tuple(entries)
    await bus.close()
    await other.close()
