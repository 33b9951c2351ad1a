"""A listener over a real hub, with policies and hosts; visits that only look how they end."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncssh

from server import logs
from server.admin import HostDesk, KeyDesk
from server.api import Connection, ExitStatus
from server.hub import LocalHub
from server.identity import fingerprint
from server.policy import Policy
from server.settings import Limits, Settings
from server.ssh import SshServer
from server.store import Store
from tests.server.ssh_helpers import LIVENESS, GuestClient, Sink

NEW_KEY: Any = object()


class Hosted:
    """A running server; what came to its runner, by connection."""

    def __init__(self, hub: LocalHub, settings: Settings, log: io.StringIO) -> None:
        self.hub = hub
        self.connections: list[Connection] = []
        self.server = SshServer(settings, hub, self._run, run_command=self._note)
        self._log = log

    @property
    def port(self) -> int:
        return self.server.port

    @property
    def names(self) -> list[str]:
        return [connection.who.name for connection in self.connections]

    @property
    def log(self) -> str:
        return self._log.getvalue()

    async def _note(self, connection: Connection) -> int:
        self.connections.append(connection)
        return ExitStatus.OK

    async def _run(self, connection: Connection) -> int:
        """Stay until the client is gone or the task is cancelled."""
        self.connections.append(connection)
        sink = Sink(connection)
        connection.terminal.bind(sink)
        connection.terminal.write(b"here\n")
        await sink.until(lambda: sink.is_lost)
        return ExitStatus.OK


def everything_in(folder: Path) -> bytes:
    """Return the bytes of all files there."""
    return b"".join(path.read_bytes() for path in folder.iterdir())


def prints(keys: tuple[asyncssh.SSHKey, ...]) -> tuple[str, ...]:
    return tuple(fingerprint(key.public_data) for key in keys)


@asynccontextmanager
async def hosted(
    folder: Path,
    *,
    policy: Policy = Policy.OPEN,
    admins: tuple[asyncssh.SSHKey, ...] = (),
    allowed: tuple[asyncssh.SSHKey, ...] = (),
    limits: Limits | None = None,
) -> AsyncIterator[Hosted]:
    """Run a server on a free loopback port over a store in ``folder``."""
    log = io.StringIO()
    logs.install(log)
    hub = LocalHub(Store.open(folder / "store"))
    await hub.start()
    settings = Settings(
        host="127.0.0.1", port=0, data_dir=folder / "data", policy=policy, admins=prints(admins),
        allowed=prints(allowed), limits=limits or Limits(),
    )  # fmt: skip
    made = Hosted(hub, settings, log)
    await made.server.start()
    try:
        yield made
    finally:
        await made.server.stop(0)
        await hub.stop()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a visit ended."""

    status: int | None
    errors: str


async def opened(
    server: Hosted, key: Any = NEW_KEY, name: str = "ann", client: GuestClient | None = None
) -> asyncssh.SSHClientConnection:
    """Connect with a key (a new one by default) or, for ``None``, as a guest."""
    if key is NEW_KEY:
        key = asyncssh.generate_private_key("ssh-ed25519")
    return await asyncssh.connect(
        "127.0.0.1",
        server.port,
        username=name,
        known_hosts=None,
        config=None,
        agent_path=None,
        client_keys=[key] if key is not None else None,
        client_factory=lambda: client or GuestClient(),
        preferred_auth="publickey" if key is not None else "keyboard-interactive",
    )


async def visit(
    server: Hosted,
    *,
    key: Any = NEW_KEY,
    name: str = "ann",
    client: GuestClient | None = None,
    sessions: int = 1,
) -> Ending:
    """Run a command that ends at once, ``sessions`` times in one connection."""
    async with asyncio.timeout(LIVENESS), await opened(server, key, name, client) as conn:
        for _ in range(sessions):
            done = await conn.run("note")
    return Ending(status=done.exit_status, errors=str(done.stderr))


async def stay(
    server: Hosted, *, key: Any = NEW_KEY, name: str = "ann"
) -> asyncssh.SSHClientProcess[str]:
    """Open a session that stays; returns once it runs."""
    conn = await opened(server, key, name)
    process = await conn.create_process()
    async with asyncio.timeout(LIVENESS):
        assert await process.stdout.readline() == "here\n"
    return process


async def end_of(process: asyncssh.SSHClientProcess[str]) -> Ending:
    """Wait for the end of a session that stayed."""
    async with asyncio.timeout(LIVENESS):
        done = await process.wait()
    return Ending(status=done.exit_status, errors=str(done.stderr))


async def as_host(server: Hosted, key: asyncssh.SSHKey) -> HostDesk:
    """Return the desk that a host's connection is handed."""
    await visit(server, key=key, name="host")
    desk = server.connections.pop().host
    assert desk is not None
    return desk


async def keys_of(server: Hosted, key: asyncssh.SSHKey, name: str = "ann") -> KeyDesk:
    """Return the desk for one's keys that a connection is handed."""
    await visit(server, key=key, name=name)
    desk = server.connections.pop().keys
    assert desk is not None
    return desk
