"""This process's sign of life, and everybody else's: bucket LIVE.

Renewals are begun on a beat, whatever became of the one before, so that a slow answer costs none
of them. That a process could not renew is judged by its own clock from the *beginning* of the last
one that succeeded: it is lost for itself before it is gone for anybody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, assert_never

from server import logs
from server.cluster.mirror import Mirror
from server.cluster.provision import LIVE_SECONDS
from server.cluster.roll import News, Roll, Word
from server.cluster.subjects import Bucket
from server.cluster.trouble import TROUBLE
from server.wire import WireError, pack, unpack

if TYPE_CHECKING:
    from server.cluster.bus import Bus

__all__ = ["BEAT", "Live"]

BEAT: Final = 0.4
"""Seconds between two renewals."""
_LOOK: Final = 0.1
"""Seconds between two looks at who is silent."""


class Live:
    """Who is alive; to be started.

    ``came`` and ``gone`` are called with a peer's pid. ``lost``: this process could not renew, so
    others may take what it has; ``back``: it can again. ``sure``: whoever is not among ``peers``
    from now on is gone; called after a start, and whenever this process could not hear for a time.
    """

    def __init__(self, bus: Bus, facts: Callable[[], Mapping[str, Any]]) -> None:
        self.came: list[Callable[[str], None]] = []
        self.gone: list[Callable[[str], None]] = []
        self.lost: list[Callable[[], None]] = []
        self.back: list[Callable[[], None]] = []
        self.sure: list[Callable[[], None]] = []
        self._bus = bus
        self._facts = facts
        self._js = bus.jetstream(Bucket.LIVE.account)
        self._subject = f"$KV.{Bucket.LIVE}.{bus.pid}"
        self._mirror = Mirror(self._js, Bucket.LIVE, self._told)
        self._roll = Roll(bus.pid)
        self._renewals: set[asyncio.Task[None]] = set()
        self._beating: asyncio.Task[None] | None = None
        self._looking: asyncio.TimerHandle | None = None

    @property
    def peers(self) -> Mapping[str, dict[str, Any]]:
        """What every other process that is alive says of itself, by pid."""
        return self._roll.peers

    @property
    def alive(self) -> bool:
        """Whether the others must take this process for alive, now."""
        return self._roll.alive and _now() < self._roll.lapses

    @property
    def is_sure(self) -> bool:
        """Whether whoever is not among :attr:`peers` is gone."""
        return self._roll.sure

    async def start(self) -> None:
        """Return when this process is alive for all others and all of them are known here.

        Raises what the client library raises without a bucket or quorum.
        """
        await self._renew()
        self._beating = asyncio.get_running_loop().create_task(self._beat())
        await self._mirror.start()
        for pid in dict(self._mirror.items()):
            self._told(pid)
        self._look()

    async def stop(self) -> None:
        """Be gone for all others at once, if they can be told."""
        if self._looking is not None:
            self._looking.cancel()
        for task in (self._beating, *self._renewals):
            if task is not None:
                task.cancel()
        await self._mirror.stop()
        with suppress(*TROUBLE):
            await self._js.publish(self._subject, b"", 1.0, headers={"KV-Operation": "DEL"})

    # --- one's own sign ---

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            task = loop.create_task(self._try_to_renew())
            self._renewals.add(task)
            task.add_done_callback(self._renewals.discard)
            await asyncio.sleep(BEAT)

    async def _try_to_renew(self) -> None:
        try:
            await self._renew()
        except TROUBLE:
            pass  # the clock tells what comes of it
        except Exception as error:  # noqa: BLE001 - the next one may do
            logs.failure("live_not_renewed", error)

    async def _renew(self) -> None:
        begun, value = _now(), pack(self._facts())
        await self._js.publish(self._subject, value, LIVE_SECONDS)
        self._say(self._roll.renewed(begun, _now()))

    # --- everybody's ---

    def _told(self, pid: str) -> None:
        """Take note of what the bucket tells of ``pid``."""
        kept, now = self._mirror.get(pid), _now()
        if kept is None:
            self._say(self._roll.missed(pid, now))
        else:
            self._say(self._roll.heard(pid, _facts(kept.value), now))

    def _look(self) -> None:
        """Look at the clock, and again when there may be something to be seen."""
        now = _now()
        self._say(self._roll.look(now))
        due = now + _LOOK
        if now < self._roll.lapses < due:
            due = self._roll.lapses
        self._looking = asyncio.get_running_loop().call_at(due, self._look)

    def _say(self, news: Iterable[News]) -> None:
        for word, pid in news:
            for told in self._listeners(word, pid):
                try:
                    told()
                except Exception as error:  # noqa: BLE001 - the others must hear of it
                    logs.failure("live_listener_failed", error)

    def _listeners(self, word: Word, pid: str) -> list[Callable[[], None]]:
        match word:
            case Word.CAME:
                return [partial(told, pid) for told in self.came]
            case Word.GONE:
                return [partial(told, pid) for told in self.gone]
            case Word.LOST:
                return [partial(self._bus.report_quorum, False), *self.lost]
            case Word.BACK:
                return [partial(self._bus.report_quorum, True), *self.back]
            case Word.SURE:
                return list(self.sure)
            case _:
                assert_never(word)


def _facts(value: bytes) -> dict[str, Any]:
    """Return what a process says of itself; nothing where that cannot be read."""
    try:
        return unpack(value)
    except WireError:
        return {}


def _now() -> float:
    return asyncio.get_running_loop().time()
