"""How a front asks the desk of the table processes, until one has answered or a time is over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from server.cluster import subjects
from server.cluster.answers import answer_in
from server.cluster.errors import ClusterError
from server.cluster.vault import PLACE
from server.codes import StoreCode, StoreError
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["ask"]

_PATIENCE: Final = 10.0
"""Seconds without a word of any table process until a question is given up."""
_PAUSE: Final = 0.2
_REPLY: Final = 3.0
"""Seconds for one reply; a process that works at it says so sooner."""


class _NobodyError(Exception):
    """No process has the answer now."""


async def ask(bus: Bus, verb: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of an answer to ``verb``.

    Raises what the desk has refused with, or :class:`StoreError` if nobody answers in time. However
    long the work takes, it is waited for as long as its process lives.
    """
    heard = time.monotonic()
    process = ""
    while True:
        try:
            reply = await _reply(bus, verb, said, process)
            plain = unpack(reply)
            while "more" in plain:
                heard = time.monotonic()
                reply, plain = await _more(bus, plain)
            if "elsewhere" not in plain:
                return answer_in(reply)
            process = str(plain["elsewhere"])
        except (ClusterError, _NobodyError):
            process = ""
        except (WireError, KeyError, TypeError, ValueError) as error:
            raise StoreError(StoreCode.UNUSABLE, path=PLACE, reason="WireError") from error
        if time.monotonic() > heard + _PATIENCE:
            raise StoreError(StoreCode.UNUSABLE, path=PLACE, reason="NO_ANSWER")
        if not process:
            await asyncio.sleep(_PAUSE)


async def _reply(bus: Bus, verb: str, said: Mapping[str, Any], process: str) -> bytes:
    if process:
        subject, body = subjects.desk_at(bus.pid, process), pack({"verb": verb, "said": said})
    else:
        subject, body = subjects.desk(bus.pid, verb), pack(said)
    return await bus.request(subject, body, timeout=_REPLY)


async def _more(bus: Bus, plain: dict[str, Any]) -> tuple[bytes, dict[str, Any]]:
    """Return the next reply to a ticket: the whole answer, or how it stands."""
    subject, ticket = subjects.desk_at(bus.pid, str(plain["at"])), str(plain["more"])

    async def fetch(part: int) -> tuple[bytes, dict[str, Any]]:
        body = pack({"ticket": ticket, "part": part})
        reply = await bus.request(subject, body, timeout=_REPLY)
        found = unpack(reply)
        if "gone" in found:
            raise _NobodyError
        return reply, found

    if not plain["parts"]:
        return await fetch(-1)
    parts = [(await fetch(part))[1]["part"] for part in range(int(plain["parts"]))]
    whole = b"".join(parts)
    return whole, unpack(whole)
