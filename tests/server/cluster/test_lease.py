"""Leases: one owner at a time, whoever asks at the same moment and whatever answer is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import nats.errors
import pytest
from nats.js import JetStreamContext
from nats.js.api import PubAck

from server.cluster.bus import Bus
from server.cluster.lease import Lease, Leases, Taken
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.waiting import until

CODE = "FROG-71"


async def leases_of(bus: Bus) -> Leases:
    leases = Leases(bus)
    await leases.start()
    return leases


def losing_an_answer(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have the answer to the first publish be lost; return the list of what is published.

    Once the list is cleared, the next one is the first again.
    """
    publish: Callable[..., Awaitable[PubAck]] = JetStreamContext.publish
    published: list[str] = []

    async def lossy(self: JetStreamContext, subject: str, *args: Any, **kwargs: Any) -> PubAck:
        published.append(subject)
        first = len(published) == 1
        ack = await publish(self, subject, *args, **kwargs)
        if first:
            raise nats.errors.TimeoutError
        return ack

    monkeypatch.setattr(JetStreamContext, "publish", lossy)
    return published


async def test_a_new_code_is_claimed_once(make_bus: MakeBus) -> None:
    a, b = await leases_of(await make_bus("tables1")), await leases_of(await make_bus("tables2"))
    outcomes = await asyncio.gather(a.claim(CODE), b.claim(CODE), return_exceptions=True)
    assert [type(one) for one in outcomes].count(Taken) == 1
    (lease,) = [one for one in outcomes if isinstance(one, Lease)]
    await until(lambda: a.of(CODE) == b.of(CODE) == lease)


async def test_a_code_is_free_again_once_its_table_is_gone(make_bus: MakeBus) -> None:
    a, b = await leases_of(await make_bus("tables1")), await leases_of(await make_bus("tables2"))
    first = await a.claim(CODE)
    await a.drop(first)
    assert a.of(CODE) is None
    assert a.all() == {}
    again = await b.claim(CODE)
    assert again.revision > first.revision
    await until(lambda: a.of(CODE) == again)


async def test_of_several_that_take_a_lease_over_one_gets_it(make_bus: MakeBus) -> None:
    buses = [await make_bus(name) for name in ("tables1", "tables2", "tables3")]
    all_leases = [await leases_of(bus) for bus in buses]
    lease = await all_leases[0].claim(CODE)
    taken = await asyncio.gather(*(leases.take(CODE, lease) for leases in all_leases[1:]))
    (winner,) = [lease for lease in taken if lease is not None]
    assert winner.revision > lease.revision
    await until(lambda: all(leases.of(CODE) == winner for leases in all_leases))


async def test_who_had_a_lease_is_told_that_another_has_it(make_bus: MakeBus) -> None:
    a, b = await leases_of(await make_bus("tables1")), await leases_of(await make_bus("tables2"))
    lost: list[str] = []
    a.lost.append(lost.append)
    lease = await a.claim(CODE)
    assert await b.take(CODE, lease) is not None
    await until(lambda: lost == [CODE])
    await a.release(lease)  # too late, so it changes nothing
    assert b.of(CODE) == a.of(CODE) != lease


async def test_a_released_lease_is_nobodys_and_its_owner_is_told_of_no_loss(
    make_bus: MakeBus,
) -> None:
    a, b = await leases_of(await make_bus("tables1")), await leases_of(await make_bus("tables2"))
    told: list[str] = []
    a.lost.append(told.append)
    lease = await a.claim(CODE)
    changed: list[str] = []
    b.changed.append(changed.append)
    await a.release(lease)
    await until(lambda: (free := b.of(CODE)) is not None and free.owner == "")
    assert changed[-1] == CODE
    assert await b.take(CODE, b.of(CODE)) is not None
    await until(lambda: a.of(CODE) == b.of(CODE))
    assert told == []


async def test_taking_ones_own_lease_again_is_no_loss(make_bus: MakeBus) -> None:
    a = await leases_of(await make_bus("tables1"))
    lost: list[str] = []
    a.lost.append(lost.append)
    lease = await a.claim(CODE)
    again = await a.take(CODE, lease)
    assert again is not None
    assert again.revision > lease.revision
    other = await a.claim("OWL-12")  # by the time this is told of, all before it was
    await until(lambda: a.of("OWL-12") == other)
    assert lost == []


async def test_a_change_whose_answer_was_lost_is_known_for_ones_own(
    make_bus: MakeBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    a = await leases_of(await make_bus("tables1"))
    published = losing_an_answer(monkeypatch)
    lease = await a.claim(CODE)
    assert len(published) == 2
    assert a.of(CODE) == lease
    published.clear()
    taken = await a.take(CODE, lease)
    assert taken is not None
    assert taken.revision > lease.revision


async def test_a_take_over_whose_answer_was_lost_and_that_another_won_is_none(
    make_bus: MakeBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = await leases_of(await make_bus("tables1")), await leases_of(await make_bus("tables2"))
    lease = await a.claim(CODE)
    publish: Callable[..., Awaitable[PubAck]] = JetStreamContext.publish

    async def overtaken(self: JetStreamContext, *args: Any, **kwargs: Any) -> PubAck:
        monkeypatch.setattr(JetStreamContext, "publish", publish)
        first = await publish(self, *args, **kwargs)
        between = Lease(code=CODE, owner="tables1", revision=first.seq)
        assert await a.take(CODE, between) is not None
        raise nats.errors.TimeoutError

    monkeypatch.setattr(JetStreamContext, "publish", overtaken)
    assert await b.take(CODE, lease) is None
