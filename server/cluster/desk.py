"""The desk of a table process: answers fronts what needs people, finished games or tables.

A question comes to any table process, or to one that another has named. It says who asks, as the
front knows it; that is believed, since a front is what proves who somebody is. Answers are those of
``server.hub.LocalHub``, refusals included, and asking twice is as good as once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from server import logs
from server.cluster import subjects
from server.cluster.answers import answered
from server.cluster.jobs import Jobs
from server.cluster.vault import PLACE
from server.codes import CodedError, StoreCode, StoreError
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from nats.aio.subscription import Subscription

    from server.cluster.bus import Bus

__all__ = ["Answer", "Desk", "ElsewhereError"]

Answer = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]
"""Answers one kind of question: from what was said to the values of the answer."""


class ElsewhereError(Exception):
    """Another process is to be asked; ``pid`` is ``""`` while nobody can answer."""

    def __init__(self, pid: str) -> None:
        super().__init__(pid)
        self.pid = pid


class Desk:
    """Answers by verb; :meth:`start` to be asked."""

    def __init__(self, bus: Bus, *answers: Mapping[str, Answer]) -> None:
        self._bus = bus
        self._answers = {verb: answer for some in answers for verb, answer in some.items()}
        self._jobs = Jobs(bus.pid)
        self._served: list[Subscription] = []

    async def start(self) -> None:
        """Answer from now on."""
        self._served = [
            await self._bus.serve(subjects.desks(), self._asked, queue=subjects.TABLES),
            await self._bus.serve(subjects.desks_at(self._bus.pid), self._asked_here),
        ]

    async def stop(self) -> None:
        """Answer no more; fronts ask another process."""
        for one in self._served:
            await one.unsubscribe()
        self._jobs.close()

    async def _asked(self, subject: str, data: bytes) -> bytes:
        front = subjects.caller(subject) or ""
        return await self._begin(front, subjects.verb_of(subject), unpack(data))

    async def _asked_here(self, subject: str, data: bytes) -> bytes:
        front = subjects.caller(subject) or ""
        match unpack(data):
            case {"ticket": str(ticket), "part": int(part)}:
                return await self._jobs.go_on(front, ticket, part)
            case {"verb": str(verb), "said": dict(said)}:
                return await self._begin(front, verb, said)
            case _:
                raise WireError("no question")

    async def _begin(self, front: str, verb: str, said: dict[str, Any]) -> bytes:
        return await self._jobs.begin(front, self._answer(verb, said))

    async def _answer(self, verb: str, said: dict[str, Any]) -> bytes:
        try:
            return await answered(self._values(verb, said))
        except ElsewhereError as error:
            return pack({"elsewhere": error.pid})

    async def _values(self, verb: str, said: dict[str, Any]) -> dict[str, Any]:
        try:
            return await self._answers[verb](said)
        except (CodedError, EngineError, ElsewhereError):
            raise
        except Exception as error:
            logs.failure("desk_question_failed", error)
            raise StoreError(StoreCode.UNUSABLE, path=PLACE, reason=type(error).__name__) from error
