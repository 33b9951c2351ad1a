"""The tables of one table process: made, taken over from who is gone, handed on, let go.

A table runs where its lease says, and nowhere else. A process that was stopped or cut off and comes
back finds that the journals of tables that others have taken take nothing more from it
(:mod:`server.cluster.journal`), and lets them go. Until it knows, it can show where such a table
stood and nothing more: whatever is decided is shown only once the journal has it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

from engine.game import Game
from server import logs
from server.api import Identity, Stage
from server.bots import BotOptions
from server.channel import LocalChannel
from server.cluster.board import Board, Shown
from server.cluster.errors import ClusterError
from server.cluster.journal import Archiver, Journal, UnreadableError
from server.cluster.lease import Lease, Leases, Taken
from server.cluster.live import Live
from server.cluster.succession import Succession
from server.cluster.trouble import TROUBLE
from server.cluster.waiting import WaitingStore
from server.codes import Code, RequestError, StoreError
from server.deadlines import Time
from server.join_codes import new_code, normal_code
from server.rooms import OpenTables
from server.table import Services, Table
from server.table_state import TableState
from server.windows import WindowPace
from server.wire import unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus
    from server.readers import Cursor

__all__ = ["Names", "TableHost"]

_AT_ONCE: Final = 16
"""Tables that are brought back at a time: most of it is waiting for the nodes."""
_STOP: Final = 8.0
_STEP: Final = 0.05
"""Seconds in which all tables are handed on, and between two looks at what is left."""
_TROUBLE: Final = (*TROUBLE, ClusterError, StoreError)
"""What may come of a cluster without quorum, and passes."""


class Names(Protocol):
    """Who is called what; :class:`server.players.Players`."""

    def effective_name(self, who: Identity) -> str:
        """Return what this person is called here."""
        ...

    async def named(self, who: Identity) -> str:
        """Return the same once it is certain: nobody else binds that name meanwhile."""
        ...


@dataclass(slots=True)
class _Held:
    """A table of this process: open, or put aside, which has no journal at hand."""

    lease: Lease
    journal: Journal | None

    async def put_away(self) -> None:
        """Close the journal, if there is one."""
        journal, self.journal = self.journal, None
        if journal is not None:
            await journal.close()


class TableHost:
    """The tables of this process. :attr:`board` is what the lobby shows of everybody's."""

    def __init__(
        self,
        bus: Bus,
        live: Live,
        leases: Leases,
        board: Board,
        names: Names,
        archive: Archiver,
        *,
        games: Mapping[str, Game],
        time: Time,
        bots: BotOptions,
        windows: WindowPace,
    ) -> None:
        self.board = board
        self.tables = OpenTables(lambda: None)
        self.draining = False
        self.brought: list[Callable[[], None]] = []
        """Called when a table was taken over."""
        self._bus = bus
        self._live = live
        self._leases = leases
        self._names = names
        self._archive = archive
        self._games = games
        self._time = time
        self._bots = bots
        self._windows = windows
        self._held: dict[str, _Held] = {}
        self._parked: set[str] = set()
        """Those among them that the server's host has put aside, or that cannot be read."""
        self._moving: set[str] = set()
        """Tables that are being brought here, or are about to be gone from here."""
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self._replays = asyncio.Lock()
        self._succession = Succession(
            live, leases, bus.pid, is_here=self._is_here, take=self._adopt
        )
        self._work: set[asyncio.Task[None]] = set()

    # --- life ---

    async def start(self) -> None:
        """Run from now on what falls to this process: at first whatever nobody alive has."""
        self._leases.lost.append(lambda code: self._begin(self._let_go(code)))
        self._live.lost.append(self._out_of_touch)
        self._live.back.append(self._back)
        self._succession.start()

    async def stop(self) -> None:
        """Hand every table on between two of its decisions, and take none any more.

        Without quorum none can be handed on; they are free when this process is gone.
        """
        self.draining = True
        self._succession.takes = False
        with suppress(TimeoutError):
            async with asyncio.timeout(_STOP):
                while self._held or self._moving:
                    await asyncio.gather(*(self.hand_on(code) for code in tuple(self._held)))
                    await asyncio.sleep(_STEP)  # for those that were just coming
        self._succession.stop()
        for task in tuple(self._work):
            task.cancel()

    # --- visitors ---

    def attach(
        self, who: Identity, code: str, *, watch: bool = False, have: Cursor | None = None
    ) -> LocalChannel:
        """Return a channel to a table that is open here.

        Raises :class:`RequestError` ``moved`` for one that runs elsewhere, or is on its way, and
        ``unknown_table`` for one that nobody has.
        """
        normal = normal_code(code) or ""
        table = self.tables.get(normal)
        if table is not None and not table.ended:
            return table.attach(self.known(who), watch=watch, have=have)
        if self._leases.of(normal) is None or normal in self._parked:
            raise RequestError(Code.UNKNOWN_TABLE, table=code[:16])
        raise RequestError(Code.MOVED)

    def known(self, who: Identity) -> Identity:
        """Return somebody under the name that they have here."""
        name = self._names.effective_name(who)
        return Identity(id=who.id, name=name, guest=who.guest, tag=who.tag)

    # --- a new table ---

    async def make(self, wanted: TableState) -> str:
        """Make a table of this process, under a free code, which is returned.

        Raises :class:`StoreError` or :class:`ClusterError` if it could not be made durable.
        """
        while True:
            code = new_code({*self.board.codes(), *self._leases.all(), *self._moving})
            self._moving.add(code)  # at once: the claim itself is no free table to be taken
            try:
                lease = await self._leases.claim(code)
                journal, _packed = await Journal.take(self._bus, lease, self._archive)
                state = replace(wanted, code=code)
                table = Table(state, self._games[state.game], self._services(journal))
                await table.create()
                self._open(code, table, lease, journal)
            except Taken:
                continue  # by another process, just now
            except _TROUBLE:
                self._succession.look_again(code)  # whatever has become of it is put in order
                raise
            finally:
                self._moving.discard(code)
            return code

    # --- tables come and go ---

    def _is_here(self, code: str) -> bool:
        return code in self._held or code in self._moving

    async def _adopt(self, code: str) -> None:
        """Take a free table and open it where it stood."""
        self._moving.add(code)
        try:
            async with self._slots:
                if (old := self._leases.of(code)) is not None:
                    lease = await self._leases.take(code, old)
                    if lease is not None:
                        await self._bring_back(code, lease)
        except _TROUBLE as error:
            logs.failure("table_not_taken", error)
            self._succession.look_again(code)
        finally:
            self._moving.discard(code)

    async def _bring_back(self, code: str, lease: Lease) -> None:
        try:
            journal, packed = await Journal.take(self._bus, lease, self._archive)
        except UnreadableError as error:
            self._put_aside(code, lease, error)
            return
        if packed is None:  # somebody died between the claim and the table
            await self._leases.drop(lease)
            return
        try:
            state = TableState.from_plain(unpack(packed))
            table = Table(state, self._games[state.game], self._services(journal))
            async with self._replays:
                # A game is played again in one go: one in a turn of the loop, so that signs of
                # life, and moves at other tables, get through between.
                await asyncio.sleep(0)
            await table.restore()
        except _TROUBLE:
            raise
        except Exception as error:  # noqa: BLE001 - one table's fault must not stop the others
            await journal.close()
            self._put_aside(code, lease, error)
        else:
            self._open(code, table, lease, journal)
            for told in self.brought:
                told()

    def _put_aside(self, code: str, lease: Lease, error: Exception) -> None:
        """Keep a table that cannot be read for the server's host to look at."""
        logs.failure("table_unreadable", error)
        self._held[code] = _Held(lease, None)
        self._parked.add(code)

    def _open(self, code: str, table: Table, lease: Lease, journal: Journal) -> None:
        self._held[code] = _Held(lease, journal)
        self._parked.discard(code)
        self.tables.open(code, table)
        journal.lost.add_done_callback(lambda _lost: self._fenced(code, journal))
        self._changed(code)

    def _services(self, journal: Journal) -> Services:
        return Services(
            store=WaitingStore(journal, partial(self._tell, journal.code)),
            time=self._time,
            bots=self._bots,
            windows=self._windows,
            changed=self._changed,
            closed=self._closed,
        )

    def _tell(self, code: str, what: Code) -> None:
        """Tell a table's viewers something at once, whatever its room is waiting for."""
        table = self.tables.get(code)
        if table is not None:
            table.tell(what, error=False)

    def _changed(self, code: str) -> None:
        """Show in the lobby what is new of a table."""
        table = self.tables.get(code)
        if table is None or table.listing is None or code not in self._held:
            return
        state = table.state
        host = "" if state.stage is Stage.OVER else state.host
        self.board.put(code, Shown(listing=table.listing, host=host))

    def _closed(self, code: str) -> None:
        """Take note that a table has closed itself for good; its journal says so already."""
        self.tables.closed(code)
        self.board.drop(code)
        held = self._held.pop(code, None)
        if held is not None:
            self._begin(self._drop(held))

    async def _drop(self, held: _Held) -> None:
        """Give up the lease of a table that is gone for good, once its games are archived."""
        if held.journal is not None:
            await held.journal.settled()
        await held.put_away()
        await self._leases.drop(held.lease)

    async def hand_on(self, code: str) -> None:
        """End a table between two of its decisions and leave it to whoever is next."""
        held = self._held.get(code)
        if held is not None:
            await self._let_go(code, ours=True)
            await self._leases.release(held.lease)

    async def _let_go(self, code: str, *, ours: bool = False) -> None:
        """End a table here; it is another's, or (``ours``) will be once it has ended."""
        held = self._held.pop(code, None)
        if held is None:
            return
        self.board.leave(code)
        self._parked.discard(code)
        self._moving.add(code)
        try:
            if not ours:
                await held.put_away()  # so that nothing waits for it any more
            await self.tables.end(code, Code.MOVED)
            await held.put_away()
        finally:
            self._moving.discard(code)
        if not ours:
            self._succession.look(code)  # it may have come to be this process's again meanwhile

    def _fenced(self, code: str, journal: Journal) -> None:
        """Let a table go of which another process has the journal now."""
        held = self._held.get(code)
        if held is not None and held.journal is journal:
            self._begin(self._let_go(code))

    def _out_of_touch(self) -> None:
        """Take no more tables while this process may be gone to the others.

        What it has stays as it is: with nobody there to take it, it goes on in a moment.
        """
        self._succession.takes = False

    def _back(self) -> None:
        if not self.draining:
            self._succession.takes = True
            self._succession.look_at_all()

    # --- the server's host ---

    async def close(self, code: str, *, drop: bool) -> bool:
        """End a table of this process; see :meth:`server.hub.LocalHub.close_table`.

        Raises :class:`StoreError` or :class:`ClusterError` if it could not be given up.
        """
        held = self._held.get(code)
        if held is None:
            return False
        shown = self.board.of(code)
        await self.tables.end(code, Code.CLOSED_BY_HOST)
        self._parked.add(code)
        await held.put_away()
        if drop:
            await Journal.forget(self._bus, held.lease, self._archive)
            await self._leases.drop(held.lease)
            self._held.pop(code, None)
            self._parked.discard(code)
            self.board.drop(code)
        elif shown is not None:
            self.board.put(code, replace(shown, parked=True))
        return True

    async def reopen(self, code: str) -> bool:
        """Open a table of this process again that was put aside; say whether it could be."""
        held = self._held.get(code)
        if held is None or code not in self._parked or code in self._moving:
            return False
        self._moving.add(code)
        try:
            await self._bring_back(code, held.lease)
        finally:
            self._moving.discard(code)
        return self.tables.get(code) is not None

    # --- tasks ---

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
