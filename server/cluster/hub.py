"""The hub of a front: a session's door to rooms that may run in any process of the cluster."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextvars import Context
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.game import Game
from engine.registry import GAMES
from server import logs
from server.api import (
    Channel,
    FinishedGame,
    Identity,
    PastGame,
    PlayerRecord,
    Record,
    SavedDeck,
    Tape,
    Verdict,
)
from server.channel import LocalChannel
from server.classroom import Classroom, Setting
from server.cluster.channel import ClusterChannel
from server.cluster.hosted import Hosted
from server.cluster.presence import Presence
from server.cluster.switchboard import Switchboard
from server.cluster.visits import ClusterConnections
from server.cluster.ways import FrontWays
from server.codes import Code, StoreError
from server.deadlines import LoopTime, Time
from server.hub import HubLimits
from server.join_codes import normal_code

if TYPE_CHECKING:
    from server.cluster.books import ClusterBooks
    from server.cluster.bus import Bus
    from server.cluster.desk_client import DeskClient
    from server.cluster.facts import Facts
    from server.cluster.lease import Leases
    from server.cluster.live import Live
    from server.cluster.table_side import TableSide
    from server.connections import Connections, OwnConnections

__all__ = ["ClusterHub"]

_STOP: Final = 3.0
"""Seconds that words to the table processes get at the end."""


class ClusterHub(Hosted):
    """Implements ``server.hosting.Hosting``, and so ``server.api.Hub``, for a front.

    ``live``, ``leases`` and ``books`` are the process's, started before. ``side``: the tables of
    this very process, where it has any.
    """

    def __init__(
        self,
        bus: Bus,
        live: Live,
        leases: Leases,
        books: ClusterBooks,
        desk: DeskClient,
        facts: Facts,
        *,
        games: Mapping[str, Game] = GAMES,
        time: Time | None = None,
        limits: HubLimits | None = None,
        side: TableSide | None = None,
    ) -> None:
        super().__init__(desk)
        self.books = books
        self._bus = bus
        self._live = live
        self._desk = desk
        self._time: Time = time or LoopTime()
        self._board = Switchboard(bus, self._time)
        self._ways = FrontWays(bus, live, leases, self._board, side)
        self._classroom = Classroom(games, self._time)
        self._connections: ClusterConnections | None = None
        self._open: set[ClusterChannel] = set()
        grace = (limits or HubLimits()).guest_grace
        self._here = Presence(self._time, grace=grace, gone=self._guest_gone)
        self._work: set[asyncio.Task[None]] = set()
        self._stopping = False
        facts.add(lambda: {"online": len(self._here)})

    # --- life ---

    async def start(self) -> None:
        """Be ready for sessions."""
        await self._board.start()
        self._live.gone.append(self._board.process_gone)
        if self._connections is not None:
            await self._connections.start()

    async def stop(self) -> None:
        """Tell everybody, and end all channels; the tables go on."""
        if self._stopping:
            return
        self._stopping = True
        for channel in tuple(self._open):
            channel.end(Code.STOPPING, error=False)
        await self._classroom.stop()
        if self._connections is not None:
            await self._connections.stop()
        words = {*self._work, asyncio.ensure_future(self._desk.settled())}
        await asyncio.wait(words, timeout=_STOP)
        await self._board.stop()

    def notify(self, code: Code, **params: Any) -> None:
        """Tell everybody at this front something that changes nothing."""
        for channel in tuple(self._open):
            channel.notify(code, params, error=False)
        self._classroom.notify(code, params)

    # --- rooms ---

    def lobby(self, who: Identity) -> ClusterChannel:
        """Open the lobby."""
        return self._visit(who)

    def table(self, who: Identity, code: str, *, watch: bool = False) -> Channel:
        """Open a table by code: at one's own seat, else as a spectator (``watch`` forces it)."""
        normal = normal_code(code)
        if normal is None:
            nowhere = LocalChannel(who, lambda _channel, _data: None, self._time)
            nowhere.end(Code.UNKNOWN_TABLE, {"table": code[:16]}, error=True)
            return nowhere
        return self._visit(who, normal, watch=watch)

    def lesson(self, who: Identity, setting: Setting) -> LocalChannel:
        """Begin a lesson at a table of its own, in this process."""
        named = replace(who, name=self.effective_name(who))
        channel = self._classroom.open(named, setting)
        if self._stopping:
            channel.end(Code.STOPPING, error=False)
        if not channel.ended:
            self._here.came(who)
            channel.on_end = lambda _channel: self._here.left(who)
        return channel

    def _visit(self, who: Identity, code: str = "", *, watch: bool = False) -> ClusterChannel:
        channel = ClusterChannel(who, self._ways, self._time, code=code, watch=watch)
        if self._stopping:
            channel.end(Code.STOPPING, error=False)
            return channel
        self._open.add(channel)
        self._here.came(who)
        channel.on_end = self._closed
        return channel

    def _closed(self, channel: ClusterChannel) -> None:
        self._open.discard(channel)
        self._here.left(channel.who)

    def _guest_gone(self, guest: str) -> None:
        """Let the seats of a guest go who is not here any more."""
        if not self._stopping:
            self._later(self._desk.ask("guest_gone", {"who": guest}))

    # --- people and games, which the table processes keep ---

    async def player(self, who: Identity) -> PlayerRecord:
        """Return what is stored for this player."""
        record = await self._desk.player(who)
        self._here.called(who, record["name"])
        return record

    def remember(self, who: Identity, **changes: Any) -> None:
        """Store changed settings."""
        self._desk.remember(who, **changes)

    async def decks(self, who: Identity, shelf: str) -> list[SavedDeck]:
        """Return this player's saved decks of one shelf."""
        return await self._desk.decks(who, shelf)

    async def save_deck(
        self, who: Identity, shelf: str, name: str, cards: Sequence[str]
    ) -> SavedDeck:
        """Keep a deck under a name."""
        return await self._desk.save_deck(who, shelf, name, cards)

    async def drop_deck(self, who: Identity, shelf: str, name: str) -> None:
        """Forget a saved deck."""
        await self._desk.drop_deck(who, shelf, name)

    async def past_games(self, who: Identity) -> list[PastGame]:
        """Return this player's finished games, the newest first."""
        return await self._desk.past_games(who)

    async def record(self, who: Identity) -> Record:
        """Return what this player has played, and with whom."""
        return await self._desk.record(who)

    async def finished_game(self, game: str) -> FinishedGame | None:
        """Return the public story of a finished game."""
        return await self._desk.finished_game(game)

    async def replay(self, who: Identity, game: str, viewers: Sequence[int] = ()) -> list[Tape]:
        """Return tapes of a finished game, or of the own running one by its table's code."""
        return await self._desk.replay(who, game, viewers)

    async def export_game(self, who: Identity, game: str) -> dict[str, Any] | None:
        """Return a finished game whole, for a file."""
        return await self._desk.export_game(who, game)

    async def verify_game(self, game: str, promised: str = "") -> Verdict | None:
        """Check a finished game against its seed."""
        return await self._desk.verify_game(game, promised)

    # --- server.hosting.Hosting ---

    def effective_name(self, who: Identity) -> str:
        """Return what this person is called here, as far as this front has heard."""
        return self._here.name_of(who)

    def places(self, who: Identity) -> tuple[bool, ...]:
        """Return, for each table that ``who`` has open here, whether they have a seat there."""
        at: dict[str, bool] = {}
        for channel in self._open:
            if channel.who.id == who.id and channel.code:
                at[channel.code] = at.get(channel.code, False) or channel.seated
        return tuple(at.values())

    def connections(self, house_own: OwnConnections) -> Connections:
        """Return the connections of all fronts; to be called before the start."""
        self.books.banned.append(house_own.met_by)
        self.books.rekeyed.append(house_own.rekeyed)
        self._connections = ClusterConnections(self._bus, self._desk, house_own)
        return self._connections

    def _later(self, work: Coroutine[Any, Any, Any]) -> None:
        """Carry ``work`` out, whatever becomes of the session meanwhile."""

        async def carry_out() -> None:
            try:
                await work
            except StoreError as error:
                logs.failure("front_word_lost", error)

        # In an empty context: a session's own would hold its App.
        task = asyncio.get_running_loop().create_task(carry_out(), context=Context())
        self._work.add(task)
        task.add_done_callback(self._work.discard)
