"""A bad network on loopback: a TCP proxy that delays, stalls, splits, throttles and swallows.

Bytes are never lost or changed, for TCP would repair that: a lost packet shows as a stall of the
length of a retransmission time-out, with everything behind it held back.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass

__all__ = ["FAULTS", "Faults", "Proxy", "proxied"]

_CHUNK = 1400
"""Bytes taken at a time: one packet of a common network."""
_AHEAD = 64
"""Packets that may be on their way at once."""
_BUFFER = 8192
"""Bytes of kernel buffer on a narrow link, so that the backlog is not the kernel's."""
_RETRANSMIT = (0.2, 1.2)
"""Seconds that a lost packet and all behind it are late."""

_Packets = asyncio.Queue[tuple[float, bytes]]
"""When each is due (loop time), and its bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """What is wrong with a link; the same in both directions.

    ``latency`` is the seconds of each way, ``loss`` the share of packets that come late, ``rate``
    the bytes a second (0 unlimited), ``split`` the most bytes in one write (0 unlimited).
    """

    latency: float = 0.0
    loss: float = 0.0
    rate: float = 0.0
    split: int = 0


FAULTS = {
    "latency": Faults(latency=0.15),
    "loss": Faults(latency=0.02, loss=0.03),
    "split": Faults(split=1),
    "slow": Faults(rate=3000.0),
}
"""The links of the soak: 300 ms there and back, lossy, one byte a packet, 3 KB/s."""


class Proxy:
    """One listening port in front of ``target`` with the same faults for every connection.

    :meth:`swallow` makes a black hole of it: nothing arrives any more in either direction and
    nobody is told. ``deaf`` stops only what goes to the clients: readers that stall.
    """

    def __init__(self, target: int, faults: Faults, *, seed: int = 0) -> None:
        self.port = 0
        self.passed = 0
        """Bytes that went to clients."""
        self._target = target
        self._faults = faults
        self._chance = random.Random(seed)
        self._up = asyncio.Event()
        self._down = asyncio.Event()
        self._up.set()
        self._down.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen on a free port of 127.0.0.1."""
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        listener.setblocking(False)
        self.port = listener.getsockname()[1]
        self._server = asyncio.create_task(self._accept(listener), name="proxy")

    async def stop(self) -> None:
        """Cut every connection and stop listening."""
        tasks = [*self._tasks, *([self._server] if self._server else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def swallow(self, *, on: bool = True) -> None:
        """Turn the link into a black hole, or back."""
        for gate in (self._up, self._down):
            gate.clear() if on else gate.set()

    def deafen(self, *, on: bool = True) -> None:
        """Stop reading for the clients, or go on."""
        self._down.clear() if on else self._down.set()

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with listener:
            while True:
                client, _address = await loop.sock_accept(listener)
                task = asyncio.create_task(self._serve(client), name="proxy link")
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _serve(self, client: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with client, socket.socket() as server:
            for end in (client, server):
                end.setblocking(False)
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if self._faults.rate:
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER)
            with contextlib.suppress(OSError):
                await loop.sock_connect(server, ("127.0.0.1", self._target))
                ways = [
                    asyncio.create_task(self._way(client, server, self._up)),
                    asyncio.create_task(self._way(server, client, self._down)),
                ]
                try:
                    # One end that closes ends both ways, as a router's table entry would.
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)

    async def _way(self, source: socket.socket, sink: socket.socket, gate: asyncio.Event) -> None:
        faults, loop = self._faults, asyncio.get_running_loop()
        packets: _Packets = asyncio.Queue(1 if faults.rate else _AHEAD)
        taking = asyncio.create_task(self._take(source, packets))
        try:
            while True:
                due, data = await packets.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if faults.loss and self._chance.random() < faults.loss:
                    await asyncio.sleep(self._chance.uniform(*_RETRANSMIT))
                if not data:
                    return
                for at in range(0, len(data), faults.split or len(data)):
                    piece = data[at : at + (faults.split or len(data))]
                    await gate.wait()
                    await loop.sock_sendall(sink, piece)
                    if faults.split:
                        await asyncio.sleep(0)
                if gate is self._down:
                    self.passed += len(data)
                if faults.rate:
                    await asyncio.sleep(len(data) / faults.rate)
        except OSError:
            return
        finally:
            taking.cancel()

    async def _take(
        self, source: socket.socket, packets: asyncio.Queue[tuple[float, bytes]]
    ) -> None:
        loop = asyncio.get_running_loop()
        size = 300 if self._faults.rate else _CHUNK
        data = b"?"
        while data:
            try:
                data = await loop.sock_recv(source, size)
            except OSError:
                data = b""
            await packets.put((loop.time() + self._faults.latency, data))


@contextlib.asynccontextmanager
async def proxied(target: int, faults: Faults, *, seed: int = 0) -> AsyncIterator[Proxy]:
    """Run a proxy in front of ``target`` inside the block."""
    proxy = Proxy(target, faults, seed=seed)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.stop()
