"""Figures of one server made of several processes: what an update costs each, and what a bus adds.

``python -m tests.bench scaling`` runs the product as a host does, one form after the other in the
order a, b, b, a, so that whatever else the machine does falls on all alike:

* ``serve`` with 100 sessions, and ``serve --workers 2`` with 100 sessions at each worker, once at
  tables of the same process and once at tables of the other one, over the bus;
* ``serve`` of another commit, if ``UNDERTABLE_BENCH_BEFORE`` names a checkout of it;
* a cluster of one front, one table process and three nodes with 100 sessions.

Processor time is the operating system's, of each process. An update is one delivery of a screen.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.bench.client import BenchClient, connect
from tests.bench.process import cpu_seconds, memory_mb
from tests.bench.servers import Serving, serving, table_at, viewer_at
from tests.soak.cluster_house import Kind, cluster
from tests.soak.cluster_players import Maker, made
from tests.soak.cluster_wire import Notes

__all__ = ["figures"]

HERE: Final = Path(__file__).resolve().parents[2]
SESSIONS: Final = int(os.environ.get("UNDERTABLE_BENCH_SESSIONS", "100"))
"""Of each process."""
AT_A_TABLE: Final = 10
SECONDS: Final = float(os.environ.get("UNDERTABLE_BENCH_SECONDS", "20"))
BOT_SECONDS: Final = 1.0
"""A move: each session then gets one update a second."""
_AT_ONCE: Final = 6


_Costs = dict[str, list[float]]
"""Values of each figure, one for each process and window."""


async def _crowd(
    server: Serving, tables: Mapping[int, Sequence[str]], *, crossing: bool
) -> dict[int, list[BenchClient]]:
    """Let sessions in at each process: at its own tables, or at those of the next one."""
    gate = asyncio.Semaphore(_AT_ONCE)
    pids = list(tables)

    async def one(pid: int, number: int) -> BenchClient:
        async with gate:
            whose = pids[(pids.index(pid) + 1) % len(pids)] if crossing else pid
            code = tables[whose][number % len(tables[whose])]
            client = await viewer_at(server, f"v{pid % 1000}n{number}", pid, f"watch {code}")
            await client.settled(quiet=0.2, patience=3)
            return client

    return {
        pid: list(await asyncio.gather(*(one(pid, number) for number in range(SESSIONS))))
        for pid in pids
    }


async def _load(server: Serving, form: str, *, crossing: bool = False) -> _Costs:
    """Return what each process used for each update of its own sessions, and their memory."""
    many = max(1, SESSIONS // AT_A_TABLE)
    empty = sum(map(memory_mb, server.workers))
    tables = {
        pid: [await table_at(server, f"t{pid % 1000}n{n}", pid) for n in range(many)]
        for pid in server.workers
    }
    crowd = await _crowd(server, tables, crossing=crossing)
    spent, updates = await _measured(
        [*server.workers, *([server.node] if server.node else [])], crowd
    )
    memory = sum(map(memory_mb, server.workers)) - empty
    found = {
        f"{form}.cpu_ms_per_update": [1000 * spent[pid] / updates[pid] for pid in crowd],
        f"{form}.updates_per_s": [updates[pid] / SECONDS for pid in crowd],
        f"{form}.mb_per_session": [memory / SESSIONS / len(crowd)],
    }
    if server.node:
        found[f"{form}.node_cpu_ms_per_update"] = [1000 * spent[server.node] / updates.total()]
    for client in (client for clients in crowd.values() for client in clients):
        client.close()
    return found


async def _measured(
    pids: Iterable[int], crowd: Mapping[int, Sequence[BenchClient]]
) -> tuple[dict[int, float], Counter[int]]:
    """Return the processor seconds of each process, and the updates of each one's sessions."""
    await asyncio.sleep(3)
    cpu = {pid: cpu_seconds(pid) for pid in pids}
    bursts = {pid: sum(c.bursts for c in clients) for pid, clients in crowd.items()}
    await asyncio.sleep(SECONDS)
    spent = {pid: cpu_seconds(pid) - before for pid, before in cpu.items()}
    now = {pid: sum(c.bursts for c in clients) for pid, clients in crowd.items()}
    return spent, Counter({pid: max(1, now[pid] - bursts[pid]) for pid in crowd})


async def _cluster() -> _Costs:
    """Return the same of a front, a table process and three nodes."""
    form = "cluster"
    with tempfile.TemporaryDirectory() as folder:
        async with cluster(Path(folder), fronts=1, tables=1, bot_seconds=BOT_SECONDS) as house:
            front, tables, nodes = (
                [m.process.pid for m in house.of(kind) if m.process is not None]
                for kind in (Kind.FRONT, Kind.TABLES, Kind.NODE)
            )
            makers = [
                Maker(f"m{n}", house.doors, Notes(), "", alone=True, wins=7)
                for n in range(max(1, SESSIONS // AT_A_TABLE))
            ]
            codes = [await made(maker) for maker in makers]
            clients = [
                await connect(
                    house.doors[0][1], f"v{n}", f"watch {codes[n % len(codes)]}",
                    host=house.doors[0][0],
                )
                for n in range(SESSIONS)
            ]  # fmt: skip
            spent, updates = await _measured([*front, *tables, *nodes], {front[0]: clients})
            decisions = updates.total() / AT_A_TABLE
            for client in clients:
                client.close()
    ms = {pid: 1000 * seconds for pid, seconds in spent.items()}
    return {
        f"{form}.front_cpu_ms_per_update": [ms[front[0]] / updates.total()],
        f"{form}.tables_cpu_ms_per_decision": [ms[tables[0]] / decisions],
        f"{form}.node_cpu_ms_per_decision": [ms[pid] / decisions for pid in nodes],
        f"{form}.updates_per_s": [updates.total() / SECONDS],
    }


async def _forms() -> AsyncIterator[_Costs]:
    """Give the costs of every form, there and back again."""
    before = os.environ.get("UNDERTABLE_BENCH_BEFORE", "")
    order = [("before", Path(before), 1, False)] if before else []
    order += [
        ("single", HERE, 1, False),
        ("workers", HERE, 2, False),
        ("workers_crossing", HERE, 2, True),
    ]
    for form, root, workers, crossing in (*order, *reversed(order)):
        sys.stderr.write(f"scaling: {form}\n")
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            async with serving(root, data, workers=workers, bot_seconds=BOT_SECONDS) as server:
                yield await _load(server, form, crossing=crossing)


async def _all() -> dict[str, float]:
    costs: _Costs = defaultdict(list)
    async for found in _forms():
        for name, values in found.items():
            costs[name] += values
    sys.stderr.write("scaling: cluster\n")
    costs |= await _cluster()
    told = {f"scaling.{name}": statistics.mean(values) for name, values in costs.items()}
    for form, base in (("workers", "single"), ("workers_crossing", "single"), ("single", "before")):
        cost = "cpu_ms_per_update"
        if f"{base}.{cost}" in costs:
            ratio = told[f"scaling.{form}.{cost}"] / told[f"scaling.{base}.{cost}"]
            told[f"scaling.{form}_over_{base}"] = ratio
        spread = costs[f"{form}.{cost}"]
        told[f"scaling.{form}_by_chance"] = max(spread) / min(spread)
    return told


def figures() -> dict[str, float]:
    """Measure and return the figures by flat name."""
    return asyncio.run(_all())
