"""A reliable stream of messages both ways over subjects that lose, double and reorder packets.

One end of it, as a pure state machine: it is told what came and what time it is, and says what is
to be put on the wire. Each end bounds how many packets the other may send ahead of what has been
*used* here, so neither holds more than that, and the sender knows what has been used over there.

One end (the front's) pings whenever it has heard nothing for a while. So each hears from the other
as long as both live and are connected, and an end that hears nothing for long gives up.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from server.cluster.packets import Packet

__all__ = ["GIVE_UP", "LARGEST", "RESEND", "Link"]

RESEND: Final = 1.0
"""Seconds without news of it after which a packet is sent again."""
GIVE_UP: Final = 12.0
"""Seconds without a word from the other end after which it counts as lost."""
QUIET: Final = 4.0
"""Seconds of silence after which one end pings."""
ACK: Final = 0.4
"""Seconds that a word on what has arrived may wait for a packet to ride on."""
LARGEST: Final = 256 * 1024
"""Bytes of one packet's body; a longer message takes several."""


class Link:
    """One end. ``sends`` and ``takes`` are the windows in packets; the other end has them swapped.

    All times are in seconds of one clock that never goes back; ``now`` is when the link begins.
    """

    def __init__(self, *, sends: int, takes: int, now: float, pings: bool) -> None:
        self._takes = takes
        self._pings = pings
        # What this end sends.
        self._queue: deque[tuple[bytes, bool]] = deque()
        self._flight: dict[int, tuple[bytes, bool]] = {}
        self._sent = 0
        self._acked = 0
        self._limit = self._window = sends
        self._resend_at = now
        # What this end gets.
        self._arrived = 0
        self._early: dict[int, Packet] = {}
        self._parts: list[bytes] = []
        self._used = 0
        self._told_ack = 0
        self._told_upto = takes
        self._owed_at: float | None = None
        self._echo = 0.0
        # Whether anybody is there.
        self._heard = self._pinged = now

    # --- sending ---

    @property
    def room(self) -> bool:
        """Whether a message given now would go out now."""
        return not self._queue and self._sent < self._limit

    @property
    def unacknowledged(self) -> int:
        """How many packets are not known to have arrived, or have not been sent."""
        return len(self._queue) + self._sent - self._acked

    @property
    def unused(self) -> int:
        """How many packets are not known to have been used at the other end."""
        return len(self._queue) + self._sent - (self._limit - self._window)

    def send(self, message: bytes) -> None:
        """Take a message to be sent; ask :attr:`room` first, for what has none waits here."""
        starts = range(0, max(len(message), 1), LARGEST)
        self._queue.extend(
            (message[start : start + LARGEST], start != starts[-1]) for start in starts
        )

    # --- receiving ---

    def receive(self, packet: Packet, now: float) -> list[bytes]:
        """Take a packet off the wire; return the messages that are complete with it, in order."""
        self._heard = max(self._heard, now)
        if self._acked < packet.ack <= self._sent:
            for number in range(self._acked + 1, packet.ack + 1):
                self._flight.pop(number, None)
            self._acked = packet.ack
            self._resend_at = now + RESEND
        self._limit = max(self._limit, packet.upto)
        if packet.ping:
            self._echo = packet.ping
            self._owe(now)
        return self._take(packet, now) if packet.number else []

    def _take(self, packet: Packet, now: float) -> list[bytes]:
        if packet.number <= self._arrived:
            self._owe(now)  # our word on it was lost
            return []
        if packet.number > self._used + self._takes:
            return []  # more than was allowed
        self._early[packet.number] = packet
        complete: list[bytes] = []
        while (following := self._early.pop(self._arrived + 1, None)) is not None:
            self._arrived += 1
            self._parts.append(following.body)
            if following.more:
                self._used += 1
            else:
                complete.append(b"".join(self._parts))
                self._parts.clear()
        hurry = self._early or 2 * (self._arrived - self._told_ack) >= self._takes
        self._owe(now if hurry else now + ACK)
        return complete

    def use(self, now: float) -> None:
        """Note that one more received message has been used up: the other end may send one more."""
        self._used += 1
        due = 2 * (self._used + self._takes - self._told_upto) >= self._takes
        self._owe(now if due else now + ACK)

    def _owe(self, when: float) -> None:
        self._owed_at = when if self._owed_at is None else min(self._owed_at, when)

    # --- what is to be done ---

    def due(self, now: float) -> list[Packet]:
        """Return what is to be put on the wire now."""
        fresh: list[int] = []
        while self._queue and self._sent < self._limit:
            self._sent += 1
            self._flight[self._sent] = self._queue.popleft()
            fresh.append(self._sent)
        if fresh and len(fresh) == len(self._flight):
            self._resend_at = now + RESEND
        elif self._flight and now >= self._resend_at:
            fresh = sorted(self._flight)
            self._resend_at = now + RESEND
        packets = [self._packet(number, now) for number in fresh]
        ping = self._next_ping()
        if ping is not None and now >= ping:
            self._pinged = now
            packets.append(self._packet(0, now, ping=now))
        elif not packets and self._owed_at is not None and now >= self._owed_at:
            packets.append(self._packet(0, now))
        if packets:
            self._owed_at = None
        return packets

    def wakes(self, now: float) -> float:
        """Return when :meth:`due` or :meth:`lost` will have something new to say."""
        if self._queue and self._sent < self._limit:
            return now
        moments = [self._heard + GIVE_UP]
        if self._flight:
            moments.append(self._resend_at)
        if self._owed_at is not None:
            moments.append(self._owed_at)
        if (ping := self._next_ping()) is not None:
            moments.append(ping)
        return max(min(moments), now)

    def lost(self, now: float) -> bool:
        """Return whether the other end has been silent for too long."""
        return now - self._heard >= GIVE_UP

    def _next_ping(self) -> float | None:
        """Return when this end is to ask whether the other is there; ``None`` for never.

        An end that waits for room asks sooner, for the word that made room may have been lost.
        """
        if self._queue and not self._flight:
            return self._pinged + RESEND
        return max(self._heard + QUIET, self._pinged + RESEND) if self._pings else None

    def _packet(self, number: int, now: float, *, ping: float = 0.0) -> Packet:
        body, more = self._flight[number] if number else (b"", False)
        self._told_ack, self._told_upto = self._arrived, self._used + self._takes
        echo, self._echo = self._echo, 0.0
        return Packet(
            number=number, body=body, more=more, ack=self._told_ack, upto=self._told_upto,
            ping=ping, echo=echo, at=now if echo else 0.0,
        )  # fmt: skip
