"""Messages, requests and buckets over a real node."""

from __future__ import annotations

import asyncio

import pytest

from server.cluster import subjects
from server.cluster.bus import Bus, Handler
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.provision import provision
from server.cluster.subjects import Account, Bucket
from tests.server.cluster.conftest import MakeBus


async def test_a_request_is_answered_by_who_serves_it(make_bus: MakeBus) -> None:
    front, tables = await make_bus("front1"), await make_bus("tables1")

    async def answer(subject: str, payload: bytes) -> bytes:
        return f"{subjects.verb_of(subject)}:".encode() + payload

    await tables.serve(subjects.desks(), answer, queue=subjects.TABLES)
    await tables.settle()
    assert await front.request(subjects.desk(front.pid, "decks"), b"x") == b"decks:x"


async def test_a_request_that_nobody_serves_has_no_answer(make_bus: MakeBus) -> None:
    front = await make_bus("front1")
    with pytest.raises(ClusterError) as caught:
        await front.request(subjects.desk(front.pid, "decks"), b"x")
    assert caught.value.code is ClusterCode.NO_ANSWER


@pytest.mark.parametrize("name", list(Bucket))
async def test_a_table_process_has_every_bucket(bus: Bus, name: Bucket) -> None:
    bucket = await bus.bucket(name)
    key = bus.pid if name is Bucket.LIVE else "ABCD"
    await bucket.put(key, b"x")
    assert (await bucket.get(key)).value == b"x"


async def test_a_table_process_appends_to_a_journal(bus: Bus) -> None:
    ack = await bus.js.publish(subjects.journal("ABCD"), b"x")
    found = await bus.js.get_last_msg("JOURNAL", subjects.journal("ABCD"))
    assert (found.seq, found.data) == (ack.seq, b"x")


async def test_one_of_a_queue_group_gets_each_request(make_bus: MakeBus) -> None:
    front = await make_bus("front1")
    taken: list[str] = []

    def answering(bus: Bus) -> Handler:
        async def answer(_subject: str, payload: bytes) -> bytes:
            taken.append(bus.pid)
            return payload

        return answer

    for name in ("tables1", "tables2"):
        tables = await make_bus(name)
        await tables.serve(subjects.desks(), answering(tables), queue=subjects.TABLES)
        await tables.settle()
    for _ in range(40):
        await front.request(subjects.desk(front.pid, "decks"), b"x")
    assert len(taken) == 40
    assert len(set(taken)) == 2


async def test_a_handler_that_raises_ends_its_own_request_only(
    make_bus: MakeBus, caplog: pytest.LogCaptureFixture
) -> None:
    front, tables = await make_bus("front1"), await make_bus("tables1")

    async def answer(_subject: str, payload: bytes) -> bytes:
        if payload == b"secret":
            raise ValueError("secret hand")
        return payload

    await tables.serve(subjects.desks(), answer, queue=subjects.TABLES)
    await tables.settle()
    question = subjects.desk(front.pid, "decks")
    with pytest.raises(ClusterError):
        await front.request(question, b"secret", timeout=0.2)
    assert await front.request(question, b"x") == b"x"
    assert "cluster_request_failed" in caplog.text
    assert "secret" not in caplog.text


async def test_a_slow_handler_holds_up_no_other(make_bus: MakeBus) -> None:
    front, tables = await make_bus("front1"), await make_bus("tables1")
    gate = asyncio.Event()

    async def answer(_subject: str, payload: bytes) -> bytes:
        if payload == b"slow":
            await gate.wait()
        return payload

    await tables.serve(subjects.desks(), answer, queue=subjects.TABLES)
    await tables.settle()
    question = subjects.desk(front.pid, "decks")
    slow = asyncio.ensure_future(front.request(question, b"slow", timeout=30))
    assert await front.request(question, b"quick", timeout=30) == b"quick"
    assert not slow.done()
    gate.set()
    assert await slow == b"slow"


async def test_packets_come_in_the_order_in_which_they_were_said(make_bus: MakeBus) -> None:
    front, tables = await make_bus("front1"), await make_bus("tables1")
    heard: asyncio.Queue[int] = asyncio.Queue()

    def hear(_subject: str, payload: bytes) -> None:
        number = int(payload)
        heard.put_nowait(number)
        if number == 3:
            raise ValueError  # one packet's trouble is not the next one's

    await tables.listen(subjects.ups(tables.pid), hear)
    await tables.settle()
    subject, at_once = subjects.up(front.pid, tables.pid, "chan"), 0
    for number in range(200):
        payload = str(number).encode()
        if number % 3 and front.say(subject, payload):
            at_once += 1
        else:
            await front.publish(subject, payload)
        if number % 7 == 0:
            await asyncio.sleep(0)
    assert [await asyncio.wait_for(heard.get(), 10) for _ in range(200)] == list(range(200))
    assert at_once


async def test_quorum_is_told_when_it_changes(bus: Bus) -> None:
    told: list[bool] = []
    bus.on_quorum.append(told.append)
    assert bus.quorum
    for ok in (True, False, False, True, True):
        bus.report_quorum(ok)
        assert bus.quorum is ok
    assert told == [False, True]


async def test_a_bus_tells_that_it_was_cut_off_for_good_but_not_that_it_was_closed(
    make_bus: MakeBus,
) -> None:
    closed, cut = await make_bus("front1"), await make_bus("front1")
    await closed.close()
    assert not closed.ended.is_set()
    await cut.nc.close()
    assert cut.ended.is_set()


async def test_what_is_said_just_before_the_end_is_said(make_bus: MakeBus) -> None:
    front, tables = await make_bus("front1"), await make_bus("tables1")
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    await tables.listen(subjects.ups(tables.pid), lambda _, payload: heard.put_nowait(payload))
    await tables.settle()
    subject = subjects.up(front.pid, tables.pid, "chan")
    assert front.say(subject, b"fare")
    await front.publish(subject, b"well")
    await front.close()
    assert [await asyncio.wait_for(heard.get(), 10) for _ in range(2)] == [b"fare", b"well"]


async def test_a_closed_bus_says_nothing_and_raises_nothing(make_bus: MakeBus) -> None:
    front = await make_bus("front1")
    await front.close()
    await front.publish(subjects.up(front.pid, "tables1.x", "chan"), b"x")
    assert not front.say(subjects.up(front.pid, "tables1.x", "chan"), b"x")
    with pytest.raises(ClusterError) as caught:
        await front.request(subjects.desk(front.pid, "decks"), b"x")
    assert caught.value.code is ClusterCode.NO_ANSWER


async def test_a_front_is_told_when_no_table_process_has_made_the_buckets(
    make_bus: MakeBus,
) -> None:
    front, operator = await make_bus("front1"), await make_bus("operator")
    await operator.jetstream(Account.SHARED).delete_stream(Bucket.BOOKS.stream)
    with pytest.raises(ClusterError) as caught:
        await front.bucket(Bucket.BOOKS)
    assert caught.value.code is ClusterCode.NOT_PROVISIONED


async def test_providing_twice_and_at_once_changes_nothing(make_bus: MakeBus) -> None:
    tables, other = await make_bus("tables1"), await make_bus("tables2")
    ack = await tables.js.publish(subjects.journal("ABCD"), b"x")
    await asyncio.gather(*(provision(bus) for bus in (tables, other, tables)))
    found = await tables.js.get_last_msg("JOURNAL", subjects.journal("ABCD"))
    assert (found.seq, found.data) == (ack.seq, b"x")
