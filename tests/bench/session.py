"""Figures of sessions over real SSH connections: bytes, memory, processor time, key latency.

The server is pinned to one core and the clients to the other where the machine has two, as in the
measurements that these figures are held against.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyte

from server import wiping
from tests.bench.client import BenchClient, connect
from tests.bench.process import cpu_seconds, memory_mb
from tui.screens.settings import SETTINGS

__all__ = ["figures"]

IDLE_SECONDS = 20
LOAD_SECONDS = 30.0
UPDATES_PER_SECOND = 100.0
"""Screen updates a second over all sessions, as in the peers' measurements."""
KEYS_PER_SECOND = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Host:
    pid: int
    port: int
    codes: Sequence[str]


@contextlib.asynccontextmanager
async def _host(tables: int, delay: float, libre: int = 0) -> AsyncIterator[_Host]:
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as data:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.host", data, str(tables), str(delay), str(libre),
            stdout=subprocess.PIPE,
            env=wiping.environment(os.environ),  # as the product itself begins again
        )  # fmt: skip
        try:
            assert process.stdout is not None
            line = await asyncio.wait_for(process.stdout.readline(), 60)
            if len(cores) > 1:
                os.sched_setaffinity(process.pid, {cores[0]})
                os.sched_setaffinity(0, {cores[1]})
            told = json.loads(line)
            yield _Host(pid=process.pid, port=told["port"], codes=told["codes"])
        finally:
            process.kill()
            await process.wait()
            os.sched_setaffinity(0, set(cores))
            await asyncio.sleep(0.5)


class _Screen:
    """A terminal emulator fed with all that a client has received."""

    def __init__(self) -> None:
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    def text(self, client: BenchClient) -> str:
        data, client.tail = bytes(client.tail), bytearray()
        self._stream.feed(data)
        return "\n".join(self._screen.display)


async def _bytes() -> dict[str, float]:
    """Bytes of first paints, highlight moves, typed characters, opponents' moves, idling."""
    found: dict[str, float] = {}
    async with _host(1, 1.2, libre=1) as host:
        lobby = await connect(host.port, "lena")
        found["session.first_paint_lobby_bytes"] = await lobby.settled()
        before = lobby.received
        await asyncio.sleep(IDLE_SECONDS)
        found["session.idle_bytes_20s"] = lobby.received - before
        lobby.close()
        player = await connect(host.port, "pia", f"join {host.codes[0]}")
        screen = _Screen()
        found["session.first_paint_waiting_bytes"] = await player.settled()
        await _change(player, "First-time notes")
        player.send(b"r")
        moves, highlights, typed = await _watch_moves(player, screen)
        found["session.remote_move_bytes"] = statistics.mean(moves)
        found["session.remote_move_bytes_max"] = max(moves)
        found["session.highlight_bytes"] = statistics.mean(highlights)
        found["session.typed_character_bytes"] = statistics.mean(typed)
        idle = player.received
        await asyncio.sleep(IDLE_SECONDS)
        found["session.idle_at_table_bytes_20s"] = player.received - idle
        again = await connect(host.port, "pia2", f"watch {host.codes[0]}")
        found["session.first_paint_bytes"] = await again.settled()
    async with _host(1, 1.2, libre=1) as host:
        player = await connect(host.port, "sue", f"join {host.codes[0]}")
        await player.settled()
        await _change(player, "First-time notes", "Link")
        screen = _Screen()
        player.send(b"r")
        moves, _highlights, _typed = await _watch_moves(player, screen)
        found["session.spared_remote_move_bytes"] = statistics.mean(moves)
        player.close()
    return found


async def _change(player: BenchClient, *labels: str) -> None:
    """Turn the rows with these labels on the page of settings to their next values."""
    for label in labels:
        row = [setting.label for setting in SETTINGS].index(label)
        for key in (b"\x0f", *[b"\x1b[B"] * row, b"\x1b[C"):
            await player.cost(key)
        await player.cost(b"\x1b")


async def _watch_moves(
    player: BenchClient, screen: _Screen
) -> tuple[list[int], list[int], list[int]]:
    """Play along, and sort what arrives: opponents' updates, own highlight moves, typed letters.

    Ends at an own turn, so that nothing moves afterwards.
    """
    moves: list[int] = []
    highlights: list[int] = []
    typed: list[int] = []
    while True:
        await asyncio.sleep(0.4)
        before = player.received
        if "YOUR TURN" in screen.text(player):
            if len(moves) >= 30:
                return moves, highlights, typed
            highlights += [await player.cost(b"\x1b[B"), await player.cost(b"\x1b[A")]
            if len(typed) < 10:
                await player.cost(b"c")
                typed += [await player.cost(letter) for letter in (b"h", b"i", b"!")]
                await player.cost(b"\x1b")
            await player.cost(b"\x1b[B\r")
            continue
        await player.news(before)
        await player.settled(quiet=0.15)
        moves.append(player.received - before)


async def _open(host: _Host, count: int) -> list[BenchClient]:
    """Open ``count`` watchers spread over the tables, a few at a time."""
    gate = asyncio.Semaphore(8)

    async def one(number: int) -> BenchClient:
        async with gate:
            code = host.codes[number % len(host.codes)]
            client = await connect(host.port, f"w{number}", f"watch {code}")
            await client.settled(quiet=0.2)
            return client

    return list(await asyncio.gather(*(one(n) for n in range(count))))


async def _load(count: int) -> dict[str, float]:
    """Memory, processor time and key latency with ``count`` sessions under load."""
    tables = max(1, count // 10)
    # Each table shows its moves to count/tables sessions; bots share one clock of `delay`.
    delay = count / UPDATES_PER_SECOND
    async with _host(tables, delay) as host:
        empty = memory_mb(host.pid)
        clients = await _open(host, count)
        await asyncio.sleep(3)
        found = {f"session.rss_mb_per_session_{count}": (memory_mb(host.pid) - empty) / count}
        for client in clients:
            client.send(b"c")
        await asyncio.sleep(3)
        cpu, bursts = cpu_seconds(host.pid), sum(c.bursts for c in clients)
        await asyncio.sleep(LOAD_SECONDS / 2)
        spent = cpu_seconds(host.pid) - cpu
        updates = sum(c.bursts for c in clients) - bursts
        found[f"session.updates_per_s_{count}"] = updates / (LOAD_SECONDS / 2)
        found[f"session.cpu_ms_per_update_{count}"] = 1000 * spent / max(1, updates)
        found |= _percentiles(count, await _keys(clients))
        for client in clients:
            client.close()
    return found


async def _keys(clients: Sequence[BenchClient], seconds: float = LOAD_SECONDS) -> list[float]:
    """Type ``KEYS_PER_SECOND`` letters over all clients and time each until it is shown."""
    times: list[float] = []
    pending: list[asyncio.Task[None]] = []

    async def one(client: BenchClient, letter: bytes) -> None:
        times.append(await client.latency(letter))

    for number in range(int(seconds * KEYS_PER_SECOND)):
        client = clients[(number * 7) % len(clients)]
        letter = b"abcdefghij"[number % 10 : number % 10 + 1]
        pending.append(asyncio.create_task(one(client, letter)))
        await asyncio.sleep(1 / KEYS_PER_SECOND)
    await asyncio.gather(*pending)
    return times


def _percentiles(count: int, times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        f"session.key_p50_ms_{count}": 1000 * ordered[len(ordered) // 2],
        f"session.key_p99_ms_{count}": 1000 * ordered[int(len(ordered) * 0.99)],
    }


async def _all() -> dict[str, float]:
    sys.stderr.write("session: bytes\n")
    found = await _bytes()
    for count in (50, 100, 200):
        sys.stderr.write(f"session: {count} sessions under load\n")
        found |= await _load(count)
    found["session.cpu_ms_per_update"] = found["session.cpu_ms_per_update_200"]
    return found


def figures() -> dict[str, float]:
    """Measure and return all session figures by flat name."""
    assert Path("/proc/self/stat").exists(), "the session figures are read from /proc"
    return asyncio.run(_all())
