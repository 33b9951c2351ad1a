"""Which process runs a table: one key of bucket LEASES for each, changed by compare-and-set.

A lease's revision counts up over all leases, so a later owner's is always higher; it is the token
by which journals know who is still to be heard. That a lease was lost is only *told* by the
bucket; what keeps an old owner from writing is the journal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import nats.errors
import nats.js.errors
from nats.js.api import Header

from server.cluster.mirror import Kept, Mirror
from server.cluster.subjects import Bucket
from server.cluster.trouble import TROUBLE, WRONG_LAST
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["Lease", "Leases", "Taken"]

_PREFIX: Final = f"$KV.{Bucket.LEASES}."
_OPERATION: Final = "KV-Operation"
_DELETED: Final = "DEL"
_ANSWER: Final = 1.0
"""Seconds until a change without an answer is sent again."""
_PAUSE: Final = 0.2


class Taken(Exception):
    """There is a table of this code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """A table's code, the pid of the process that runs it (``""``: nobody), and the revision."""

    code: str
    owner: str
    revision: int


class Leases:
    """All leases as of a moment ago, and the way to change them; to be started.

    ``changed`` is called with each code whose lease is another one now, or gone; ``lost`` with
    the code of a lease that this process had and another has now.
    """

    def __init__(self, bus: Bus) -> None:
        self.changed: list[Callable[[str], None]] = []
        self.lost: list[Callable[[str], None]] = []
        self._own: dict[str, Lease] = {}
        """What this process has taken and not given back."""
        self._pid = bus.pid
        self._js = bus.jetstream(Bucket.LEASES.account)
        self._mirror = Mirror(self._js, Bucket.LEASES, self._told)

    async def start(self) -> None:
        """Return when all leases are known here; raise as :meth:`Mirror.start`."""
        await self._mirror.start()

    async def stop(self) -> None:
        """Hear of no more changes."""
        await self._mirror.stop()

    # --- looking ---

    def of(self, code: str) -> Lease | None:
        """Return a table's lease, ``None`` if there is no such table."""
        kept = self._mirror.get(code)
        return None if kept is None else _lease(code, kept)

    def all(self) -> Mapping[str, Lease]:
        """Return every lease by its table's code."""
        return {code: _lease(code, kept) for code, kept in self._mirror.items()}

    # --- changing; each returns when it is certain what became of it ---

    async def claim(self, code: str) -> Lease:
        """Return the lease of a new table; raise :class:`Taken` if there is one of this code."""
        last = 0
        while True:
            lease = await self._swap(code, self._pid, last)
            if lease is not None:
                return lease
            found = await self._newest(code)
            if found.owner is not None or not found.revision:
                raise Taken
            last = found.revision  # only the trace of an earlier table

    async def take(self, code: str, from_: Lease | None) -> Lease | None:
        """Take a lease over from who has it by ``from_``; ``None`` if another was first."""
        return await self._swap(code, self._pid, from_.revision if from_ else 0)

    async def release(self, lease: Lease) -> None:
        """Leave a table to whoever is next; nothing if it is another's already."""
        self._own.pop(lease.code, None)
        await self._swap(lease.code, "", lease.revision)

    async def drop(self, lease: Lease) -> None:
        """Take note that the table is gone for good; nothing if it is another's already."""
        self._own.pop(lease.code, None)
        await self._swap(lease.code, None, lease.revision)

    # --- how ---

    async def _swap(self, code: str, owner: str | None, last: int) -> Lease | None:
        """Set a lease's owner (``None``: no lease) if its revision is ``last``; ``None`` if not.

        Sent again until somebody says what became of it: a pid is of one process, which changes
        a lease once at a time, so its own word is known when it is met.
        """
        headers: dict[str, str] = {Header.EXPECTED_LAST_SUBJECT_SEQUENCE: str(last)}
        if owner is None:
            headers[_OPERATION] = _DELETED
        value = b"" if owner is None else pack({"owner": owner})
        while True:
            try:
                return await self._tried(code, owner, value, headers, last)
            except (_Unknown, *TROUBLE):
                await asyncio.sleep(_PAUSE)

    async def _tried(
        self, code: str, owner: str | None, value: bytes, headers: Mapping[str, str], last: int
    ) -> Lease | None:
        subject = f"{_PREFIX}{code}"
        try:
            ack = await self._js.publish(subject, value, _ANSWER, headers=dict(headers))
        except nats.js.errors.APIError as error:
            if error.err_code not in WRONG_LAST:
                raise
            found = await self._newest(code)
            if found.revision <= last:
                raise _Unknown from error  # it has not got as far as we have, or is at it
            if found.owner != owner:
                return None
            revision = found.revision
        else:
            revision = ack.seq
        lease = Lease(code=code, owner=owner or "", revision=revision)
        if owner:
            known = self.of(code)
            if known is not None and known.revision > revision:
                return None  # it is another's already
            self._own[code] = lease
        self._mirror.note(code, value if owner is not None else None, revision)
        return lease

    async def _newest(self, code: str) -> _Newest:
        """Return the last word on a lease as the bucket's leader has it."""
        try:
            found = await self._js.get_last_msg(Bucket.LEASES.stream, f"{_PREFIX}{code}")
        except nats.js.errors.NotFoundError:
            return _Newest(0, None)
        gone = _OPERATION in (found.headers or {})
        return _Newest(found.seq or 0, None if gone else _owner(found.data or b""))

    def _told(self, code: str) -> None:
        """Look at what the bucket tells of a lease."""
        own, lease = self._own.get(code), self.of(code)
        # A newer one of this process is its own doing, whose answer is still on its way.
        if own is not None and (lease is None or lease.owner != self._pid):
            del self._own[code]
            for told in tuple(self.lost):
                told(code)
        for told in tuple(self.changed):
            told(code)


class _Unknown(Exception):
    """It is not known yet what became of a change."""


@dataclass(frozen=True, slots=True)
class _Newest:
    """The last word on a lease; no owner where there is no lease, revision 0 if there was none."""

    revision: int
    owner: str | None


def _lease(code: str, kept: Kept) -> Lease:
    return Lease(code=code, owner=_owner(kept.value), revision=kept.revision)


def _owner(value: bytes) -> str:
    """Return the owner in a lease's value; nobody, where that cannot be read."""
    try:
        return str(unpack(value).get("owner", ""))
    except WireError:
        return ""
