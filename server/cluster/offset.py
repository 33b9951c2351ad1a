"""How far the event loop's time of another process is from this one's.

What a masked game calls a moment (``server.api.Beat``) is in seconds of its own process's loop. A
process that shows it needs it in its own, to within much less than the tenths of a second that
beats are apart.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

__all__ = ["Offset"]

_KEPT: Final = 8
"""Answers that are compared: clocks drift, so old ones are forgotten."""


class Offset:
    """The difference to one other clock, learned of questions and their answers."""

    def __init__(self) -> None:
        self._answers: deque[tuple[float, float]] = deque(maxlen=_KEPT)

    def answered(self, *, asked: float, at: float, now: float) -> None:
        """Note that a question put at ``asked`` was answered at the other's ``at``, heard ``now``.

        The middle of question and answer is off by half of what they took at most.
        """
        if now >= asked:
            self._answers.append((now - asked, (asked + now) / 2 - at))

    @property
    def seconds(self) -> float:
        """What is to be added to the other's time; by the quickest of the last answers."""
        return min(self._answers, default=(0.0, 0.0))[1]

    def shift(self, beat: dict[str, Any]) -> None:
        """Bring the moments of a :class:`server.api.Beat` into this process's time."""
        beat["at"] += self.seconds
        if beat["ends"]:
            beat["ends"] += self.seconds
