"""What is really so at a running server, read from a copy of its database.

The server holds an exclusive lock on the file, so tests copy database and write-ahead log and let
SQLite put them together elsewhere; then the journal is replayed through the real rules.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path

from engine.codec import decode_entry, decode_header
from engine.driver import Driver, replay
from engine.event import Value
from engine.games.love_letter.terms import EventKind
from engine.journal import Journal
from engine.registry import game
from engine.view import Observer
from tui.cli.serve import STORE_NAME

__all__ = ["Truth", "read_truth"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The newest game of a server, as its journal has it."""

    driver: Driver

    @property
    def decisions(self) -> int:
        """Journal entries so far."""
        return len(self.driver.journal.entries)

    def hand(self, seat: int) -> list[str]:
        """Return what ``seat`` really holds."""
        hand: list[str] = self.driver.state.hands[seat]
        return list(hand)

    def known_to(self, seat: int) -> set[str]:
        """Return every card whose place ``seat`` has ever been told, or that is asked of it."""
        observer = Observer(self.driver, seat)
        observer.update()
        told: set[str] = set()
        for event in observer.events:
            if event["kind"] != EventKind.MATCH_STARTED:  # which cards are in the game is no secret
                told |= _texts(tuple(event.values()))
        if observer.ask is not None:
            told |= set(observer.ask.options)
        return told & set(self.driver.state.pool)


def _texts(value: Value) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, (tuple, list)):
        return set().union(*map(_texts, value)) if value else set()
    return set()


def read_truth(data: Path) -> Truth:
    """Return the newest game in the data folder ``data``; raise ``LookupError`` without one."""
    with tempfile.TemporaryDirectory() as folder:
        for suffix in ("", "-wal"):
            source = data / f"{STORE_NAME}{suffix}"
            if source.exists():
                shutil.copyfile(source, Path(folder) / source.name)
        database = sqlite3.connect(Path(folder) / STORE_NAME)
        try:
            row = database.execute(
                "SELECT id, header FROM games ORDER BY started DESC LIMIT 1"
            ).fetchone()
            if row is None:
                raise LookupError("no game yet")
            entries = database.execute(
                "SELECT data FROM entries WHERE game = ? ORDER BY sequence", (row[0],)
            ).fetchall()
        finally:
            database.close()
    header = decode_header(row[1])
    journal = Journal(header=header, entries=[decode_entry(data) for (data,) in entries])
    return Truth(driver=replay(game(header.game), journal))
