"""Who may come in, how many, how fast: small gates that know nothing of SSH.

A gate's ``admit`` takes a key (an address, an identity) and returns what undoes the admission;
it raises :class:`Turned` and changes nothing where the answer is no. :func:`admit_all` combines
gates: all of them, or none.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Protocol

__all__ = [
    "Bucket", "Gate", "Pace", "Reason", "Release", "Tally", "Turned", "Turnstile", "address_group",
    "admit_all", "utc",
]  # fmt: skip

Clock = Callable[[], float]
Release = Callable[[], None]


class Reason(StrEnum):
    """Why somebody was turned away."""

    BUSY = "busy"
    """Too many connections are logging in now, in all or from this address."""
    TOO_FAST = "too_fast"
    """Too many connections in a short time from this address."""
    FULL = "full"
    """The server has no room for another session."""
    ADDRESS_FULL = "address_full"
    """Too many sessions from this address."""
    IDENTITY_FULL = "identity_full"
    """This key has too many sessions open."""
    DRAINING = "draining"
    """The server is about to stop."""
    BANNED = "banned"
    """This person or address is banned. Params: ``until`` (text, UTC), ``reason``."""
    KEY_REMOVED = "key_removed"
    """The owner of this key has removed it."""
    NOT_INVITED = "not_invited"
    """An invite code is needed."""
    BAD_INVITE = "bad_invite"
    """The invite code is unknown, used up or too old."""
    NOT_LISTED = "not_listed"
    """Only listed keys may enter."""


class Turned(Exception):
    """Somebody was turned away at a gate; the gate is as it was before."""

    def __init__(self, reason: Reason, /, **params: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.params: Mapping[str, str] = params


class Gate(Protocol):
    """One concern that says whether ``key`` may come in now."""

    def admit(self, key: str) -> Release:
        """Return what undoes the admission (idempotent); raise :class:`Turned` otherwise."""
        ...


def once(action: Release) -> Release:
    """Return ``action`` so that only the first call does something."""
    done = False

    def release() -> None:
        nonlocal done
        if not done:
            done = True
            action()

    return release


class Tally:
    """At most ``total`` admissions at a time in all, and ``each`` per key."""

    def __init__(self, *, total: int, each: int, total_reason: Reason, each_reason: Reason) -> None:
        self._limits = (total, each)
        self._reasons = (total_reason, each_reason)
        self._by_key: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._by_key.total()

    def admit(self, key: str) -> Release:
        """Count ``key`` in until released."""
        total, each = self._limits
        # The narrower reason first: it tells the client what it can change.
        if self._by_key[key] >= each:
            raise Turned(self._reasons[1])
        if self._by_key.total() >= total:
            raise Turned(self._reasons[0])
        self._by_key[key] += 1
        return once(lambda: self._leave(key))

    def _leave(self, key: str) -> None:
        self._by_key[key] -= 1
        if not self._by_key[key]:
            del self._by_key[key]


class Bucket:
    """A token bucket: ``burst`` at once, refilled by ``rate`` a second."""

    def __init__(self, *, burst: float, rate: float, clock: Clock = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._level = burst
        self._at = clock()

    def take(self, amount: float) -> float:
        """Spend ``amount`` even if that goes into debt; return the seconds until it is paid."""
        self._refill()
        self._level -= amount
        return max(0.0, -self._level / self._rate)

    def try_take(self, amount: float, *, debt: float = 0.0) -> bool:
        """Spend ``amount`` if it is there, or if no more than ``debt`` is missing."""
        self._refill()
        if self._level + debt < amount:
            return False
        self._level -= amount
        return True

    @property
    def owed(self) -> float:
        """Seconds until a debt is paid; 0 without one."""
        self._refill()
        return max(0.0, -self._level / self._rate)

    def _refill(self) -> None:
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._at) * self._rate)
        self._at = now


class Pace:
    """How fast each key may come: a bucket per key, for the keys seen last.

    Being refused costs nothing, so whoever waits gets in: nobody is shut out for trying. Up to
    ``patience`` seconds too early is let in, to be held up for :meth:`early`. A client that fails
    again and again behind the same address is slowed down by that itself, before it can take
    every turn of the others.
    """

    def __init__(
        self,
        *,
        burst: int,
        per_minute: float,
        patience: float = 0.0,
        clock: Clock = time.monotonic,
        remember: int = 4096,
    ) -> None:
        self._burst = float(burst)
        self._rate = per_minute / 60
        self._debt = patience * self._rate
        self._clock = clock
        self._remember = remember
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def admit(self, key: str) -> Release:
        """Count one arrival of ``key``; an arrival cannot be undone."""
        bucket = self._buckets.pop(key, None)
        if bucket is None:
            bucket = Bucket(burst=self._burst, rate=self._rate, clock=self._clock)
        self._buckets[key] = bucket
        while len(self._buckets) > self._remember:
            self._buckets.popitem(last=False)
        if not bucket.try_take(1, debt=self._debt):
            raise Turned(Reason.TOO_FAST)
        return lambda: None

    def early(self, key: str) -> float:
        """Return the seconds that the last one admitted under ``key`` has come too early."""
        bucket = self._buckets.get(key)
        return bucket.owed if bucket is not None else 0.0


class Turnstile:
    """Lets one through every ``interval`` seconds, in the order of arrival.

    So many who come at once do not take the whole loop from those who are here already.
    """

    def __init__(self, *, interval: float, clock: Clock = time.monotonic) -> None:
        self._interval = interval
        self._clock = clock
        self._next = clock()

    def wait(self) -> float:
        """Take a turn; return the seconds until it has come."""
        now = self._clock()
        turn = max(now, self._next)
        self._next = turn + self._interval
        return turn - now


def admit_all(*steps: tuple[Gate, str]) -> Release:
    """Pass every (gate, key) in order, or none; return what undoes them all, last first."""
    releases: list[Release] = []

    def undo() -> None:
        for release in reversed(releases):
            release()

    try:
        for gate, key in steps:
            releases.append(gate.admit(key))
    except Turned:
        undo()
        raise
    return once(undo)


def utc(until: float) -> str:
    """Return a ban's end as a client reads it before it has a language; 0 is no end."""
    return time.strftime("until %Y-%m-%d %H:%M UTC", time.gmtime(until)) if until else "for good"


def address_group(address: str) -> str:
    """Return the key under which ``address`` is counted.

    IPv4 as it is (also when mapped into IPv6), IPv6 by its /64, which one customer owns as a
    whole; anything else (a Unix socket) by its text.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
