"""Single values of a bucket, written only over what the writer has seen: compare and set.

Reads are answered by the stream's leader, so nobody decides by an old replica.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from server.cluster.subjects import Bucket
from server.cluster.vault import ConflictError, Deposit, Vault

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["Cell", "Cells", "Put", "key_of"]

_OPERATION: Final = "KV-Operation"
_MARKER: Final = "Nats-Marker-Reason"


@dataclass(frozen=True, slots=True)
class Cell:
    """What is under a key: ``None`` where nothing is, with revision 0 if nothing ever was."""

    value: bytes | None
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Put:
    """One value to write; ``None`` for nothing any more.

    ``last``: only if that is still the key's revision, or the newest one of all keys in the pattern
    ``among``. ``seconds``: for so long.
    """

    key: str
    value: bytes | None
    last: int | None = None
    among: str = ""
    seconds: float | None = None


def key_of(*texts: str) -> str:
    """Return a key or token for texts of any kind and length, the same for the same texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


class Cells:
    """The values of one bucket."""

    def __init__(self, bus: Bus, bucket: Bucket) -> None:
        self._vault = Vault(bus, bucket.account, bucket.stream)
        self._prefix = f"$KV.{bucket}."

    async def get(self, key: str) -> Cell:
        """Return what is under ``key`` now; raise :class:`StoreError`."""
        found = await self._vault.last(self._prefix + key)
        if found is None:
            return Cell(None, 0)
        headers = found.headers or {}
        gone = _OPERATION in headers or _MARKER in headers
        return Cell(None if gone else found.data or b"", found.seq or 0)

    async def keys(self, pattern: str) -> list[str]:
        """Return the keys of ``pattern`` that have been written; raise :class:`StoreError`."""
        found = await self._vault.subjects(self._prefix + pattern)
        return [subject.removeprefix(self._prefix) for subject in found]

    async def put(self, *puts: Put) -> list[int]:
        """Write all of ``puts`` or none, and return their revisions.

        Raises :class:`ConflictError` where something else is there than was expected, and
        :class:`StoreError` if they are not known to be stored in time.
        """
        last = await self._vault.put(*map(self._deposit, puts))
        return list(range(last - len(puts) + 1, last + 1))

    async def revise(self, key: str, revise: Callable[[bytes | None], bytes | None]) -> Cell:
        """Put what ``revise`` makes of the value, over nothing but that; return what is there then.

        ``revise`` is called again where somebody else was faster; what it raises changes nothing.
        """
        while True:
            cell = await self.get(key)
            value = revise(cell.value)
            if value == cell.value:
                return cell
            try:
                (revision,) = await self.put(Put(key=key, value=value, last=cell.revision))
            except ConflictError:
                continue
            return Cell(value, revision)

    def _deposit(self, put: Put) -> Deposit:
        return Deposit(
            subject=self._prefix + put.key,
            payload=put.value or b"",
            headers={} if put.value is not None else {_OPERATION: "DEL"},
            last=put.last,
            among=put.among and self._prefix + put.among,
            seconds=put.seconds,
        )
