"""The streams and buckets: made once by whoever comes first, the same by all.

A table process or the host's own command makes them; a front only opens what is there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar, assert_never

import nats.errors
import nats.js.errors
from nats.js.api import DiscardPolicy, StorageType, StreamConfig

from server.cluster.bus import Bus
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.subjects import Account, Bucket, Stream
from server.cluster.trouble import TROUBLE

__all__ = ["GUEST_SECONDS", "LIVE_MARKER_SECONDS", "LIVE_SECONDS", "provision"]

LIVE_SECONDS: Final = 1.5
"""A process that has not renewed its key for so long is gone."""
LIVE_MARKER_SECONDS: Final = 1.0
"""How long the word of that stays for who looks later."""
GUEST_SECONDS: Final = 2 * 86400.0
"""What is kept of a guest, and not written again for so long, is forgotten in any case."""
_MOST_LIVE: Final = 16 * 2**20
_MOST_BOOKS: Final = 256 * 2**20
"""Bytes of the two buckets that fronts write to: none of them can fill the nodes' disks."""
_BOOKS_MARKER_SECONDS: Final = 60.0
_LARGEST: Final = 2**20
"""Bytes of one message or value."""
_DEDUPE_SECONDS: Final = 120.0
_TRIES: Final = 40
_PAUSE: Final = 0.5

W = TypeVar("W", Stream, Bucket)


async def provision(bus: Bus) -> None:
    """Make what is missing of the streams and buckets; others may do so at the same time.

    Waits for nodes that have just been started to find each other: at most 20 s, then raises
    :class:`ClusterError` NO_ANSWER.
    """
    for stream in Stream:
        await _patiently(_make_stream, bus, stream)
    for bucket in Bucket:
        await _patiently(_make_bucket, bus, bucket)


async def _patiently(make: Callable[[Bus, W], Awaitable[None]], bus: Bus, what: W) -> None:
    """Make ``what``, again and again while the nodes are not ready for it."""
    for _ in range(_TRIES):
        try:
            await make(bus, what)
        except TROUBLE:
            await asyncio.sleep(_PAUSE)
        else:
            return
    raise ClusterError(ClusterCode.NO_ANSWER)


async def _make_stream(bus: Bus, stream: Stream) -> None:
    """Make ``stream`` unless it is there."""
    streams = bus.jetstream(Account.INNER)
    try:
        await streams.stream_info(stream)
    except nats.js.errors.NotFoundError:
        await streams.add_stream(
            StreamConfig(
                name=stream,
                subjects=_subjects(stream),
                storage=StorageType.FILE,
                num_replicas=bus.settings.replicas,
                discard=DiscardPolicy.NEW,
                max_msg_size=_LARGEST,
                duplicate_window=_DEDUPE_SECONDS,
                # A replica may be behind; whoever takes a table over must see its last word.
                allow_direct=False,
                # What a guest has played ends by itself, should nobody see the guest leave.
                allow_msg_ttl=stream is Stream.ARCHIVE,
            )
        )


def _subjects(stream: Stream) -> list[str]:
    """Return what is kept in ``stream``."""
    match stream:
        case Stream.JOURNAL:
            return ["journal.*"]
        case Stream.ARCHIVE:
            return ["archive.>", "played.>"]
        case _:
            assert_never(stream)


async def _make_bucket(bus: Bus, bucket: Bucket) -> None:
    """Make ``bucket`` unless it is there."""
    streams = bus.jetstream(bucket.account)
    try:
        await streams.stream_info(bucket.stream)
    except nats.js.errors.NotFoundError:
        await streams.add_stream(_bucket(bucket).evolve(num_replicas=bus.settings.replicas))


def _bucket(bucket: Bucket) -> StreamConfig:
    """Return the stream of ``bucket``. One value a key; reads go to the leader, see above.

    What the client library makes of a bucket, and batches: several values together or none.
    """
    kept = StreamConfig(
        name=bucket.stream,
        subjects=[f"$KV.{bucket}.>"],
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW,
        max_msgs_per_subject=1,
        max_msg_size=_LARGEST,
        duplicate_window=_DEDUPE_SECONDS,
        deny_delete=True,
        allow_rollup_hdrs=True,
        allow_direct=False,
        allow_msg_ttl=True,
        allow_atomic=True,
    )
    match bucket:
        case Bucket.LIVE:
            return kept.evolve(
                storage=StorageType.MEMORY,
                max_bytes=_MOST_LIVE,
                max_age=LIVE_SECONDS,
                duplicate_window=LIVE_SECONDS,
                subject_delete_marker_ttl=LIVE_MARKER_SECONDS,
            )
        case Bucket.BOOKS:
            return kept.evolve(
                max_bytes=_MOST_BOOKS, subject_delete_marker_ttl=_BOOKS_MARKER_SECONDS
            )
        case Bucket.GUESTS:
            return kept.evolve(storage=StorageType.MEMORY, max_age=GUEST_SECONDS)
        case Bucket.LISTINGS:
            return kept.evolve(storage=StorageType.MEMORY)
        case Bucket.LEASES | Bucket.PEOPLE:
            return kept
        case _:
            assert_never(bucket)
