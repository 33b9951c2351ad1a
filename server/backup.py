"""A consistent copy of the database, asked of the running server or made where none runs.

The server holds its database locked for itself alone, so nobody else can copy it safely. It makes
the copy itself, between two commits (:meth:`server.store.Store.copy_to`), and hands it out over a
socket in the data folder that only its own user can open. To connect is to ask; the answer is::

    length of the head, 4 bytes | head: msgpack {"code": "ok", "bytes": N} | N bytes of database

The client writes the file, so the copy can go where the server itself may not write, and it gives
it its name only once it is whole, checked and on disk. A copy holds seeds and hands: mode 0600.
"""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from server import logs, schema
from server.codes import CodedError, StoreCode, StoreError
from server.framing import HEADER, framed
from server.store import STORE_NAME
from server.wire import WireError, pack, unpack

__all__ = ["SOCKET_NAME", "BackupCode", "BackupError", "Source", "fetch", "filled", "offered"]

SOCKET_NAME: Final = "backup.sock"
_COPY_NAME: Final = "backup.partial"
_LONGEST_ADDRESS: Final = 100
"""Bytes of a path that every system takes as a socket's address."""
_LARGEST_HEAD: Final = 1024
_CHUNK: Final = 256 * 1024
_UNTAKEN: Final = 60.0
"""Seconds that a client may leave a chunk untaken."""
_PATIENCE: Final = 300.0
"""Seconds that a client waits for the next chunk; before the first the copy is made."""


class BackupCode(StrEnum):
    """Why there is no copy; whatever was at the target is as it was."""

    EXISTS = "backup_exists"
    """``path``: something is there already; nothing is ever overwritten."""
    UNWRITABLE = "backup_unwritable"
    """``path``, ``reason``: the copy cannot be written there (the system's error name)."""
    REFUSED = "backup_refused"
    """``path``, ``reason``: the running server could not make the copy."""
    INTERRUPTED = "backup_interrupted"
    """``path``: the running server has ended, or stopped answering, before the copy was whole."""


class BackupError(CodedError[BackupCode, str]):
    """There is no copy."""


class Source(Protocol):
    """What a running server copies."""

    async def copy_to(self, path: Path) -> None:
        """Copy everything to the empty file ``path``.

        Raises :class:`StoreError`, or ``OSError`` or ``sqlite3.Error`` where it cannot be written.
        """
        ...


# --- the server's side -------------------------------------------------------------------------


@asynccontextmanager
async def offered(store: Source, folder: Path) -> AsyncIterator[None]:
    """Hand out copies of ``store`` meanwhile, at a socket in ``folder``.

    The caller must be the one that uses the folder: what an earlier server has left is removed. If
    there can be no socket the server does without, and the log says so.
    """
    desk = _Desk(store, folder)
    try:
        server = await asyncio.start_unix_server(desk.serve, sock=_listen(folder))
    except OSError as error:
        logs.failure("backup.unavailable", error)
        yield
        return
    try:
        yield
    finally:
        server.close()
        await desk.close()
        (folder / SOCKET_NAME).unlink(missing_ok=True)


def _listen(folder: Path) -> socket.socket:
    for name in (SOCKET_NAME, _COPY_NAME):
        (folder / name).unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        with _address(folder) as address:
            listening.bind(address)
    except BaseException:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening


@contextmanager
def _address(folder: Path) -> Iterator[str]:
    """Give the socket's address, by way of an open folder where its path is too long for one."""
    path = str(folder / SOCKET_NAME)
    if len(os.fsencode(path)) <= _LONGEST_ADDRESS:
        yield path
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET_NAME}"
    finally:
        os.close(descriptor)


class _Desk:
    """Makes one copy at a time and hands it out."""

    def __init__(self, store: Source, folder: Path) -> None:
        self._store = store
        self._copy = folder / _COPY_NAME
        self._turn = asyncio.Lock()
        self._busy: set[asyncio.Task[None]] = set()

    async def serve(self, _reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._busy.add(task)
        began = time.monotonic()
        try:
            async with self._turn:
                size = await self._hand_out(writer)
            logs.event("backup", bytes=size, seconds=round(time.monotonic() - began, 1))
        except asyncio.CancelledError:
            writer.transport.abort()
        except Exception as error:  # noqa: BLE001 - no copy, but the games go on
            logs.failure("backup.failed", error)
            writer.transport.abort()
        finally:
            self._busy.discard(task)
            writer.close()

    async def close(self) -> None:
        tasks = list(self._busy)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _hand_out(self, writer: asyncio.StreamWriter) -> int:
        try:
            copy = await self._made()
        except (OSError, sqlite3.Error, StoreError) as error:
            logs.failure("backup.failed", error)
            await _pass_on(writer, _head("failed", reason=_reason(error)))
            return 0
        with copy:
            size = os.fstat(copy.fileno()).st_size
            await _pass_on(writer, _head("ok", bytes=size))
            while chunk := await asyncio.to_thread(copy.read, _CHUNK):
                await _pass_on(writer, chunk)
        return size

    async def _made(self) -> BinaryIO:
        """Return an open copy; its name is gone, so that it ends with the file."""
        try:
            os.close(os.open(self._copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            await self._store.copy_to(self._copy)
            return self._copy.open("rb")
        finally:
            self._copy.unlink(missing_ok=True)


def _head(code: str, **more: str | int) -> bytes:
    return framed(pack({"code": code, **more}), _LARGEST_HEAD)


async def _pass_on(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(data)
    async with asyncio.timeout(_UNTAKEN):
        await writer.drain()


def _reason(error: Exception) -> str:
    match error:
        case OSError():
            return errno.errorcode.get(error.errno or 0, "OSError")
        case sqlite3.Error():
            return getattr(error, "sqlite_errorname", type(error).__name__)
        case StoreError():
            return str(error.code)
        case _:
            return type(error).__name__


# --- the client's side -------------------------------------------------------------------------


def fetch(folder: Path, target: Path, *, at_rest: Callable[[Path], None] | None = None) -> int:
    """Copy the database of the data folder ``folder`` to the new file ``target``; return its bytes.

    ``at_rest`` fills an empty file where no server runs and the database is not what it keeps.
    Raises :class:`BackupError`, or :class:`StoreError` for a database that is missing, damaged,
    foreign, newer, or locked by a server that hands out no copies. Blocks until done.
    """

    def fill(partial: Path) -> None:
        if _ask_server(folder, partial, target):
            return
        if at_rest is not None:
            at_rest(partial)
        else:
            _copy_at_rest(folder / STORE_NAME, partial, target)

    return filled(target, fill)


def filled(target: Path, fill: Callable[[Path], None]) -> int:
    """Have ``fill`` write a database into an empty file that becomes ``target``; return its bytes.

    Raises :class:`BackupError`, :class:`StoreError` for what is no database of ours, and whatever
    ``fill`` raises; then there is nothing at ``target``.
    """
    if target.exists() or target.is_symlink():
        raise BackupError(BackupCode.EXISTS, path=str(target))
    partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        with _writing(target):
            os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        fill(partial)
        schema.check(partial)
        with _writing(target):
            size = partial.stat().st_size
            _sync(partial)
            _name(partial, target)
            _sync(target.parent)
    finally:
        partial.unlink(missing_ok=True)
    return size


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupError(BackupCode.UNWRITABLE, path=str(target), reason=_reason(error)) from error


def _ask_server(folder: Path, partial: Path, target: Path) -> bool:
    """Fill ``partial`` with what the running server sends; return False where none runs."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        try:
            with _address(folder) as address:
                asking.connect(address)
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
            return False
        except OSError as error:
            raise StoreError(
                StoreCode.UNUSABLE, path=str(folder / SOCKET_NAME), reason=_reason(error)
            ) from error
        asking.settimeout(_PATIENCE)
        try:
            with asking.makefile("rb") as incoming, partial.open("wb") as file:
                left = _size(incoming, folder)
                while left and (chunk := incoming.read(min(left, _CHUNK))):
                    left -= len(chunk)
                    with _writing(target):
                        file.write(chunk)
                        file.flush()
        except (OSError, WireError, KeyError, ValueError) as error:
            raise BackupError(BackupCode.INTERRUPTED, path=str(folder)) from error
    if left:
        raise BackupError(BackupCode.INTERRUPTED, path=str(folder))
    return True


def _size(incoming: BinaryIO, folder: Path) -> int:
    """Read the head of the answer and return how many bytes follow."""
    length = int.from_bytes(incoming.read(HEADER), "big")
    head = unpack(incoming.read(min(length, _LARGEST_HEAD)))
    if head["code"] != "ok":
        reason = str(head.get("reason", "?"))
        raise BackupError(BackupCode.REFUSED, path=str(folder), reason=reason)
    return int(head["bytes"])


def _copy_at_rest(database: Path, partial: Path, target: Path) -> None:
    """Copy a database that no server uses, its write-ahead log included."""
    schema.check(database)
    source = sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)
    try:
        schema.copy(source, partial)
    except sqlite3.Error as error:
        raise BackupError(BackupCode.UNWRITABLE, path=str(target), reason=_reason(error)) from error
    finally:
        source.close()


def _name(partial: Path, target: Path) -> None:
    """Give the finished copy its name, unless that was taken meanwhile."""
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        raise BackupError(BackupCode.EXISTS, path=str(target)) from error
    # The empty file is ours: nothing of anybody's is replaced. Hard links, which could do both in
    # one step, do not exist on every disk that people carry backups on.
    partial.replace(target)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
