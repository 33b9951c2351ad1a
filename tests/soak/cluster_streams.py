"""A cluster's journals and archive as the streams have them, read with the operator's credentials.

The journal is read along from the beginning, because games that are over are purged from it; at the
end everything is read once more, and both have to agree.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import nats.errors
import nats.js.errors
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from server.cluster.archive import Archive
from server.cluster.bus import Bus, Role
from server.cluster.records import unpack_record
from server.cluster.settings import ClusterSettings
from server.cluster.subjects import Account, Bucket, Stream
from server.wire import unpack
from tests.soak.cluster_judge import Fault, Finding, Kept, TableStory, look

__all__ = ["TROUBLE", "Streams"]

TROUBLE: Final = (nats.errors.Error, nats.js.errors.Error, OSError, TimeoutError)
_BATCH: Final = 500


class Streams:
    """What was read of JOURNAL so far; made by :meth:`open`."""

    def __init__(self, bus: Bus) -> None:
        self.kept: dict[int, tuple[str, float, bytes]] = {}
        """By the message's number: table, when it was taken, what it is."""
        self.last = 0
        self.different = 0
        """Messages that were read twice and were not the same."""
        self.jumped = 0
        """Numbers that were never read: purged before, or a fault of the stream."""
        self._news = asyncio.Event()
        self._bus = bus
        self._reading = asyncio.get_running_loop().create_task(self._read_along())

    @classmethod
    async def open(cls, settings: ClusterSettings) -> Streams:
        """Connect as the host's own commands do, and begin to read."""
        return cls(await Bus.connect(settings, Role.OPERATOR, patience=30.0))

    async def close(self) -> None:
        """Hang up."""
        await self._stop_reading()
        await self._bus.close()

    async def _stop_reading(self) -> None:
        """End the reading along; asked more than once, as a message that comes may hide a word."""
        while not self._reading.done():
            self._reading.cancel()
            await asyncio.wait({self._reading}, timeout=1.0)

    async def owners(self) -> dict[str, str]:
        """Return which process has the lease of each table, as the bucket says now."""
        bucket = await self._bus.bucket(Bucket.LEASES)
        found: dict[str, str] = {}
        for code in await bucket.keys():
            with suppress(nats.js.errors.KeyNotFoundError):
                entry = await bucket.get(code)
                found[code] = str(unpack(entry.value or b"").get("owner", ""))
        return found

    async def caught_up(self) -> None:
        """Wait until everything that the stream has now is read."""
        info = await self._bus.jetstream(Account.INNER).stream_info(Stream.JOURNAL)
        async with asyncio.timeout(120):
            while self.last < info.state.last_seq:
                self._news.clear()
                await self._news.wait()

    async def read_again(self) -> None:
        """Read what the stream has now once more from its beginning, and no further."""
        await self.caught_up()
        await self._stop_reading()
        await self._read(1, until=self.last)

    def newest(self) -> dict[str, float]:
        """Return when the last message of each table was taken, as far as it was read."""
        return {code: at for _number, (code, at, _data) in sorted(self.kept.items())}

    def stories(self) -> list[TableStory]:
        """Return every table's journal, judged."""
        tables: dict[str, list[Kept]] = defaultdict(list)
        for number, (code, at, data) in sorted(self.kept.items()):
            record = unpack_record(data)
            tables[code].append(
                Kept(
                    number=number,
                    at=at,
                    lease=record.lease,
                    turn=record.number,
                    owner=record.owner,
                    changes=record.changes,
                )
            )
        return [look(code, kept) for code, kept in sorted(tables.items())]

    async def unarchived(self, stories: Iterable[TableStory]) -> list[Finding]:
        """Return the games that are over and that the archive has not, or has otherwise."""
        archive = Archive(self._bus)
        over = [game for s in stories for game in s.games.values() if game.status == "over"]
        findings = []
        for game in over:
            found = await archive.ended_game(game.id)
            if found is None or (found.header, found.entries) != (game.header, tuple(game.entries)):
                where = f"game {game.id[:8]}"
                findings.append(Finding(fault=Fault.NOT_ARCHIVED, where=where, place=0))
        return findings

    async def _read_along(self) -> None:
        while True:
            with suppress(*TROUBLE):
                await self._read(self.last + 1)
            await asyncio.sleep(0.3)

    async def _read(self, first: int, until: int = 0) -> None:
        """Read from a number on, for ever or up to another."""
        streams = self._bus.jetstream(Account.INNER)
        wanted = ConsumerConfig(
            ack_policy=AckPolicy.NONE,
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=first,
            inactive_threshold=30.0,
        )
        reader = await streams.pull_subscribe("", stream=Stream.JOURNAL, config=wanted)
        last = first - 1
        while not until or last < until:
            try:
                messages = await reader.fetch(_BATCH, timeout=2.0)
            except TimeoutError:
                if until:
                    return  # the rest is purged
                await reader.consumer_info()  # raises if the consumer is gone
                continue
            for message in messages:
                metadata = message.metadata
                last = metadata.sequence.stream
                code = message.subject.removeprefix("journal.")
                self._note(last, code, metadata.timestamp.timestamp(), message.data)

    def _note(self, number: int, code: str, at: float, data: bytes) -> None:
        known = self.kept.get(number)
        if known is not None:
            self.different += (known[0], known[2]) != (code, data)
            return
        self.jumped += max(0, number - self.last - 1)
        self.last = max(self.last, number)
        self.kept[number] = (code, at, data)
        self._news.set()
