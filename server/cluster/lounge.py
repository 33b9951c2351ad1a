"""The lobby of a cluster, as it is at each of its table processes.

Any of them can show it, since each has the whole board; a table that is made here goes to the
process that has the least to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.game import Game
from server.api import Identity
from server.channel import LocalChannel
from server.cluster import subjects
from server.cluster.answers import answer_in
from server.cluster.bus import Role
from server.cluster.errors import ClusterError
from server.cluster.live import BEAT
from server.cluster.placement import Load, place
from server.codes import Code, RequestError, StoreCode, StoreError
from server.creating import game_of, wanted_table
from server.deadlines import Time
from server.hub import HubLimits
from server.lobby import Lobby
from server.public import Listing
from server.requests import CreateTable
from server.room import Notify
from server.rooms import end_rooms
from server.wire import WireError, pack

if TYPE_CHECKING:
    from server.cluster.bus import Bus
    from server.cluster.host import TableHost
    from server.cluster.live import Live

__all__ = ["Lounge"]


class Lounge:
    """Implements :class:`server.lobby.LobbySource`; ``lobby`` is the room."""

    def __init__(
        self,
        bus: Bus,
        live: Live,
        host: TableHost,
        facts: Callable[[], Mapping[str, Any]],
        *,
        games: Mapping[str, Game],
        time: Time,
        limits: HubLimits,
        server: str,
    ) -> None:
        self._bus = bus
        self._live = live
        self._host = host
        self._facts = facts
        self._games = games
        self._limits = limits
        self.lobby = Lobby(self, time, server)
        self._task: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None
        host.board.changed.append(self.lobby.changed)

    def start(self) -> None:
        """Open the lobby."""
        self._task = asyncio.create_task(self.lobby.run())
        self._counting = asyncio.create_task(self._count())

    async def stop(self) -> None:
        """Close it; whoever is there finds another process."""
        if self._counting is not None:
            self._counting.cancel()
        if self._task is not None:
            await end_rooms({self.lobby: self._task}, Code.MOVED)

    def attach(self, who: Identity) -> LocalChannel:
        """Return a channel to the lobby; raise :class:`RequestError` ``moved`` if it is closed."""
        if self._task is None or self.lobby.ended:
            raise RequestError(Code.MOVED)
        return self.lobby.attach(self._host.known(who))

    def notify(self, code: Code, params: Mapping[str, Any]) -> None:
        """Tell everybody in the lobby something that changes nothing."""
        self.lobby.post(Notify(code, params))

    # --- server.lobby.LobbySource ---

    def listings(self) -> list[Listing]:
        """Return what there is to show of each table, wherever it runs."""
        return self._host.board.listings()

    def online(self) -> int:
        """Return how many people are here, at whichever front."""
        return sum(int(facts.get("online") or 0) for facts in self._everybody().values())

    async def create(self, who: Identity, request: CreateTable) -> str:
        """Have a table made where there is room for it; return its code."""
        wanted = wanted_table(game_of(self._games, request), who, request)
        board, loads = self._host.board, self._loads()
        for count, limit in (
            (len(board.codes()), self._limits.tables * max(1, len(loads))),
            (board.hosted(who.id), self._limits.hosted),
        ):
            if count >= limit:
                raise RequestError(Code.TOO_MANY_TABLES, limit=limit)
        near = self._bus.pid if self._bus.role is Role.WORKER else None
        pid = place(loads, near)
        if pid is None:
            raise StoreError(StoreCode.CLOSED, path="")
        plain = wanted.plain()
        try:
            if pid == self._bus.pid:
                return await self._host.make(wanted)
            asked = subjects.host(pid, "make")
            found = answer_in(await self._bus.request(asked, pack({"state": plain}), timeout=5.0))
            return str(found["code"])
        except (ClusterError, WireError, KeyError) as error:
            raise StoreError(StoreCode.WRITE_FAILED, path="") from error

    async def _count(self) -> None:
        """Show how many people are here when that is another number."""
        shown = 0
        while True:
            online = self.online()
            if online != shown:
                shown = online
                self.lobby.changed()
            await asyncio.sleep(BEAT)

    def _loads(self) -> dict[str, Load]:
        """Return what each table process says that it has to do."""
        return {
            pid: _load(facts)
            for pid, facts in self._everybody().items()
            if facts.get("tables") is not None
        }

    def _everybody(self) -> dict[str, Mapping[str, Any]]:
        """Return what every process that is alive says of itself, this one among them."""
        return {**self._live.peers, self._bus.pid: self._facts()}


def _load(facts: Mapping[str, Any]) -> Load:
    return Load(
        tables=int(facts["tables"]),
        busy=float(facts.get("load") or 0.0),
        draining=bool(facts.get("draining")),
    )
