"""The time from a key to what a table makes of it, in one process, over a bus, in a cluster.

``python -m tests.bench reaction``. The key is *r* in a waiting room: a request, a durable change of
the table's state, a frame and a screen. All forms run at the same time and are asked in turns, so
that whatever else the machine does falls on all alike.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from tests.bench.client import BenchClient, connect
from tests.bench.servers import hosted, serving, viewer_at, waiting_table
from tests.soak.cluster_house import cluster
from tests.soak.cluster_makers import Maker, made
from tests.soak.cluster_wire import Notes

__all__ = ["figures"]

HERE: Final = Path(__file__).resolve().parents[2]
KEYS: Final = 200
PAUSE: Final = 0.03
"""Seconds between two keys: nothing of the one before is on its way."""


async def _players(stack: AsyncExitStack, folder: Path) -> dict[str, BenchClient]:
    """Return one player in a waiting room of each form."""
    single = await stack.enter_async_context(serving(HERE, folder / "single", bot_seconds=1.0))
    workers = await stack.enter_async_context(
        serving(HERE, folder / "workers", workers=2, bot_seconds=1.0)
    )
    house = await stack.enter_async_context(cluster(folder / "cluster", tables=2))
    found: dict[str, BenchClient] = {}
    alone = single.workers[0]
    code = await stack.enter_async_context(waiting_table(single, "host", alone))
    found["single"] = await viewer_at(single, "ann", alone, f"join {code}")
    near, far = workers.workers
    for name, pid in (("worker", near), ("other_worker", far)):
        code = await stack.enter_async_context(waiting_table(workers, f"h{name[0]}", near))
        found[name] = await viewer_at(workers, f"ann{name[0]}", pid, f"join {code}")
    maker = Maker("host", house.doors, Notes(), "", alone=False)
    code = await made(maker)
    await stack.enter_async_context(hosted(maker, house.doors, code))
    address, port = house.doors[0]
    found["cluster"] = await connect(port, "ann", f"join {code}", host=address)
    return found


async def _timed(players: Mapping[str, BenchClient]) -> dict[str, list[float]]:
    """Press the key at each in turns; return the ms of each press."""
    times: dict[str, list[float]] = {name: [] for name in players}
    for player in players.values():
        await player.settled()
    for _ in range(KEYS):
        for name, player in players.items():
            times[name].append(1000 * await player.latency(b"r"))
            await asyncio.sleep(PAUSE)
    return times


async def _all() -> dict[str, float]:
    sys.stderr.write("reaction\n")
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            players = await _players(stack, Path(folder))
            times = await _timed(players)
            for player in players.values():
                player.close()
    told: dict[str, float] = {}
    for name, ms in times.items():
        told[f"reaction.{name}_p50_ms"] = statistics.median(ms)
        told[f"reaction.{name}_p99_ms"] = sorted(ms)[int(len(ms) * 0.99)]
    for name in times.keys() - {"single"}:
        told[f"reaction.{name}_added_p50_ms"] = (
            told[f"reaction.{name}_p50_ms"] - told["reaction.single_p50_ms"]
        )
    return told


def figures() -> dict[str, float]:
    """Measure and return the figures by flat name."""
    return asyncio.run(_all())
