"""What a process says of itself with every sign of life; each of its parts adds what it knows.

Keys: ``role``; ``load``, the share of one core that it used lately; of a table process ``tables``
(how many are open) and ``draining``; of a front ``sessions`` and ``online`` (people).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from server.cluster.bus import Role

__all__ = ["Facts"]

_SPAN: Final = 5.0
"""Seconds over which the load is taken."""


class Facts:
    """Called for the facts of now; see :class:`server.cluster.live.Live`."""

    def __init__(
        self,
        role: Role,
        *,
        clock: Callable[[], float] = time.monotonic,
        used: Callable[[], float] = time.process_time,
    ) -> None:
        self._role = role
        self._clock = clock
        self._used = used
        self._parts: list[Callable[[], Mapping[str, Any]]] = []
        self._since = (clock(), used())
        self._load = 0.0

    def add(self, part: Callable[[], Mapping[str, Any]]) -> None:
        """Say what ``part`` says, too, from now on."""
        self._parts.append(part)

    def __call__(self) -> dict[str, Any]:
        """Return what this process says of itself now."""
        found: dict[str, Any] = {"role": str(self._role), "load": self._measured()}
        for part in self._parts:
            found |= part()
        return found

    def _measured(self) -> float:
        now, used = self._clock(), self._used()
        before, used_before = self._since
        if now - before >= _SPAN:
            self._load = round((used - used_before) / (now - before), 2)
            self._since = now, used
        return self._load
