"""What a table's records amount to: its state, its last game, and the games not yet archived.

Pure: an owner folds each record that it wrote, and whoever takes the table over folds what it
reads, so both have the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from server.changes import Append, DropTable, EndGame, NewGame, SaveTable, Score, TableChange
from server.cluster.records import Record
from server.played import EndedGame
from server.store import StoredGame

__all__ = ["KeptGame", "Ledger", "UnfitError", "folded"]


class UnfitError(ValueError):
    """A change that does not fit what came before it: a fault of the program, never hidden."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGame:
    """A game as its table's journal has it; ``since`` is the sequence of its first message."""

    id: str
    code: str
    header: bytes
    seats: bytes
    since: int
    entries: tuple[bytes, ...] = ()
    status: str = "running"
    ended: float = 0.0
    scores: tuple[Score, ...] = ()
    archived: bool = False

    @property
    def stored(self) -> StoredGame:
        """The game as a table wants it back."""
        return StoredGame(header=self.header, entries=self.entries, status=self.status)

    @property
    def is_due(self) -> bool:
        """Whether it belongs into the archive and is not known to be there."""
        return self.status == "over" and not self.archived

    def for_archive(self) -> EndedGame:
        """Return the finished game as the archive keeps it, journal and results included."""
        return EndedGame(
            id=self.id,
            code=self.code,
            header=self.header,
            seats=self.seats,
            ended=self.ended,
            entries=self.entries,
            results=self.scores,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """A table's journal, folded. ``place`` is that of its last record."""

    state: bytes | None = None
    """The packed state; ``None`` where no table was made yet, or it is gone."""
    saved: int = 0
    """Sequence of the message that holds the state."""
    games: tuple[KeptGame, ...] = ()
    """In order: finished ones on their way to the archive, then the running or last one."""
    place: tuple[int, int] = (0, -1)
    last: int = 0
    """Sequence of the last message."""

    def plus(self, record: Record, sequence: int) -> Ledger:
        """Return the ledger after ``record``; raise :class:`UnfitError`, never guess.

        What is met twice, or was written by an owner after another had taken the table, is void.
        """
        if record.place <= self.place:
            return replace(self, last=sequence)
        same = record.lease == self.place[0]
        if record.number != (self.place[1] + 1 if same else 0) and self.last:
            raise UnfitError("a record is missing")
        ledger = replace(self, place=record.place, last=sequence)
        for change in record.changes:
            ledger = ledger._with(change, record.at, sequence)
        return ledger

    def game(self, game_id: str) -> KeptGame | None:
        """Return a game that is still here, or ``None``."""
        return next((game for game in self.games if game.id == game_id), None)

    def archived(self, game_id: str) -> Ledger:
        """Return the ledger once the archive has this game; only the last game stays for longer."""
        games = tuple(
            replace(game, archived=True) if game.id == game_id else game for game in self.games
        )
        earlier = tuple(game for game in games[:-1] if game.is_due)
        last = tuple(game for game in games[-1:] if game.is_due or self.state is not None)
        return replace(self, games=earlier + last)

    @property
    def due(self) -> tuple[KeptGame, ...]:
        """The games that the archive has to be given, the oldest first."""
        return tuple(game for game in self.games if game.is_due)

    @property
    def floor(self) -> int:
        """The sequence before which nothing is needed any more; the last message always is."""
        needed = [game.since for game in self.games]
        if self.state is not None:
            needed.append(self.saved)
        return min(needed, default=self.last)

    def _with(self, change: TableChange, at: float, sequence: int) -> Ledger:
        match change:
            case SaveTable():
                return replace(self, state=change.state, saved=sequence)
            case DropTable():
                return replace(self, state=None, games=self.due)
            case NewGame():
                return self._begun(change, sequence)
            case Append():
                game = self.game(change.game)
                if game is None or change.first != len(game.entries):
                    raise UnfitError("entries out of place")
                return self._put(replace(game, entries=game.entries + change.entries))
            case EndGame():
                return self._ended(change, at)
            case _:
                assert_never(change)

    def _begun(self, change: NewGame, sequence: int) -> Ledger:
        if self.game(change.id) is not None:
            raise UnfitError("a game begins twice")
        game = KeptGame(
            id=change.id, code=change.code, header=change.header, seats=change.seats, since=sequence
        )
        return replace(self, games=(*self.due, game))

    def _ended(self, change: EndGame, at: float) -> Ledger:
        game = self.game(change.game)
        if game is None:
            return self  # a table that could not be restored is given up
        return self._put(replace(game, status=change.status, ended=at, scores=change.scores))

    def _put(self, game: KeptGame) -> Ledger:
        return replace(self, games=tuple(game if g.id == game.id else g for g in self.games))


def folded(records: Iterable[tuple[int, Record]]) -> Ledger:
    """Return what records amount to, each with its message's sequence."""
    ledger = Ledger()
    for sequence, record in records:
        ledger = ledger.plus(record, sequence)
    return ledger
