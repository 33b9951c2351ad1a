"""The database's schema, its version, and the look at a file before anything is written to it."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from server.codes import StoreCode, StoreError

__all__ = ["VERSION", "check", "connect", "copy"]

APPLICATION_ID: Final = 0x554E4454  # "UNDT"; SQLite keeps it in the file's header

MIGRATIONS: Final = (
    """
    CREATE TABLE tables (code TEXT PRIMARY KEY, state BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE games (
        id TEXT PRIMARY KEY, code TEXT NOT NULL, header BLOB NOT NULL, seats BLOB NOT NULL,
        status TEXT NOT NULL, started REAL NOT NULL, ended REAL
    ) WITHOUT ROWID;
    CREATE TABLE entries (
        game TEXT NOT NULL REFERENCES games (id), sequence INTEGER NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (game, sequence)
    ) WITHOUT ROWID;
    CREATE TABLE results (
        game TEXT NOT NULL REFERENCES games (id), seat INTEGER NOT NULL, player TEXT NOT NULL,
        name TEXT NOT NULL, score INTEGER NOT NULL, won INTEGER NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX results_by_player ON results (player);
    CREATE TABLE players (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, language TEXT NOT NULL, colour TEXT NOT NULL,
        settings BLOB NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE names (skeleton TEXT PRIMARY KEY, player TEXT NOT NULL) WITHOUT ROWID;
    """,
    # The host's books (server.books): 2026-11.
    """
    CREATE TABLE bans (
        subject TEXT PRIMARY KEY, until REAL NOT NULL, reason TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE keys (key TEXT PRIMARY KEY, identity TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE members (identity TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE invites (
        digest BLOB PRIMARY KEY, uses INTEGER NOT NULL, until REAL NOT NULL
    ) WITHOUT ROWID;
    """,
    # Saved decks (server.decks): 2026-11.
    """
    CREATE TABLE decks (
        player TEXT NOT NULL, shelf TEXT NOT NULL, name TEXT NOT NULL, cards BLOB NOT NULL,
        PRIMARY KEY (player, shelf, name)
    ) WITHOUT ROWID;
    """,
    # What each seat was in its game (engine.game.Part), for histories: 2026-11.
    """
    ALTER TABLE results ADD COLUMN side TEXT NOT NULL DEFAULT '';
    ALTER TABLE results ADD COLUMN roles TEXT NOT NULL DEFAULT '';
    """,
)
"""One script a version: a database of version n has had the first n of them."""

VERSION: Final = len(MIGRATIONS)


def connect(path: Path) -> sqlite3.Connection:
    """Open the database for one writer, made or brought up to date as needed.

    The connection keeps an exclusive lock until it is closed or its process dies. Raises
    :class:`StoreError` for a file that is newer, foreign, damaged, in use or out of reach, which is
    then exactly as it was.
    """
    with _coded(path):
        in_memory = str(path) == ":memory:"
        known = 0 if in_memory else _inspect(path)
        if not in_memory and not path.exists():
            # It holds seeds and hands: nobody else on the machine may read it.
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        connection = sqlite3.connect(
            path, timeout=0.2, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection, known)
        except BaseException:
            connection.close()
            raise
    return connection


def copy(
    source: sqlite3.Connection,
    path: Path,
    *,
    pages: int = -1,
    progress: Callable[[int, int, int], object] | None = None,
) -> None:
    """Copy the database of ``source``, at one moment between two commits, to the empty ``path``.

    The copy is one plain file without a write-ahead log, whatever the source uses. ``progress`` is
    called after every ``pages`` pages (all at once by default) with SQLite's status, pages left and
    pages in all; it may use ``source``, and what it commits goes into the copy too. Raises
    ``sqlite3.Error``, and what ``progress`` raises; then the copy is of no use.
    """
    target = sqlite3.connect(path, isolation_level=None)
    try:
        # A copy that is cut short is thrown away, so it needs no journal of its own.
        target.execute("PRAGMA journal_mode=OFF").fetchone()
        target.execute("PRAGMA synchronous=OFF")
        source.backup(target, pages=pages, progress=progress)
        target.execute("PRAGMA journal_mode=DELETE").fetchone()
    finally:
        target.close()


def check(path: Path) -> int:
    """Return the version of the database at ``path``, which is only read.

    Raises :class:`StoreError` as :func:`connect` does, and also if there is no database.
    """
    with _coded(path):
        version = _inspect(path)
    if version == 0:
        raise StoreError(StoreCode.UNUSABLE, path=str(path), reason="ENOENT")
    return version


def _inspect(path: Path) -> int:
    """Return the schema version of the file, read without writing; 0 for a new one."""
    if not path.exists() or path.stat().st_size == 0:
        return 0
    peek = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)
    try:
        (application,) = peek.execute("PRAGMA application_id").fetchone()
        (version,) = peek.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION_ID:
            raise StoreError(StoreCode.FOREIGN, path=str(path))
        if version > VERSION:
            raise StoreError(StoreCode.NEWER, path=str(path), found=version, known=VERSION)
        if peek.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise StoreError(StoreCode.CORRUPT, path=str(path))
    finally:
        peek.close()
    return int(version)


def _prepare(connection: sqlite3.Connection, version: int) -> None:
    # EXCLUSIVE keeps a second server off the same games; WAL lets a commit be one append; FULL
    # makes it survive the machine's end, not only the process's. What SQLite sets aside for a
    # savepoint holds seeds too: in memory, not in a file outside the data folder.
    for pragma in (
        "locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "temp_store=MEMORY",
    ):  # fmt: skip
        connection.execute(f"PRAGMA {pragma}").fetchone()
    for number in range(version, VERSION):
        connection.executescript(
            f"BEGIN IMMEDIATE; PRAGMA application_id={APPLICATION_ID};"
            f" PRAGMA user_version={number + 1}; {MIGRATIONS[number]} COMMIT;"
        )
    # An empty write takes the lock now rather than at the first game.
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version={VERSION}")
    connection.execute("COMMIT")


@contextmanager
def _coded(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise into :class:`StoreError`."""
    try:
        yield
    except sqlite3.OperationalError as error:
        name = error.sqlite_errorname
        busy = name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))
        if busy:
            raise StoreError(StoreCode.LOCKED, path=str(path)) from error
        raise StoreError(StoreCode.UNUSABLE, path=str(path), reason=name) from error
    except sqlite3.DatabaseError as error:
        raise StoreError(StoreCode.CORRUPT, path=str(path)) from error
    except OSError as error:
        reason = errno.errorcode.get(error.errno or 0, "OSError")
        raise StoreError(StoreCode.UNUSABLE, path=str(path), reason=reason) from error
