"""Single values of a bucket, written only over what the writer has seen: compare and set.

Reads are answered by the stream's leader, so nobody decides by an old replica.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import nats.js.errors
from nats.js import api

from server.cluster.asking import ConflictError, patiently, stored
from server.cluster.subjects import Bucket

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["Cell", "Cells", "key_of"]

_OPERATION: Final = "KV-Operation"
_MARKER: Final = "Nats-Marker-Reason"


@dataclass(frozen=True, slots=True)
class Cell:
    """What is under a key: ``None`` where nothing is, with revision 0 if nothing ever was."""

    value: bytes | None
    revision: int


def key_of(*texts: str) -> str:
    """Return a key or token for texts of any kind and length, the same for the same texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


class Cells:
    """The values of one bucket."""

    def __init__(self, bus: Bus, bucket: Bucket) -> None:
        self._js = bus.jetstream(bucket.account)
        self._stream = bucket.stream
        self._prefix = f"$KV.{bucket}."

    async def get(self, key: str) -> Cell:
        """Return what is under ``key`` now; raise :class:`StoreError`."""
        return await patiently(lambda: self._get(key))

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
        headers = {} if value is not None else {_OPERATION: "DEL"}
        if last is not None:
            headers[api.Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value] = str(last)
        if among:
            expected = f"{api.Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value}-Subject"
            headers[expected] = self._prefix + among
        subject = self._prefix + key
        return await stored(self._js, self._stream, subject, value or b"", headers, seconds)

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
        return Cell(None if gone else found.data or b"", found.seq or 0)
