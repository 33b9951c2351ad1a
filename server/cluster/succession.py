"""Which tables this process is to take: those that nobody runs, shared out among who is alive.

A table is free when its owner is gone, has left it, or is this very process, which has let it go
while it seemed to be gone itself. Its heir takes it at once; should the heir not, anybody does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from server.cluster.placement import heir

if TYPE_CHECKING:
    from server.cluster.lease import Leases
    from server.cluster.live import Live

__all__ = ["Succession"]

_SECOND_LOOK: Final = 0.6
"""Seconds after which a table that its heir has not taken is anybody's: the heir may be dead."""


class Succession:
    """Watches signs of life and leases for one process, ``own``, and calls ``take`` with a code.

    ``is_here``: whether a table is this process's already, or on its way. ``take`` is called where
    it is not, in a task of its own; that it fails is for it to see to (:meth:`look_again`).
    """

    def __init__(
        self,
        live: Live,
        leases: Leases,
        own: str,
        *,
        is_here: Callable[[str], bool],
        take: Callable[[str], Awaitable[None]],
    ) -> None:
        self.takes = False
        """Whether this process takes tables now: it is alive for the others, and not leaving."""
        self._live = live
        self._leases = leases
        self._own = own
        self._is_here = is_here
        self._take = take
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Take what is free, now and whenever something comes to be."""
        self.takes = True
        self._leases.changed.append(self.look)
        self._live.gone.append(lambda _pid: self.look_at_all())
        self._live.sure.append(self.look_at_all)
        self.look_at_all()

    def stop(self) -> None:
        """Take nothing more."""
        self.takes = False
        for task in tuple(self._tasks):
            task.cancel()

    def look_at_all(self) -> None:
        """Look at every table there is."""
        for code in tuple(self._leases.all()):
            self.look(code)

    def look(self, code: str) -> None:
        """Take a table if it is free and this process is its heir, or soon if no heir takes it."""
        if self._is_free(code):
            is_heir = heir(code, self._candidates()) == self._own
            self._begin(self._try(code) if is_heir else self._later(code))

    def look_again(self, code: str) -> None:
        """Look at a table a little later, whoever its heir is."""
        self._begin(self._later(code))

    async def _later(self, code: str) -> None:
        await asyncio.sleep(_SECOND_LOOK)
        await self._try(code)

    async def _try(self, code: str) -> None:
        if self._is_free(code):
            await self._take(code)

    def _is_free(self, code: str) -> bool:
        """Whether a table is nobody's now and could be had by this process."""
        lease = self._leases.of(code)
        if lease is None or not self.takes or self._is_here(code):
            return False
        if lease.owner in ("", self._own):
            return True
        return lease.owner not in self._live.peers and self._live.is_sure

    def _candidates(self) -> set[str]:
        """Return the table processes that take tables, this one among them."""
        others = {
            pid
            for pid, facts in self._live.peers.items()
            if facts.get("tables") is not None and not facts.get("draining")
        }
        return {*others, self._own}

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
