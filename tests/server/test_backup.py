"""Backups: whole, at one moment, while games go on; never over anything; never a half one."""

from __future__ import annotations

import asyncio
import shutil
import socket
import sqlite3
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from server import backup, schema
from server.backup import SOCKET_NAME, BackupCode, BackupError, fetch, offered
from server.changes import Append, NewGame, SaveTable
from server.codes import StoreCode, StoreError
from server.framing import framed
from server.store import STORE_NAME, Store
from server.wire import pack


def folder(tmp_path: Path, name: str = "data") -> Path:
    made = tmp_path / name
    made.mkdir(mode=0o700)
    return made


def names(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.iterdir())


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


async def asked(data: Path, target: Path) -> int:
    return await asyncio.to_thread(fetch, data, target)


async def fill(kept: Store, tables: int = 1000, size: int = 8000) -> None:
    for first in range(0, tables, 100):
        await kept.write(
            *(SaveTable(code=f"T-{n:05}", state=b"x" * size) for n in range(first, first + 100))
        )


async def test_a_copy_holds_what_was_committed_and_is_one_private_checked_file(
    tmp_path: Path,
) -> None:
    data, target = folder(tmp_path), tmp_path / "copy"
    kept = Store.open(data / STORE_NAME)
    await kept.write(SaveTable(code="OWL-12", state=b"1"))
    async with offered(kept, data):
        assert stat.S_IMODE((data / SOCKET_NAME).stat().st_mode) == 0o600
        assert await asked(data, target) == target.stat().st_size
    kept.close()
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert names(tmp_path) == ["copy", "data"]
    assert names(data) == [STORE_NAME]
    again = Store.open(target)
    assert await again.tables() == [("OWL-12", b"1")]
    again.close()


async def test_games_go_on_during_a_copy_and_it_shows_one_moment(tmp_path: Path) -> None:
    data, target = folder(tmp_path), tmp_path / "copy"
    kept = Store.open(data / STORE_NAME)
    await fill(kept)
    await kept.write(NewGame(id="g", code="FROG-71", header=b"h", seats=b"s"))
    longest, written, copying = 0.0, 0, True

    async def play() -> None:
        nonlocal longest, written
        while copying:
            began = time.monotonic()
            number = str(written).encode()
            await kept.write(
                Append(game="g", first=written, entries=(number,)),
                SaveTable(code="A", state=number),
                SaveTable(code="Z", state=number),
            )
            longest = max(longest, time.monotonic() - began)
            written += 1

    async with offered(kept, data):
        playing = asyncio.create_task(play())
        await asyncio.sleep(0.02)
        before = written
        await asked(data, target)
        copying = False
        await playing
    kept.close()
    entries = [data for (data,) in rows(target, "SELECT data FROM entries ORDER BY sequence")]
    assert entries == [str(n).encode() for n in range(len(entries))]
    assert before <= len(entries) <= written
    states = {state for (state,) in rows(target, "SELECT state FROM tables WHERE code < 'B'")}
    assert states == {entries[-1]}
    assert {s for (s,) in rows(target, "SELECT state FROM tables WHERE code='Z'")} == states
    assert rows(target, "SELECT count(*) FROM tables") == [(1002,)]
    assert written > before
    assert longest < 1.0


async def test_several_copies_at_once_are_all_whole(tmp_path: Path) -> None:
    data = folder(tmp_path)
    kept = Store.open(data / STORE_NAME)
    await fill(kept, tables=200)
    async with offered(kept, data):
        sizes = await asyncio.gather(*(asked(data, tmp_path / f"copy{n}") for n in range(4)))
    kept.close()
    assert len(set(sizes)) == 1
    assert all(rows(tmp_path / f"copy{n}", "PRAGMA integrity_check") == [("ok",)] for n in range(4))


async def test_who_asks_and_does_not_read_stops_nobody(tmp_path: Path) -> None:
    data = folder(tmp_path)
    kept = Store.open(data / STORE_NAME)
    await fill(kept, tables=600)
    async with offered(kept, data):
        with socket.socket(socket.AF_UNIX) as lazy:
            lazy.connect(str(data / SOCKET_NAME))
            await asyncio.sleep(0.1)
            async with asyncio.timeout(5):
                await kept.write(SaveTable(code="A", state=b"1"))
                assert len(await kept.tables()) == 601
    kept.close()


async def test_a_store_that_closes_gives_up_its_copy_and_keeps_what_was_asked(
    tmp_path: Path,
) -> None:
    kept = Store.open(tmp_path / STORE_NAME)
    await fill(kept, tables=2000)
    copying = asyncio.create_task(kept.copy_to(tmp_path / "copy"))
    writing = asyncio.create_task(kept.write(SaveTable(code="A", state=b"1")))
    await asyncio.sleep(0)
    await asyncio.to_thread(kept.close)
    await writing
    outcome = (await asyncio.gather(copying, return_exceptions=True))[0]
    assert outcome is None or isinstance(outcome, StoreError)
    again = Store.open(tmp_path / STORE_NAME)
    assert ("A", b"1") in await again.tables()
    again.close()


async def test_a_long_path_is_no_hindrance(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 30) / "data"
    data.mkdir(parents=True)
    kept = Store.open(data / STORE_NAME)
    async with offered(kept, data):
        assert await asked(data, tmp_path / "copy") > 0
    kept.close()
    assert names(data) == [STORE_NAME]


async def test_without_a_socket_the_server_runs_and_a_backup_says_that_it_does(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = folder(tmp_path)
    (data / SOCKET_NAME).mkdir()
    kept = Store.open(data / STORE_NAME)
    async with offered(kept, data):
        assert "backup.unavailable" in caplog.text
        (data / SOCKET_NAME).rmdir()
        with pytest.raises(StoreError) as caught:
            await asked(data, tmp_path / "copy")
    kept.close()
    assert caught.value.code is StoreCode.LOCKED
    assert not (tmp_path / "copy").exists()


async def test_a_server_that_cannot_copy_says_so_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = folder(tmp_path)
    kept = Store.open(data / STORE_NAME)

    def full(*_arguments: object, **_options: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async with offered(kept, data):
        with monkeypatch.context() as patch:
            patch.setattr(schema, "copy", full)
            with pytest.raises(BackupError) as caught:
                await asked(data, tmp_path / "copy")
        assert caught.value.code is BackupCode.REFUSED
        assert await asked(data, tmp_path / "copy") > 0
    kept.close()
    assert names(tmp_path) == ["copy", "data"]


# --- where it goes ------------------------------------------------------------------------------


async def _refused(tmp_path: Path, target: Path) -> BackupError:
    data = folder(tmp_path)
    kept = Store.open(data / STORE_NAME)
    async with offered(kept, data):
        with pytest.raises(BackupError) as caught:
            await asked(data, target)
    kept.close()
    return caught.value


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
async def test_nothing_is_ever_overwritten(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "copy"
    match kind:
        case "file":
            target.write_bytes(b"precious")
        case "folder":
            target.mkdir()
        case _:
            target.symlink_to(tmp_path / "nowhere")
    assert (await _refused(tmp_path, target)).code is BackupCode.EXISTS
    assert names(tmp_path) == ["copy", "data"]
    assert kind != "file" or target.read_bytes() == b"precious"


async def test_what_appears_meanwhile_is_not_overwritten_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "copy"
    check = schema.check

    def slow_check(path: Path) -> int:
        target.write_bytes(b"precious")
        return check(path)

    monkeypatch.setattr(schema, "check", slow_check)
    assert (await _refused(tmp_path, target)).code is BackupCode.EXISTS
    assert target.read_bytes() == b"precious"
    assert names(tmp_path) == ["copy", "data"]


async def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    error = await _refused(tmp_path, tmp_path / "none" / "copy")
    assert (error.code, error.params["reason"]) == (BackupCode.UNWRITABLE, "ENOENT")


# --- a server that breaks off -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"", BackupCode.INTERRUPTED),
        (b"\0\0", BackupCode.INTERRUPTED),
        (b"\xff\xff\xff\xffjunk", BackupCode.INTERRUPTED),
        (framed(pack({"code": "ok"}), 99), BackupCode.INTERRUPTED),
        (framed(pack({"code": "ok", "bytes": 9000}), 99) + b"x" * 8999, BackupCode.INTERRUPTED),
        (framed(pack({"code": "failed", "reason": "ENOSPC"}), 99), BackupCode.REFUSED),
    ],
)
def test_half_a_copy_is_none(tmp_path: Path, answer: bytes, code: BackupCode) -> None:
    data = folder(tmp_path)
    with pytest.raises(BackupError) as caught, answering(data, answer):
        fetch(data, tmp_path / "copy")
    assert caught.value.code is code
    assert names(tmp_path) == ["data"]


def test_a_whole_answer_that_is_no_database_is_refused(tmp_path: Path) -> None:
    data = folder(tmp_path)
    answer = framed(pack({"code": "ok", "bytes": 9000}), 99) + b"x" * 9000
    with pytest.raises(StoreError) as caught, answering(data, answer):
        fetch(data, tmp_path / "copy")
    assert caught.value.code is StoreCode.CORRUPT
    assert names(tmp_path) == ["data"]


class answering:  # noqa: N801 - read as a phrase
    """A server that answers one question so, then hangs up."""

    def __init__(self, data: Path, answer: bytes) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        with backup._address(data) as address:
            self._socket.bind(address)
        self._socket.listen()
        self._answer = answer

    def __enter__(self) -> None:
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        asking, _ = self._socket.accept()
        with asking:
            asking.sendall(self._answer)


# --- where no server runs -----------------------------------------------------------------------


async def _killed(tmp_path: Path) -> Path:
    """Return a data folder as a killed server leaves it: log, dead socket, half a copy and all."""
    alive, dead = folder(tmp_path, "alive"), folder(tmp_path)
    kept = Store.open(alive / STORE_NAME)
    await kept.write(SaveTable(code="OWL-12", state=b"1"))
    for file in alive.iterdir():
        shutil.copy(file, dead)
    kept.close()
    shutil.rmtree(alive)
    with socket.socket(socket.AF_UNIX) as left, backup._address(dead) as address:
        left.bind(address)
    (dead / "backup.partial").write_bytes(b"half")
    return dead


async def test_after_a_kill_the_write_ahead_log_is_in_the_copy(tmp_path: Path) -> None:
    data = await _killed(tmp_path)
    assert await asked(data, tmp_path / "copy") > 0
    for path in (tmp_path / "copy", data / STORE_NAME):
        kept = Store.open(path)
        assert await kept.tables() == [("OWL-12", b"1")]
        kept.close()


async def test_a_new_server_clears_away_what_a_killed_one_left(tmp_path: Path) -> None:
    data = await _killed(tmp_path)
    kept = Store.open(data / STORE_NAME)
    async with offered(kept, data):
        assert not (data / "backup.partial").exists()
        assert await asked(data, tmp_path / "copy") > 0
    kept.close()


def _newer(path: Path) -> None:
    Store.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version={schema.VERSION + 1}")
    connection.close()


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: None, StoreCode.UNUSABLE),
        (lambda path: path.write_bytes(b""), StoreCode.UNUSABLE),
        (lambda path: path.write_bytes(b"not a database" * 999), StoreCode.CORRUPT),
        (_newer, StoreCode.NEWER),
    ],
)
def test_what_is_no_database_of_ours_is_not_copied_and_left_alone(
    tmp_path: Path, make: Callable[[Path], object], code: StoreCode
) -> None:
    data = folder(tmp_path)
    path = data / STORE_NAME
    make(path)
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(StoreError) as caught:
        fetch(data, tmp_path / "copy")
    assert caught.value.code is code
    assert (path.read_bytes() if path.exists() else None) == before
    assert names(tmp_path) == ["data"]


def test_an_older_database_is_copied_as_it_is(tmp_path: Path) -> None:
    data = folder(tmp_path)
    connection = sqlite3.connect(data / STORE_NAME)
    connection.executescript(
        f"PRAGMA application_id={schema.APPLICATION_ID}; PRAGMA user_version=1;"
        + schema.MIGRATIONS[0]
    )
    connection.close()
    fetch(data, tmp_path / "copy")
    assert rows(tmp_path / "copy", "PRAGMA user_version") == [(1,)]
    assert rows(data / STORE_NAME, "PRAGMA user_version") == [(1,)]
