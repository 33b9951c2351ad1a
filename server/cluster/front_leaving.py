"""A front that leaves: nobody new comes in, and it ends once it is empty or its time is over."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Any, Final, Protocol

from server import logs
from server.codes import Code

if TYPE_CHECKING:
    from server.cluster.facts import Facts

__all__ = ["Doorway", "FrontLeaving"]

_LOOK: Final = 0.2
"""Seconds between two looks at who is still here."""


class Doorway(Protocol):
    """Where players come in; :class:`server.ssh.SshServer`."""

    @property
    def sessions(self) -> int:
        """Sessions that run now."""
        ...

    def close_door(self) -> None:
        """Accept no more connections; those that are open stay."""
        ...


class _Told(Protocol):
    """Tells everybody at this front; :class:`server.cluster.hub.ClusterHub`."""

    def notify(self, code: Code, **params: Any) -> None: ...


class FrontLeaving:
    """``stop`` is set when the front has nothing more to wait for."""

    def __init__(self, door: Doorway, told: _Told, facts: Facts, stop: asyncio.Event) -> None:
        self._door = door
        self._told = told
        self._stop = stop
        self._leaving: asyncio.Task[None] | None = None
        facts.add(lambda: {"sessions": door.sessions, "draining": self._leaving is not None})

    def begin(self, seconds: float) -> None:
        """Begin to leave; a second word changes nothing."""
        if self._leaving is None:
            logs.event("front.leaves", seconds=seconds, count=self._door.sessions)
            self._door.close_door()
            self._told.notify(Code.DOOR_CLOSES, seconds=math.ceil(seconds))
            self._leaving = asyncio.get_running_loop().create_task(self._leave(seconds))

    async def _leave(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                while self._door.sessions:  # noqa: ASYNC110 - of which nobody tells
                    await asyncio.sleep(_LOOK)
        except TimeoutError:
            pass  # whoever is still here is told once more as the front closes
        self._stop.set()
