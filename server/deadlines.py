"""Decision clocks, over a source of time that tests can set by hand.

A table's clock has a name for its players and seconds on the wire; :data:`SECONDS` is the one table
of both.
"""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol

__all__ = [
    "OLDER", "SECONDS", "SHORT", "Cancel", "DecisionClock", "LoopTime", "Pace", "Time", "pace_of",
    "warned_at",
]  # fmt: skip


class Pace(StrEnum):
    """How long a decision may take, by name."""

    NONE = "none"
    RELAXED = "relaxed"
    NORMAL = "normal"
    BLITZ = "blitz"


SECONDS: Final[Mapping[Pace, int]] = MappingProxyType(
    {Pace.NONE: 0, Pace.RELAXED: 300, Pace.NORMAL: 90, Pace.BLITZ: 20}
)
"""Seconds for each decision; 0 for as long as it likes."""
OLDER: Final = (30, 60, 120)
"""Clocks that earlier versions offered: tables that have one keep it, and no form offers it."""
_LEAST: Final = 1.0
"""Seconds that a clock gets at least: a time-out that cannot be stored must not try in a rush."""
SHORT: Final = 10
"""Seconds for each decision of a player who lets time run out again and again."""


def pace_of(seconds: int) -> Pace | None:
    """Return the name of a clock, ``None`` for one of :data:`OLDER`."""
    return next((pace for pace, known in SECONDS.items() if known == seconds), None)


def warned_at(total: int) -> float:
    """Return how many seconds are left when the asked player is warned.

    A quarter, but 10 s at least; half of a clock that is too short for that.
    """
    return min(max(total / 4, 10.0), total / 2)


class Cancel(Protocol):
    """Something that was planned and can be called off."""

    def cancel(self) -> None:
        """Call it off; nothing happens if it is past."""
        ...


class Time(Protocol):
    """Where seconds come from; monotonic, with no fixed start."""

    def now(self) -> float:
        """Return the current time in seconds."""
        ...

    def wall(self) -> float:
        """Return the time of day, in seconds since 1970: for what must survive a restart."""
        ...

    def call_at(self, when: float, callback: Callable[[], None]) -> Cancel:
        """Call ``callback`` once at ``when``, on the event loop."""
        ...


class LoopTime:
    """The running event loop's time."""

    def now(self) -> float:
        """Return the loop's monotonic time in seconds."""
        return asyncio.get_running_loop().time()

    def wall(self) -> float:
        """Return the system's time in seconds since 1970."""
        return time.time()

    def call_at(self, when: float, callback: Callable[[], None]) -> Cancel:
        """Plan a call on the running loop, in an empty context.

        The caller may be a session's task, and a timer keeps its context alive until its time, even
        a cancelled one: with it, a whole App that has long ended.
        """
        return asyncio.get_running_loop().call_at(when, callback, context=contextvars.Context())


class DecisionClock:
    """The clock of one table's open decision.

    A decision is known by its ``key``; to run it again for the same key does nothing, so an answer
    that changes nothing in public (one of a sealed gather) does not touch the clock. ``expired``
    gets the number of the run, which :meth:`is_running` tells from all others: a time-out that was
    on its way while somebody answered is recognised as late. ``soon`` gets it at :func:`warned_at`.
    """

    def __init__(
        self, time: Time, expired: Callable[[int], None], soon: Callable[[int], None]
    ) -> None:
        self._time = time
        self._expired = expired
        self._soon = soon
        self._key: object = None
        self._run = 0
        self._planned: tuple[Cancel, ...] = ()
        self.ends: float | None = None
        """When it runs out, on the scale of the time source; ``None`` while it stands still."""
        self.until: int | None = None
        """The same in seconds since 1970, rounded once, so that it does not flicker."""
        self.total = 0

    def run(self, key: object, total: int, left: float | None = None) -> None:
        """Give the decision ``key`` its ``total`` seconds, unless it has them already.

        ``left`` of them are left, all by default: a decision of hours outlives its server.
        """
        if self.ends is None or key != self._key:
            self._key = key
            self._plan(total, total if left is None else left)

    def stretch(self, total: int) -> None:
        """Let the decision that runs have ``total`` seconds in all: the rules have added some."""
        if self.ends is not None and total != self.total:
            self._plan(total, self.left + total - self.total)

    def _plan(self, total: int, left: float) -> None:
        self.stop()
        left = max(left, _LEAST)
        self.total, self.ends = total, self._time.now() + left
        self.until = round(self._time.wall() + left)
        run = self._run
        self._planned = (
            self._time.call_at(self.ends - warned_at(total), lambda: self._soon(run)),
            self._time.call_at(self.ends, lambda: self._expired(run)),
        )

    def stop(self) -> None:
        """Stand still; a time-out that is on its way is void."""
        self._run += 1
        self.ends = self.until = None
        for planned in self._planned:
            planned.cancel()
        self._planned = ()

    def is_running(self, run: int) -> bool:
        """Return whether the run with this number is still the one that counts."""
        return self.ends is not None and run == self._run

    @property
    def now(self) -> float:
        """Seconds on the scale of the time source."""
        return self._time.now()

    @property
    def left(self) -> float:
        """Seconds left, 0 if it stands still."""
        return 0.0 if self.ends is None else max(0.0, self.ends - self._time.now())
