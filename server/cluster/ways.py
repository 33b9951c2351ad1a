"""How a front reaches rooms: by leases and by who is alive, its own tables without the bus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from server.codes import Code, RequestError

if TYPE_CHECKING:
    from server.api import Identity
    from server.channel import LocalChannel
    from server.cluster.bus import Bus
    from server.cluster.lease import Leases
    from server.cluster.live import Live
    from server.cluster.opening import Opening
    from server.cluster.switchboard import Leg, Sink, Switchboard
    from server.cluster.table_side import TableSide
    from server.cursor import Cursor

__all__ = ["FrontWays", "Ways"]

_ANY: Final = "any"
"""Stands for whichever table process shows the lobby."""


class Ways(Protocol):
    """How a room is reached from this process."""

    @property
    def quorum(self) -> bool:
        """Whether anything can be stored now; if not, what is known of tables may be old."""
        ...

    def owner(self, code: str) -> str | None:
        """Return who runs a table: a pid, ``""`` for nobody just now, ``None``: no such table.

        Without a code, of the lobby: this process's pid if it has one, else any text.
        """
        ...

    def is_here(self, owner: str) -> bool:
        """Say whether that is this process."""
        ...

    async def attach(
        self, who: Identity, code: str, *, watch: bool, have: Cursor | None
    ) -> LocalChannel:
        """Return a channel to a room of this process; raise :class:`RequestError`."""
        ...

    async def open(self, wish: Opening, process: str, sink: Sink) -> Leg:
        """Return a way to a room of another process; see ``Switchboard.open``."""
        ...


class FrontWays:
    """Implements :class:`Ways`. ``side``: the tables of this very process."""

    def __init__(
        self, bus: Bus, live: Live, leases: Leases, board: Switchboard, side: TableSide | None
    ) -> None:
        self._bus = bus
        self._live = live
        self._leases = leases
        self._board = board
        self._side = side

    @property
    def quorum(self) -> bool:
        """Whether anything can be stored now."""
        return self._bus.quorum and self._bus.connected

    def owner(self, code: str) -> str | None:
        """Return who runs a table, or the lobby; see :class:`Ways`."""
        side, pid = self._side, self._bus.pid
        if not code:
            return pid if side is not None and not side.lounge.lobby.ended else _ANY
        if side is not None and side.host.tables.get(code) is not None:
            return pid
        lease = self._leases.of(code)
        if lease is None:
            return None
        alive = lease.owner in self._live.peers or lease.owner == pid
        return lease.owner if alive else ""

    def is_here(self, owner: str) -> bool:
        """Say whether that is this process, and it has tables."""
        return self._side is not None and owner == self._bus.pid

    async def attach(
        self, who: Identity, code: str, *, watch: bool, have: Cursor | None
    ) -> LocalChannel:
        """Return a channel to a room of this process; raise :class:`RequestError`."""
        if self._side is None:
            raise RequestError(Code.MOVED)
        # Another process may be binding the same name: nobody is shown under one in dispute.
        await self._side.named(who)
        if not code:
            return self._side.lounge.attach(who)
        return self._side.host.attach(who, code, watch=watch, have=have)

    async def open(self, wish: Opening, process: str, sink: Sink) -> Leg:
        """Return a way to a room of another process; see ``Switchboard.open``."""
        return await self._board.open(wish, process, sink)
