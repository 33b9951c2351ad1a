"""Figures of one server made of several processes: what an update costs each, and what a bus adds.

``python -m tests.bench scaling`` runs the product as a host does, two forms at the same time, so
that whatever else the machine does falls on both alike: ``serve`` with 100 sessions, and beside it

* ``serve`` of another commit, if ``UNDERTABLE_BENCH_BEFORE`` names a checkout of it;
* ``serve --workers 2`` with 100 sessions at each worker, at tables of the same process;
* the same at tables of the other process, over the bus;
* a cluster of one front, one table process and three nodes with 100 sessions.

Processor time is the operating system's, of each process. An update is one delivery of a screen.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.bench.client import BenchClient, connect
from tests.bench.process import cpu_seconds, memory_mb
from tests.bench.servers import Serving, serving, table_at, viewer_at
from tests.soak.cluster_house import Kind, cluster
from tests.soak.cluster_makers import Maker, made
from tests.soak.cluster_wire import Notes

__all__ = ["figures"]

HERE: Final = Path(__file__).resolve().parents[2]
SESSIONS: Final = int(os.environ.get("UNDERTABLE_BENCH_SESSIONS", "100"))
"""Of each process."""
AT_A_TABLE: Final = 10
SECONDS: Final = float(os.environ.get("UNDERTABLE_BENCH_SECONDS", "20"))
WINDOWS: Final = 3
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


@dataclass(slots=True, kw_only=True)
class _Form:
    """One running server with its sessions."""

    name: str
    crowd: Mapping[int, Sequence[BenchClient]]
    """By process that took them."""
    node: int
    megabytes: float
    cpu: dict[int, float] = field(default_factory=dict)
    bursts: dict[int, int] = field(default_factory=dict)

    def mark(self) -> None:
        """Begin a window."""
        pids = [*self.crowd, *([self.node] if self.node else [])]
        self.cpu = {pid: cpu_seconds(pid) for pid in pids}
        self.bursts = {pid: sum(c.bursts for c in cs) for pid, cs in self.crowd.items()}

    def costs(self) -> _Costs:
        """Return what has happened since the mark."""
        spent = {pid: 1000 * (cpu_seconds(pid) - before) for pid, before in self.cpu.items()}
        updates = {
            pid: max(1, sum(c.bursts for c in cs) - self.bursts[pid])
            for pid, cs in self.crowd.items()
        }
        found = {
            "cpu_ms_per_update": [spent[pid] / count for pid, count in updates.items()],
            "updates_per_s": [count / SECONDS for count in updates.values()],
            "mb_per_session": [self.megabytes],
        }
        if self.node:
            found["node_cpu_ms_per_update"] = [spent[self.node] / sum(updates.values())]
        return {f"{self.name}.{figure}": values for figure, values in found.items()}


async def _form(server: Serving, name: str, *, crossing: bool = False) -> _Form:
    """Make tables at each process and let its sessions in."""
    many = max(1, SESSIONS // AT_A_TABLE)
    empty = sum(map(memory_mb, server.workers))
    tables: dict[int, list[str]] = {pid: [] for pid in server.workers}
    for number in range(many):
        # In turns: a process that has a good deal more than another gives new ones away.
        for pid, codes in tables.items():
            codes.append(await table_at(server, f"t{pid % 1000}n{number}", pid))
    crowd = await _crowd(server, tables, crossing=crossing)
    used = (sum(map(memory_mb, server.workers)) - empty) / SESSIONS / len(crowd)
    return _Form(name=name, crowd=crowd, node=server.node, megabytes=used)


@asynccontextmanager
async def _running(name: str, folder: Path) -> AsyncIterator[_Form]:
    """Run one form."""
    before = name == "before"
    root = Path(os.environ["UNDERTABLE_BENCH_BEFORE"]) if before else HERE
    workers = 2 if name.startswith("workers") else 1
    async with serving(root, folder / name, workers=workers, bot_seconds=BOT_SECONDS) as server:
        form = await _form(server, name, crossing=name.endswith("crossing"))
        yield form
        for client in (client for clients in form.crowd.values() for client in clients):
            client.close()


async def _cluster() -> _Costs:
    """Return the same of a front, a table process and three nodes."""
    with tempfile.TemporaryDirectory() as folder:
        async with cluster(Path(folder), fronts=1, tables=1, bot_seconds=BOT_SECONDS) as house:
            (front,), (tables,), nodes = (
                [m.process.pid for m in house.of(kind) if m.process is not None]
                for kind in (Kind.FRONT, Kind.TABLES, Kind.NODE)
            )
            makers = [
                Maker(f"m{n}", house.doors, Notes(), "", alone=True, wins=7)
                for n in range(max(1, SESSIONS // AT_A_TABLE))
            ]
            codes = [await made(maker) for maker in makers]
            address, port = house.doors[0]
            clients = [
                await connect(port, f"v{n}", f"watch {codes[n % len(codes)]}", host=address)
                for n in range(SESSIONS)
            ]
            await asyncio.sleep(3)
            cpu = {pid: cpu_seconds(pid) for pid in (front, tables, *nodes)}
            bursts = sum(client.bursts for client in clients)
            await asyncio.sleep(SECONDS)
            spent = {pid: 1000 * (cpu_seconds(pid) - before) for pid, before in cpu.items()}
            updates = sum(client.bursts for client in clients) - bursts
            for client in clients:
                client.close()
    decisions = updates / AT_A_TABLE
    return {
        "cluster.front_cpu_ms_per_update": [spent[front] / updates],
        "cluster.tables_cpu_ms_per_decision": [spent[tables] / decisions],
        "cluster.node_cpu_ms_per_decision": [spent[pid] / decisions for pid in nodes],
        "cluster.updates_per_s": [updates / SECONDS],
    }


async def _beside(name: str) -> _Costs:
    """Return the costs of ``serve`` and of another form that runs at the same time."""
    sys.stderr.write(f"scaling: single and {name}\n")
    costs: _Costs = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        async with _running("single", Path(folder)) as one, _running(name, Path(folder)) as other:
            for _ in range(WINDOWS):
                await asyncio.sleep(2)
                one.mark()
                other.mark()
                await asyncio.sleep(SECONDS)
                for figure, values in (one.costs() | other.costs()).items():
                    costs[figure] += values
    return costs


async def _all() -> dict[str, float]:
    told: dict[str, float] = {}
    before = ["before"] if os.environ.get("UNDERTABLE_BENCH_BEFORE") else []
    for name in (*before, "workers", "workers_crossing"):
        costs = await _beside(name)
        told |= {f"scaling.{figure}": statistics.mean(values) for figure, values in costs.items()}
        cost = "cpu_ms_per_update"
        told[f"scaling.{name}_over_single"] = (
            told[f"scaling.{name}.{cost}"] / told[f"scaling.single.{cost}"]
        )
        told[f"scaling.{name}_over_single_by_chance"] = max(costs[f"single.{cost}"]) / min(
            costs[f"single.{cost}"]
        )
    sys.stderr.write("scaling: cluster\n")
    for figure, values in (await _cluster()).items():
        told[f"scaling.{figure}"] = statistics.mean(values)
    return told


def figures() -> dict[str, float]:
    """Measure and return the figures by flat name."""
    return asyncio.run(_all())
