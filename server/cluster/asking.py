"""Reads and writes of streams that outlast a change of leader: tried again until a time is over.

A write goes under an id, so that one whose answer was lost can be sent again: the stream takes it
once. What cannot be had in time becomes a :class:`StoreError`, as of any other store.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

import nats.errors
import nats.js.errors
from nats.js import api

from server.codes import StoreCode, StoreError

if TYPE_CHECKING:
    from nats.js import JetStreamContext
    from nats.js.api import RawStreamMsg

__all__ = ["PLACE", "ConflictError", "patiently", "stored", "whole"]

T = TypeVar("T")

PLACE: Final = "cluster"
"""What stands for a path in the :class:`StoreError` of a cluster."""

_PATIENCE: Final = 10.0
"""Seconds for which a read or write is tried: the nodes need some to choose a new leader."""
_PAUSE: Final = 0.2
_WRONG_LAST: Final = frozenset({10071, 10164})
_TROUBLE: Final = (nats.errors.Error, OSError, TimeoutError)
_AT_ONCE: Final = 256
"""Messages that are asked for at a time."""


class ConflictError(Exception):
    """Something else than the writer has seen is there; nothing has changed."""


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Return what ``ask`` comes to, asking again while nodes fail; raise :class:`StoreError`.

    That nothing is there (``NotFoundError``) is an answer, and goes to the caller.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return await ask()
        except nats.js.errors.NotFoundError:
            raise
        except _TROUBLE as error:
            if time.monotonic() > until:
                reason = type(error).__name__
                raise StoreError(StoreCode.UNUSABLE, path=PLACE, reason=reason) from error
        await asyncio.sleep(_PAUSE)


async def stored(
    js: JetStreamContext,
    stream: str,
    subject: str,
    payload: bytes,
    headers: dict[str, str],
    seconds: float | None = None,
) -> int:
    """Add a message to ``stream`` and return its sequence, once it is durable.

    ``headers`` may name what the writer expects there; :class:`ConflictError` if it is not so.
    ``seconds``: for so long, at least one. Raises :class:`StoreError` if it is not known in time to
    be stored; it may be so all the same.
    """
    written = secrets.token_hex(12)
    headers = {api.Header.MSG_ID: written, **headers}
    ttl = None if seconds is None else max(1.0, seconds)
    until = time.monotonic() + _PATIENCE
    again = False
    while True:
        try:
            ack = await js.publish(subject, payload, headers=dict(headers), msg_ttl=ttl)
        except _TROUBLE as error:
            if isinstance(error, nats.js.errors.APIError) and error.err_code in _WRONG_LAST:
                # A single node looks at what is expected first, and at the id only then. So what
                # is in the way may be our own first try.
                if again and (found := await _own(js, stream, subject, written)):
                    return found
                raise ConflictError from error
            if time.monotonic() > until:
                raise StoreError(StoreCode.WRITE_FAILED, path=PLACE) from error
        else:
            return ack.seq
        again = True
        await asyncio.sleep(_PAUSE)


async def _own(js: JetStreamContext, stream: str, subject: str, written: str) -> int:
    """Return the sequence of the last message under ``subject`` if it has this id, else 0."""

    async def last() -> RawStreamMsg:
        return await js.get_msg(stream, subject=subject, direct=False)

    try:
        found = await patiently(last)
    except nats.js.errors.NotFoundError:
        return 0
    return found.seq or 0 if (found.headers or {}).get(api.Header.MSG_ID) == written else 0


async def whole(js: JetStreamContext, stream: str, pattern: str) -> list[bytes]:
    """Return all messages under subjects of ``pattern`` in order; raise :class:`StoreError`."""
    return await patiently(lambda: _whole(js, stream, pattern))


async def _whole(js: JetStreamContext, stream: str, pattern: str) -> list[bytes]:
    config = api.ConsumerConfig(
        filter_subject=pattern,
        deliver_policy=api.DeliverPolicy.ALL,
        ack_policy=api.AckPolicy.NONE,
        inactive_threshold=30.0,
        num_replicas=1,
        mem_storage=True,
    )
    reader = await js.pull_subscribe(pattern, stream=stream, config=config)
    try:
        info = await reader.consumer_info()
        left, found = info.num_pending or 0, list[bytes]()
        while left > 0:
            messages = await reader.fetch(min(left, _AT_ONCE), timeout=2.0)
            found += [message.data for message in messages]
            # Not counted down: what was purged meanwhile does not come any more.
            left = messages[-1].metadata.num_pending or 0
        await js.delete_consumer(stream, info.name)
        return found
    finally:
        await reader.unsubscribe()
