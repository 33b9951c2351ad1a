"""The changes that a store can make, as values, and what each does to the database."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass
from typing import Final

from engine.game import ALONE, Part
from server.book_changes import BookChange, apply_book

__all__ = [
    "ROLES", "Append", "Change", "ClaimName", "DropDeck", "DropTable", "EndGame", "ForgetGuest",
    "NewGame", "SaveDeck", "SavePlayer", "SaveTable", "Score", "TableChange", "apply",
]  # fmt: skip

ROLES: Final = ","
"""What stands between the roles of one seat in the database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveTable:
    """Keep a table's state, packed."""

    code: str
    state: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class DropTable:
    """Forget a table; the journals of its games stay. A running game becomes ``abandoned``."""

    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """Keep a game's header and who sits where (both packed)."""

    id: str
    code: str
    header: bytes
    seats: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """Add packed entries to a game's journal; ``first`` is the sequence of the first of them."""

    game: str
    first: int
    entries: tuple[bytes, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What one seat came away with. ``player`` is an ``Identity.id``, ``""`` for a bot.

    ``part`` is what the seat was in the game.
    """

    player: str
    name: str
    score: int
    won: bool
    part: Part = ALONE


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame:
    """Set a game's end: ``status`` ``over`` with one score a seat, or ``frozen`` with none."""

    game: str
    status: str
    scores: tuple[Score, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetGuest:
    """Keep no results for a guest whose visit is over; ``guest`` is an id, or a pattern of ids.

    Nobody can ever come back as that guest. The games stay, with the name that was used there.
    """

    guest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SavePlayer:
    """Keep what is known of a key-bound player; ``settings`` is packed."""

    id: str
    name: str
    language: str
    colour: str
    settings: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimName:
    """Bind a name's skeleton to a player; a name that is bound stays with whom it has."""

    skeleton: str
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveDeck:
    """Keep a player's deck under a name, in the place of one that had it; ``cards`` is packed."""

    player: str
    shelf: str
    name: str
    cards: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class DropDeck:
    """Forget a player's deck."""

    player: str
    shelf: str
    name: str


TableChange = SaveTable | DropTable | NewGame | Append | EndGame
"""What a table writes of itself and its games."""

Change = TableChange | ForgetGuest | SavePlayer | ClaimName | SaveDeck | DropDeck | BookChange


def apply(connection: sqlite3.Connection, change: Change) -> None:
    """Carry out one change inside the caller's transaction."""
    execute = connection.execute
    match change:
        case SaveTable():
            execute("INSERT OR REPLACE INTO tables VALUES (?, ?)", (change.code, change.state))
        case DropTable():
            execute("DELETE FROM tables WHERE code = ?", (change.code,))
            execute(
                "UPDATE games SET status = 'abandoned', ended = ?"
                " WHERE code = ? AND status = 'running'",
                (time.time(), change.code),
            )
        case NewGame():
            execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, 'running', ?, NULL)",
                (change.id, change.code, change.header, change.seats, time.time()),
            )
        case Append():
            # A sequence that is there already is a fault, so a plain INSERT: it must not be hidden.
            rows = [(change.game, change.first + i, data) for i, data in enumerate(change.entries)]
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", rows)
        case EndGame():
            execute(
                "UPDATE games SET status = ?, ended = ? WHERE id = ?",
                (change.status, time.time(), change.game),
            )
            scores = [
                (change.game, seat, s.player, s.name, s.score, s.won, s.part.side,
                 ROLES.join(s.part.roles))
                for seat, s in enumerate(change.scores)
            ]  # fmt: skip
            connection.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)", scores)
        case ForgetGuest():
            execute("UPDATE results SET player = '' WHERE player GLOB ?", (change.guest,))
        case SavePlayer():
            execute(
                "INSERT OR REPLACE INTO players VALUES (?, ?, ?, ?, ?)",
                (change.id, change.name, change.language, change.colour, change.settings),
            )
        case ClaimName():
            execute("INSERT OR IGNORE INTO names VALUES (?, ?)", (change.skeleton, change.player))
        case SaveDeck():
            execute(
                "INSERT OR REPLACE INTO decks VALUES (?, ?, ?, ?)",
                (change.player, change.shelf, change.name, change.cards),
            )
        case DropDeck():
            execute(
                "DELETE FROM decks WHERE player = ? AND shelf = ? AND name = ?",
                (change.player, change.shelf, change.name),
            )
        case _:
            apply_book(connection, change)
