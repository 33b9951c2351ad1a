"""A listener with a tiny runner, and ways to reach it: OpenSSH, asyncssh, a bare socket."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import asyncssh

from server.api import Connection, ExitStatus, Hub, Size
from server.settings import Limits, Settings
from server.ssh import SshServer

LIVENESS = 30.0
"""Seconds within which anything that happens at all must have happened."""


class Sink:
    """Keeps what a terminal delivers, and wakes whoever waits for it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.received = bytearray()
        self.sizes: list[Size] = []
        self.pauses: list[bool] = []
        self.is_lost = False
        self._taken = 0
        self._news = asyncio.Event()

    def feed(self, data: bytes) -> None:
        self.received += data
        self._news.set()

    def resized(self, size: Size) -> None:
        self.sizes.append(size)
        self._news.set()

    def paused(self, paused: bool) -> None:
        self.pauses.append(paused)
        self._news.set()

    def lost(self) -> None:
        self.is_lost = True
        self._news.set()

    async def news(self) -> bytes:
        """Return what has come since the last call, waiting for it; empty once lost."""
        while not self.is_lost and len(self.received) == self._taken:
            self._news.clear()
            await self._news.wait()
        new = bytes(self.received[self._taken :])
        self._taken = len(self.received)
        return new

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIVENESS):
            while not condition():
                self._news.clear()
                await self._news.wait()


@dataclass
class Visits:
    """What the runner of a test's server has seen."""

    connections: list[Connection] = field(default_factory=list)
    sinks: list[Sink] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)


Runner = Callable[[Connection], Awaitable[int]]


def echo_runner(visits: Visits) -> Runner:
    """Return a runner that greets, echoes, and ends with ``q`` or at the end of the input."""

    async def run(connection: Connection) -> int:
        visits.connections.append(connection)
        sink = Sink(connection)
        visits.sinks.append(sink)
        connection.terminal.bind(sink)
        connection.terminal.write(f"hello {connection.who.name}\n".encode())
        try:
            while not sink.is_lost:
                new = await sink.news()
                connection.terminal.write(new.replace(b"\x04", b""))
                if b"q" in new or b"\x04" in new:
                    visits.ended.append("quit")
                    return ExitStatus.OK
            visits.ended.append("lost")
        except asyncio.CancelledError as error:
            visits.ended.append(str(error))
            raise
        return ExitStatus.OK

    return run


class NoHub:
    """Stands where the hub is; the tiny runners never open a door of it."""


@asynccontextmanager
async def serving(
    tmp_path: Path,
    run: Runner,
    *,
    run_command: Runner | None = None,
    guests: bool = True,
    limits: Limits | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
) -> AsyncIterator[SshServer]:
    """Run a listener, on a free port of the loopback interface unless told otherwise."""
    settings = Settings(
        host=host,
        port=port,
        data_dir=tmp_path / "data",
        guests=guests,
        limits=limits or Limits(),
    )
    server = SshServer(settings, cast(Hub, NoHub()), run, run_command=run_command)
    await server.start()
    try:
        yield server
    finally:
        await server.stop(0)


@dataclass
class Result:
    """How a client process ended."""

    status: int
    out: bytes
    err: str


class OpenSsh:
    """The real client, with its own key and known_hosts in a test's folder."""

    def __init__(self, tmp_path: Path, port: int, *, key: bool = True, name: str = "ann") -> None:
        self.folder = tmp_path / f"client-{name}"
        self.folder.mkdir(exist_ok=True)
        self.port = port
        self.name = name
        self.key_file = self.folder / "id_ed25519"
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        if key and not self.key_file.exists():
            self.key_file.write_bytes(self.key.export_private_key("openssh"))
            self.key_file.chmod(0o600)
        self.has_key = key

    def options(self) -> list[str]:
        """Return options that leave the machine's own configuration out."""
        options = [
            "-F", "none",
            "-o", f"UserKnownHostsFile={self.folder / 'known_hosts'}",
            "-o", "GlobalKnownHostsFile=none",
            "-o", "StrictHostKeyChecking=accept-new",
            "-o", "IdentityAgent=none",
            "-o", "IdentitiesOnly=yes",
        ]  # fmt: skip
        if self.has_key:
            return [*options, "-o", "BatchMode=yes", "-i", str(self.key_file)]
        return [*options, "-i", str(self.folder / "none")]

    async def start(
        self,
        *arguments: str,
        before: tuple[str, ...] = (),
        environ: Mapping[str, str] | None = None,
    ) -> asyncio.subprocess.Process:
        """Start ``ssh [before] host [arguments]`` with pipes."""
        return await self._spawn(
            "ssh", *self.options(), *before, "-p", str(self.port), f"{self.name}@127.0.0.1",
            *arguments, environ=environ or {},
        )  # fmt: skip

    async def run(
        self,
        *arguments: str,
        before: tuple[str, ...] = (),
        given: bytes = b"",
        environ: Mapping[str, str] | None = None,
    ) -> Result:
        """Run ``ssh`` to its end with ``given`` on its standard input."""
        return await self._finish(
            await self.start(*arguments, before=before, environ=environ), given
        )

    async def run_tool(self, tool: str, *arguments: str) -> Result:
        """Run ``scp`` or ``sftp`` to its end."""
        process = await self._spawn(
            tool, *self.options(), "-P", str(self.port), *arguments, environ={}
        )
        return await self._finish(process, b"")

    async def _spawn(self, *command: str, environ: Mapping[str, str]) -> asyncio.subprocess.Process:
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**kept, "LC_ALL": "C.UTF-8", **environ},
        )

    async def _finish(self, process: asyncio.subprocess.Process, given: bytes) -> Result:
        try:
            async with asyncio.timeout(LIVENESS):
                out, err = await process.communicate(given)
        except TimeoutError:
            process.kill()
            raise
        assert process.returncode is not None
        return Result(process.returncode, out, err.decode("utf-8", "replace"))


class GuestClient(asyncssh.SSHClient):
    """An asyncssh client without a key: answers keyboard-interactive with nothing."""

    def __init__(self) -> None:
        self.banner = ""

    def auth_banner_received(self, msg: str, lang: str) -> None:
        self.banner += msg

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: object
    ) -> list[str]:
        return []


@asynccontextmanager
async def connected(
    server: SshServer, *, key: asyncssh.SSHKey | None = None, name: str = "ann", **options: Any
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect with asyncssh, with ``key`` or as a guest."""
    conn = await asyncssh.connect(
        "127.0.0.1",
        server.port,
        username=name,
        known_hosts=None,
        config=None,
        client_keys=[key] if key is not None else None,
        agent_path=None,
        client_factory=GuestClient,
        preferred_auth="publickey" if key is not None else "keyboard-interactive",
        **options,
    )
    try:
        yield conn
    finally:
        conn.abort()
        with contextlib.suppress(Exception):
            await conn.wait_closed()


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait until ``condition`` holds; fails after :data:`LIVENESS` seconds."""
    async with asyncio.timeout(LIVENESS):
        while not condition():  # noqa: ASYNC110 - any state of the server, most without an event
            await asyncio.sleep(0.01)
