"""The table side of the channels that lead through the bus.

A front asks for a channel; the port gets a :class:`LocalChannel` of the room that is meant, and
carries its frames over a link. The next frame is fetched only when the link has room, so a front
that is slow costs one merged frame, as a slow session does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Final, Protocol

from nats.aio.subscription import Subscription

from server import logs
from server.api import Identity
from server.channel import REQUESTS, Given, LocalChannel, rounded
from server.cluster import subjects
from server.cluster.bus import Bus
from server.cluster.line import Line, Outbox
from server.cluster.link import Link
from server.cluster.opening import Body, Opening
from server.cluster.packets import Packet, decode, encode
from server.codes import RequestError
from server.cursor import Cursor
from server.deadlines import Time
from server.wire import WireError, pack, unpack

__all__ = ["AHEAD", "LobbyDoor", "Port", "TableDoor"]

AHEAD: Final = 4
"""Frames that may be on their way to a session, or wait for it at its front."""


class TableDoor(Protocol):
    """Where the tables of this process are; :class:`server.cluster.host.TableHost`."""

    def attach(
        self, who: Identity, code: str, *, watch: bool = False, have: Cursor | None = None
    ) -> LocalChannel:
        """Return a channel to a table; raise :class:`RequestError`, ``moved`` among them."""
        ...


class LobbyDoor(Protocol):
    """Where the lobby is; :class:`server.cluster.lounge.Lounge`."""

    def attach(self, who: Identity) -> LocalChannel:
        """Return a channel to the lobby; raise :class:`RequestError` ``moved`` if it is closed."""
        ...


class _Visit:
    """One channel: the room's end of it, and the line to its front."""

    def __init__(
        self, channel: LocalChannel, time: Time, put: Callable[[bytes], None], gone: _Gone
    ) -> None:
        self.channel = channel
        self._time = time
        self._gone = gone
        self._news = asyncio.Event()
        self._over = False
        link = Link(sends=AHEAD, takes=REQUESTS, now=time.now(), pings=False)
        self._line = Line(link, time, put, self.drop)
        channel.on_handled = self._line.use
        self._task = asyncio.get_running_loop().create_task(self._pump(), context=Context())

    def received(self, packet: Packet) -> None:
        """Take a packet of the front."""
        for request in self._line.take(packet):
            self.channel.send(request)
        self._news.set()

    def drop(self) -> None:
        """End it from this side, without more ado."""
        if not self._over:
            self._over = True
            self.channel.on_handled = None
            self._line.close()
            self._task.cancel()
            self.channel.close()
            self._gone(self)

    async def _pump(self) -> None:
        """Carry what the room has for the session, then its end, and see that both arrive."""
        try:
            while True:
                await self._until(lambda: self._line.room)
                given = await self.channel.take()
                self._line.send(pack(self._body(given).plain()))
        except EOFError:
            await self._until(lambda: not self._line.unacknowledged)
        except Exception as error:  # noqa: BLE001 - one channel, not the port
            logs.failure("cluster_channel_failed", error)
        self.drop()

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._news.clear()
            await self._news.wait()

    def _body(self, given: Given) -> Body:
        match given["t"]:
            case "notice":
                end = str(given["code"]) if given.get("closed") else ""
                return Body(data=pack(given), end=end)
            case "lobby":
                return Body(data=pack(given), frame=True)
            case "table":
                clock = given["clock"]
                left = None if clock is None else clock["left"]
                return Body(
                    data=pack(rounded(given)),
                    frame=True,
                    cursor=self.channel.cursor(),
                    left=left,
                    at=self._time.now(),
                    beat="beat" in given,
                )


_Gone = Callable[[_Visit], None]


class Port:
    """All channels of one table process. :meth:`start` takes the first one."""

    def __init__(
        self,
        bus: Bus,
        tables: TableDoor,
        lobby: LobbyDoor,
        time: Time,
        named: Callable[[Identity], Awaitable[object]] | None = None,
    ) -> None:
        self._bus = bus
        self._named = named
        self._tables = tables
        self._rooms = lobby
        self._time = time
        self._outbox = Outbox(bus)
        self._visits: dict[tuple[str, str], _Visit] = {}
        self._lobby: Subscription | None = None
        self._served: list[Subscription] = []

    def __len__(self) -> int:
        """Return how many channels are open."""
        return len(self._visits)

    async def start(self) -> None:
        """Open channels to whoever asks for them from now on."""
        self._outbox.start()
        pid = self._bus.pid
        self._served = [
            await self._bus.listen(subjects.ups(pid), self._received),
            await self._bus.serve(subjects.opens_at(pid), self._open),
        ]
        self._lobby = await self._bus.serve(
            subjects.opens_lobby(), self._open, queue=subjects.TABLES
        )

    async def turn_to_others(self) -> None:
        """Open no lobby any more: the next one is another process's."""
        if self._lobby is not None:
            await self._lobby.unsubscribe()
            self._lobby = None

    async def stop(self) -> None:
        """End all channels; their fronts look for their rooms elsewhere."""
        await self.turn_to_others()
        for subscription in self._served:
            await subscription.unsubscribe()
        for visit in tuple(self._visits.values()):
            visit.drop()
        await self._outbox.stop()

    def front_gone(self, front: str) -> None:
        """End the channels of a front that is no more."""
        for (owner, _), visit in tuple(self._visits.items()):
            if owner == front:
                visit.drop()

    async def _open(self, subject: str, payload: bytes) -> bytes:
        """Answer a wish for a channel: who has it, and that process's time; or why not."""
        front = subjects.caller(subject)
        try:
            wish = Opening.from_plain(unpack(payload))
            inward = subjects.view(front or "", self._bus.pid, wish.chan)
        except (WireError, ValueError):
            return pack({"refused": "", "params": {}})
        assert front is not None
        if self._named is not None:
            # Another process may be binding the same name: nobody is shown under one in dispute.
            await self._named(wish.who)
        try:
            channel = (
                self._tables.attach(wish.who, wish.code, watch=wish.watch, have=wish.have)
                if wish.code
                else self._rooms.attach(wish.who)
            )
        except RequestError as error:
            return pack({"refused": str(error.code), "params": dict(error.params)})
        key = (front, wish.chan)

        def gone(visit: _Visit) -> None:
            if self._visits.get(key) is visit:
                del self._visits[key]

        old = [self._visits.get((front, chan)) for chan in (wish.chan, *wish.old)]
        self._visits[key] = _Visit(
            channel, self._time, lambda data: self._outbox.put(inward, data), gone
        )
        # The new one is there first, so that nobody seems to leave.
        for visit in old:
            if visit is not None:
                visit.drop()
        return pack({"process": self._bus.pid, "at": self._time.now()})

    def _received(self, subject: str, payload: bytes) -> None:
        """Take a packet; a front that speaks of a channel that is no more is told so."""
        route = subjects.route(subject)
        try:
            packet = decode(payload)
        except WireError:
            logs.event("cluster_bad_packet", level=30)
            return
        visit = self._visits.get((route.front, route.chan))
        if visit is not None:
            visit.received(packet)
        elif not packet.gone:
            self._outbox.put(
                subjects.view(route.front, self._bus.pid, route.chan), encode(Packet(gone=True))
            )
