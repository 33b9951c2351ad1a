"""How the host's books stand in the bucket BOOKS, and the live copy of it that a process has."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, assert_never

from server.bans import FOREVER
from server.book_changes import (
    BookChange,
    DropBan,
    DropKey,
    DropMember,
    MoveNames,
    SaveBan,
    SaveInvite,
    SaveKey,
    SaveMember,
)
from server.cluster.cells import Cell, Cells, Put, key_of
from server.cluster.mirror import Mirror
from server.cluster.subjects import Bucket
from server.cluster.vault import PLACE
from server.codes import StoreCode, StoreError
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["KEYS", "BookCells", "invite_key", "put_of"]

KEYS: Final = "keys."
"""What the keys of the bucket begin with that say whose an SSH key is."""
_SLACK: Final = 60.0
"""Seconds that something stays in the bucket after its end, as clocks differ."""
_BEHIND: Final = 10.0
"""Seconds in which the live copy hears of what is in the bucket already."""


class BookCells:
    """The bucket and its live copy. ``changed`` is called with each key that has changed."""

    def __init__(self, bus: Bus, changed: Callable[[str], None]) -> None:
        self.pid = bus.pid
        self._cells = Cells(bus, Bucket.BOOKS)
        self._changed = changed
        self._news = asyncio.Event()
        self._mirror = Mirror(bus.jetstream(Bucket.BOOKS.account), Bucket.BOOKS, self._heard)

    async def start(self) -> None:
        """Read all, and hear of every change from now on."""
        await self._mirror.start()

    async def stop(self) -> None:
        """Hear no more."""
        await self._mirror.stop()

    async def write(self, *changes: BookChange) -> None:
        """Make all of ``changes`` durable or none; raise :class:`StoreError`."""
        await self.put(*(put_of(change, by=self.pid) for change in changes))

    async def put(self, *puts: Put) -> None:
        """Write all of ``puts`` or none, here too; raise as :meth:`Cells.put`."""
        for put, revision in zip(puts, await self._cells.put(*puts), strict=True):
            self._mirror.note(put.key, put.value, revision)

    async def get(self, key: str) -> Cell:
        """Return what is under ``key``, by the word of the bucket; raise :class:`StoreError`."""
        return await self._cells.get(key)

    async def keys(self, pattern: str) -> list[str]:
        """Return the keys of ``pattern``, by the word of the bucket; raise :class:`StoreError`."""
        return await self._cells.keys(pattern)

    def copies(self, prefix: str = "") -> dict[str, dict[str, Any]]:
        """Return the values of the live copy whose keys begin with ``prefix``, if they are maps."""
        found: dict[str, dict[str, Any]] = {}
        for key in self.all():
            with suppress(WireError):
                if key.startswith(prefix) and (plain := self.copy(key)) is not None:
                    found[key] = plain
        return found

    def all(self) -> list[str]:
        """Return all keys of the live copy."""
        return [key for key, _kept in self._mirror.items()]

    def copy(self, key: str) -> dict[str, Any] | None:
        """Return the value of the live copy under ``key``; raise :class:`WireError`."""
        kept = self._mirror.get(key)
        return None if kept is None else unpack(kept.value)

    def newest(self, prefix: str) -> int:
        """Return the newest revision that the live copy has of keys that begin so."""
        return max(
            (kept.revision for k, kept in self._mirror.items() if k.startswith(prefix)), default=0
        )

    async def later(self, prefix: str, than: int) -> None:
        """Wait until the live copy has something newer of keys that begin so.

        Raises :class:`StoreError` if it is cut off.
        """
        try:
            async with asyncio.timeout(_BEHIND):
                while self.newest(prefix) <= than:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError as error:
            raise StoreError(StoreCode.WRITE_FAILED, path=PLACE) from error

    def _heard(self, key: str) -> None:
        self._news.set()
        self._changed(key)


def invite_key(digest: bytes) -> str:
    """Return where an invite is, by the digest of its code."""
    return f"invites.{digest.hex()}"


def put_of(change: BookChange, *, by: str) -> Put:
    """Return how the process ``by`` writes a change of a book; names are not kept here."""
    match change:
        case SaveBan(subject=subject, until=until, reason=reason):
            return Put(
                key=f"bans.{key_of(subject)}",
                value=pack({"subject": subject, "until": until, "reason": reason, "by": by}),
                seconds=None if until == FOREVER else _left(until),
            )
        case DropBan(subject=subject):
            return Put(key=f"bans.{key_of(subject)}", value=None)
        case SaveKey(key=key, identity=identity):
            return _key_put(key, identity, by)
        case DropKey(key=key):
            # A value as well: who has written it is told, and that a key was written is seen.
            return _key_put(key, None, by)
        case SaveMember(identity=identity):
            return Put(key=f"members.{key_of(identity)}", value=pack({"identity": identity}))
        case DropMember(identity=identity):
            return Put(key=f"members.{key_of(identity)}", value=None)
        case SaveInvite(digest=digest, uses=uses, until=until):
            value = pack({"digest": digest, "uses": uses, "until": until}) if uses else None
            return Put(key=invite_key(digest), value=value, seconds=_left(until))
        case MoveNames():
            raise TypeError("names are not kept here")
        case _:
            assert_never(change)


def _key_put(key: str, identity: str | None, by: str) -> Put:
    value = pack({"key": key, "identity": identity, "by": by})
    return Put(key=f"{KEYS}{key_of(key)}", value=value)


def _left(until: float) -> float:
    """Return for how many seconds to keep what is good until then."""
    return math.ceil(max(0.0, until - time.time()) + _SLACK)
