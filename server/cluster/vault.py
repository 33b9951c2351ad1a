"""One stream as a place to keep things, which outlasts a change of its leader.

Whatever is asked is asked again until a time is over. Messages go in under ids, so that what had no
answer can be sent once more: the stream takes it once. Several go in together or not at all (an
atomic batch). What cannot be had in time becomes a :class:`StoreError`, as of any other store.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import nats.errors
import nats.js.errors
from nats.js import api

from server.cluster.trouble import TROUBLE, WRONG_LAST
from server.codes import StoreCode, StoreError

if TYPE_CHECKING:
    from nats.js.api import PubAck, RawStreamMsg

    from server.cluster.bus import Bus
    from server.cluster.subjects import Account

__all__ = ["PLACE", "ConflictError", "Deposit", "Vault"]

T = TypeVar("T")

PLACE: Final = "cluster"
"""What stands for a path in the :class:`StoreError` of a cluster."""

_PATIENCE: Final = 10.0
"""Seconds for which a read or write is tried: the nodes need some to choose a new leader."""
_PAUSE: Final = 0.2
_MET_BEFORE: Final = 10201
"""A batch has an id that the stream has had already: that of an earlier try, as ids are random."""
_ANSWER: Final = 5.0
"""Seconds for one answer; a hundred thousand subjects take one."""
_AT_ONCE: Final = 256
"""Messages that are asked for at a time."""
_EXPECTED: Final = api.Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value


class ConflictError(Exception):
    """Something else than the writer has seen is there; nothing has changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deposit:
    """One message to put in.

    ``last``: only if that is the newest sequence under the subject, or under the pattern ``among``.
    ``seconds``: for so long, at least one.
    """

    subject: str
    payload: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    last: int | None = None
    among: str = ""
    seconds: float | None = None

    def all_headers(self, message_id: str) -> dict[str, str]:
        """Return everything that the nodes are to know of it."""
        headers = {**self.headers, api.Header.MSG_ID.value: message_id}
        if self.last is not None:
            headers[_EXPECTED] = str(self.last)
            if self.among:
                headers[f"{_EXPECTED}-Subject"] = self.among
        if self.seconds is not None:
            headers[api.Header.MSG_TTL.value] = str(int(max(1.0, self.seconds)))
        return headers


class Vault:
    """The stream ``stream`` of an account."""

    def __init__(self, bus: Bus, account: Account, stream: str) -> None:
        self._client = bus.client(account)
        self._js = bus.jetstream(account)
        self._stream = stream

    async def last(self, subject: str) -> RawStreamMsg | None:
        """Return the newest message under ``subject``, by the word of the stream's leader."""

        async def ask() -> RawStreamMsg | None:
            try:
                return await self._js.get_msg(self._stream, subject=subject, direct=False)
            except nats.js.errors.NotFoundError:
                return None

        return await _patiently(ask)

    async def whole(self, pattern: str) -> list[bytes]:
        """Return all messages under subjects of ``pattern``, in order."""
        return await _patiently(lambda: self._whole(pattern))

    async def subjects(self, pattern: str) -> list[str]:
        """Return the subjects of ``pattern`` that have a message, in order."""
        found = dict[str, None]()  # what is added meanwhile may bring some twice
        first, total = 0, 1
        while first < total:
            some, total = await _patiently(partial(self._page, pattern, first))
            found |= dict.fromkeys(some)
            first += len(some) or total
        return list(found)

    async def purge(self, pattern: str) -> None:
        """Take out everything under ``pattern``."""
        await _patiently(lambda: self._js.purge_stream(self._stream, subject=pattern))

    async def put(self, *deposits: Deposit) -> int:
        """Put all of ``deposits`` in, or none; return the last one's sequence, once it is durable.

        Those of a batch have sequences one after another. Raises :class:`ConflictError` if a last
        sequence is not what was expected, and :class:`StoreError` if nothing is known in time; it
        may be there all the same.
        """
        written = secrets.token_hex(10)
        until = time.monotonic() + _PATIENCE
        again = False
        while True:
            try:
                return (await self._try(deposits, written)).seq
            except TROUBLE as error:
                code = error.err_code if isinstance(error, nats.js.errors.APIError) else 0
                if code in WRONG_LAST or code == _MET_BEFORE:
                    # What is in the way may be our own first try.
                    if again and (found := await self._own(deposits, written)):
                        return found
                    raise ConflictError from error
                if time.monotonic() > until:
                    raise StoreError(StoreCode.WRITE_FAILED, path=PLACE) from error
            again = True
            await asyncio.sleep(_PAUSE)

    async def _try(self, deposits: Sequence[Deposit], written: str) -> PubAck:
        *before, last = deposits
        # A new batch each time: what an earlier one has begun and not ended is forgotten.
        batch = {api.Header.BATCH_ID.value: secrets.token_hex(10)} if before else {}
        for number, deposit in enumerate(before, 1):
            headers = deposit.all_headers(f"{written}.{number}") | batch
            headers[api.Header.BATCH_SEQUENCE.value] = str(number)
            await self._client.publish(deposit.subject, deposit.payload, headers=headers)
        headers = last.all_headers(f"{written}.{len(deposits)}") | batch
        if before:
            headers[api.Header.BATCH_SEQUENCE.value] = str(len(deposits))
            headers[api.Header.BATCH_COMMIT.value] = "1"
        return await self._js.publish(last.subject, last.payload, headers=dict(headers))

    async def _own(self, deposits: Sequence[Deposit], written: str) -> int:
        """Return the sequence of an earlier try that was stored, else 0."""
        found = await self.last(deposits[-1].subject)
        if found is None or found.headers is None:
            return 0
        own = found.headers.get(api.Header.MSG_ID.value) == f"{written}.{len(deposits)}"
        return found.seq or 0 if own else 0

    async def _page(self, pattern: str, first: int) -> tuple[list[str], int]:
        """Return subjects from the ``first`` one on, and how many there are; a node stops early."""
        wish = json.dumps({"subjects_filter": pattern, "offset": first}).encode()
        reply = await self._client.request(f"$JS.API.STREAM.INFO.{self._stream}", wish, _ANSWER)
        found = json.loads(reply.data)
        if "error" in found:
            raise nats.js.errors.APIError.from_error(found["error"])
        return sorted(found["state"].get("subjects", ())), found.get("total", 0)

    async def _whole(self, pattern: str) -> list[bytes]:
        config = api.ConsumerConfig(
            filter_subject=pattern,
            deliver_policy=api.DeliverPolicy.ALL,
            ack_policy=api.AckPolicy.NONE,
            inactive_threshold=30.0,
            num_replicas=1,
            mem_storage=True,
        )
        reader = await self._js.pull_subscribe(pattern, stream=self._stream, config=config)
        try:
            info = await reader.consumer_info()
            left, found = info.num_pending or 0, list[bytes]()
            while left > 0:
                messages = await reader.fetch(min(left, _AT_ONCE), timeout=2.0)
                found += [message.data for message in messages]
                # Not counted down: what was purged meanwhile does not come any more.
                left = messages[-1].metadata.num_pending or 0
            await self._js.delete_consumer(self._stream, info.name)
            return found
        finally:
            await reader.unsubscribe()


async def _patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Return what ``ask`` comes to, asking again while nodes fail; raise :class:`StoreError`."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return await ask()
        except TROUBLE as error:
            if time.monotonic() > until:
                reason = type(error).__name__
                raise StoreError(StoreCode.UNUSABLE, path=PLACE, reason=reason) from error
        await asyncio.sleep(_PAUSE)
