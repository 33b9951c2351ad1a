"""A server's data folder, read to be taken into a cluster: everything that its database keeps.

What is read is a copy of one moment, in a folder of its own; the server's own file is only read.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from server import schema
from server.book_changes import BookChange, SaveBan, SaveInvite, SaveKey, SaveMember
from server.changes import SavePlayer, Score
from server.codes import StoreCode, StoreError
from server.folder_lock import locked
from server.keeping import Place
from server.played import ended_game
from server.store import STORE_NAME
from server.wire import WireError, unpack

__all__ = ["OldGame", "OldTable", "Source", "opened"]

_UNFINISHED: Final = (
    "SELECT id FROM games WHERE code = ? AND status IN ('running', 'frozen')"
    " ORDER BY started DESC LIMIT 1"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OldGame:
    """A game as it was kept, whatever became of it; ``ended`` is 0 while it runs."""

    id: str
    code: str
    header: bytes
    seats: bytes
    status: str
    ended: float
    entries: tuple[bytes, ...]
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OldTable:
    """A table as it was kept, and its running or last game if it has any."""

    code: str
    state: bytes
    game: OldGame | None


@contextmanager
def opened(folder: Path, *, held: bool = False) -> Iterator[Source]:
    """Read the data folder ``folder``, which no server may use meanwhile. Blocks.

    ``held``: this very process has the folder for itself already (:mod:`server.folder_lock`).
    Raises :class:`StoreError` for a database that is in use, missing, damaged, foreign or newer.
    """
    database = folder / STORE_NAME
    if not database.exists():
        raise StoreError(StoreCode.UNUSABLE, path=str(database), reason="ENOENT")
    with nullcontext() if held else locked(folder):
        schema.check(database)
        # Beside the original: it holds seeds and hands, and there is room for such a file.
        copies = Path(tempfile.mkdtemp(prefix=".import-", dir=folder))
        try:
            copy = copies / STORE_NAME
            copy.touch(0o600)
            uri = f"{database.absolute().as_uri()}?mode=ro"
            with closing(sqlite3.connect(uri, uri=True, timeout=0.2)) as original:
                schema.copy(original, copy)
            with closing(schema.connect(copy)) as connection:
                yield Source(connection)
        except sqlite3.Error as error:
            reason = getattr(error, "sqlite_errorname", type(error).__name__)
            raise StoreError(StoreCode.UNUSABLE, path=str(database), reason=reason) from error
        finally:
            shutil.rmtree(copies, ignore_errors=True)


class Source:
    """The rows of one database, as values. Every method blocks."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._rows = connection.execute
        self._connection = connection

    def codes(self) -> list[str]:
        """Return the codes of all tables."""
        return [code for (code,) in self._rows("SELECT code FROM tables ORDER BY code")]

    def table(self, code: str) -> OldTable:
        """Return a table with its game."""
        (state,) = self._rows("SELECT state FROM tables WHERE code = ?", (code,)).fetchone()
        named = _game_of(state)
        unfinished = self._rows(_UNFINISHED, (code,)).fetchone()
        game = self.game(named) if named else None
        if game is None and unfinished is not None:
            game = self.game(unfinished[0])
        return OldTable(code=code, state=state, game=game)

    def finished(self) -> list[str]:
        """Return the ids of the games that are over, the oldest first."""
        query = "SELECT id FROM games WHERE status = 'over' ORDER BY ended, id"
        return [game for (game,) in self._rows(query)]

    def game(self, game_id: str) -> OldGame | None:
        """Return a game with its journal and results, or ``None``."""
        row = self._rows("SELECT status FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            return None
        kept = ended_game(self._connection, game_id)
        query = "SELECT data FROM entries WHERE game = ? ORDER BY sequence"
        return OldGame(
            id=game_id,
            code=kept.code,
            header=kept.header,
            seats=kept.seats,
            status=row[0],
            ended=kept.ended or 0.0,
            entries=tuple(data for (data,) in self._rows(query, (game_id,))),
            scores=kept.results,
        )

    def players(self) -> Iterator[SavePlayer]:
        """Yield what is kept of each player."""
        for row in self._rows("SELECT id, name, language, colour, settings FROM players"):
            who, name, language, colour, settings = row
            yield SavePlayer(id=who, name=name, language=language, colour=colour, settings=settings)

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield each bound skeleton with its player."""
        yield from self._rows("SELECT skeleton, player FROM names")

    def decks(self) -> dict[str, dict[Place, bytes]]:
        """Return the decks of each player."""
        found: dict[str, dict[Place, bytes]] = {}
        for player, shelf, name, cards in self._rows(
            "SELECT player, shelf, name, cards FROM decks"
        ):
            found.setdefault(player, {})[shelf, name] = cards
        return found

    def books(self) -> Iterator[BookChange]:
        """Yield what the host's books hold that is still good."""
        now = time.time()
        for subject, until, reason in self._rows("SELECT subject, until, reason FROM bans"):
            if not until or until > now:
                yield SaveBan(subject=subject, until=until, reason=reason)
        for key, identity in self._rows("SELECT key, identity FROM keys"):
            yield SaveKey(key=key, identity=identity)
        for (identity,) in self._rows("SELECT identity FROM members"):
            yield SaveMember(identity=identity)
        for digest, uses, until in self._rows("SELECT digest, uses, until FROM invites"):
            if until > now:
                yield SaveInvite(digest=digest, uses=uses, until=until)


def _game_of(state: bytes) -> str:
    """Return the id of the game that a table's packed state names, ``""`` for none."""
    try:
        named = unpack(state).get("game_id")
    except WireError:
        return ""
    return named if isinstance(named, str) else ""
