"""What must outlive the process: tables, journals, players, results; one writer, group commit.

A single thread owns the SQLite connection. Whatever was asked of it while it was committing goes
into its next transaction together, so a hundred tables that decide at once cost one sync to disk,
not a hundred. An awaited :meth:`Store.write` returns when its changes are on disk.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from server import schema
from server.book_changes import Books
from server.changes import Change, SavePlayer, TableChange, apply
from server.codes import StoreCode, StoreError
from server.keeping import ReviseDecks, RevisePlayer
from server.played import EndedGame, ended_game, last_played

__all__ = ["STORE_NAME", "Store", "StoredGame", "TableStore"]

STORE_NAME: Final = "undertable.sqlite3"
"""The database's file in a data folder."""

T = TypeVar("T")
_RETRIES: Final = (0.05, 0.2, 0.75, 2.0)
"""Seconds between tries when a commit fails: a full disk is often emptied at once."""
_BATCH: Final = 512
_PIECE: Final = 40
"""Finished games that are read at a time."""
_PAGES: Final = 256
"""Pages of a copy that are written in one go; then what waits is committed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A game as it was kept: packed header, packed entries in order, and its status."""

    header: bytes
    entries: tuple[bytes, ...]
    status: str


class TableStore(Protocol):
    """What a table needs of whatever keeps it: this store, or its journal in a cluster."""

    async def write(self, *changes: TableChange) -> None:
        """Make all of ``changes`` durable or none; raise :class:`StoreError` if it cannot be."""

    async def game(self, game_id: str) -> StoredGame | None:
        """Return the table's running or last game with its whole journal, or ``None``."""


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[sqlite3.Connection], Any]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]
    alone: bool = False
    """Not part of a transaction, and not before what was asked with it is committed."""


class Store:
    """The database and its thread. Made by :meth:`open`; used from one event loop at a time."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.commits = 0
        """Transactions so far, for metrics and for the measure of the group commit."""
        self._connection = connection
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="store", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open or make the database; raise :class:`StoreError` with the file left as it was."""
        return cls(path, schema.connect(path))

    @classmethod
    def in_memory(cls) -> Store:
        """Return a store that ends with the process, for local play and tests."""
        path = Path(":memory:")
        return cls(path, schema.connect(path))

    def close(self) -> None:
        """Finish what was asked, then close. Idempotent; blocks until the thread has ended."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()

    async def write(self, *changes: Change) -> None:
        """Commit all of ``changes`` or none; raise :class:`StoreError` if it cannot be done."""

        def work(connection: sqlite3.Connection) -> None:
            for change in changes:
                apply(connection, change)

        await self._run(work)

    async def tables(self) -> list[tuple[str, bytes]]:
        """Return code and packed state of every table kept."""
        return await self._rows("SELECT code, state FROM tables ORDER BY code")

    async def game(self, game_id: str) -> StoredGame | None:
        """Return a game with its whole journal, or ``None``."""

        def work(connection: sqlite3.Connection) -> StoredGame | None:
            found = connection.execute(
                "SELECT header, status FROM games WHERE id = ?", (game_id,)
            ).fetchone()
            if found is None:
                return None
            rows = connection.execute(
                "SELECT data FROM entries WHERE game = ? ORDER BY sequence", (game_id,)
            )
            entries = tuple(data for (data,) in rows)
            return StoredGame(header=found[0], entries=entries, status=found[1])

        return await self._run(work)

    async def player(self, player: str) -> SavePlayer | None:
        """Return what is kept of a player, or ``None``."""
        return await self._run(partial(_player, player))

    async def revise_player(self, player: str, revise: RevisePlayer) -> None:
        """Keep what ``revise`` makes of a player, in one transaction with the look at it."""

        def work(connection: sqlite3.Connection) -> None:
            apply(connection, revise(_player(player, connection)))

        await self._run(work)

    async def decks(self, player: str) -> list[tuple[str, str, bytes]]:
        """Return shelf, name and packed cards of each deck that a player has saved."""
        return await self._run(partial(_decks, player))

    async def revise_decks(self, player: str, revise: ReviseDecks) -> None:
        """Make the change that ``revise`` finds, in one transaction with the look at them."""

        def work(connection: sqlite3.Connection) -> None:
            kept = {(shelf, name): cards for shelf, name, cards in _decks(player, connection)}
            apply(connection, revise(kept))

        await self._run(work)

    async def names(self) -> dict[str, str]:
        """Return every bound skeleton with its player."""
        return dict(await self._rows("SELECT skeleton, player FROM names"))

    async def books(self) -> Books:
        """Return the host's books: bans, keys, members, invites, as rows of their tables."""
        queries = (
            "SELECT subject, until, reason FROM bans ORDER BY subject",
            "SELECT key, identity FROM keys",
            "SELECT identity FROM members",
            "SELECT digest, uses, until FROM invites",
        )
        bans, keys, members, invites = [await self._rows(query) for query in queries]
        return Books(bans=bans, keys=dict(keys), members={m for (m,) in members}, invites=invites)

    async def results(self, player: str) -> list[tuple[str, int, int, bool]]:
        """Return game, seat, score and whether it was won, for each of a player's ended games."""
        rows = await self._rows(
            "SELECT game, seat, score, won FROM results WHERE player = ? ORDER BY game", player
        )
        return [(game, seat, score, bool(won)) for game, seat, score, won in rows]

    async def played(self, player: str, most: int) -> list[EndedGame]:
        """Return a player's last finished games, the newest first, with what each seat got.

        Read in pieces: however many they are, what tables write in between waits for one piece.
        """
        games = await self._run(lambda connection: last_played(connection, player, most))
        found: list[EndedGame] = []
        for at in range(0, len(games), _PIECE):
            piece = games[at : at + _PIECE]
            found += await self._run(partial(_games, piece))
        return found

    async def ended_game(self, start: str) -> EndedGame | None:
        """Return the one finished game whose id starts so, journal included, or ``None``."""

        def work(connection: sqlite3.Connection) -> EndedGame | None:
            found = connection.execute(
                "SELECT id, code, header, seats, ended FROM games"
                " WHERE id >= ? AND id < ? AND status = 'over' LIMIT 2",
                (start, start + "g"),  # ids are hexadecimal, so "g" comes after all of them
            ).fetchall()
            if len(found) != 1:
                return None
            game, code, header, seats, ended = found[0]
            rows = connection.execute(
                "SELECT data FROM entries WHERE game = ? ORDER BY sequence", (game,)
            )
            entries = tuple(data for (data,) in rows)
            return EndedGame(
                id=game, code=code, header=header, seats=seats, ended=ended, entries=entries
            )

        return await self._run(work)

    async def copy_to(self, path: Path) -> None:
        """Copy the whole database, at one moment between two commits, to the empty file ``path``.

        Commits go on meanwhile, and are in the copy if they come before its end. Raises
        ``sqlite3.Error`` if the copy cannot be written, :class:`StoreError` if the store closes.
        """
        await self._run(partial(self._copy, path), alone=True)

    async def _rows(self, query: str, *values: str) -> list[Any]:
        return await self._run(lambda connection: connection.execute(query, values).fetchall())

    async def _run(self, work: Callable[[sqlite3.Connection], T], *, alone: bool = False) -> T:
        if self._closed:
            raise StoreError(StoreCode.CLOSED, path=str(self.path))
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, loop, done, alone))
        return await done

    # --- the thread ---

    def _serve(self) -> None:
        ended = False
        while not ended:
            jobs, ended = self._waiting(self._jobs.get())
            self._commit_all(jobs)
            for job in jobs:
                if job.alone:
                    _report([job], [self._done_alone(job)])
        self._connection.close()

    def _waiting(self, first: _Job | None) -> tuple[list[_Job], bool]:
        """Return ``first`` and what was asked since, and whether the end was asked for too."""
        jobs = []
        job = first
        while job is not None:
            jobs.append(job)
            if len(jobs) == _BATCH:
                break
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
        return jobs, job is None

    def _commit_all(self, jobs: Sequence[_Job]) -> None:
        together = [job for job in jobs if not job.alone]
        if together:
            _report(together, self._commit(together))

    def _done_alone(self, job: _Job) -> object:
        try:
            return job.work(self._connection)
        except Exception as error:  # noqa: BLE001 - one job's fault is its own
            return error

    def _copy(self, path: Path, connection: sqlite3.Connection) -> None:
        schema.copy(connection, path, pages=_PAGES, progress=self._between_pages)

    def _between_pages(self, status: int, remaining: int, total: int) -> None:
        """Commit what waits; stop the copy if the store shall close."""
        del status, total
        try:
            jobs, ended = self._waiting(self._jobs.get_nowait())
        except queue.Empty:
            return
        self._commit_all(jobs)
        for job in jobs:
            if job.alone:
                self._jobs.put(job)  # after this copy
        if ended:
            self._jobs.put(None)
            if remaining:
                raise StoreError(StoreCode.CLOSED, path=str(self.path))

    def _commit(self, jobs: Sequence[_Job]) -> list[Any]:
        """Return each job's result or exception, once the others' changes are durable."""
        for pause in (*_RETRIES, None):
            try:
                outcomes = self._transaction(jobs)
            except sqlite3.Error:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                if pause is not None:
                    time.sleep(pause)
            else:
                self.commits += 1
                return outcomes
        failed = StoreError(StoreCode.WRITE_FAILED, path=str(self.path))
        return [failed] * len(jobs)

    def _transaction(self, jobs: Sequence[_Job]) -> list[Any]:
        connection = self._connection
        outcomes: list[Any] = []
        connection.execute("BEGIN IMMEDIATE")
        for job in jobs:
            connection.execute("SAVEPOINT job")
            try:
                outcomes.append(job.work(connection))
            except sqlite3.OperationalError:
                raise  # the disk or the lock, not this job: all of them try again
            except Exception as error:  # noqa: BLE001 - one job's fault is its own
                connection.execute("ROLLBACK TO job")
                outcomes.append(error)
            connection.execute("RELEASE job")
        connection.execute("COMMIT")
        return outcomes


def _player(player: str, connection: sqlite3.Connection) -> SavePlayer | None:
    row = connection.execute(
        "SELECT id, name, language, colour, settings FROM players WHERE id = ?", (player,)
    ).fetchone()
    keys = ("id", "name", "language", "colour", "settings")
    return SavePlayer(**dict(zip(keys, row, strict=True))) if row is not None else None


def _decks(player: str, connection: sqlite3.Connection) -> list[tuple[str, str, bytes]]:
    query = "SELECT shelf, name, cards FROM decks WHERE player = ? ORDER BY shelf, name"
    return connection.execute(query, (player,)).fetchall()


def _games(games: Sequence[str], connection: sqlite3.Connection) -> list[EndedGame]:
    return [ended_game(connection, game) for game in games]


def _report(jobs: Sequence[_Job], outcomes: Sequence[Any]) -> None:
    """Hand the outcomes to their loops, in the order of asking."""

    def settle(done: asyncio.Future[Any], outcome: object) -> None:
        if done.done():
            return  # whoever waited was cancelled; the change is durable all the same
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

    for job, outcome in zip(jobs, outcomes, strict=True):
        try:
            job.loop.call_soon_threadsafe(settle, job.done, outcome)
        except RuntimeError:
            continue  # its loop has ended; nobody waits any more
