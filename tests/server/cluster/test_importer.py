"""A server of one process is moved into a cluster: whole, once, and over nothing that is there."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from server.bans import Ban
from server.changes import SaveTable
from server.cluster import importer
from server.cluster.archive import Archive
from server.cluster.books import ClusterBooks
from server.cluster.bus import Role
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.importer import TakenIn, take_in
from server.cluster.joining import Joined, joined
from server.cluster.journal import Journal
from server.cluster.local_nodes import LocalNodes
from server.cluster.people import Names
from server.codes import StoreCode, StoreError
from server.store import STORE_NAME, Store, StoredGame
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.sides import KeptGames, Side, side, visit
from tests.server.cluster.waiting import until
from tests.server.house import ANN, BO, CY, House, Person, house

SHELF = "no81/mind_deck"


@pytest.fixture
async def cluster(nats_node: LocalNodes) -> AsyncIterator[Joined]:
    """Be the host's own command."""
    async with joined(nats_node.settings("operator"), Role.OPERATOR) as made:
        yield made


async def over(h: House, host: int = 0) -> str:
    """Play a game of Ann and Bo to its end; return the table's code."""
    code, people = await h.playing(BO)
    while people[0].last["stage"] != "over":
        for one in people:
            if one.last["ask"] and "answer" not in one.last["ask"]:
                frames = len(one.frames)
                one.answer(one.last["ask"]["options"][0])
                await one.more_than(frames)
        await asyncio.sleep(0)
    for one in people:
        one.leave()
    return code


async def filled(folder: Path) -> dict[str, str]:
    """Make a data folder with everything in it; return the tables' codes by what they are."""
    codes: dict[str, str] = {}
    async with house(folder / STORE_NAME) as h:
        codes["over"] = await over(h)
        codes["playing"], people = await h.playing(BO)
        for _ in range(2):
            await people[0].asked()
            people[0].answer("swap")
            await people[1].asked()
            people[1].answer("keep")
            for one in people:
                await one.asked("bet")
                one.answer("high")
        await people[0].asked("move")
        codes["waiting"] = await h.opened(CY)
        codes["frozen"], (boom, _bo) = await h.playing(BO, fuse="rule")
        await boom.asked()
        boom.answer("boom")
        await boom.frame(stage="frozen")
        h.hub.remember(ANN, language="en", settings={"theme": "dusk"})
        await h.hub.save_deck(ANN, SHELF, "mine", ["7-evade"])
        books = h.hub.books
        await books.bans.add(Ban(subject=f"SHA256:{'Z' * 43}", reason="why"))
        await books.bans.add(Ban(subject="10.0.0.0/8", until=4e9))
        await books.members.allow(BO.id)
        codes["invite"] = await books.members.new_invite(2, 3600)
        await books.keyring.join(f"SHA256:{'K' * 43}", await books.keyring.new_code(ANN.id))
        await h.store.write(SaveTable(code="OWL-99", state=b"\xc1 unreadable"))
    return codes


async def games_of(folder: Path) -> dict[str, StoredGame]:
    """Return every game of a data folder by its id."""
    store = Store.open(folder / STORE_NAME)
    with closing(sqlite3.connect(":memory:")):
        ids = await store._rows("SELECT id FROM games")
    found = {game: await store.game(game) for (game,) in ids}
    store.close()
    return {game: kept for game, kept in found.items() if kept is not None}


async def states_of(folder: Path) -> dict[str, bytes]:
    store = Store.open(folder / STORE_NAME)
    found = dict(await store.tables())
    store.close()
    return found


async def states_in(cluster: Joined) -> dict[str, tuple[bytes | None, tuple[StoredGame, ...]]]:
    """Return each table of the cluster with the games in its journal, taken and left again."""
    found = {}
    for code, lease in cluster.leases.all().items():
        own = await cluster.leases.take(code, lease)
        assert own is not None
        journal, state = await Journal.take(cluster.bus, own, KeptGames())
        found[code] = state, tuple(game.stored for game in journal._ledger.games)
        await journal.close()
        await cluster.leases.release(own)
    return found


async def test_everything_is_there_afterwards(
    tmp_path: Path, cluster: Joined, make_bus: MakeBus
) -> None:
    codes = await filled(tmp_path)
    before = (tmp_path / STORE_NAME).read_bytes()
    found = await take_in(cluster, tmp_path)
    assert (tmp_path / STORE_NAME).read_bytes() == before
    assert found == TakenIn(tables=5, games=1, players=1, names=3, books=5)

    bus = await make_bus("tables1")
    archive, names, books = Archive(bus), Names(bus, Archive(bus)), ClusterBooks(bus)
    await names.start()
    await books.load()
    store = Store.open(tmp_path / STORE_NAME)
    assert await names.player(ANN.id) == await store.player(ANN.id)
    assert await names.decks(ANN.id) == await store.decks(ANN.id)
    assert await names.names() == await store.names()
    for who in (ANN, BO):
        assert await archive.played(who.id, 10) == await store.played(who.id, 10)
        (game,) = await store.played(who.id, 10)
        assert await archive.ended_game(game.id) == await store.ended_game(game.id)
    assert sorted(b.subject for b in books.bans.all()) == ["10.0.0.0/8", f"SHA256:{'Z' * 43}"]
    assert books.members.all() == [BO.id]
    assert books.members.uses_left == 2
    assert books.keyring.identity_of(f"SHA256:{'K' * 43}") == ANN.id
    store.close()

    kept = await states_in(cluster)
    games = await games_of(tmp_path)
    assert {code: state for code, (state, _) in kept.items()} == await states_of(tmp_path)
    statuses = {
        name: [game.status for game in kept[codes[name]][1]] for name in codes if name != "invite"
    }
    assert statuses == {
        "over": ["over"],
        "playing": ["running"],
        "waiting": [],
        "frozen": ["frozen"],
    }
    assert all(game in games.values() for _, some in kept.values() for game in some)


async def test_a_table_is_played_on_in_the_cluster_where_it_stood(
    tmp_path: Path, cluster: Joined, make_bus: MakeBus
) -> None:
    codes = await filled(tmp_path)
    async with house(tmp_path / STORE_NAME) as h:
        before = await h.at(codes["playing"], ANN).frame(stage="playing")
    bus = await make_bus("tables1")
    async with side(bus, Archive(bus)) as one:  # type: ignore[arg-type]
        await take_in(cluster, tmp_path)
        await until(lambda: len(one.codes) == 4)
        assert "OWL-99" not in one.codes
        _, channel = await visit(lambda: [one], ANN, codes["playing"])
        ann = Person(channel)
        after = await ann.frame(stage="playing")
        for same in ("events", "view", "ask", "seats", "you", "seq", "commitment"):
            assert after[same] == before[same]
        ann.answer("keep")
        await ann.until(lambda p: p.last["seq"] > after["seq"])
        ann.leave()


async def test_doing_it_again_changes_nothing_and_brings_nothing_back(
    tmp_path: Path, cluster: Joined, make_bus: MakeBus
) -> None:
    codes = await filled(tmp_path)
    await take_in(cluster, tmp_path)
    books = ClusterBooks(await make_bus("front1"))
    await books.load()
    await books.bans.remove("10.0.0.0/8")
    await books.members.disallow(BO.id)
    for _ in range(2):
        assert await books.members.redeem(codes["invite"], None)
    names = Names(await make_bus("tables1"), Archive(await make_bus("tables2")))
    changed = await names.player(ANN.id)
    assert changed is not None
    await names.revise_player(ANN.id, lambda _old: changed)
    gone = cluster.leases.of(codes["waiting"])
    assert gone is not None
    own = await cluster.leases.take(codes["waiting"], gone)
    assert own is not None
    await Journal.forget(cluster.bus, own, KeptGames())
    await cluster.leases.drop(own)
    await until(lambda: cluster.leases.of(codes["waiting"]) is None)
    before = await states_in(cluster)
    await take_in(cluster, tmp_path)
    assert await states_in(cluster) == before
    assert len(before) == 4
    await asyncio.sleep(0.1)
    assert [ban.subject for ban in books.bans.all()] == [f"SHA256:{'Z' * 43}"]
    assert books.members.all() == []
    assert not books.members.is_good(codes["invite"])


@pytest.mark.parametrize("writes", range(1, 12, 2))
async def test_after_a_crash_in_the_middle_it_is_done_to_its_end(
    tmp_path: Path,
    cluster: Joined,
    nats_node: LocalNodes,
    monkeypatch: pytest.MonkeyPatch,
    writes: int,
) -> None:
    await filled(tmp_path)
    monkeypatch.setattr(importer, "_BYTES", 200)
    write, left = Journal.write, [writes]

    async def dies(journal: Journal, *changes: object) -> None:
        if not left[0]:
            raise asyncio.CancelledError
        left[0] -= 1
        await write(journal, *changes)  # type: ignore[arg-type]

    with monkeypatch.context() as crash:
        crash.setattr(Journal, "write", dies)
        with pytest.raises(asyncio.CancelledError):
            await take_in(cluster, tmp_path)
    async with joined(nats_node.settings("operator"), Role.OPERATOR) as again:
        await take_in(again, tmp_path)
        kept = await states_in(again)
    games = await games_of(tmp_path)
    assert {code: state for code, (state, _) in kept.items()} == await states_of(tmp_path)
    assert all(game in games.values() for _, some in kept.values() for game in some)
    assert sum(len(some) for _, some in kept.values()) == 3


async def test_after_a_crash_no_process_plays_on_with_a_part_of_a_table(
    tmp_path: Path,
    cluster: Joined,
    make_bus: MakeBus,
    monkeypatch: pytest.MonkeyPatch,
    nats_node: LocalNodes,
) -> None:
    codes = await filled(tmp_path)
    monkeypatch.setattr(importer, "_BYTES", 200)
    write = Journal.write

    async def dies(journal: Journal, *changes: object) -> None:
        last = isinstance(changes[0], SaveTable) and changes[0].state != b""
        if last and journal.code == codes["playing"]:
            raise asyncio.CancelledError
        await write(journal, *changes)  # type: ignore[arg-type]

    async with AsyncExitStack() as stack:
        async with joined(nats_node.settings("operator"), Role.OPERATOR) as first:
            with monkeypatch.context() as crash:
                crash.setattr(Journal, "write", dies)
                with pytest.raises(asyncio.CancelledError):
                    await take_in(first, tmp_path)
        one: Side = await stack.enter_async_context(side(await make_bus("tables1"), KeptGames()))
        lease_of = cluster.leases.of
        await until(lambda: (x := lease_of(codes["playing"])) is None or x.owner == one.bus.pid)
        await asyncio.sleep(0.3)
        assert codes["playing"] not in one.codes
        await take_in(cluster, tmp_path)
        await until(lambda: len(one.codes) == 4)
        _, channel = await visit(lambda: [one], ANN, codes["playing"])
        await Person(channel).asked("move")


async def test_a_cluster_that_has_another_table_of_the_code_is_left_as_it_is(
    tmp_path: Path, cluster: Joined, make_bus: MakeBus
) -> None:
    codes = await filled(tmp_path)
    lease = await cluster.leases.claim(codes["over"])
    await until(lambda: cluster.leases.of(codes["over"]) is not None)
    with pytest.raises(ClusterError) as caught:
        await take_in(cluster, tmp_path)
    assert caught.value.code is ClusterCode.TABLE_EXISTS
    assert caught.value.params == {"table": codes["over"]}
    assert list(cluster.leases.all()) == [codes["over"]]
    names = Names(await make_bus("tables1"), Archive(await make_bus("tables2")))
    await names.start()
    assert await names.names() == {}
    await cluster.leases.drop(lease)


async def test_a_folder_that_has_gone_on_since_is_another_one(
    tmp_path: Path, cluster: Joined
) -> None:
    codes = await filled(tmp_path)
    await take_in(cluster, tmp_path)
    async with house(tmp_path / STORE_NAME) as h:
        person = h.at(codes["playing"], ANN)
        await person.asked("move")
        person.answer("keep")
        await person.until(lambda p: p.last["ask"] is None)
    with pytest.raises(ClusterError) as caught:
        await take_in(cluster, tmp_path)
    assert caught.value.params == {"table": codes["playing"]}


async def test_a_folder_in_use_or_without_a_server_is_refused(
    tmp_path: Path, cluster: Joined
) -> None:
    with pytest.raises(StoreError) as caught:
        await take_in(cluster, tmp_path)
    assert caught.value.code is StoreCode.UNUSABLE
    store = Store.open(tmp_path / STORE_NAME)
    with pytest.raises(StoreError) as caught:
        await take_in(cluster, tmp_path)
    assert caught.value.code is StoreCode.LOCKED
    store.close()
    (tmp_path / STORE_NAME).write_bytes(b"no database" * 100)
    with pytest.raises(StoreError) as caught:
        await take_in(cluster, tmp_path)
    assert caught.value.code is StoreCode.CORRUPT
    left = await asyncio.to_thread(lambda: list(tmp_path.glob(".import*")))
    assert left == []
