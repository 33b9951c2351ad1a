"""A real asyncssh client that counts bytes and times keys, for the session figures."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import asyncssh

__all__ = ["BenchClient", "connect"]

QUIET = 0.4
"""Seconds without a byte after which the screen counts as settled."""


@dataclass
class BenchClient(asyncssh.SSHClientSession[bytes]):
    """One terminal of ``columns`` x ``rows``; ``received`` are channel bytes, not packets."""

    received: int = 0
    bursts: int = 0
    """Deliveries of data: one flush of the server's differ is one burst."""
    last: float = 0.0
    tail: bytearray = field(default_factory=bytearray)
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _channel: asyncssh.SSHClientChannel[bytes] | None = None
    _connection: asyncssh.SSHClientConnection | None = None

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Count what arrives and keep the newest of it."""
        del datatype
        self.received += len(data)
        self.bursts += 1
        self.last = time.perf_counter()
        self.tail += data
        del self.tail[:-16_384]
        self._news.set()

    def send(self, keys: bytes) -> None:
        """Type."""
        assert self._channel is not None
        self._channel.write(keys)

    async def news(self, since: int) -> None:
        """Wait until more than ``since`` bytes have come in all."""
        while self.received <= since:
            self._news.clear()
            await self._news.wait()

    async def settled(self, *, quiet: float = QUIET, patience: float = 20.0) -> int:
        """Wait until nothing has come for ``quiet`` seconds; return all bytes so far."""
        end = time.perf_counter() + patience
        while time.perf_counter() < end:
            before = self.received
            await asyncio.sleep(quiet)
            if self.received == before and before:
                break
        return self.received

    async def cost(self, keys: bytes) -> int:
        """Return the bytes that ``keys`` bring, on a settled screen."""
        before = await self.settled()
        self.send(keys)
        await asyncio.sleep(QUIET)
        return await self.settled() - before

    async def latency(self, keys: bytes, *, patience: float = 10.0) -> float:
        """Return the seconds from a key to the next data; ``patience`` if none comes."""
        self._news.clear()
        start = time.perf_counter()
        self.send(keys)
        try:
            await asyncio.wait_for(self._news.wait(), patience)
        except TimeoutError:
            return patience
        return time.perf_counter() - start

    def close(self) -> None:
        """Cut the connection off."""
        if self._connection is not None:
            self._connection.abort()


async def connect(
    port: int,
    name: str,
    command: str | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    host: str = "127.0.0.1",
    met: Callable[[asyncssh.SSHClientConnection], None] = lambda _: None,
) -> BenchClient:
    """Connect as a keyed player with a truecolor terminal, in English.

    Whatever ``met`` raises of the connection ends it before its session begins.
    """
    key = asyncssh.generate_private_key("ssh-ed25519")
    connection = await asyncssh.connect(
        host,
        port,
        username=name,
        client_keys=[key],
        known_hosts=None,
        agent_path=None,
        config=None,
        compression_algs=None,
    )
    try:
        met(connection)
    except BaseException:
        connection.abort()
        raise
    client = BenchClient()
    channel, _session = await connection.create_session(
        lambda: client,
        command,
        term_type="xterm-256color",
        term_size=size,
        env={"LANG": "en_US.UTF-8", "COLORTERM": "truecolor"},
        encoding=None,
    )
    client._channel = channel
    client._connection = connection
    return client
