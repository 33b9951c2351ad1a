"""Noticing that nobody has typed anything for long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

__all__ = ["IdleWatch"]

_LOOK: Final = 60.0
"""Seconds between two looks at most: the limit changes as a player goes from table to lobby."""


class IdleWatch:
    """Calls ``over`` once when nothing was :meth:`heard` for ``limit()`` seconds."""

    def __init__(self, limit: Callable[[], float], over: Callable[[], None]) -> None:
        self._limit = limit
        self._over = over
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._look()

    def heard(self) -> None:
        """Note a sign of life."""
        self._heard = self._loop.time()

    def close(self) -> None:
        """Watch no more; idempotent."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        left = self._heard + self._limit() - self._loop.time()
        if left <= 0:
            self._timer = None
            self._over()
        else:
            self._timer = self._loop.call_later(min(left, _LOOK), self._look)
