"""One table's durable store in a cluster: its journal, written by one owner at a time.

Whoever has the table's lease appends a *taken* record; from then on the stream refuses whatever an
earlier owner still sends, because that would have to come after a message that is no longer the
last. The new owner then reads all up to its own record, so it has every decision that was ever
acknowledged, and no other can be added behind its back.

A game that is over goes to the archive after its end is in the journal, again and again until it
is there; only then may its messages be purged. The last message is never purged, not even of a
table that is gone: it is what a late append by an earlier owner stumbles over.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from bisect import bisect_left
from collections.abc import Callable, Coroutine
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any, Final, Protocol

from server import logs
from server.changes import DropTable, TableChange
from server.cluster.appends import FencedError, Newest, append, newest, read
from server.cluster.ledger import Ledger, UnfitError, folded
from server.cluster.records import Record
from server.cluster.subjects import Stream, journal
from server.cluster.trouble import TROUBLE
from server.codes import StoreCode, StoreError
from server.played import EndedGame
from server.store import StoredGame
from server.wire import WireError

if TYPE_CHECKING:
    from server.cluster.bus import Bus
    from server.cluster.lease import Lease

__all__ = ["Archiver", "Journal", "UnreadableError"]

_OBSOLETE: Final = 64
"""Messages that may be kept without need before they are purged."""
_PAUSES: Final = (0.2, 1.0, 5.0)
"""Seconds between tries to reach the archive; the last one from then on."""


class Archiver(Protocol):
    """Where finished games go."""

    async def keep(self, game: EndedGame) -> None:
        """Keep a game with journal and results for good; doing so again changes nothing.

        Raises :class:`StoreError` or :data:`TROUBLE` if it cannot be done now.
        """


class UnreadableError(StoreError):
    """A journal does not hold what a table writes; a fault of the program."""

    def __init__(self) -> None:
        super().__init__(StoreCode.CORRUPT, path=str(Stream.JOURNAL))


class Journal:
    """The journal of one table, as its owner has it; made by :meth:`take`.

    Implements ``server.store.TableStore``.
    """

    def __init__(
        self, bus: Bus, lease: Lease, archive: Archiver, wall: Callable[[], float]
    ) -> None:
        self.code = lease.code
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when another process has the table: to be ended without another word."""
        self._js = bus.js
        self._owner = bus.pid
        self._lease = lease
        self._archive = archive
        self._wall = wall
        self._mark = f"{lease.code}.{lease.revision}.{secrets.token_hex(4)}"
        """What tells this journal's appends from all others'."""
        self._appends = count()
        self._number = 0
        self._ledger = Ledger()
        self._sequences: list[int] = []
        """Of the messages that the stream has of this table."""
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._tidying = False

    @classmethod
    async def take(
        cls, bus: Bus, lease: Lease, archive: Archiver, *, wall: Callable[[], float] = time.time
    ) -> tuple[Journal, bytes | None]:
        """Become the table's owner; return its journal and packed state, ``None`` for no table.

        Raises :class:`FencedError` if somebody has a newer lease, :data:`TROUBLE` without quorum,
        :class:`UnreadableError` for messages that no table wrote.
        """
        journal = cls(bus, lease, archive, wall)
        try:
            await journal._take()
        except (WireError, UnfitError) as error:
            raise UnreadableError from error
        journal._tidy()
        return journal, journal._ledger.state

    @classmethod
    async def forget(cls, bus: Bus, lease: Lease, archive: Archiver) -> None:
        """Drop a table that is not open here; raise as :meth:`take` and :meth:`write`."""
        journal, _ = await cls.take(bus, lease, archive)
        await journal.write(DropTable(code=lease.code))
        await journal.settled()

    # --- server.store.TableStore ---

    async def write(self, *changes: TableChange) -> None:
        """Append all of ``changes`` or none; wait until it is certain which.

        Raises :class:`StoreError` only if they are certainly not stored, :class:`FencedError`
        once :attr:`lost` is done. Who stops waiting stops nothing.
        """
        await asyncio.shield(self._begin(self._write(changes)))

    async def game(self, game_id: str) -> StoredGame | None:
        """Return the running or last game with its journal, or ``None``."""
        found = self._ledger.game(game_id)
        return None if found is None else found.stored

    # --- its end ---

    async def settled(self) -> None:
        """Return when what was begun is written, archived and purged, or the table is lost."""
        while self._tasks and not self.lost.done():
            await asyncio.wait({*self._tasks, self.lost}, return_when=asyncio.FIRST_COMPLETED)

    async def close(self) -> None:
        """Stop whatever is under way. What became of it the next owner reads."""
        self._lose()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- appending ---

    async def _take(self) -> None:
        """Append the taken record to whatever the journal holds, and read all up to it."""
        while True:
            last = await newest(self._js, self.code)
            if last.place[0] > self._lease.revision:
                raise FencedError
            self._number = self._next_number(last)
            try:
                sequence = await self._append(self._record(()), last.sequence)
            except FencedError:
                continue  # an earlier owner's last word came between, or a newer owner
            records = await read(self._js, self.code, sequence)
            self._ledger = folded(records)
            self._sequences = [at for at, _ in records]
            return

    def _next_number(self, last: Newest) -> int:
        lease, number = last.place
        return number + 1 if lease == self._lease.revision else 0

    async def _write(self, changes: tuple[TableChange, ...]) -> None:
        async with self._turn:
            if self.lost.done():
                raise FencedError
            record, last = self._record(changes), self._ledger.last
            self._ledger.plus(record, last + 1)  # what does not fit is not sent
            try:
                sequence = await self._append(record, last)
            except FencedError:
                self._lose()
                raise
            self._ledger = self._ledger.plus(record, sequence)
            self._sequences.append(sequence)
        self._tidy()

    def _record(self, changes: tuple[TableChange, ...]) -> Record:
        return Record(
            lease=self._lease.revision,
            number=self._number,
            owner=self._owner,
            at=self._wall(),
            changes=changes,
        )

    async def _append(self, record: Record, after: int) -> int:
        ident = f"{self._mark}.{next(self._appends)}"
        sequence = await append(
            self._js, self.code, record, ident=ident, after=after, ended=self.lost.done
        )
        self._number += 1
        return sequence

    def _lose(self) -> None:
        if not self.lost.done():
            self.lost.set_result(None)

    # --- archive and purge ---

    def _tidy(self) -> None:
        """See to it that finished games are archived and what is not needed is purged."""
        if not self._tidying and (self._ledger.due or self._obsolete):
            self._tidying = True
            self._begin(self._tidied())

    async def _tidied(self) -> None:
        tries = 0
        try:
            while not self.lost.done() and (self._ledger.due or self._obsolete):
                try:
                    await self._step()
                except (StoreError, *TROUBLE) as error:
                    logs.failure("journal_not_tidied", error)
                    await asyncio.sleep(_PAUSES[min(tries, len(_PAUSES) - 1)])
                    tries += 1
        finally:
            self._tidying = False

    async def _step(self) -> None:
        for game in self._ledger.due:
            await self._archive.keep(game.for_archive())
            self._ledger = self._ledger.archived(game.id)
        if self._obsolete:
            floor = self._ledger.floor
            await self._js.purge_stream(Stream.JOURNAL, seq=floor, subject=journal(self.code))
            self._sequences = self._sequences[bisect_left(self._sequences, floor) :]

    @property
    def _obsolete(self) -> bool:
        """Whether enough messages are not needed any more; of a dropped table one is enough."""
        least = _OBSOLETE if self._ledger.state is not None else 1
        return bisect_left(self._sequences, self._ledger.floor) >= least

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        with suppress(asyncio.CancelledError):
            task.exception()  # whoever waited has it, or has left
