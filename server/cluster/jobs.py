"""Answers that take long or are large, given to who asked in steps.

No request waits for long, so a process that has died is noticed, and no message is larger than the
nodes take. An answer that is small and soon there is the reply itself; else the reply names a
ticket, and who asked comes back with it to this very process until all parts are fetched::

    {"more": ticket, "at": pid, "parts": n}     # n is 0 while it is not there yet
    {"part": bytes}
    {"gone": True}                              # nobody here knows the ticket: ask anew
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Final

from server.wire import pack

__all__ = ["Jobs"]

_PART: Final = 512 * 1024
"""Bytes of an answer in one message; a node takes twice as many."""
_WAIT: Final = 1.0
"""Seconds that a request is kept until it is told that the answer is not there yet."""
_UNASKED: Final = 30.0
"""Seconds after which an answer that nobody comes for is dropped."""
_MOST: Final = 256
"""Answers that are made or kept at a time; beyond them the oldest is dropped."""


@dataclass(slots=True)
class _Job:
    front: str
    work: asyncio.Task[bytes]
    drop: asyncio.TimerHandle | None = None


class Jobs:
    """The answers of one process, by ticket; a ticket is of use to the front that it was given."""

    def __init__(self, pid: str) -> None:
        self._pid = pid
        self._jobs: dict[str, _Job] = {}

    async def begin(self, front: str, work: Coroutine[Any, Any, bytes]) -> bytes:
        """Reply to a request with the answer that ``work`` comes to, or with a ticket."""
        task = asyncio.get_running_loop().create_task(work)
        await asyncio.wait((task,), timeout=_WAIT)
        if task.done() and len(task.result()) <= _PART:
            return task.result()
        ticket = secrets.token_hex(16)
        while len(self._jobs) >= _MOST:
            self._drop(next(iter(self._jobs)))
        self._jobs[ticket] = _Job(front, task)
        return self._state(ticket)

    async def go_on(self, front: str, ticket: str, part: int) -> bytes:
        """Reply to a ticket: with a part (-1 for none yet) of the answer, or how it stands."""
        job = self._jobs.get(ticket)
        if job is None or job.front != front:
            return pack({"gone": True})
        await asyncio.wait((job.work,), timeout=_WAIT)
        if not job.work.done() or part < 0:
            return self._state(ticket)
        answer = job.work.result()
        if part + 1 >= _parts(answer):
            self._drop(ticket)
        else:
            self._keep(ticket)
        return pack({"part": answer[part * _PART : (part + 1) * _PART]})

    def close(self) -> None:
        """Drop everything."""
        for ticket in tuple(self._jobs):
            self._drop(ticket)

    def _state(self, ticket: str) -> bytes:
        self._keep(ticket)
        work = self._jobs[ticket].work
        parts = _parts(work.result()) if work.done() else 0
        return pack({"more": ticket, "at": self._pid, "parts": parts})

    def _keep(self, ticket: str) -> None:
        job = self._jobs[ticket]
        if job.drop is not None:
            job.drop.cancel()
        job.drop = asyncio.get_running_loop().call_later(_UNASKED, self._drop, ticket)

    def _drop(self, ticket: str) -> None:
        job = self._jobs.pop(ticket, None)
        if job is not None:
            job.work.cancel()
            if job.drop is not None:
                job.drop.cancel()


def _parts(answer: bytes) -> int:
    return max(1, -(-len(answer) // _PART))
