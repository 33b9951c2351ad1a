"""Figures of bad links: key latency at 3 KB/s and at 300 ms; what a stalled reader costs others.

A key counts from the moment it is sent until its letter stands on the emulated screen of the
client, so that a backlog of older frames counts too. The links are those of ``tests.soak.proxy``.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.bench import session
from tests.bench.client import BenchClient, connect
from tests.bench.process import cpu_seconds, memory_mb
from tests.soak.proxy import FAULTS, Faults, proxied

__all__ = ["figures"]

KEYS = int(os.environ.get("UNDERTABLE_BENCH_KEYS", "60"))
"""Keys timed on each link."""
PATIENCE = 10.0
OTHERS = 40
"""Sessions beside the stalled one."""
SERVERS = int(os.environ.get("UNDERTABLE_BENCH_SERVERS", "6"))
"""Of eight windows each."""
WINDOW_SECONDS = 6.0
RUB_OUT = b"\x7f" * 8
"""More than one client types in a window: a line that is full would take no more keys."""
SETTLE_SECONDS = 1.0
"""Within which a reader counts as stalled, or is back to the newest screen."""
BOT_SECONDS = 1.2
"""Mean time of a bot's move at a table: somebody moves all the time."""


async def _link(name: str, faults: Faults) -> dict[str, float]:
    """Time keys of one watcher, typed into the chat line, while bots play."""
    async with session._host(1, BOT_SECONDS) as host, proxied(host.port, faults) as proxy:
        began = time.perf_counter()
        client = await connect(proxy.port, "lee", f"watch {host.codes[0]}")
        screen = session._Screen()
        await client.settled(quiet=0.3, patience=15)
        started = time.perf_counter() - began
        client.send(b"c")
        await asyncio.sleep(1.5)
        times = [await _key(client, screen, number) for number in range(KEYS)]
        client.close()
    ordered = sorted(1000 * t for t in times)
    return {
        f"faults.{name}_start_s": started,
        f"faults.{name}_key_p50_ms": statistics.median(ordered),
        f"faults.{name}_key_p95_ms": ordered[int(len(ordered) * 0.95)],
        f"faults.{name}_key_max_ms": ordered[-1],
    }


async def _key(client: BenchClient, screen: session._Screen, number: int) -> float:
    """Type one letter and return the seconds until it is on the screen."""
    letters = "QXZJKV"
    letter = letters[number % len(letters)]
    await asyncio.sleep(0.25)
    before = screen.text(client).count(letter)
    client.send(letter.encode())
    began = time.perf_counter()
    while screen.text(client).count(letter) <= before:
        since = client.received
        left = PATIENCE - (time.perf_counter() - began)
        try:
            await asyncio.wait_for(client.news(since), left)
        except TimeoutError:
            return PATIENCE
    took = time.perf_counter() - began
    client.send(b"\x7f")  # the line stays short
    return took


@dataclass(slots=True)
class _Side:
    """What the others had while the reader stalled, or while it read."""

    times: list[float] = field(default_factory=list)
    cpu: float = 0.0
    updates: int = 0

    @property
    def p99(self) -> float:
        return 1000 * sorted(self.times)[int(len(self.times) * 0.99)]

    @property
    def cpu_ms(self) -> float:
        """Processor time of the server in ms per update that reached one of the others."""
        return 1000 * self.cpu / max(1, self.updates)


async def _in_turns(reads: Sequence[_Side], stalls: Sequence[_Side]) -> float:
    """Time the keys of many others while one reader stalls and while it reads; return MB it costs.

    One server, one set of connections, short windows in the order reads, stalls, stalls, reads:
    whatever else the machine does falls on both sides alike.
    """
    tables = max(1, OTHERS // 10)
    async with session._host(tables, OTHERS / 100) as host, proxied(host.port, Faults()) as proxy:
        clients = await session._open(host, OTHERS)
        lazy = await connect(proxy.port, "lazy", f"watch {host.codes[0]}")
        await lazy.settled(quiet=0.3, patience=5)
        for client in clients:
            client.send(b"c")
        await asyncio.sleep(3)
        before = memory_mb(host.pid)
        for turn in range(8):
            stalled = turn % 4 in {1, 2}
            proxy.deafen(on=stalled)
            for client in clients:
                client.send(RUB_OUT)
            await asyncio.sleep(SETTLE_SECONDS)
            side = (stalls if stalled else reads)[turn // 2 % 2]
            cpu, bursts = cpu_seconds(host.pid), sum(c.bursts for c in clients)
            side.times += await session._keys(clients, WINDOW_SECONDS)
            side.cpu += cpu_seconds(host.pid) - cpu
            side.updates += sum(c.bursts for c in clients) - bursts
        cost = memory_mb(host.pid) - before
        for client in (*clients, lazy):
            client.close()
    return cost


async def _others() -> dict[str, float]:
    """Pool the windows of several servers; on one alone the games would be over too soon.

    How far the two halves of the windows in which the reader reads differ says how much of a
    difference is chance.
    """
    reads, stalls = (_Side(), _Side()), (_Side(), _Side())
    costs = [await _in_turns(reads, stalls) for _ in range(SERVERS)]
    reading, stalling = _both(reads), _both(stalls)
    return {
        "faults.others_p99_ms": reading.p99,
        "faults.others_p99_ms_beside_a_stalled_reader": stalling.p99,
        "faults.others_p99_ratio": stalling.p99 / reading.p99,
        "faults.others_p99_ratio_by_chance": max(s.p99 for s in reads) / min(s.p99 for s in reads),
        "faults.others_p50_ratio": statistics.median(stalling.times)
        / statistics.median(reading.times),
        "faults.others_cpu_ratio": stalling.cpu_ms / reading.cpu_ms,
        "faults.stalled_reader_mb": statistics.median(costs),
    }


def _both(halves: Sequence[_Side]) -> _Side:
    times = [time for half in halves for time in half.times]
    return _Side(times, sum(h.cpu for h in halves), sum(h.updates for h in halves))


async def _all() -> dict[str, float]:
    found: dict[str, float] = {}
    for name in ("slow", "latency"):
        sys.stderr.write(f"faults: {name}\n")
        found |= await _link(name, FAULTS[name])
    sys.stderr.write("faults: a stalled reader beside others\n")
    return found | await _others()


def figures() -> dict[str, float]:
    """Measure and return all figures of bad links by flat name."""
    return asyncio.run(_all())
