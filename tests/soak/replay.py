"""What was shown against what is kept: every journal is played again, for every viewer.

A view that a session once fetched must be the view that the stored journal gives that viewer at the
same count of its events. If a game had been altered after it was shown, some digest would differ.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.chance import commitment
from engine.codec import decode_entry, decode_header
from engine.driver import Driver, replay
from engine.journal import Header, Journal
from engine.registry import game

__all__ = ["Compared", "compare", "differences", "digest", "headers"]


def digest(view: Mapping[str, Any]) -> str:
    """Return a short digest of a view; lists and tuples, and the order of keys, are the same."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """How much was compared, and the differences in words."""

    games: int
    entries: int
    shown: int
    """Frames that sessions fetched."""
    views: int
    """Different (game, viewer, count of events) among them."""
    unknown: int
    """Shown frames of games that the store does not have."""
    different: tuple[str, ...]


def headers(database: sqlite3.Connection) -> dict[str, Header]:
    """Return every game's header by the game's id."""
    rows = database.execute("SELECT id, header FROM games").fetchall()
    return {game_id: decode_header(data) for game_id, data in rows}


def compare(store: Path, seen: Path) -> Compared:
    """Play every journal of a *closed* store again and compare with the lines of ``seen``."""
    shown: dict[str, dict[tuple[int, int], set[str]]] = defaultdict(lambda: defaultdict(set))
    lines = 0
    for line in seen.read_text().splitlines():
        promise, viewer, count, view = line.split("\t")
        shown[promise][int(viewer), int(count)].add(view)
        lines += 1
    views = sum(map(len, shown.values()))
    different: list[str] = []
    games = entries = 0
    database = sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True)
    try:
        for game_id, header in headers(database).items():
            rows = database.execute(
                "SELECT data FROM entries WHERE game = ? ORDER BY sequence", (game_id,)
            ).fetchall()
            journal = Journal(header=header, entries=[decode_entry(data) for (data,) in rows])
            games += 1
            entries += len(rows)
            wanted = shown.pop(commitment(header.seed), {})
            driver = replay(game(header.game), journal)
            different += [
                f"game {game_id[:8]} viewer {viewer} after {count} events"
                for viewer, count in differences(driver, wanted)
            ]
    finally:
        database.close()
    return Compared(
        games=games,
        entries=entries,
        shown=lines,
        views=views,
        unknown=sum(map(len, shown.values())),
        different=tuple(different),
    )


def differences(
    driver: Driver, wanted: Mapping[tuple[int, int], set[str]]
) -> list[tuple[int, int]]:
    """Return viewer and count of events of what was shown of a game and is not what it gives.

    ``driver`` stands at its journal's end; a count that the journal does not reach is one of them.
    """
    header = driver.journal.header
    missing = set(wanted)
    different: list[tuple[int, int]] = []
    for viewer in {viewer for viewer, _count in wanted}:
        fold = driver.game.fold(header.seats, header.options, viewer)
        told = (event.seen_by(viewer) for event in driver.events)
        for count, event in enumerate((event for event in told if event is not None), start=1):
            fold.apply(event)
            views = wanted.get((viewer, count))
            if views is not None:
                missing.discard((viewer, count))
                if views != {digest(fold.plain())}:
                    different.append((viewer, count))
    return different + sorted(missing)
