"""People, books and finished games over three nodes, the leading one of which is killed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest
from nats.errors import TimeoutError as NoAnswer

from server.api import Identity
from server.bans import Ban
from server.changes import Score
from server.cluster.archive import Archive
from server.cluster.books import ClusterBooks
from server.cluster.bus import Bus, Role
from server.cluster.cells import Cell, Cells, Put
from server.cluster.local_nodes import LocalNodes
from server.cluster.people import Guests, Names
from server.cluster.subjects import Account, Bucket
from server.played import EndedGame
from server.players import Players
from tests.server.cluster.waiting import until

ANN = Identity(id="SHA256:ann", name="Ann", tag="an")
KEYS = [f"SHA256:{number:043}" for number in range(12)]


@pytest.fixture
async def buses(three_nodes: LocalNodes) -> AsyncIterator[list[Bus]]:
    """Return buses of two table processes."""
    found = [
        await Bus.connect(three_nodes.settings(name), Role.TABLES)
        for name in ("tables1", "tables2")
    ]
    yield found
    for bus in found:
        await bus.close()


async def kill_the_leader(bus: Bus, nodes: LocalNodes, account: Account, stream: str) -> None:
    info = await bus.jetstream(account).stream_info(stream)
    assert info.cluster is not None
    await next(node for node in nodes.nodes if node.name == info.cluster.leader).kill()


async def test_several_values_whose_answer_is_lost_are_written_once(
    buses: list[Bus], monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = buses[0].jetstream(Account.SHARED)
    publish, lost = streams.publish, list[str]()

    async def lossy(subject: str, *args: Any, **more: Any) -> Any:
        ack = await publish(subject, *args, **more)
        if subject not in lost:
            lost.append(subject)
            raise NoAnswer
        return ack

    monkeypatch.setattr(streams, "publish", lossy)
    cells = Cells(buses[0], Bucket.BOOKS)
    assert await cells.put(*(Put(key=key, value=b"1") for key in "abc")) == [1, 2, 3]
    assert await cells.put(*(Put(key=key, value=b"1", last=0) for key in "def")) == [4, 5, 6]
    assert await cells.put(Put(key="g", value=b"1")) == [7]
    assert await cells.put(Put(key="h", value=b"1", last=0)) == [8]
    assert [await cells.get(key) for key in "abcdefgh"] == [Cell(b"1", n) for n in range(1, 9)]
    assert len(lost) == 4


async def test_choices_names_and_games_outlast_the_death_of_a_node(
    three_nodes: LocalNodes, buses: list[Bus]
) -> None:
    archives = [Archive(bus) for bus in buses]
    names = [Names(bus, archive) for bus, archive in zip(buses, archives, strict=True)]
    people = [Players(one, Guests(bus)) for one, bus in zip(names, buses, strict=True)]
    for one, players in zip(names, people, strict=True):
        await one.start()
        await players.load()

    async def play(number: int) -> None:
        who = Identity(id=KEYS[number], name=f"name{number % 6}", tag=f"t{number}")
        called[number] = await people[number % 2].named(who)
        people[number % 2].remember(ANN, settings={str(number): number})
        game = EndedGame(
            id=f"{number:032x}", code="FROG-71", header=b"h", seats=b"s", ended=float(number),
            entries=(b"e",), results=(Score(player=ANN.id, name="Ann", score=1, won=True),),
        )  # fmt: skip
        await archives[number % 2].keep(game)

    called: dict[int, str] = {}
    working = [asyncio.create_task(play(number)) for number in range(4)]
    await asyncio.gather(*working)
    working = [asyncio.create_task(play(number)) for number in range(4, len(KEYS))]
    await kill_the_leader(buses[0], three_nodes, Account.INNER, Bucket.PEOPLE.stream)
    await asyncio.gather(*working)
    for players in people:
        await players.settled()
    everything = {str(number): number for number in range(len(KEYS))}
    for players, archive in zip(people, archives, strict=True):
        assert (await players.record(ANN))["settings"] == everything
        games = [game.id for game in await archive.played(ANN.id, 100)]
        assert games == [f"{number:032x}" for number in reversed(range(len(KEYS)))]
    bare = [name for name in called.values() if "~" not in name]
    assert sorted(bare) == [f"name{n}" for n in range(6)]
    assert len(set(called.values())) == len(KEYS)
    await until(lambda: names[0]._names == names[1]._names)


async def test_books_hold_while_their_leader_dies_and_are_live_again_soon_after(
    three_nodes: LocalNodes, buses: list[Bus]
) -> None:
    books = [ClusterBooks(bus) for bus in buses]
    for one in books:
        await one.load()
    invite = await books[0].members.new_invite(5, 600)
    await kill_the_leader(buses[0], three_nodes, Account.SHARED, Bucket.BOOKS.stream)
    admitted = await asyncio.gather(
        *(books[n % 2].members.redeem(invite, who) for n, who in enumerate(KEYS))
    )
    assert sum(admitted) == 5
    await books[0].bans.add(Ban(subject="10.0.0.0/8"))
    for one in books:
        await until(partial(_is_banned, one))
        await until(partial(_has_members, one, 5))
    await until(lambda: not books[1].members.is_good(invite))


def _is_banned(books: ClusterBooks) -> bool:
    return books.bans.on_address("10.1.1.1") is not None


def _has_members(books: ClusterBooks, count: int) -> bool:
    return len(books.members.all()) == count


async def test_nothing_is_lost_where_all_nodes_lose_their_power(
    three_nodes: LocalNodes, buses: list[Bus]
) -> None:
    cells = Cells(buses[0], Bucket.PEOPLE)
    await cells.put(Put(key="a", value=b"1"), Put(key="b", value=b"1"))
    await three_nodes.kill()
    writing = asyncio.create_task(cells.put(Put(key="c", value=b"1")))
    await three_nodes.start()
    await writing
    assert [(await cells.get(key)).value for key in "abc"] == [b"1"] * 3
