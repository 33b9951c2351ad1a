"""Everything that makes a process a table process: its tables, its lobby, the words for both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.game import Game
from engine.registry import GAMES
from server.bots import BotOptions
from server.cluster.board import Board
from server.cluster.guests import Orphans
from server.cluster.host import TableHost
from server.cluster.lounge import Lounge
from server.cluster.orders import Orders
from server.cluster.port import Port
from server.deadlines import LoopTime, Time
from server.hub import HubLimits
from server.windows import WindowPace

if TYPE_CHECKING:
    from server.cluster.bus import Bus
    from server.cluster.facts import Facts
    from server.cluster.host import Names
    from server.cluster.journal import Archiver
    from server.cluster.lease import Leases
    from server.cluster.live import Live

__all__ = ["TableSettings", "TableSide"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """How the tables of one process behave. ``server`` is the name that the lobby shows."""

    games: Mapping[str, Game] = field(default_factory=lambda: GAMES)
    time: Time = field(default_factory=LoopTime)
    bots: BotOptions = field(default_factory=BotOptions)
    windows: WindowPace = field(default_factory=WindowPace)
    limits: HubLimits = field(default_factory=HubLimits)
    server: str = "undertable"


class TableSide:
    """The parts of a table process. ``live`` and ``leases`` are the process's, started before.

    ``forget_guest``: drops what is kept for the visit of a guest who is gone.
    """

    def __init__(
        self,
        bus: Bus,
        live: Live,
        leases: Leases,
        facts: Facts,
        names: Names,
        archive: Archiver,
        settings: TableSettings,
        *,
        forget_guest: Callable[[str], None],
    ) -> None:
        self._open = False
        self.board = Board(bus)
        self.host = TableHost(
            bus, live, leases, self.board, names, archive,
            games=settings.games, time=settings.time, bots=settings.bots, windows=settings.windows,
        )  # fmt: skip
        self.lounge = Lounge(
            bus, live, self.host, facts,
            games=settings.games, time=settings.time, limits=settings.limits,
            server=settings.server,
        )  # fmt: skip
        self.orders = Orders(bus, live, leases, self.host, self.lounge)
        self.named = names.named
        self.port = Port(bus, self.host, self.lounge, settings.time, names.named)
        orphans = Orphans(
            self.host.tables, live, bus.pid, settings.time,
            grace=settings.limits.guest_grace, forget=forget_guest,
        )  # fmt: skip
        self.host.brought.append(orphans.look_later)
        facts.add(self._facts)
        live.gone.append(self.port.front_gone)

    async def start(self) -> None:
        """Begin; the first tables come at once, from whoever is gone."""
        await self.board.start()
        self.lounge.start()
        await self.orders.start()
        await self.port.start()
        self._open = True
        await self.host.start()

    async def stop(self) -> None:
        """Hand the tables on between their decisions, send the visitors after them, and end."""
        await self.port.turn_to_others()
        await self.host.stop()
        await self.lounge.stop()
        await self.port.stop()
        await self.board.stop()

    def _facts(self) -> dict[str, Any]:
        """Say what there is to do here, once something can be done."""
        if not self._open:
            return {}
        return {"tables": len(self.host.tables), "draining": self.host.draining}
