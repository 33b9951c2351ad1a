"""A live copy of a bucket: what one process can look up without asking anybody.

JetStream's ordered consumer brings the newest value of every key and then each change. Should the
node that serves it die, its heartbeats stop, and the client library asks another from where it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nats.js.api import DeliverPolicy

if TYPE_CHECKING:
    from nats.aio.msg import Msg
    from nats.js import JetStreamContext

__all__ = ["Kept", "Mirror"]

_HEARTBEAT: Final = 1.0
"""Seconds between two signs of life of the consumer; after two that are missing it is made anew."""
_CAUGHT_UP: Final = 10.0


@dataclass(frozen=True, slots=True)
class Kept:
    """A key's newest value and the revision that it came with."""

    value: bytes
    revision: int


class Mirror:
    """The keys and values of one bucket, as of a moment ago; with ``keys`` those of a pattern.

    ``changed`` is called with each key that has another value now, or none any more; not for what
    was there at the start.
    """

    def __init__(
        self,
        js: JetStreamContext,
        bucket: str,
        changed: Callable[[str], None] = lambda _key: None,
        *,
        keys: str = ">",
    ) -> None:
        self._js = js
        self._bucket = bucket
        self._prefix = f"$KV.{bucket}."
        self._keys = keys
        self._changed = changed
        self._kept: dict[str, Kept] = {}
        self._complete = asyncio.Event()
        self._heard_to = 0
        self._news = asyncio.Condition()
        self._subscription: JetStreamContext.PushSubscription | None = None

    async def start(self) -> None:
        """Return when everything that the bucket holds now is here.

        Raises what the client library raises where there is no such bucket or no quorum.
        """
        self._subscription = await self._js.subscribe(
            f"{self._prefix}{self._keys}",
            stream=f"KV_{self._bucket}",
            cb=self._heard,
            ordered_consumer=True,
            idle_heartbeat=_HEARTBEAT,
            deliver_policy=DeliverPolicy.LAST_PER_SUBJECT,
            inactive_threshold=60.0,
        )
        info = await self._subscription.consumer_info()
        if not info.num_pending and not self._subscription.delivered:
            self._complete.set()
        await asyncio.wait_for(self._complete.wait(), _CAUGHT_UP)

    async def stop(self) -> None:
        """Hear of no more changes; idempotent."""
        subscription, self._subscription = self._subscription, None
        if subscription is not None:
            await subscription.unsubscribe()

    async def reach(self, revision: int) -> None:
        """Return when all that was written up to ``revision`` is here; raise ``TimeoutError``.

        ``revision``: of a key of this mirror's pattern, or 0.
        """
        async with asyncio.timeout(_CAUGHT_UP), self._news:
            await self._news.wait_for(lambda: self._heard_to >= revision)

    def get(self, key: str) -> Kept | None:
        """Return what the bucket has under ``key``."""
        return self._kept.get(key)

    def items(self) -> Iterator[tuple[str, Kept]]:
        """Yield keys and values as they are now, whatever changes meanwhile."""
        yield from tuple(self._kept.items())

    def note(self, key: str, value: bytes | None, revision: int) -> None:
        """Take over what this very process has just written, before the bucket tells of it."""
        self._put(key, value, revision)

    async def _heard(self, message: Msg) -> None:
        meta = message.metadata
        headers = message.headers or {}
        gone = "KV-Operation" in headers or "Nats-Marker-Reason" in headers
        key = message.subject.removeprefix(self._prefix)
        self._put(key, None if gone else message.data, meta.sequence.stream)
        if meta.num_pending == 0:
            self._complete.set()
        async with self._news:
            self._heard_to = meta.sequence.stream
            self._news.notify_all()

    def _put(self, key: str, value: bytes | None, revision: int) -> None:
        old = self._kept.get(key)
        if old is not None and old.revision >= revision:
            return  # known already
        if value is None:
            self._kept.pop(key, None)
        else:
            self._kept[key] = Kept(value, revision)
        if self._complete.is_set():
            self._changed(key)
