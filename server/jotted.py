"""What is noted of a table's people while a game goes on, and written down now and then.

Not at every word of it: a server that is killed forgets a few seconds, which costs a player little.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final, Generic, TypeVar

from server import logs
from server.api import Stage
from server.channel import LocalChannel
from server.codes import StoreError
from server.countdown import Countdown
from server.deadlines import Time
from server.durable import DurableTable
from server.public import viewer_of
from server.room import Later
from server.table_state import TableState

__all__ = ["EVERY", "Jotted"]

EVERY: Final = 10.0
"""Seconds after which something new is due to be written down."""

T = TypeVar("T")


class Jotted(ABC, Generic[T]):
    """One kind of it, by ``Identity.id``, of the game that is on or was last."""

    failed: ClassVar[str]
    """The log's word for what could not be written down."""

    def __init__(self, kept: DurableTable, time: Time, *, later: Later) -> None:
        self._kept = kept
        self._new: dict[str, T] = {}
        """What is not written down yet."""
        self._due = Countdown(time, lambda: later(self.keep))

    @abstractmethod
    def written(self, state: TableState, new: Mapping[str, T]) -> TableState:
        """Return ``state`` with what is ``new`` in it."""

    def seat(self, channel: LocalChannel, game_no: int) -> int:
        """Return the seat that somebody plays in game ``game_no``; -1 for none, as for bots."""
        state = self._kept.state
        if channel.bot_seat >= 0 or self._kept.running is None or game_no != state.game_no:
            return -1
        return viewer_of(channel, state)

    def jot(self, who: str, what: T) -> None:
        """Take note of something that is due to be written down."""
        self._new[who] = what
        self._due.keep(holds=True, seconds=EVERY)

    async def keep(self) -> None:
        """Write it down now, if there is anything new."""
        self._due.stop()
        state = self._kept.state
        # A table that is frozen for now must not be stored as frozen.
        if not self._new or state.stage not in (Stage.PLAYING, Stage.OVER):
            return
        try:
            await self._kept.become(self.written(state, self._new))
            self.clear()
        except StoreError:
            logs.event(self.failed)

    def clear(self) -> None:
        """Forget it: it is written down, or another game begins."""
        self.stop()
        self._new = {}

    def stop(self) -> None:
        """Let nothing be due."""
        self._due.stop()
