"""Messages, requests and buckets over a real node."""

from __future__ import annotations

import pytest

from server.cluster import subjects
from server.cluster.bus import Bus
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.subjects import Bucket
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
