"""One process's server: the tables, the lobby, the players, and how they come back after an end."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.game import Game
from engine.registry import GAMES
from server import logs
from server.api import (
    FinishedGame,
    Identity,
    PastGame,
    PlayerRecord,
    Record,
    SavedDeck,
    Tape,
    Verdict,
)
from server.books import HostBooks
from server.bots import BotOptions
from server.changes import DropTable
from server.channel import LocalChannel
from server.classroom import Classroom, Setting
from server.codes import Code, RequestError
from server.connections import Connections, OwnConnections
from server.creating import game_of, wanted_table
from server.deadlines import LoopTime, Time
from server.decks import Decks
from server.history import History
from server.hosting import TableRow
from server.join_codes import new_code, normal_code
from server.lobby import Lobby
from server.players import Players
from server.public import Listing
from server.requests import CreateTable
from server.room import Notify, Room
from server.rooms import OpenTables, end_rooms
from server.seats import SeatKind
from server.store import Store
from server.table import Services, Table
from server.table_state import TableState
from server.windows import WindowPace
from server.wire import unpack

__all__ = ["HubLimits", "LocalHub"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HubLimits:
    """Bounds of one server. ``guest_grace``: seconds without any channel until a guest is gone."""

    tables: int = 500
    hosted: int = 5
    guest_grace: float = 60.0


class LocalHub:
    """Implements ``server.api.Hub`` in this process, on the running event loop.

    ``start`` must have returned before anything else is called; ``stop`` also closes the store.
    """

    def __init__(
        self,
        store: Store,
        *,
        games: Mapping[str, Game] = GAMES,
        time: Time | None = None,
        bots: BotOptions | None = None,
        windows: WindowPace | None = None,
        limits: HubLimits | None = None,
        server: str = "undertable",
        open_replays: bool = False,
    ) -> None:
        self._store = store
        self._games = games
        self._time: Time = time or LoopTime()
        self._limits = limits or HubLimits()
        self.books = HostBooks(store)
        self.parked: set[str] = set()
        """Codes of tables that are in the store and not open: put aside, or unreadable."""
        self._reopening = asyncio.Lock()
        self._players = Players(store)
        self._decks = Decks(store)
        self._history = History(store, games, self.books.keyring, open_all=open_replays)
        self._classroom = Classroom(games, self._time)
        self._lobby = Lobby(self, self._time, server)
        self._lobby_task: asyncio.Task[None] | None = None
        self._tables = OpenTables(self._lobby.changed)
        self._here: Counter[str] = Counter()
        self._stopping = False
        self._services = Services(
            store=store,
            time=self._time,
            bots=bots or BotOptions(),
            windows=windows or WindowPace(),
            changed=lambda _code: self._lobby.changed(),
            closed=self._tables.closed,
        )

    # --- life ---

    async def start(self) -> None:
        """Bring back every table of the store, each at the decision where it stood.

        Raises :class:`StoreError` if the store cannot be read. A table that cannot be brought back
        is left in the store and out of the lobby, or shown frozen; the others are not affected.
        """
        await self._players.load()
        await self._players.forget_all_guests()
        await self.books.load()
        for code, packed in await self._store.tables():
            await self._bring_back(code, packed)
        self._lobby_task = asyncio.create_task(self._lobby.run())

    async def _bring_back(self, code: str, packed: bytes) -> bool:
        """Open a table of the store where it stood; say whether that could be done."""
        try:
            state = TableState.from_plain(unpack(packed))
            table = Table(state, self._games[state.game], self._services)
            await table.restore()
        except Exception as error:  # noqa: BLE001 - one table's fault must not stop the others
            logs.failure("table_unreadable", error)
            self.parked.add(code)
            return False
        self.parked.discard(code)
        self._tables.open(code, table)
        for seat in state.seats:
            if seat.kind is SeatKind.GUEST:
                self._guest_leaves(seat.owner)
        return True

    async def stop(self) -> None:
        """Tell everybody, end every room, close the store. Running games stay in it."""
        self._stopping = True
        if self._lobby_task is not None:
            # First, so that no table is made behind our back.
            await end_rooms({self._lobby: self._lobby_task}, Code.STOPPING)
        await self._tables.end_all(Code.STOPPING)
        await self._classroom.stop()
        await self._players.settled()
        await asyncio.to_thread(self._store.close)

    def notify(self, code: Code, **params: Any) -> None:
        """Tell everybody in every room something that changes nothing (a countdown, say)."""
        self._lobby.post(Notify(code, params))
        self._tables.notify(code, params)
        self._classroom.notify(code, params)

    # --- for the desks (server.admin) ---

    def connections(self, house_own: OwnConnections) -> Connections:
        """Return all connections of the server: there is one process."""
        return house_own

    async def table_rows(self) -> list[TableRow]:
        """Return the open tables by code, then the parked ones."""
        rows = [listing.row for listing in self.listings()]
        shown = [TableRow(code=r["code"], stage=r["stage"], names=tuple(r["names"])) for r in rows]
        parked = [TableRow(code=code, stage="parked", names=()) for code in sorted(self.parked)]
        return sorted(shown, key=lambda row: row.code) + parked

    async def notify_table(self, code: str, notice: Code, **params: Any) -> bool:
        """Tell everybody at one table something; say whether there is such a table."""
        return self._tables.notify(notice, params, table=code)

    async def close_table(self, code: str, *, drop: bool) -> bool:
        """End a table after what its inbox holds; say whether there was one.

        It stays in the store, parked, until it is reopened or the server starts again; with
        ``drop`` it is forgotten (the journals of its games stay).
        """
        found = code in self.parked
        if self._tables.get(code) is not None:
            self.parked.add(code)
            found = await self._tables.end(code, Code.CLOSED_BY_HOST)
        if not found:
            return False
        if drop:
            await self._store.write(DropTable(code=code))
            self.parked.discard(code)
        return True

    async def mute_seat(self, code: str, seat: int, *, on: bool) -> bool:
        """Mute a seat of a masked game, or (not ``on``) let it be heard.

        Say whether there is such a table. Raises :class:`RequestError` where it refuses, or
        :class:`StoreError`.
        """
        return await self._tables.mute(code, seat, on=on)

    async def reopen_table(self, code: str) -> bool:
        """Open a parked table again; say whether it could be."""
        async with self._reopening:  # one after the other, so that it is opened once
            if code not in self.parked or self._stopping:
                return False
            packed = dict(await self._store.tables()).get(code)
            return packed is not None and await self._bring_back(code, packed)

    async def is_seated(self, who: str) -> bool:
        """Say whether somebody has a seat at an open table."""
        return self._tables.is_seated(who)

    async def has_seat(self, who: str) -> bool:
        """Say whether somebody has a seat at a table, open or parked."""
        if self._tables.is_seated(who):
            return True
        kept = await self._store.tables() if self.parked else []
        # What cannot be read may hold the seat's owner: the id, as it stands in the bytes.
        return any(code in self.parked and who.encode() in packed for code, packed in kept)

    def places(self, who: Identity) -> tuple[bool, ...]:
        """Return, for each table that ``who`` has open now, whether they have a seat there."""
        return self._tables.visited(who.id)

    async def take_seats(self, who: str, *, banned: bool = False) -> None:
        """Take the seats of somebody (an ``Identity.id``) who cannot come back."""
        self._tables.take_seats(who, banned=banned)

    async def move_names(self, old: str, new: str) -> None:
        """Give the names that a key held to the identity that it was joined to."""
        await self._players.move_names(old, new)

    # --- server.api.Hub ---

    def lobby(self, who: Identity) -> LocalChannel:
        """Open the lobby."""
        return self._visit(self._lobby, who)

    def table(self, who: Identity, code: str, *, watch: bool = False) -> LocalChannel:
        """Open a table by code: at one's own seat, else as a spectator (``watch`` forces it)."""
        table = self._tables.get(normal_code(code) or "")
        if table is None:
            channel = LocalChannel(who, lambda _channel, _data: None, self._time)
            channel.end(Code.UNKNOWN_TABLE, {"table": code[:16]}, error=True)
            return channel
        return self._visit(table, who, watch=watch)

    def lesson(self, who: Identity, setting: Setting) -> LocalChannel:
        """Begin a lesson at a table of its own; see :class:`server.classroom.Classroom`."""
        channel = self._classroom.open(self._known(who), setting)
        return self._came(channel, stopping=self._stopping)

    async def player(self, who: Identity) -> PlayerRecord:
        """Return what is stored for this player."""
        return await self._players.record(who)

    def remember(self, who: Identity, **changes: Any) -> None:
        """Store changed settings; see :meth:`server.players.Players.remember`."""
        self._players.remember(who, **changes)

    async def decks(self, who: Identity, shelf: str) -> list[SavedDeck]:
        """Return this player's saved decks of one shelf; see :class:`server.decks.Decks`."""
        return await self._decks.of(who, shelf)

    async def save_deck(
        self, who: Identity, shelf: str, name: str, cards: Sequence[str]
    ) -> SavedDeck:
        """Keep a deck under a name."""
        return await self._decks.save(who, shelf, name, cards)

    async def drop_deck(self, who: Identity, shelf: str, name: str) -> None:
        """Forget a saved deck."""
        await self._decks.drop(who, shelf, name)

    async def past_games(self, who: Identity) -> list[PastGame]:
        """Return this player's finished games, the newest first."""
        return await self._history.past(who)

    async def record(self, who: Identity) -> Record:
        """Return what this player has played, and with whom; see :mod:`server.records`."""
        return await self._history.record(who)

    async def finished_game(self, game: str) -> FinishedGame | None:
        """Return the public story of a finished game; see :class:`server.history.History`."""
        return await self._history.finished(game)

    async def replay(self, who: Identity, game: str, viewers: Sequence[int] = ()) -> list[Tape]:
        """Return tapes of a finished game, or of the own running one by its table's code."""
        table = self._tables.get(normal_code(game) or "")
        if table is None:
            return await self._history.tapes(who, game, viewers)
        return await self._history.at_table(who, table, viewers)

    async def export_game(self, who: Identity, game: str) -> dict[str, Any] | None:
        """Return a finished game whole, for a file; see :class:`server.history.History`."""
        return await self._history.whole(who, game)

    async def verify_game(self, game: str, promised: str = "") -> Verdict | None:
        """Check a finished game against its seed; see :class:`server.history.History`."""
        return await self._history.verdict(game, promised)

    def effective_name(self, who: Identity) -> str:
        """Return what this person is called here; see ``server.players``."""
        return self._players.effective_name(who)

    # --- for the lobby ---

    def listings(self) -> list[Listing]:
        """Return what the lobby shows of each table."""
        return self._tables.listings()

    def online(self) -> int:
        """Return how many people have a channel open."""
        return len(self._here)

    async def create(self, who: Identity, request: CreateTable) -> str:
        """Make a table with ``who`` as its host on the first seat; return its code."""
        game = game_of(self._games, request)
        wanted = wanted_table(game, who, request)
        self._check_room_for(who)
        code = new_code({*self._tables, *self.parked})
        table = Table(replace(wanted, code=code), game, self._services)
        await table.create()
        self._tables.open(code, table)
        return code

    def _check_room_for(self, who: Identity) -> None:
        if len(self._tables) >= self._limits.tables:
            raise RequestError(Code.TOO_MANY_TABLES, limit=self._limits.tables)
        if self._tables.hosted(who.id) >= self._limits.hosted:
            raise RequestError(Code.TOO_MANY_TABLES, limit=self._limits.hosted)

    # --- rooms and visitors ---

    def _visit(self, room: Room, who: Identity, *, watch: bool = False) -> LocalChannel:
        channel = room.attach(self._known(who), watch=watch)
        return self._came(channel, stopping=self._stopping or room.ended)

    def _known(self, who: Identity) -> Identity:
        """Return somebody under the name that they have here."""
        name = self._players.effective_name(who)
        return Identity(id=who.id, name=name, guest=who.guest, tag=who.tag)

    def _came(self, channel: LocalChannel, *, stopping: bool) -> LocalChannel:
        """Take note of a new channel, unless it is too late for any."""
        if stopping:
            channel.end(Code.STOPPING, error=False)
        if channel.ended:
            return channel
        self._here[channel.who.id] += 1
        channel.on_end = self._left
        self._lobby.changed()
        return channel

    def _left(self, channel: LocalChannel) -> None:
        """Take note that one of a person's channels has ended."""
        who = channel.who
        self._here[who.id] -= 1
        if self._here[who.id] <= 0:
            del self._here[who.id]
            if who.guest and not self._stopping:
                self._guest_leaves(who.id)
        self._lobby.changed()

    def _guest_leaves(self, guest: str) -> None:
        """Give a guest without any channel a little time, then let the seats go.

        A guest's id is made at random for one connection, so nobody else can ever come back to it.
        """

        def gone() -> None:
            if guest in self._here or self._stopping:
                return
            self._players.forget_guest(guest)
            self._decks.forget_guest(guest)
            self._tables.take_seats(guest)

        self._time.call_at(self._time.now() + self._limits.guest_grace, gone)
