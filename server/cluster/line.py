"""A link on the bus: its timer, its subject, and the queue by which all packets leave a process."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from server.cluster.link import Link
from server.cluster.packets import Packet, encode
from server.deadlines import Cancel, Time

__all__ = ["Line", "Outbox", "Publisher"]

_MOST: Final = 20_000
"""Packets that wait to leave; more are lost, and sent again by their links."""


class Publisher(Protocol):
    """What carries packets: a :class:`server.cluster.bus.Bus`."""

    @property
    def connected(self) -> bool:
        """Whether there is any way out now."""
        ...

    async def publish(self, subject: str, payload: bytes) -> None:
        """Send ``payload``; it may be lost."""
        ...


class Outbox:
    """Lets packets leave in the order in which they were put, without anybody waiting for that.

    Without a connection they are lost, and sent again by their links: what is kept for a connection
    to come would be old news for everybody then.
    """

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def put(self, subject: str, payload: bytes) -> None:
        """Send ``payload`` soon."""
        if self._publisher.connected and len(self._waiting) < _MOST:
            self._waiting.append((subject, payload))
            self._news.set()

    def start(self) -> None:
        """Begin to send."""
        self._task = asyncio.create_task(self._send())

    async def stop(self) -> None:
        """Send what waits, and end."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))
            await self._empty()

    async def _send(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            await self._empty()

    async def _empty(self) -> None:
        while self._waiting:
            await self._publisher.publish(*self._waiting.popleft())


class Line:
    """One end of a channel: a link whose packets go out by ``put``.

    ``lost`` is called once if the other end is silent for too long, or knows nothing of us.
    """

    def __init__(
        self, link: Link, time: Time, put: Callable[[bytes], None], lost: Callable[[], None]
    ) -> None:
        self._link = link
        self._time = time
        self._put = put
        self._lost = lost
        self._timer: Cancel | None = None
        self._rings = 0.0
        self._closed = False
        self.flush()

    @property
    def closed(self) -> bool:
        """Whether it has ended."""
        return self._closed

    @property
    def room(self) -> bool:
        """Whether what is sent now goes out now."""
        return self._link.room

    @property
    def unused(self) -> int:
        """How many of the packets sent are not known to have been used at the other end."""
        return self._link.unused

    @property
    def unacknowledged(self) -> int:
        """How many of the packets sent are not known to have arrived."""
        return self._link.unacknowledged

    def take(self, packet: Packet) -> list[bytes]:
        """Take a packet that came; return the messages that are complete now."""
        if self._closed:
            return []
        if packet.gone:
            self.close(tell=False)
            self._lost()
            return []
        now = self._time.now()
        messages = self._link.receive(packet, now)
        self._plan(now)
        return messages

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._link.send(message)
        self.flush()

    def use(self) -> None:
        """Let the other end send one more."""
        now = self._time.now()
        self._link.use(now)
        self._plan(now)

    def close(self, *, tell: bool = True) -> None:
        """End without more ado; ``tell`` the other end."""
        if self._closed:
            return
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if tell:
            self._put(encode(Packet(gone=True)))

    def flush(self) -> None:
        """Put on the wire what is due."""
        if self._closed:
            return
        now = self._time.now()
        for packet in self._link.due(now):
            self._put(encode(packet))
        self._wake_at(self._link.wakes(now))

    def _plan(self, now: float) -> None:
        """Flush at once if something is due, or else when it will be."""
        wakes = self._link.wakes(now)
        if wakes <= now:
            self.flush()
        elif not self._closed:
            self._wake_at(wakes)

    def _wake_at(self, wakes: float) -> None:
        if self._timer is None or wakes < self._rings:
            if self._timer is not None:
                self._timer.cancel()
            self._rings = wakes
            self._timer = self._time.call_at(wakes, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self._link.lost(self._time.now()):
            self.close()
            self._lost()
        else:
            self.flush()
