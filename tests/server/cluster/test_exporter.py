"""All that a cluster keeps comes back as the database that a single server would have."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from server.changes import EndGame, SaveTable
from server.cluster.copies import ClusterCopies
from server.cluster.exporter import export
from server.cluster.importer import take_in
from server.cluster.joining import Joined
from server.cluster.journal import Journal
from server.store import STORE_NAME, Store
from tests.server.cluster.conftest import MakeBus
from tests.server.cluster.sides import KeptGames
from tests.server.cluster.test_importer import cluster, filled

__all__ = ["cluster"]

TABLES = ("tables", "games", "entries", "results", "players", "names", "bans", "keys", "members",
          "invites", "decks")  # fmt: skip
_STARTED = "started"


def rows(file: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield all rows of each table; when a game was begun or frozen is not kept by a cluster."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        for table in TABLES:
            found = [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]
            for row in found:
                row.pop(_STARTED, None)
                if row.get("status") == "frozen":
                    row.pop("ended")
            yield table, sorted(found, key=repr)


def without_past(table: str, kept: list[dict[str, Any]], games: set[str]) -> list[dict[str, Any]]:
    """Return rows without what belongs to games that were neither finished nor at a table."""
    key = {"games": "id", "entries": "game", "results": "game"}.get(table)
    return [row for row in kept if key is None or row[key] in games]


async def test_what_was_taken_in_comes_out_again_row_by_row(
    tmp_path: Path, cluster: Joined, make_bus: MakeBus
) -> None:
    await filled(tmp_path)
    await take_in(cluster, tmp_path)
    copy = tmp_path / "copy"
    await export(await make_bus("operator"), copy)
    before, after = dict(rows(tmp_path / STORE_NAME)), dict(rows(copy))
    games = {row["id"] for row in after["games"]}
    for table in TABLES:
        assert after[table] == without_past(table, before[table], games), table
    assert {row["status"] for row in after["games"]} == {"running", "frozen", "over"}


async def test_a_game_that_ends_between_journal_and_archive_is_there_once(
    tmp_path: Path, cluster: Joined, make_bus: MakeBus
) -> None:
    codes = await filled(tmp_path)
    await take_in(cluster, tmp_path)
    store = Store.open(tmp_path / STORE_NAME)
    (game,) = await store._rows("SELECT id FROM games WHERE status = 'running'")
    store.close()
    lease = cluster.leases.of(codes["playing"])
    assert lease is not None
    own = await cluster.leases.take(codes["playing"], lease)
    assert own is not None
    archive = KeptGames()
    journal, state = await Journal.take(cluster.bus, own, archive)
    assert state is not None
    await journal.write(
        EndGame(game=game[0], status="over"), SaveTable(code=codes["playing"], state=state)
    )
    await journal.settled()
    copy = tmp_path / "copy"
    await ClusterCopies(await make_bus("tables1")).copy_to(copy)
    with closing(sqlite3.connect(copy)) as connection:
        found = connection.execute("SELECT status FROM games WHERE id = ?", game).fetchall()
    assert found == [("over",)]
    await journal.close()
