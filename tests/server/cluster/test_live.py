"""Signs of life over a real node: who comes, who goes, and what one knows of oneself."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from nats.js import JetStreamContext
from nats.js.errors import NoStreamResponseError

from server.cluster.bus import Bus
from server.cluster.live import Live
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.waiting import until


class Watcher:
    """A process's :class:`Live`, and everything it was told."""

    def __init__(self, bus: Bus, **facts: Any) -> None:
        self.bus = bus
        self.told: list[tuple[str, str]] = []
        self.quorum: list[bool] = []
        self.live = Live(bus, lambda: facts)
        self.live.came.append(lambda pid: self.told.append(("came", pid)))
        self.live.gone.append(lambda pid: self.told.append(("gone", pid)))
        self.live.lost.append(lambda: self.told.append(("lost", "")))
        self.live.back.append(lambda: self.told.append(("back", "")))
        self.live.sure.append(lambda: self.told.append(("sure", "")))
        bus.on_quorum.append(self.quorum.append)

    def die(self) -> None:
        """Renew no more, as a process does that was killed."""
        assert self.live._beating is not None
        self.live._beating.cancel()


async def test_who_comes_is_known_to_all_with_its_facts(make_bus: MakeBus) -> None:
    a = Watcher(await make_bus("tables1"), tables=3)
    b = Watcher(await make_bus("front1"), sessions=7)
    await a.live.start()
    await b.live.start()
    assert b.live.peers == {a.bus.pid: {"tables": 3}}
    await until(lambda: a.live.peers == {b.bus.pid: {"sessions": 7}})
    assert a.told.count(("came", b.bus.pid)) == 1
    assert a.live.alive
    assert b.live.alive
    await a.live.stop()
    await b.live.stop()


async def test_who_says_goodbye_is_gone_and_nobody_else_is(make_bus: MakeBus) -> None:
    watchers = [Watcher(await make_bus(name)) for name in ("tables1", "tables2", "front1")]
    a, b, front = watchers
    for watcher in watchers:
        await watcher.live.start()
    await until(lambda: a.live.is_sure and front.live.is_sure)
    await b.live.stop()
    await until(lambda: set(a.live.peers) == {front.bus.pid})
    await until(lambda: set(front.live.peers) == {a.bus.pid})
    assert a.told.count(("gone", b.bus.pid)) == 1
    assert ("lost", "") not in a.told
    await a.live.stop()
    await front.live.stop()


async def test_who_renews_no_more_is_lost_for_itself_and_gone_for_the_others(
    make_bus: MakeBus,
) -> None:
    a, b = Watcher(await make_bus("tables1")), Watcher(await make_bus("tables2"))
    await a.live.start()
    await b.live.start()
    await until(lambda: a.live.is_sure)
    order: list[str] = []
    a.live.gone.append(lambda _pid: order.append("gone"))
    b.live.lost.append(lambda: order.append("lost"))
    b.die()
    await until(lambda: len(order) == 2)
    assert order == ["lost", "gone"]
    assert not b.live.alive
    await a.live.stop()
    await b.live.stop()


async def test_without_quorum_a_process_is_lost_blames_nobody_and_comes_back(
    make_bus: MakeBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = Watcher(await make_bus("tables1")), Watcher(await make_bus("tables2"))
    await a.live.start()
    await b.live.start()
    await until(lambda: a.live.is_sure and b.live.is_sure)
    publish = JetStreamContext.publish

    async def nobody(*args: Any, **kwargs: Any) -> None:
        raise NoStreamResponseError

    monkeypatch.setattr(JetStreamContext, "publish", nobody)
    await until(lambda: ("lost", "") in a.told and ("lost", "") in b.told)
    await asyncio.sleep(1.0)  # both keys are gone from the bucket by now
    monkeypatch.setattr(JetStreamContext, "publish", publish)
    await until(lambda: a.live.is_sure and b.live.is_sure and a.live.alive and b.live.alive)
    for one, other in ((a, b), (b, a)):
        assert ("gone", other.bus.pid) not in one.told
        assert set(one.live.peers) == {other.bus.pid}
        assert one.quorum == [False, True]
        assert one.told[-1] == ("sure", "")
    await a.live.stop()
    await b.live.stop()


async def test_a_fault_of_one_listener_keeps_the_news_from_no_other(make_bus: MakeBus) -> None:
    a, b = Watcher(await make_bus("tables1")), Watcher(await make_bus("tables2"))

    def faulty(_pid: str) -> None:
        raise RuntimeError

    a.live.came.insert(0, faulty)
    await a.live.start()
    await b.live.start()
    await until(lambda: ("came", b.bus.pid) in a.told)
    assert a.live.alive
    await a.live.stop()
    await b.live.stop()
