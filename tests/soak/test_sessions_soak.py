"""Two hundred sessions that join, play, resize, stall and are cut off at random; then the accounts.

The server's memory is read too: after the sessions are over and the tables closed, a core file of
the living process holds nothing that anybody typed, said or set.

``make soak`` runs it for 30 minutes; ``UNDERTABLE_SOAK_MINUTES``, ``UNDERTABLE_SOAK_PEOPLE`` and
``UNDERTABLE_SOAK_SEED`` change it. Server and crowd are processes of their own on 127.0.0.1.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import statistics
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from server import wiping
from tests.soak import scan
from tests.soak.crowd import CANARY
from tests.soak.host import SEEN_NAME
from tests.soak.replay import compare
from tui.cli.serve import LOG_NAME, STORE_NAME

MINUTES = float(os.environ.get("UNDERTABLE_SOAK_MINUTES", "30"))
PEOPLE = int(os.environ.get("UNDERTABLE_SOAK_PEOPLE", "300"))
HELD = PEOPLE * 2 // 3
"""Sessions that there must be all the time; the other people are on their way, on bad links."""
SEED = int(os.environ.get("UNDERTABLE_SOAK_SEED", "1000"))
TABLES = max(1, PEOPLE // 4)
SAMPLE_SECONDS = 10.0
GONE_SECONDS = 90.0
"""Within which everything of the crowd must be gone: three keepalives, and a quiet moment."""
PLATEAU_MINUTES = 10.0
"""Below this a run has no plateau, and memory is only reported."""
HOST_KEY = "ssh_host_ed25519_key"
OF_TABLES = ("Room.run", "play_seat", "Stewards._look_after")
"""Tasks that belong to tables; there are as many as tables and bots, not as sessions."""


class Host:
    """The server's process, asked over its standard input."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.port = self.metrics = 0
        self.codes: list[str] = []

    async def read(self, *, patience: float = 60.0) -> dict[str, Any]:
        """Return the next line."""
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), patience)
        assert line, f"the server ended with {self.process.returncode}"
        found: dict[str, Any] = json.loads(line)
        return found

    async def ask(self, command: str) -> dict[str, Any]:
        """Give a command and return its answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(command.encode() + b"\n")
        return await self.read()

    async def stop(self) -> int:
        """Let it close as SIGTERM would; return the exit status."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"stop\n")
        return await asyncio.wait_for(self.process.wait(), 20)


@contextlib.asynccontextmanager
async def hosted(data: Path, tables: int) -> AsyncIterator[Host]:
    """Run the server in a process of its own."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.soak.host", str(data), str(tables),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        env=wiping.environment(os.environ),  # as the product itself begins again
    )  # fmt: skip
    host = Host(process)
    try:
        told = await host.read()
        host.port, host.metrics, host.codes = told["port"], told["metrics"], told["codes"]
        yield host
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def crowded(host: Host, folder: Path, log: list[dict[str, Any]]) -> dict[str, Any]:
    """Run the crowd, sample the server into ``log`` meanwhile, return the crowd's last figures."""
    spec = {
        "port": host.port, "codes": host.codes, "people": PEOPLE, "seconds": MINUTES * 60,
        "seed": SEED,
    }  # fmt: skip
    path = folder / "spec.json"
    path.write_text(json.dumps(spec))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.soak.crowd", str(path), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    figures: dict[str, Any] = {}
    try:
        while not figures.get("done"):
            line = await asyncio.wait_for(process.stdout.readline(), 240)
            assert line, "the crowd's process ended"
            figures = json.loads(line)
            log.append(await host.ask("count") | {"here": figures["here"], "at": time.time()})
            note(f"{log[-1]['sessions']} sessions, {log[-1]['mb']:.0f} MB, {figures}")
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
    return figures


def note(text: str) -> None:
    """Say something to whoever watches (``-s``)."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def of_sessions(counts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what must be as at the start: tasks of no table, threads, files, Apps."""
    tasks = {
        name: number
        for name, number in counts["tasks"].items()
        if not any(part in name for part in OF_TABLES)
    }
    return {"tasks": tasks} | {key: counts[key] for key in ("threads", "files", "apps")}


async def emptied(host: Host, start: Mapping[str, Any]) -> dict[str, Any]:
    """Wait until everything is back to the start; return the last counts, whether it is or not."""
    end = time.monotonic() + GONE_SECONDS
    while True:
        now = await host.ask("collect")
        back = now["sessions"] == 0 and of_sessions(now) == of_sessions(start)
        if back or time.monotonic() > end:
            return now
        note(f"not yet back to the start: {of_sessions(now)} {now['held'][:12]}")
        await asyncio.sleep(5)


async def closed(host: Host) -> None:
    """Close all tables and wait until nobody is at one any more: talk goes with its table."""
    now = await host.ask("close")
    end = time.monotonic() + GONE_SECONDS
    while (now["tables"] or "Stewards._look_after" in now["tasks"]) and time.monotonic() < end:
        await asyncio.sleep(1)
        now = await host.ask("collect")
    await host.ask("collect")


def held(log: list[dict[str, Any]]) -> list[int]:
    """Return the numbers of sessions from when everybody has come until the first may go home."""
    most = [sample["sessions"] for sample in log[:-1]]
    full = next((n for n, sessions in enumerate(most) if sessions >= HELD), len(most))
    return most[full:]


def plateau(log: list[dict[str, Any]]) -> tuple[float, float] | None:
    """Return memory in MB in the middle of the run and at its end; ``None`` for a short one."""
    if MINUTES < PLATEAU_MINUTES:
        return None
    full = [sample["mb"] for sample in log if sample["sessions"] >= HELD]
    tenth = max(1, len(full) // 10)
    return statistics.median(full[4 * tenth : 6 * tenth]), statistics.median(full[-tenth:])


def page(port: int) -> str:
    """Return the metrics."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        return str(answer.read().decode())


def errors(log: str) -> list[str]:
    """Return the lines of a log that tell of something unhandled."""
    lines = [json.loads(line) for line in log.splitlines()]
    return [str(line) for line in lines if line["level"] in {"error", "critical"}]


@pytest.mark.soak
@pytest.mark.timeout(MINUTES * 60 + 900)
async def test_after_a_crowd_everything_is_back_to_the_start_and_no_game_was_altered(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    samples: list[dict[str, Any]] = []
    note(f"soak: {PEOPLE} people, {TABLES} tables, {MINUTES:g} minutes, seed {SEED}")
    async with hosted(data, TABLES) as host:
        start = await host.ask("collect")
        note(f"start {start}")
        figures = await crowded(host, tmp_path, samples)
        await host.ask("rest")
        end = await emptied(host, start)
        note(f"end {end}")
        await closed(host)
        metrics = await asyncio.to_thread(page, host.metrics)
        core = scan.core_file(host.process.pid, tmp_path)
        for place in scan.places(host.process.pid, CANARY.encode())[:20]:
            note(f"remembered in {place}")
        status = await host.stop()
    remembered = scan.count_in(core, CANARY.encode()) if core is not None else None
    if core is not None:
        core.unlink()
    note(f"core file: {'no gcore' if remembered is None else dict(remembered) or 'no canary'}")
    log = (data / LOG_NAME).read_text()
    secrets = list(scan.secrets_of(data / STORE_NAME, data / HOST_KEY))
    result = compare(data / STORE_NAME, data / SEEN_NAME)
    note(f"crowd {figures}")
    sessions = held(samples)
    note(f"sessions: smallest {min(sessions, default=0)}, median "
         f"{statistics.median(sessions or [0]):.0f} in {len(sessions)} samples")  # fmt: skip
    note(f"games {result.games}, entries {result.entries}, frames shown {result.shown}, "
         f"views compared {result.views}, unknown {result.unknown}")  # fmt: skip
    assert status == 0
    assert not [what for what in figures if what.startswith("FAULT")]
    assert of_sessions(end) == of_sessions(start)
    assert end["sessions"] == 0
    assert not errors(log), errors(log)[:5]
    assert not scan.in_text(log, [CANARY, *secrets])
    assert not remembered
    assert "undertable" in metrics
    assert not scan.in_text(metrics, [CANARY, *secrets])
    assert result.games
    assert result.views
    assert not result.unknown
    assert not result.different, result.different[:5]
    note(f"log and metrics scanned for {len(secrets)} secrets")
    if (memory := plateau(samples)) is not None:
        middle, last = memory
        note(f"memory {middle:.0f} MB in the middle, {last:.0f} MB at the end")
        assert last <= middle * 1.1
        assert min(sessions) >= HELD
        assert len(sessions) >= 0.9 * MINUTES * 60 / SAMPLE_SECONDS
