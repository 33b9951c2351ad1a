"""The front side of the channels that lead through the bus: who opens them, who takes packets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Final, Protocol

from nats.aio.subscription import Subscription

from server import logs
from server.channel import REQUESTS
from server.cluster import subjects
from server.cluster.bus import Bus
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.inbox import Arrived
from server.cluster.line import Line, Outbox
from server.cluster.link import Link
from server.cluster.offset import Offset
from server.cluster.opening import Body, Opening
from server.cluster.packets import Packet, decode, encode
from server.cluster.port import AHEAD
from server.codes import Code, RequestError
from server.deadlines import Time
from server.wire import WireError, pack, unpack

__all__ = ["Leg", "Sink", "Switchboard"]

_PATIENCE: Final = 1.0
"""Seconds for the answer to a wish for a channel."""


class Sink(Protocol):
    """Where a leg brings what comes."""

    def came(self, leg: Leg, arrived: Arrived, end: str) -> None:
        """Take a frame or notice; ``end``: the code with which the leg ends, ``""`` if not."""
        ...

    def lost(self, leg: Leg) -> None:
        """Be told, once, that nothing more comes, and that this was not said."""
        ...


class Leg:
    """One way to one room. ``process`` is the table process that it leads to, once it is known."""

    def __init__(
        self,
        chan: str,
        sink: Sink,
        time: Time,
        put: Callable[[Leg, bytes], None],
        offset: Callable[[str], Offset],
        closed: Callable[[Leg], None],
    ) -> None:
        self.chan = chan
        self.process = ""
        self._sink = sink
        self._time = time
        self._offset = offset
        self._closed = closed
        link = Link(sends=REQUESTS, takes=AHEAD, now=time.now(), pings=True)
        self._line = Line(link, time, lambda data: put(self, data), self.lose)

    @property
    def unhandled(self) -> int:
        """How many of the requests sent are not known to have been handled."""
        return self._line.unused

    @property
    def closed(self) -> bool:
        """Whether it has ended, from whichever side."""
        return self._line.closed

    def send(self, request: bytes) -> None:
        """Send a request."""
        self._line.send(request)

    def received(self, packet: Packet) -> None:
        """Take a packet of the table side."""
        if packet.echo:
            now = self._time.now()
            self._offset(self.process).answered(asked=packet.echo, at=packet.at, now=now)
        for message in self._line.take(packet):
            try:
                body = Body.from_plain(unpack(message))
            except WireError as error:
                logs.failure("cluster_bad_body", error)
                self.lose()
                return
            self._sink.came(self, self._arrived(body), body.end)

    def lose(self) -> None:
        """Be without the other end: it is gone, silent, or knows nothing of us."""
        self.close()
        self._sink.lost(self)

    def close(self) -> None:
        """End it; idempotent."""
        self._line.close()
        self._closed(self)

    def _arrived(self, body: Body) -> Arrived:
        offset = self._offset(self.process).seconds
        return Arrived(
            data=body.data,
            frame=body.frame,
            cursor=body.cursor,
            left=body.left,
            at=body.at + offset,
            shift=offset if body.beat else None,
            used=self._line.use,
        )


class Switchboard:
    """All legs of one front. :meth:`start` before the first one."""

    def __init__(self, bus: Bus, time: Time) -> None:
        self._bus = bus
        self._time = time
        self._outbox = Outbox(bus)
        self._legs: dict[str, Leg] = {}
        self._offsets: defaultdict[str, Offset] = defaultdict(Offset)
        self._served: Subscription | None = None

    async def start(self) -> None:
        """Take packets from now on."""
        self._outbox.start()
        self._served = await self._bus.listen(subjects.views(self._bus.pid), self._received)

    async def stop(self) -> None:
        """End all legs."""
        for leg in tuple(self._legs.values()):
            leg.lose()
        if self._served is not None:
            await self._served.unsubscribe()
        await self._outbox.stop()

    def process_gone(self, process: str) -> None:
        """End the legs to a table process that is no more."""
        self._offsets.pop(process, None)
        for leg in tuple(self._legs.values()):
            if leg.process == process:
                leg.lose()

    async def open(self, wish: Opening, process: str, sink: Sink) -> Leg:
        """Return a leg to a table at ``process``, or to the lobby of any process.

        What comes goes to ``sink`` at once. Raises :class:`RequestError` as the table side has
        refused, or :class:`ClusterError` if nobody has answered.
        """
        if not self._bus.connected:
            # A wish that is kept until there is a connection would be fulfilled for nobody.
            raise ClusterError(ClusterCode.NO_ANSWER)
        leg = self._legs[wish.chan] = Leg(
            wish.chan, sink, self._time, self._put, self._offsets.__getitem__, self._forget
        )
        pid, opened = self._bus.pid, False
        subject = subjects.open_at(pid, process) if wish.code else subjects.open_lobby(pid)
        leg.process = process if wish.code else ""
        try:
            asked = self._time.now()
            answer = await self._bus.request(subject, pack(wish.plain()), timeout=_PATIENCE)
            leg.process, at = _opened(answer)
            self._offsets[leg.process].answered(asked=asked, at=at, now=self._time.now())
            if leg.closed:
                raise ClusterError(ClusterCode.NO_ANSWER)
            opened = True
        finally:
            if not opened:
                leg.close()
        return leg

    def _put(self, leg: Leg, data: bytes) -> None:
        if leg.process:
            subject = subjects.up(self._bus.pid, leg.process, leg.chan)
            # A player's key does not wait for other sessions; links put in order what overtakes.
            if not self._bus.say(subject, data):
                self._outbox.put(subject, data)

    def _forget(self, leg: Leg) -> None:
        self._legs.pop(leg.chan, None)

    def _received(self, subject: str, payload: bytes) -> None:
        """Take a packet; a table side that speaks of a channel that is no more is told so."""
        route = subjects.route(subject)
        if route.front != self._bus.pid:
            return
        try:
            packet = decode(payload)
        except WireError:
            logs.event("cluster_bad_packet", level=30)
            return
        leg = self._legs.get(route.chan)
        if leg is not None:
            leg.process = leg.process or route.process
            leg.received(packet)
        elif not packet.gone:
            back = subjects.up(self._bus.pid, route.process, route.chan)
            self._outbox.put(back, encode(Packet(gone=True)))


def _opened(answer: bytes) -> tuple[str, float]:
    """Return who has opened a channel, and its time then; raise what it was refused with."""
    try:
        plain = unpack(answer)
    except WireError:
        plain = {}
    match plain:
        case {"process": str(process), "at": float(at)}:
            return process, at
        case {"refused": str(code), "params": dict(params)} if code in set(Code):
            raise RequestError(Code(code), **params)
        case _:
            raise ClusterError(ClusterCode.NO_ANSWER)
