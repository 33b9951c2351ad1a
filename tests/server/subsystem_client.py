"""A client of the ``undertable`` subsystem, and a server whose channels are recorded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import asyncssh

from server import subsystem
from server.api import Channel, Connection, Hub, Identity
from server.framing import Frames, envelope, framed, opened
from server.settings import Limits, Settings
from server.ssh import SshServer
from server.subsystem import VERSION
from server.wire import pack, unpack
from tests.server.house import House, Person
from tests.server.ssh_helpers import LIVENESS, connected

HELLO = {"op": "hello", "version": VERSION}


class Recorded:
    """A channel that keeps what its session fetched from it."""

    def __init__(self, channel: Channel, kept: list[bytes]) -> None:
        self._channel = channel
        self._kept = kept

    def send(self, request: bytes) -> None:
        self._channel.send(request)

    async def receive(self) -> bytes:
        frame = await self._channel.receive()
        self._kept.append(frame)
        return frame

    def close(self) -> None:
        self._channel.close()


class RecordingHub:
    """A hub whose channels are :class:`Recorded`, in the order of opening."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.kept: list[list[bytes]] = []

    def lobby(self, who: Identity) -> Channel:
        return self._record(self._hub.lobby(who))

    def table(self, who: Identity, code: str, *, watch: bool = False) -> Channel:
        return self._record(self._hub.table(who, code, watch=watch))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hub, name)

    def _record(self, channel: Channel) -> Channel:
        self.kept.append([])
        return Recorded(channel, self.kept[-1])


async def _no_screen(connection: Connection) -> int:
    raise AssertionError("a subsystem has no screen")


@asynccontextmanager
async def serving(h: House, folder: Path, *, limits: Limits | None = None) -> AsyncIterator[Served]:
    """Run a listener over a hub under test."""
    hub = RecordingHub(h.hub)
    settings = Settings(
        host="127.0.0.1", port=0, data_dir=folder / "data", limits=limits or Limits()
    )
    server = SshServer(settings, cast(Hub, hub), _no_screen)
    await server.start()
    try:
        yield Served(server, hub)
    finally:
        await server.stop(0)


class Served:
    def __init__(self, server: SshServer, hub: RecordingHub) -> None:
        self.server = server
        self.hub = hub


class Wire:
    """A client of the subsystem: frames out, frames in, by channel."""

    def __init__(
        self, out: asyncssh.SSHWriter[bytes], into: asyncssh.SSHReader[bytes], *, read: bool = True
    ) -> None:
        self.out = out
        self.into = into
        self.raw: dict[int, list[bytes]] = {}
        self.closed = asyncio.Event()
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._read()) if read else None

    async def _read(self) -> None:
        frames = Frames(subsystem.MAX_OUT)
        while data := await self.into.read(65536):
            for payload in frames.feed(data):
                number, body = opened(payload)
                self.raw.setdefault(number, []).append(body)
            self._news.set()
        self.closed.set()
        self._news.set()

    def send(self, number: int, request: Mapping[str, Any]) -> None:
        self.out.write(framed(envelope(number, pack(request)), 2**31))

    def open(self, number: int, room: str, **more: str) -> Person:
        """Open a channel and put somebody at it who reads all that comes."""
        self.send(0, {"op": "open", "channel": number, "room": room, **more})
        return Person(Remote(self, number))

    async def own(self, count: int = 1) -> list[dict[str, Any]]:
        """Wait for so many frames of the session itself."""
        async with asyncio.timeout(LIVENESS):
            while len(self.raw.get(0, [])) < count:
                await self.news()
        return [unpack(body) for body in self.raw[0]]

    async def news(self) -> None:
        self._news.clear()
        if not self.closed.is_set():
            await self._news.wait()

    async def status(self) -> int:
        async with asyncio.timeout(LIVENESS):
            await self.out.channel.wait_closed()
            if self._task is not None:
                await self._task
        return exit_status(self.out)


def exit_status(out: asyncssh.SSHWriter[bytes]) -> int:
    status = cast("asyncssh.SSHClientChannel[bytes]", out.channel).get_exit_status()
    assert status is not None
    return status


class Remote:
    """One of a client's channels, as ``server.api.Channel``."""

    def __init__(self, wire: Wire, number: int) -> None:
        self._wire = wire
        self._number = number
        self._taken = 0

    def send(self, request: bytes) -> None:
        self._wire.out.write(framed(envelope(self._number, request), 2**31))

    async def receive(self) -> bytes:
        while self._taken == len(self._wire.raw.get(self._number, [])):
            if self._wire.closed.is_set():
                raise EOFError
            await asyncio.sleep(0.005)
        self._taken += 1
        return self._wire.raw[self._number][self._taken - 1]

    def close(self) -> None:
        self._wire.send(0, {"op": "close", "channel": self._number})


@asynccontextmanager
async def client(
    server: SshServer,
    name: str = "ann",
    *,
    hello: bool = True,
    key: asyncssh.SSHKey | None = None,
    **options: Any,
) -> AsyncIterator[Wire]:
    """Log in with a key, a new one if none is given, and say hello unless told otherwise."""
    key = key or asyncssh.generate_private_key("ssh-ed25519")
    async with connected(server, key=key, name=name) as conn:
        out, into, _ = await conn.open_session(subsystem="undertable", encoding=None, **options)
        wire = Wire(out, into)
        if hello:
            wire.send(0, HELLO)
            await wire.own()
        yield wire
