"""Who is connected, and what the host may do about it, wherever the connections are.

One process knows its own (:class:`OwnConnections`). Where a server has several, the host's desk is
given something of the same shape that speaks for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from server.api import Identity
from server.bans import Ban
from server.codes import Code
from server.gates import utc
from server.runner_task import Cut

if TYPE_CHECKING:
    from server.hosting import Hosting
    from server.house import House

__all__ = ["Connections", "OwnConnections", "Visit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One connection whose login is complete.

    ``front`` and ``number`` name it: the process it came to (``""`` for the only one) and its
    number there. ``name`` is what the person is called here, ``key`` what signed the login.
    ``since`` is in seconds since 1970.
    """

    front: str
    number: int
    who: Identity
    name: str
    key: str
    address: str
    since: float
    sessions: int


class Connections(Protocol):
    """All connections of a server."""

    async def all(self) -> list[Visit]:
        """Return all of them, the oldest first."""
        ...

    async def show_out(self, visits: Sequence[Visit], why: Cut, *, reason: str) -> None:
        """End these, telling each why."""
        ...

    async def notify(self, code: Code, **params: Any) -> None:
        """Tell everybody something that changes nothing."""
        ...

    async def drain(self, seconds: int) -> None:
        """Let in only who has a seat, tell everybody, and stop in ``seconds``."""
        ...

    async def stop_draining(self) -> bool:
        """Take a drain back; say whether there was one."""
        ...


class OwnConnections:
    """Those of this process; implements :class:`Connections`."""

    def __init__(self, house: House, hub: Hosting) -> None:
        self._house = house
        self._hub = hub

    async def all(self) -> list[Visit]:
        """Return all of them, the oldest first."""
        return self.here()

    def here(self) -> list[Visit]:
        """Return the same at once."""
        return [
            Visit(
                front="",
                number=door.number,
                who=door.who,
                name=self._hub.effective_name(door.who),
                key=door.key,
                address=door.address,
                since=door.since,
                sessions=len(door.sessions),
            )
            for door in sorted(self._house.doors, key=lambda door: door.since)
            if door.who is not None
        ]

    async def show_out(self, visits: Sequence[Visit], why: Cut, *, reason: str) -> None:
        """End these, telling each why."""
        self.end({visit.number for visit in visits}, why, reason=reason)

    def end(self, numbers: set[int], why: Cut, *, reason: str) -> None:
        """End the connections with these numbers."""
        for door in list(self._house.doors):
            if door.number in numbers:
                door.show_out(why, reason=reason)

    async def notify(self, code: Code, **params: Any) -> None:
        """Tell everybody something that changes nothing."""
        self._hub.notify(code, **params)

    async def drain(self, seconds: int) -> None:
        """Let in only who has a seat, tell everybody, and stop in ``seconds``."""
        self._house.drain(seconds)
        self._hub.notify(Code.DRAINING, seconds=seconds)

    async def stop_draining(self) -> bool:
        """Take a drain back; say whether there was one."""
        return self._house.stop_draining()

    @property
    def draining(self) -> bool:
        """Whether this process stops soon, by its host's word."""
        return self._house.drains

    # --- what another process has put into the books ---

    def met_by(self, ban: Ban) -> None:
        """Show out whom a ban meets that is in force."""
        self.banned(ban)

    def banned(self, ban: Ban) -> int:
        """Do the same and return how many those are."""
        met = [door for door in self._house.doors if self._house.is_banned(door)]
        for door in met:
            door.show_out(Cut.BANNED, until=utc(ban.until), reason=ban.reason or "-")
        return len(met)

    def rekeyed(self, key: str) -> None:
        """Close what belongs to whoever a key was before."""
        for door in list(self._house.doors):
            if door.key == key:
                door.show_out(Cut.REKEYED)
