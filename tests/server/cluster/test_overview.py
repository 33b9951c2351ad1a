"""What the host's own commands see of a cluster, and how they let one process leave."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.lease import Leases
from server.cluster.leaving import ask_to_leave, hear_of_leaving
from server.cluster.live import Live
from server.cluster.local_nodes import LocalNodes
from server.cluster.overview import overview
from server.cluster.subjects import Stream
from tests.server.cluster.conftest import MakeBus


async def test_nodes_streams_processes_and_tables_are_seen(
    make_bus: MakeBus, nats_node: LocalNodes
) -> None:
    tables, operator = await make_bus("tables1"), await make_bus("operator")
    live = Live(tables, lambda: {"role": "tables", "tables": 2})
    leases = Leases(tables)
    await live.start()
    await leases.start()
    await leases.claim("FROG-71")
    await leases.release(await leases.claim("BIRD-12"))
    seen = await overview(operator)
    assert [(node.url, node.answers) for node in seen.nodes] == [(nats_node.nodes[0].url, True)]
    assert {stream.name for stream in seen.streams} == set(Stream)
    assert all((stream.leader, stream.in_step, stream.copies) for stream in seen.streams)
    assert seen.processes == {tables.pid: {"role": "tables", "tables": 2}}
    assert seen.tables == {tables.pid: 1, "": 1}
    await leases.stop()
    await live.stop()


@pytest.mark.parametrize("name", ["front1", "tables1", "worker1"])
async def test_one_process_is_asked_to_leave_until_it_shows_that_it_does(
    make_bus: MakeBus, name: str
) -> None:
    asked, other, operator = [await make_bus(n) for n in (name, "tables2", "operator")]
    facts: dict[str, Any] = {"role": "any"}
    heard: list[float] = []

    def leave(seconds: float) -> None:
        heard.append(seconds)
        if len(heard) == 2:  # the first word was lost
            facts["draining"] = True

    live = Live(asked, lambda: facts)
    beside = Live(other, lambda: {"role": "tables"})
    await live.start()
    await beside.start()
    await hear_of_leaving(asked, leave)
    await hear_of_leaving(other, lambda _seconds: pytest.fail("another one was meant"))
    assert await ask_to_leave(operator, name, 30) == 1
    assert set(heard) == {30.0}
    assert len(heard) >= 2
    await live.stop()
    await beside.stop()


async def test_a_name_that_nobody_has_is_refused(make_bus: MakeBus) -> None:
    with pytest.raises(ClusterError) as refused:
        await ask_to_leave(await make_bus("operator"), "front9", 1)
    assert refused.value.code is ClusterCode.NO_PROCESS


async def test_who_ended_instead_of_answering_has_left(make_bus: MakeBus) -> None:
    asked, operator = await make_bus("front1"), await make_bus("operator")
    live = Live(asked, lambda: {"role": "front"})
    await live.start()
    asking = asyncio.create_task(ask_to_leave(operator, "front1", 1))
    await asyncio.sleep(0.1)
    await live.stop()
    assert await asking == 1
