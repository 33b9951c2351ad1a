"""Moving a server of one process into a cluster: all that its data folder keeps.

Nothing that the cluster has is written over, so it can be done again after a crash in the middle of
it, and what people have done in the cluster since then stays. A cluster that has another table of
the same code is refused before anything is written.

A table is written as its journal would have been, by an owner who leaves it to whoever is next.
While parts of it are missing its state is one that no process can read, so that none plays on.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from server.changes import Append, EndGame, NewGame, SaveTable
from server.cluster.appends import newest, read
from server.cluster.archive import Archive
from server.cluster.book_cells import put_of
from server.cluster.cells import Cells, Put, key_of
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.journal import Journal
from server.cluster.ledger import folded
from server.cluster.people import (
    decks_key,
    name_key,
    pack_decks,
    pack_name,
    pack_player,
    player_key,
)
from server.cluster.source import OldGame, OldTable, Source, opened
from server.cluster.subjects import Bucket
from server.cluster.vault import ConflictError
from server.played import EndedGame

if TYPE_CHECKING:
    from server.cluster.bus import Bus
    from server.cluster.joining import Joined

__all__ = ["TakenIn", "take_in"]

T = TypeVar("T")

_AT_ONCE: Final = 32
"""Values, or games, that are written at a time."""
_BYTES: Final = 512 * 1024
"""Bytes of a journal's entries in one message; a node takes twice as many."""
_MISSING: Final = b""
"""The state of a table of which not all is there: no process can read it."""
_OVER: Final = "over"
_RUNNING: Final = "running"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenIn:
    """How much there was of each; what the cluster had already is counted, too."""

    tables: int
    games: int
    players: int
    names: int
    books: int


async def take_in(cluster: Joined, folder: Path, *, held: bool = False) -> TakenIn:
    """Write everything in the data folder ``folder`` into the cluster.

    ``held``: this process has locked the folder already. Raises :class:`StoreError` for a folder
    that cannot be read or is in use, or if something could not be stored, and
    :class:`ClusterError` TABLE_EXISTS.
    """
    with ExitStack() as stack:
        # The copy takes long, and this process has to show that it is alive; no other read does.
        source = await asyncio.to_thread(stack.enter_context, opened(folder, held=held))
        return await _Importer(cluster, source).run()


class _Importer:
    def __init__(self, cluster: Joined, source: Source) -> None:
        self._bus: Bus = cluster.bus
        self._leases = cluster.leases
        self._source = source
        self._archive = Archive(cluster.bus)
        self._people = Cells(cluster.bus, Bucket.PEOPLE)
        self._books = Cells(cluster.bus, Bucket.BOOKS)

    async def run(self) -> TakenIn:
        codes = self._source.codes()
        for code in codes:
            await self._check(self._source.table(code))
        games = self._source.finished()
        # Before the tables: a table's own last game would go there too, as ended just now.
        await _all(games, self._keep)
        people = [Put(key=player_key(p.id), value=pack_player(p)) for p in self._source.players()]
        names = [
            Put(key=name_key(look), value=pack_name(look, who))
            for look, who in self._source.names()
        ]
        decks = [
            Put(key=decks_key(who), value=pack_decks(who, kept))
            for who, kept in self._source.decks().items()
        ]
        books = [put_of(change, by=self._bus.pid) for change in self._source.books()]
        await _all([*people, *names, *decks], lambda put: _add(self._people, put))
        await _all(books, lambda put: _add(self._books, put))
        for code in codes:
            await self._table(self._source.table(code))
        return TakenIn(
            tables=len(codes),
            games=len(games),
            players=len(people),
            names=len(names),
            books=len(books),
        )

    async def _keep(self, game_id: str) -> None:
        game = self._source.game(game_id)
        assert game is not None
        await self._archive.keep(
            EndedGame(
                id=game.id,
                code=game.code,
                header=game.header,
                seats=game.seats,
                ended=game.ended,
                entries=game.entries,
                results=game.scores,
            )
        )

    # --- tables ---

    async def _check(self, table: OldTable) -> None:
        """Raise :class:`ClusterError` if the cluster has another table of this code."""
        mark = (await self._people.get(_mark_key(table.code))).value
        if mark is None and self._leases.of(table.code) is not None:
            raise ClusterError(ClusterCode.TABLE_EXISTS, table=table.code)
        if mark is not None and mark[1:] != _digest(table):
            raise ClusterError(ClusterCode.TABLE_EXISTS, table=table.code)

    async def _table(self, table: OldTable) -> None:
        """Write a table unless that was done, and say that it is."""
        key, digest = _mark_key(table.code), _digest(table)
        mark = await self._people.revise(key, lambda value: value or _BEGUN + digest)
        if mark.value == _BEGUN + digest:
            if await self._state(table.code) in (None, _MISSING):
                await self._write(table)
            await self._people.put(Put(key=key, value=_DONE + digest))

    async def _state(self, code: str) -> bytes | None:
        """Return a table's state as its journal has it."""
        last = await newest(self._bus.js, code)
        return (
            folded(await read(self._bus.js, code, last.sequence)).state if last.sequence else None
        )

    async def _write(self, table: OldTable) -> None:
        old = self._leases.of(table.code)
        lease = await self._leases.claim(table.code) if old is None else None
        if old is not None:  # of a try that was cut short, whoever has it now
            lease = await self._leases.take(table.code, old)
        if lease is None:
            raise ClusterError(ClusterCode.TABLE_EXISTS, table=table.code)
        journal, _state = await Journal.take(self._bus, lease, self._archive)
        await journal.write(SaveTable(code=table.code, state=_MISSING))
        if table.game is not None:
            await _write_game(journal, table.game)
        await journal.write(SaveTable(code=table.code, state=table.state))
        await journal.settled()
        await journal.close()
        await self._leases.release(lease)


async def _write_game(journal: Journal, game: OldGame) -> None:
    """Write what is missing of a game."""
    kept = await journal.game(game.id)
    if kept is None:
        new = NewGame(id=game.id, code=game.code, header=game.header, seats=game.seats)
        await journal.write(new)
    first = 0 if kept is None else len(kept.entries)
    for part in _parts(game.entries[first:]):
        await journal.write(Append(game=game.id, first=first, entries=part))
        first += len(part)
    if game.status != _RUNNING and (kept is None or kept.status != game.status):
        await journal.write(EndGame(game=game.id, status=game.status, scores=game.scores))


def _parts(entries: tuple[bytes, ...]) -> Iterator[tuple[bytes, ...]]:
    part: list[bytes] = []
    size = 0
    for entry in entries:
        if part and size + len(entry) > _BYTES:
            yield tuple(part)
            part, size = [], 0
        part.append(entry)
        size += len(entry) + 5
    if part:
        yield tuple(part)


_BEGUN: Final = b"\0"
_DONE: Final = b"\1"


def _mark_key(code: str) -> str:
    """Return where it is noted that a table was, or is being, taken in."""
    return f"imported.{key_of(code)}"


def _digest(table: OldTable) -> bytes:
    """Return what tells this table, as it was, from every other."""
    hashed = hashlib.sha256(table.state)
    if table.game is not None:
        hashed.update(table.game.id.encode())
        for entry in table.game.entries:
            hashed.update(entry)
    return hashed.digest()


async def _add(cells: Cells, put: Put) -> None:
    """Write a value where nothing is and nothing ever was."""
    try:
        await cells.put(replace(put, last=0))
    except ConflictError:
        return


async def _all(items: Iterable[T], work: Callable[[T], Awaitable[None]]) -> None:
    """Do ``work`` with all items, some at a time."""
    rest = iter(items)
    while some := list(islice(rest, _AT_ONCE)):
        await asyncio.gather(*map(work, some))
