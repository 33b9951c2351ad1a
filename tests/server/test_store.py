"""The store: durable, grouped, and careful with files that are not its own."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from pathlib import Path

import pytest

from server import schema, store
from server.changes import Append, ClaimName, DropTable, EndGame, NewGame, SaveTable, Score
from server.codes import StoreCode, StoreError
from server.store import Store


def new_game(game: str = "g") -> NewGame:
    return NewGame(id=game, code="FROG-71", header=b"h", seats=b"s")


async def test_what_was_written_is_there_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    kept = Store.open(path)
    await kept.write(SaveTable(code="FROG-71", state=b"1"), new_game())
    await kept.write(Append(game="g", first=0, entries=(b"a", b"b")))
    await kept.write(Append(game="g", first=2, entries=(b"c",)))
    await kept.write(SaveTable(code="FROG-71", state=b"2"))
    kept.close()
    kept = Store.open(path)
    game = await kept.game("g")
    assert game is not None
    assert (game.header, game.entries, game.status) == (b"h", (b"a", b"b", b"c"), "running")
    assert await kept.tables() == [("FROG-71", b"2")]
    assert await kept.game("none") is None
    await kept.write(
        EndGame(game="g", status="over", scores=(Score(player="A", name="Ann", score=3, won=True),))
    )
    assert await kept.results("A") == [("g", 0, 3, True)]
    await kept.write(DropTable(code="FROG-71"))
    assert await kept.tables() == []
    assert (await kept.game("g")).status == "over"  # type: ignore[union-attr]
    kept.close()


async def test_a_dropped_tables_running_game_is_kept_as_abandoned() -> None:
    kept = Store.in_memory()
    await kept.write(SaveTable(code="FROG-71", state=b"1"), new_game())
    await kept.write(DropTable(code="FROG-71"))
    assert (await kept.game("g")).status == "abandoned"  # type: ignore[union-attr]
    kept.close()


async def test_changes_are_all_made_or_none_and_a_fault_harms_nobody_else() -> None:
    kept = Store.in_memory()
    await kept.write(new_game())
    await kept.write(Append(game="g", first=0, entries=(b"a",)))
    outcomes = await asyncio.gather(
        kept.write(SaveTable(code="OWL-12", state=b"1")),
        kept.write(
            SaveTable(code="ELK-90", state=b"1"), Append(game="g", first=0, entries=(b"x",))
        ),
        kept.write(Append(game="g", first=1, entries=(b"b",))),
        return_exceptions=True,
    )
    assert [type(o) for o in outcomes] == [type(None), sqlite3.IntegrityError, type(None)]
    assert await kept.tables() == [("OWL-12", b"1")]
    assert (await kept.game("g")).entries == (b"a", b"b")  # type: ignore[union-attr]
    kept.close()


async def test_what_is_asked_at_once_is_committed_together(tmp_path: Path) -> None:
    kept = Store.open(tmp_path / "u.db")
    games = [f"g{n}" for n in range(300)]
    await asyncio.gather(*(kept.write(new_game(game)) for game in games))
    before = kept.commits
    await asyncio.gather(
        *(kept.write(Append(game=game, first=0, entries=(b"e",))) for game in games)
    )
    assert 1 <= kept.commits - before < 60
    kept.close()


async def test_a_waiter_that_is_cancelled_does_not_undo_the_write() -> None:
    kept = Store.in_memory()
    writing = asyncio.create_task(kept.write(SaveTable(code="OWL-12", state=b"1")))
    await asyncio.sleep(0)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await kept.tables() == [("OWL-12", b"1")]
    kept.close()


async def test_a_full_disk_fails_the_write_and_the_store_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_RETRIES", (0.0, 0.0))
    kept = Store.open(tmp_path / "u.db")
    await kept._run(lambda c: c.execute("PRAGMA max_page_count=1").fetchone())
    with pytest.raises(StoreError) as caught:
        await kept.write(SaveTable(code="OWL-12", state=b"x" * 1_000_000))
    assert caught.value.code is StoreCode.WRITE_FAILED
    await kept._run(lambda c: c.execute("PRAGMA max_page_count=1000000").fetchone())
    await kept.write(SaveTable(code="OWL-12", state=b"x" * 1_000_000))
    assert len(await kept.tables()) == 1
    kept.close()


async def test_a_bound_name_stays_with_its_first_owner() -> None:
    kept = Store.in_memory()
    await kept.write(ClaimName(skeleton="ann", player="A"))
    await kept.write(ClaimName(skeleton="ann", player="B"))
    assert await kept.names() == {"ann": "A"}
    kept.close()


async def test_a_closed_store_says_so() -> None:
    kept = Store.in_memory()
    kept.close()
    kept.close()
    with pytest.raises(StoreError) as caught:
        await kept.tables()
    assert caught.value.code is StoreCode.CLOSED


# --- files that are not ours to touch ----------------------------------------------------------


def refused(path: Path) -> StoreError:
    """Return why the store refuses ``path``, having checked that the file is as it was."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert (path.read_bytes() if path.is_file() else None) == before
    return caught.value


def test_only_its_owner_may_read_the_database(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    kept = Store.open(path)
    modes = [stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()]
    kept.close()
    assert set(modes) == {0o600}


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    Store.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version={schema.VERSION + 1}")
    connection.close()
    error = refused(path)
    assert error.code is StoreCode.NEWER
    assert (error.params["found"], error.params["known"]) == (schema.VERSION + 1, schema.VERSION)


def _at_version(path: Path, version: int) -> None:
    """Make a database as the program of that version left it, with a table in it."""
    connection = sqlite3.connect(path)
    for number in range(version):
        connection.executescript(schema.MIGRATIONS[number])
    connection.execute(f"PRAGMA application_id={schema.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version={version}")
    connection.execute("INSERT INTO tables VALUES ('OWL-12', x'31')")
    connection.execute("INSERT INTO games VALUES ('g','OWL-12',x'68',x'73','running',1.0,NULL)")
    connection.execute("INSERT INTO entries VALUES ('g', 0, x'61')")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
async def test_a_database_of_every_older_version_is_brought_up_to_date_with_all_that_is_in_it(
    tmp_path: Path, version: int
) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    _at_version(old, version)
    Store.open(new).close()
    kept = Store.open(old)
    assert await kept.tables() == [("OWL-12", b"1")]
    game = await kept.game("g")
    assert game is not None
    assert (game.header, game.entries, game.status) == (b"h", (b"a",), "running")
    kept.close()
    assert _shape(old) == _shape(new)


def _shape(path: Path) -> tuple[object, ...]:
    connection = sqlite3.connect(path)
    version = connection.execute("PRAGMA user_version").fetchone()
    query = "SELECT type, name, sql FROM sqlite_schema ORDER BY name"
    shape = (version, *connection.execute(query).fetchall())
    connection.close()
    return shape


async def test_a_migration_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "u.db"
    kept = Store.open(path)
    await kept.write(SaveTable(code="OWL-12", state=b"1"))
    kept.close()
    before = _shape(path)
    broken = "CREATE TABLE extra (x); DROP TABLE tables; CREATE TABLE names (again);"
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, broken))
        patch.setattr(schema, "VERSION", schema.VERSION + 1)
        with pytest.raises(StoreError):
            Store.open(path)
    assert _shape(path) == before
    kept = Store.open(path)
    assert await kept.tables() == [("OWL-12", b"1")]
    kept.close()


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE precious (x)")
    connection.close()
    assert refused(path).code is StoreCode.FOREIGN


@pytest.mark.parametrize("junk", [b"not a database, just text" * 100, b"\x00" * 5000, b"S"])
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "u.db"
    path.write_bytes(junk)
    assert refused(path).code in (StoreCode.CORRUPT, StoreCode.FOREIGN)


async def test_a_database_with_a_torn_page_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    kept = Store.open(path)
    for number in range(200):
        await kept.write(SaveTable(code=f"OWL-{number}", state=bytes([number]) * 3000))
    kept.close()
    data = bytearray(path.read_bytes())
    data[8192:20480] = b"\xa5" * 12288
    path.write_bytes(data)
    assert refused(path).code is StoreCode.CORRUPT


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    kept = Store.open(path)
    with pytest.raises(StoreError) as caught:
        Store.open(path)
    assert caught.value.code is StoreCode.LOCKED
    kept.close()
    Store.open(path).close()


def test_a_place_that_cannot_hold_a_database_is_named(tmp_path: Path) -> None:
    assert refused(tmp_path).code is StoreCode.UNUSABLE
    with pytest.raises(StoreError) as caught:
        Store.open(tmp_path / "none" / "u.db")
    assert caught.value.code is StoreCode.UNUSABLE
    assert caught.value.params["reason"] == "ENOENT"
