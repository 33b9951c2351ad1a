"""Appends to a table's journal whose outcome is certain in the end, and reading it to a place.

Every append says after which message it has to come, so that of two owners only one is heard; and
it has an id of its own, so that it can be sent again until somebody says what became of it. What
is not certain is never guessed: no answer, or a refusal while an earlier try may still be on its
way, means to send it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import nats.errors
import nats.js.errors
from nats.js.api import Header

from server.cluster.records import Record, pack_record, unpack_record
from server.cluster.subjects import Stream, journal
from server.cluster.trouble import TROUBLE, WRONG_LAST
from server.codes import StoreCode, StoreError

if TYPE_CHECKING:
    from nats.aio.msg import Msg
    from nats.js import JetStreamContext

__all__ = ["FencedError", "Newest", "append", "newest", "read"]

_IN_PROCESS: Final = 10158
"""NATS: a message with this id is being stored."""
_UNAVAILABLE: Final = 500
"""NATS: errors from here on are the nodes', not the append's."""
_ANSWER: Final = 1.0
"""Seconds until an append without an answer is sent again."""
_PAUSES: Final = (0.02, 0.1, 0.25, 0.5)
"""Seconds between tries; the last one from then on."""
_HEARTBEAT: Final = 1.0
_PATIENCE: Final = 2.0
"""Seconds without an answer or a message until reading is given up, or tried another way."""
_LINGERS: Final = 10.0
"""Seconds that a consumer stays once nobody reads by it."""


class FencedError(StoreError):
    """Another process has the table: what became of a write is its to say."""

    def __init__(self) -> None:
        super().__init__(StoreCode.FENCED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Newest:
    """A journal's last message; sequence 0 for none. ``ident`` is the id of its append."""

    sequence: int = 0
    ident: str = ""
    place: tuple[int, int] = (0, -1)


async def newest(js: JetStreamContext, code: str) -> Newest:
    """Return the last message of a table's journal as the stream's leader has it.

    Raises :data:`.trouble.TROUBLE`.
    """
    try:
        async with asyncio.timeout(_PATIENCE):
            found = await js.get_last_msg(Stream.JOURNAL, journal(code))
    except nats.js.errors.NotFoundError:
        return Newest()
    return Newest(
        sequence=found.seq or 0,
        ident=(found.headers or {}).get(Header.MSG_ID, ""),
        place=unpack_record(found.data or b"").place,
    )


async def append(
    js: JetStreamContext,
    code: str,
    record: Record,
    *,
    ident: str,
    after: int,
    ended: Callable[[], bool],
) -> int:
    """Append ``record`` right after the message ``after``; return its sequence.

    Raises :class:`FencedError` if another owner was first, or once ``ended`` says so, and
    :class:`StoreError` only if the record is certainly not stored and never will be.
    """
    payload, doubt, tries = pack_record(record), False, 0
    headers: dict[str, str] = {
        Header.MSG_ID: ident,
        Header.EXPECTED_LAST_SUBJECT_SEQUENCE: str(after),
    }
    while not ended():
        try:
            ack = await js.publish(
                journal(code), payload, _ANSWER, stream=Stream.JOURNAL, headers=dict(headers)
            )
        except nats.errors.MaxPayloadError as error:
            raise _refused() from error
        except nats.js.errors.APIError as error:
            if error.err_code in WRONG_LAST:
                with suppress(*TROUBLE):
                    last = await newest(js, code)
                    if last.ident == ident:
                        return last.sequence
                    # One that has not got as far as we have is behind, and may yet come to it.
                    if last.sequence > after or (after and not last.sequence):
                        raise FencedError from error
            elif error.err_code == _IN_PROCESS or (error.code or _UNAVAILABLE) >= _UNAVAILABLE:
                doubt = True
            elif not doubt:
                raise _refused() from error
        except TROUBLE:
            doubt = True
        else:
            return ack.seq
        await asyncio.sleep(_PAUSES[min(tries, len(_PAUSES) - 1)])
        tries += 1
    raise FencedError


def _refused() -> StoreError:
    return StoreError(StoreCode.WRITE_FAILED, path=str(Stream.JOURNAL))


async def read(js: JetStreamContext, code: str, last: int) -> list[tuple[int, Record]]:
    """Return a journal's records with their sequences, up to the message ``last``.

    ``last`` must be known to be stored: nothing that ends before it is taken for the whole.
    Raises :data:`.trouble.TROUBLE`, or :class:`WireError` for what is no record.
    """
    try:
        return [(at, unpack_record(data)) async for at, data in _streamed(js, code, last)]
    except TROUBLE:
        # Consumers run on any node, and this one's may hang: the leader alone is slower, and sure.
        return [(at, unpack_record(data)) async for at, data in _asked_for(js, code, last)]


async def _streamed(js: JetStreamContext, code: str, last: int) -> AsyncIterator[tuple[int, bytes]]:
    """Yield messages up to ``last`` as a consumer sends them."""
    came: asyncio.Queue[tuple[int, bytes]] = asyncio.Queue()

    async def take(message: Msg) -> None:
        came.put_nowait((message.metadata.sequence.stream, message.data))

    async with asyncio.timeout(_PATIENCE):
        subscription = await js.subscribe(
            journal(code),
            stream=Stream.JOURNAL,
            cb=take,
            ordered_consumer=True,
            idle_heartbeat=_HEARTBEAT,
            inactive_threshold=_LINGERS,
        )
    try:
        at = 0
        while at < last:
            if came.empty():
                async with asyncio.timeout(_PATIENCE):
                    found = await came.get()
            else:
                found = came.get_nowait()
            at, _data = found
            yield found
    finally:
        await subscription.unsubscribe()


async def _asked_for(
    js: JetStreamContext, code: str, last: int
) -> AsyncIterator[tuple[int, bytes]]:
    """Yield messages up to ``last``, each asked for from the stream's leader."""
    at = 0
    while at < last:
        async with asyncio.timeout(_PATIENCE):
            found = await js.get_msg(Stream.JOURNAL, at + 1, journal(code), next=True)
        at = found.seq or last
        yield at, found.data or b""
