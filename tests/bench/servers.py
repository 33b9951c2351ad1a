"""The product itself as a host starts it, for figures of whole servers with several processes.

Unlike ``tests.bench.host`` nothing here reaches into a process: tables are made by programs that
come in as players do, and which process has taken a connection is read from the system.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import asyncssh

from server import wiping
from tests.bench.client import BenchClient, connect
from tests.soak.cluster_makers import Maker, made
from tests.soak.cluster_players import Player
from tests.soak.cluster_wire import Door, Notes

__all__ = ["Serving", "hosted", "serving", "table_at", "taken_by", "viewer_at", "waiting_table"]

_ROOMY: Final = """
lan = false
bot_delay = {bots}
[limits]
connects_burst = 100000
connects_per_minute = 100000.0
handshakes = 1000
handshakes_per_address = 1000
sessions = 2000
sessions_per_address = 2000
connections = 2000
"""
_UP_SECONDS: Final = 60.0
_RUN: Final = "import sys; from tui.main import main; sys.exit(main())"


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """A running server: where it listens, and its processes by what they do.

    ``workers`` take connections; ``node`` is 0 where there is none.
    """

    port: int
    workers: tuple[int, ...]
    node: int = 0

    @property
    def door(self) -> Door:
        """Where players come in."""
        return ("127.0.0.1", self.port)


@asynccontextmanager
async def serving(
    root: Path, data: Path, *, workers: int = 1, bot_seconds: float
) -> AsyncIterator[Serving]:
    """Run ``undertable serve`` of the checkout ``root`` in the folder ``data``."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = int(probe.getsockname()[1])
    _furnish(data, bot_seconds)
    # The checkout's own packages come first where they lie in the current folder.
    command = [sys.executable, "-c", _RUN, "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--data", str(data), *(["--workers", str(workers)] if workers > 1 else [])]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=root, env=wiping.environment(os.environ), stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(_UP_SECONDS):
            while f"{port}" not in (line := (await process.stdout.readline()).decode()):
                assert line, "the server has ended"
        yield _found(process.pid, port)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(process.communicate(), 20)
        except TimeoutError:
            process.kill()
            await process.wait()


def _furnish(data: Path, bots: float) -> None:
    data.mkdir(mode=0o700, parents=True)
    (data / "undertable.toml").write_text(_ROOMY.format(bots=bots))


def _found(pid: int, port: int) -> Serving:
    below = {child: _words(child) for child in _children(pid)}
    node = next((child for child, words in below.items() if "nats-server" in words), 0)
    workers = tuple(child for child, words in below.items() if "worker" in words.split())
    return Serving(port=port, workers=workers or (pid,), node=node)


def _words(pid: int) -> str:
    return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()


def _children(pid: int) -> list[int]:
    """Return all processes below ``pid``."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        parents[int(folder.name)] = int(fields[1])
    found, level = [], [pid]
    while level:
        level = [child for child, parent in parents.items() if parent in level]
        found += level
    return sorted(found)


def taken_by(workers: tuple[int, ...], connection: asyncssh.SSHClientConnection) -> int:
    """Return which of these processes of this machine is at the other end of a connection."""
    ours = int(connection.get_extra_info("sockname")[1])
    inodes = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if int(fields[2].rpartition(":")[2], 16) == ours:
            inodes.add(f"socket:[{fields[9]}]")
    for pid in workers:
        for entry in Path(f"/proc/{pid}/fd").iterdir():
            try:
                if str(entry.readlink()) in inodes:
                    return pid
            except OSError:
                continue
    return 0


class _MakerAt(Maker):
    """Makes its table where a connection to a certain process leads."""

    def __init__(self, name: str, server: Serving, pid: int, *, alone: bool) -> None:
        super().__init__(name, [server.door], Notes(), name, alone=alone, wins=7)
        self._server = server
        self._pid = pid

    def met(self, connection: asyncssh.SSHClientConnection) -> None:
        """Have another connection if this one is not taken by the process."""
        _meet(self._server, self._pid, connection)


def _meet(server: Serving, pid: int, connection: asyncssh.SSHClientConnection) -> None:
    if taken_by(server.workers, connection) != pid:
        raise ConnectionError


async def table_at(server: Serving, name: str, pid: int) -> str:
    """Return the code of a new table at which bots play by themselves, near one process."""
    return await made(_MakerAt(name, server, pid, alone=True))


@asynccontextmanager
async def waiting_table(server: Serving, name: str, pid: int) -> AsyncIterator[str]:
    """Give the code of a new table near one process, whose host waits for players for ever."""
    maker = _MakerAt(name, server, pid, alone=False)
    code = await made(maker)
    async with hosted(maker, [server.door], code):
        yield code


@asynccontextmanager
async def hosted(maker: Maker, doors: Sequence[Door], code: str) -> AsyncIterator[None]:
    """Keep the maker of a table there, who starts nothing."""
    host = Player(maker.name, doors, Notes(), maker.name, code)
    host.key, host.resting = maker.key, True
    living = asyncio.get_running_loop().create_task(host.live())
    try:
        yield
    finally:
        living.cancel()
        await asyncio.gather(living, return_exceptions=True)


async def viewer_at(
    server: Serving, name: str, pid: int, command: str, *, tries: int = 60
) -> BenchClient:
    """Return a session at one process that has given ``command``."""
    for _ in range(tries):
        with suppress(ConnectionError):
            return await connect(server.port, name, command, met=partial(_meet, server, pid))
    raise LookupError(pid)
