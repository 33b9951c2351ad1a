"""Table processes within a test's own process, each with its own connections and parts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from server.api import Identity
from server.bots import BotOptions
from server.channel import LocalChannel
from server.cluster.bus import Bus
from server.cluster.facts import Facts
from server.cluster.lease import Leases
from server.cluster.live import Live
from server.cluster.table_side import TableSettings, TableSide
from server.codes import RequestError
from server.played import EndedGame
from server.windows import AT_ONCE
from tests.server.toy import GAMES

SETTINGS = TableSettings(games=GAMES, bots=BotOptions(least=0.0, most=0.0), windows=AT_ONCE)


@dataclass(slots=True)
class KeptGames:
    """An archive in memory, shared by all sides of a test."""

    games: dict[str, EndedGame] = field(default_factory=dict)

    async def keep(self, game: EndedGame) -> None:
        self.games[game.id] = game


class Bare:
    """Names as they are wished for."""

    def effective_name(self, who: Identity) -> str:
        return who.name

    async def named(self, who: Identity) -> str:
        return who.name


@dataclass(slots=True)
class Side:
    """One table process."""

    bus: Bus
    live: Live
    leases: Leases
    side: TableSide
    forgotten: list[str]

    @property
    def codes(self) -> list[str]:
        """The tables that are open here."""
        return sorted(self.side.host.tables)

    async def die(self) -> None:
        """Say nothing more, as one that was killed."""
        for client in (self.bus.client(account) for account in self.bus.role.accounts):
            await client.close()


@asynccontextmanager
async def side(
    bus: Bus, archive: KeptGames, settings: TableSettings = SETTINGS
) -> AsyncIterator[Side]:
    """Run a table process until it is no longer needed."""
    facts = Facts(bus.role)
    live, leases = Live(bus, facts), Leases(bus)
    forgotten: list[str] = []
    made = TableSide(
        bus, live, leases, facts, Bare(), archive, settings, forget_guest=forgotten.append
    )
    await live.start()
    await leases.start()
    await made.start()
    try:
        yield Side(bus=bus, live=live, leases=leases, side=made, forgotten=forgotten)
    finally:
        if bus.connected:
            await made.stop()
            await live.stop()


async def visit(
    sides: Callable[[], list[Side]], who: Identity, code: str
) -> tuple[Side, LocalChannel]:
    """Return a channel to a table wherever it runs, as soon as it does."""
    async with asyncio.timeout(20):
        while True:
            for one in sides():
                try:
                    return one, one.side.host.attach(who, code)
                except RequestError:
                    continue
            await asyncio.sleep(0.05)
