"""What the judge reads from a node is what was written there, also what is purged meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.cluster.archive import Archive
from server.cluster.bus import Bus, Role
from server.cluster.journal import Journal
from server.cluster.lease import Lease
from server.cluster.local_nodes import LocalNodes
from server.cluster.node_config import Member
from server.cluster.provision import provision
from server.cluster.records import Record, pack_record
from server.cluster.subjects import journal
from tests.server.cluster.table_changes import CODE, begin, decision, end
from tests.soak.cluster_judge import Fault, TableStory
from tests.soak.cluster_streams import Streams

MEMBERS = (
    Member(name="tables1", role=Role.TABLES, secret="one"),
    Member(name="operator", role=Role.OPERATOR, secret="two"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    nodes: LocalNodes
    bus: Bus

    async def streams(self) -> Streams:
        return await Streams.open(self.nodes.settings("operator"))

    async def table(self, revision: int) -> Journal:
        lease = Lease(code=CODE, owner=self.bus.pid, revision=revision)
        return (await Journal.take(self.bus, lease, Archive(self.bus)))[0]


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    nodes = LocalNodes(tmp_path, MEMBERS, count=1)
    await nodes.start()
    try:
        bus = await Bus.connect(nodes.settings("tables1"), Role.TABLES)
        await provision(bus)
        yield Site(nodes=nodes, bus=bus)
        await bus.close()
    finally:
        await nodes.kill()


async def read(streams: Streams) -> TableStory:
    await streams.read_again()
    assert streams.different == 0
    (story,) = streams.stories()
    return story


async def test_a_table_that_moved_is_read_whole_though_its_first_game_is_purged(site: Site) -> None:
    streams = await site.streams()
    first = await site.table(3)
    await first.write(*begin("a" * 32))
    for number in range(1, 80):
        await first.write(decision(number, "a" * 32))
    await streams.caught_up()
    await first.write(*end("a" * 32))
    second = await site.table(9)
    await second.write(*begin("b" * 32))
    await second.settled()
    story = await read(streams)
    assert story.findings == []
    assert [lease for _at, lease, _owner in story.taken] == [3, 9]
    assert [game.status for game in story.games.values()] == ["over", "running"]
    assert len(story.games["a" * 32].entries) >= 80
    assert await streams.unarchived([story]) == []
    await streams.close()


async def test_a_game_that_the_archive_has_otherwise_is_found(site: Site) -> None:
    streams = await site.streams()
    table = await site.table(3)
    await table.write(*begin("a" * 32))
    await table.write(*end("a" * 32))
    await table.settled()
    story = await read(streams)
    story.games["a" * 32].entries.append(b"more")
    assert [f.fault for f in await streams.unarchived([story])] == [Fault.NOT_ARCHIVED]
    await streams.close()


async def test_what_an_owner_that_was_overtaken_appends_is_found_in_the_stream(site: Site) -> None:
    """The stream would refuse it; here it comes without saying what it has to come after."""
    streams = await site.streams()
    await (await site.table(3)).write(*begin())
    await site.table(9)
    late = Record(lease=3, number=2, owner=site.bus.pid, at=1.0, changes=(decision(1),))
    await site.bus.js.publish(journal(CODE), pack_record(late))
    story = await read(streams)
    assert {f.fault for f in story.findings} == {Fault.LEASE_WENT_BACK, Fault.STALE_APPEND}
    await streams.close()
