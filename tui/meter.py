"""How good a session's link is: round trip and bytes a second, and whether to spare it.

Measured by fences (:mod:`tui.fence`) that are sent anyway: how long one takes is how late the
player sees what is drawn, and how much longer than the way alone it takes tells what the link
carries. Either may be poor.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

__all__ = ["Judge", "Meter"]

SPAN: Final = 10.0
"""Seconds over which bytes are counted."""
POOR: Final = 1.0
"""Seconds from drawing to seeing from which a link is felt to be poor."""
GOOD: Final = 0.4
NARROW: Final = 2_500.0
"""Bytes a second below which a change of the whole screen takes a second and more."""
WIDE: Final = 5_000.0
_POOR_IN_A_ROW: Final = 3
_GOOD_IN_A_ROW: Final = 6


class Meter:
    """Bytes sent in the last :data:`SPAN` seconds and in all, and the newest round trip.

    ``now`` is a monotonic clock in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._sent: deque[tuple[float, int]] = deque()
        self.total = 0
        """Bytes since the session began."""
        self.round_trip: float | None = None
        """Seconds that the newest fence took; None before the first."""

    def sent(self, count: int) -> None:
        """Count bytes that were written just now."""
        self.total += count
        now = self._now()
        if self._sent and now - self._sent[-1][0] < 0.1:
            self._sent[-1] = (self._sent[-1][0], self._sent[-1][1] + count)
        else:
            self._sent.append((now, count))
        self._forget(now)

    def answered(self, seconds: float) -> None:
        """Take note of how long a fence took."""
        self.round_trip = seconds

    @property
    def rate(self) -> float:
        """Bytes a second, over the last :data:`SPAN` seconds."""
        self._forget(self._now())
        return sum(count for _at, count in self._sent) / SPAN

    def _forget(self, now: float) -> None:
        while self._sent and now - self._sent[0][0] > SPAN:
            self._sent.popleft()


class Judge:
    """Says from fences whether a link is to be spared; slow to change its mind."""

    def __init__(self) -> None:
        self.is_poor = False
        self._in_a_row = 0

    def take(self, seconds: float, rate: float) -> bool:
        """Take how long a fence took and the bytes a second; return whether the verdict changed."""
        is_good, is_poor = seconds < GOOD and rate > WIDE, seconds >= POOR or rate < NARROW
        against = is_good if self.is_poor else is_poor
        self._in_a_row = self._in_a_row + 1 if against else 0
        if self._in_a_row < (_GOOD_IN_A_ROW if self.is_poor else _POOR_IN_A_ROW):
            return False
        self.is_poor, self._in_a_row = not self.is_poor, 0
        return True
