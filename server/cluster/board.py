"""What the lobby shows of every table of the cluster, at every table process.

Each process writes the listings of its own tables to the bucket LISTINGS and has all others' by
its mirror. A listing holds who owes an answer, which is that player's own: no front can read the
bucket, and the lobby's frames are made here, for one viewer each (:mod:`server.lobby`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from server import logs
from server.cluster.mirror import Kept, Mirror
from server.cluster.subjects import Bucket
from server.cluster.trouble import TROUBLE
from server.public import Listing
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from nats.js.kv import KeyValue

    from server.cluster.bus import Bus

__all__ = ["Board", "Shown"]

_BEAT: Final = 0.1
"""Seconds within which changes of one table are written together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One table on the board.

    ``host`` is the ``Identity.id`` of the table's host while a game may still be played there, else
    ``""``. ``parked``: the server's host has put it aside.
    """

    listing: Listing
    host: str
    parked: bool = False

    def packed(self) -> bytes:
        """Return it for the bucket."""
        listing = self.listing
        return pack({
            "row": listing.row,
            "owners": dict(listing.owners),
            "asked": listing.asked,
            "awaited": listing.awaited,
            "kind": listing.kind,
            "until": listing.until,
            "host": self.host,
            "parked": self.parked,
        })  # fmt: skip

    @classmethod
    def unpacked(cls, data: bytes) -> Shown:
        """Return what :meth:`packed` made; raise :class:`WireError` for anything else."""
        plain = unpack(data)
        try:
            listing = Listing(
                row=plain["row"],
                owners=plain["owners"],
                asked=tuple(plain["asked"]),
                awaited=tuple(plain["awaited"]),
                kind=plain["kind"],
                until=plain["until"],
            )
            return cls(listing=listing, host=plain["host"], parked=plain["parked"])
        except (KeyError, TypeError) as error:
            raise WireError("no listing") from error


class Board:
    """The listings of all tables. What is in ``changed`` is called when one is another or gone."""

    def __init__(self, bus: Bus) -> None:
        self.changed: list[Callable[[], None]] = []
        self._bus = bus
        streams = bus.jetstream(Bucket.LISTINGS.account)
        self._mirror = Mirror(streams, Bucket.LISTINGS, self._heard)
        self._shown: dict[str, Shown] = {}
        self._own: dict[str, Shown] = {}
        self._due: set[str] = set()
        self._gone: set[str] = set()
        self._wake = asyncio.Event()
        self._writing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Read what there is, and write what is put from now on; raise :class:`ClusterError`."""
        bucket = await self._bus.bucket(Bucket.LISTINGS)
        await self._mirror.start()
        for code, kept in self._mirror.items():
            self._take(code, kept)
        self._writing = asyncio.create_task(self._write(bucket))

    async def stop(self) -> None:
        """Write no more; what others are shown stays until another process runs the tables."""
        if self._writing is not None:
            self._writing.cancel()
        await self._mirror.stop()

    # --- the own tables ---

    def put(self, code: str, shown: Shown) -> None:
        """Show an own table so from now on, to everybody within a beat."""
        if self._own.get(code) != shown:
            self._own[code] = self._shown[code] = shown
            self._gone.discard(code)
            self._due.add(code)
            self._news()

    def leave(self, code: str) -> None:
        """Write nothing of a table any more: it runs elsewhere now, or soon will."""
        self._own.pop(code, None)

    def drop(self, code: str) -> None:
        """Show a table no more: it is gone for good, or put aside."""
        self._own.pop(code, None)
        self._shown.pop(code, None)
        self._gone.add(code)
        self._news()

    # --- all tables ---

    def listings(self) -> list[Listing]:
        """Return what there is to show of each table that is open."""
        return [shown.listing for shown in self._shown.values() if not shown.parked]

    def parked(self) -> list[str]:
        """Return the codes of the tables that were put aside."""
        return sorted(code for code, shown in self._shown.items() if shown.parked)

    def of(self, code: str) -> Shown | None:
        """Return what is shown of one table."""
        return self._shown.get(code)

    def codes(self) -> set[str]:
        """Return the codes in use as far as is known here."""
        return set(self._shown)

    def hosted(self, who: str) -> int:
        """Return how many tables somebody hosts at which a game may still be played."""
        return sum(shown.host == who for shown in self._shown.values())

    def is_seated(self, who: str) -> bool:
        """Return whether somebody has a seat anywhere."""
        return any(who in shown.listing.owners for shown in self._shown.values())

    # --- to and from the bucket ---

    def _heard(self, code: str) -> None:
        if code in self._own:
            return  # one's own word, coming back
        kept = self._mirror.get(code)
        if kept is None:
            self._shown.pop(code, None)
        else:
            self._take(code, kept)
        self._tell()

    def _take(self, code: str, kept: Kept) -> None:
        try:
            self._shown[code] = Shown.unpacked(kept.value)
        except WireError as error:
            logs.failure("listing_unreadable", error)

    def _news(self) -> None:
        self._wake.set()
        self._tell()

    def _tell(self) -> None:
        for told in self.changed:
            told()

    async def _write(self, bucket: KeyValue) -> None:
        while True:
            await self._wake.wait()
            await asyncio.sleep(_BEAT)
            self._wake.clear()
            try:
                await self._write_all(bucket)
            except TROUBLE as error:
                # No quorum, most likely: the same again with the next beat.
                logs.failure("listing_not_written", error)
                self._wake.set()

    async def _write_all(self, bucket: KeyValue) -> None:
        while self._gone:
            code = min(self._gone)
            await bucket.delete(code)
            self._gone.discard(code)
        while self._due:
            code = self._due.pop()
            shown = self._own.get(code)
            if shown is None:
                continue  # it has left meanwhile, and is another's to write
            self._due.add(code)
            await bucket.put(code, shown.packed())
            if self._own.get(code, shown) == shown:
                self._due.discard(code)
