"""Single values of a bucket, written only over what the writer has seen: compare and set.

Reads are answered by the stream's leader, so nobody decides by an old replica. A write whose answer
was lost is sent again under the same id; should it be refused then because something is there, that
may be our own first try, which its id tells.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import nats.errors
import nats.js.errors
from nats.js import api

from server.cluster.subjects import Bucket
from server.codes import StoreCode, StoreError

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["PLACE", "Cell", "Cells", "ConflictError", "key_of"]

PLACE: Final = "cluster"
"""What stands for a path in the :class:`StoreError` of a cluster."""

_PATIENCE: Final = 10.0
"""Seconds for which a read or write is tried: the nodes need some to choose a new leader."""
_PAUSE: Final = 0.2
_WRONG_LAST: Final = frozenset({10071, 10164})
_TROUBLE: Final = (nats.errors.Error, OSError, TimeoutError)
_OPERATION: Final = "KV-Operation"
_MARKER: Final = "Nats-Marker-Reason"


class ConflictError(Exception):
    """Somebody else has written in between; nothing has changed."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is under a key: ``None`` where nothing is, with revision 0 if nothing ever was."""

    value: bytes | None
    revision: int
    id: str = ""
    """The id that its writer gave it."""


def key_of(*texts: str) -> str:
    """Return a key or token for texts of any kind and length, the same for the same texts."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


class Cells:
    """The values of one bucket."""

    def __init__(self, bus: Bus, bucket: Bucket) -> None:
        self._js = bus.jetstream(bucket.account)
        self._stream = bucket.stream
        self._prefix = f"$KV.{bucket}."

    async def get(self, key: str) -> Cell:
        """Return what is under ``key`` now; raise :class:`StoreError`."""
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                return await self._get(key)
            except _TROUBLE as error:
                if time.monotonic() > until:
                    reason = type(error).__name__
                    raise StoreError(StoreCode.UNUSABLE, path=PLACE, reason=reason) from error
            await asyncio.sleep(_PAUSE)

    async def put(
        self,
        key: str,
        value: bytes | None,
        *,
        last: int | None = None,
        among: str = "",
        seconds: float | None = None,
    ) -> int:
        """Write ``value`` (``None``: nothing any more) and return its revision.

        ``last``: only if that is still the key's revision, or the newest one of all keys in the
        pattern ``among``; else :class:`ConflictError`. ``seconds``: for so long. Raises
        :class:`StoreError` if it is not known to be stored in time.
        """
        written = secrets.token_hex(12)
        headers: dict[str, str] = {api.Header.MSG_ID: written}
        if value is None:
            headers[_OPERATION] = "DEL"
        if last is not None:
            headers[api.Header.EXPECTED_LAST_SUBJECT_SEQUENCE] = str(last)
        if among:
            headers[f"{api.Header.EXPECTED_LAST_SUBJECT_SEQUENCE}-Subject"] = self._prefix + among
        ttl = None if seconds is None else max(1.0, seconds)
        until = time.monotonic() + _PATIENCE
        asked = False
        while True:
            try:
                ack = await self._js.publish(
                    self._prefix + key, value or b"", headers=dict(headers), msg_ttl=ttl
                )
            except nats.js.errors.APIError as error:
                if error.err_code in _WRONG_LAST:
                    return await self._own(key, written, asked=asked)
                trouble: Exception = error
            except _TROUBLE as error:
                trouble = error
            else:
                return ack.seq
            asked = True
            if time.monotonic() > until:
                raise StoreError(StoreCode.WRITE_FAILED, path=PLACE) from trouble
            await asyncio.sleep(_PAUSE)

    async def revise(
        self, key: str, revise: Callable[[bytes | None], bytes | None], seconds: float | None = None
    ) -> Cell:
        """Put what ``revise`` makes of the value, over nothing but that; return what is there then.

        ``revise`` is called again where somebody else was faster; what it raises changes nothing.
        """
        while True:
            cell = await self.get(key)
            value = revise(cell.value)
            if value == cell.value:
                return cell
            try:
                revision = await self.put(key, value, last=cell.revision, seconds=seconds)
            except ConflictError:
                continue
            return Cell(value, revision)

    async def _get(self, key: str) -> Cell:
        try:
            found = await self._js.get_msg(self._stream, subject=self._prefix + key, direct=False)
        except nats.js.errors.NotFoundError:
            return Cell(None, 0)
        headers = found.headers or {}
        gone = _OPERATION in headers or _MARKER in headers
        value = None if gone else found.data or b""
        return Cell(value, found.seq or 0, headers.get(api.Header.MSG_ID, ""))

    async def _own(self, key: str, written: str, *, asked: bool) -> int:
        """Return the revision of an earlier try that was stored; raise :class:`ConflictError`."""
        if asked:
            cell = await self.get(key)
            if cell.id == written:
                return cell.revision
        raise ConflictError
