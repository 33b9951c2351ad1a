"""Back-pressure: how much may be on its way to a client that has not got it yet.

Buffers of the SSH library, the kernel and the network hide a backlog: writing never blocks, and a
player on a slow link sees the past. A *fence* (``server.api.Terminal.fence``) tells when everything
written so far has reached the client. From fences the link's rate is measured, and frames are held
while the unacknowledged bytes exceed what the link carries in :data:`DELAY`. Held frames cost
nothing: only the newest grid is drawn when the link is free again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

__all__ = ["DELAY", "PATIENCE", "Flow"]

DELAY: Final = 0.2
"""Seconds of backlog that a player may see."""
_START: Final = 12_000
"""Bytes allowed before the rate is known: one first paint and a little."""
_LEAST: Final = 256
_MOST: Final = 256_000
_FENCE_EVERY: Final = 1_024
"""Bytes after which a fence is worth its own ~75 bytes. Small changes are not fenced at all."""
PATIENCE: Final = 10.0
"""Seconds for the very first answer; a client that gives none is not measured at all."""


class Flow:
    """Bytes written and acknowledged, and the limit that follows.

    ``fence`` asks the terminal to call back; ``now`` is a monotonic clock in seconds; ``free`` is
    called when frames that were held may go on, ``heard`` with the seconds that a fence
    took and the bytes a second that the link has carried meanwhile.
    """

    def __init__(
        self,
        fence: Callable[[Callable[[], None]], None],
        now: Callable[[], float],
        free: Callable[[], None],
        heard: Callable[[float, float], None] = lambda _seconds, _rate: None,
    ) -> None:
        self._fence = fence
        self._now = now
        self._free = free
        self._heard = heard
        self._written = 0
        self._reached = 0
        self._asked_at = 0.0
        self._asked_for = 0
        self._waiting = False
        self._answered = False
        self._shortest: float | None = None
        self._rate: float | None = None
        self._paused = False
        self._held = False
        self._listeners: list[Callable[[], None]] = []
        self._listening: list[Callable[[], None]] = []

    @property
    def limit(self) -> int:
        """Bytes that may be unacknowledged before frames are held."""
        if self._rate is None:
            return _START
        return int(min(_MOST, max(_LEAST, self._rate * DELAY)))

    @property
    def unacknowledged(self) -> int:
        """Bytes written that are not known to have reached the client."""
        return self._written - self._reached

    def may_send(self) -> bool:
        """Return whether a frame may go now; if not, ``free`` will be called later."""
        if self._paused or (self.unacknowledged > self.limit and self._is_measured()):
            self._held = True
            return False
        return True

    def sent(self, count: int) -> None:
        """Count ``count`` bytes that were written just now."""
        self._written += count
        if not self._answered or self.unacknowledged >= min(_FENCE_EVERY, self.limit // 2):
            self._ask()

    def when_reached(self, reached: Callable[[], None]) -> None:
        """Call ``reached`` when the client has answered a fence that comes after this.

        Sends none of its own, so that nobody can see on the wire that it was asked for.
        """
        self._listeners.append(reached)

    def paused(self, paused: bool) -> None:
        """Second guard: the channel's buffers are full, or free again."""
        self._paused = paused
        if not paused:
            self._release()

    def _is_measured(self) -> bool:
        """Return whether the client answers fences, or may still answer its first."""
        return self._answered or self._now() - self._asked_at < PATIENCE

    def _ask(self) -> None:
        if self._waiting:
            return
        self._waiting = True
        self._asked_at = self._now()
        self._asked_for = self._written
        self._listening, self._listeners = self._listeners, []
        self._fence(self._arrived)

    def _arrived(self) -> None:
        """Take the client's answer: measure, and go on with what was held."""
        elapsed = max(1e-6, self._now() - self._asked_at)
        carried = self._asked_for - self._reached
        self._reached = self._asked_for
        self._waiting = False
        if not self._answered:
            # The first fence follows a few bytes of modes: it measures the way, not the rate.
            self._answered = True
            self._shortest, rate = elapsed, math.inf
        else:
            self._shortest = min(elapsed, self._shortest or elapsed)
            spent = max(elapsed - self._shortest, elapsed / 20)
            rate = carried / spent
            self._rate = rate if self._rate is None else (self._rate + rate) / 2
        for reached in self._listening:
            reached()
        self._heard(elapsed, rate)
        if self.unacknowledged >= min(_FENCE_EVERY, self.limit // 2):
            self._ask()
        self._release()

    def _release(self) -> None:
        if self._held and not self._paused:
            self._held = False
            self._free()
