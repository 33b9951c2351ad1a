"""What players have been shown of a game since that was last written down.

It is written now and then, not at every line: a server that is killed forgets a few seconds of it,
and a player then reads some lines twice, which is the harmless side to err on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from server import logs
from server.api import Stage
from server.channel import LocalChannel
from server.codes import StoreError
from server.countdown import Countdown
from server.deadlines import Time
from server.durable import DurableTable
from server.public import viewer_of
from server.requests import Seen
from server.room import Later

__all__ = ["EVERY", "Shown"]

EVERY: Final = 10.0
"""Seconds after which something new is due to be written down."""


class Shown:
    """Sequence numbers of own events by ``Identity.id``, of the game that is on or was last."""

    def __init__(self, kept: DurableTable, time: Time, *, later: Later) -> None:
        self._kept = kept
        self._new: dict[str, int] = {}
        """What is not written down yet."""
        self._due = Countdown(time, lambda: later(self.keep))

    def saw(self, channel: LocalChannel, request: Seen) -> None:
        """Take note of how much of the game a seated player was shown."""
        state, running = self._kept.state, self._kept.running
        seat = viewer_of(channel, state)
        if channel.bot_seat >= 0 or running is None or seat < 0:
            return
        who, seq = channel.who.id, min(request.seq, len(running.events(seat)))
        known = max(state.seen.get(who, 0), self._new.get(who, 0))
        if request.game_no == state.game_no and seq > known:
            self._new[who] = seq
            self._due.keep(holds=True, seconds=EVERY)

    async def keep(self) -> None:
        """Write it down now, if there is anything new."""
        self._due.stop()
        state = self._kept.state
        # A table that is frozen for now must not be stored as frozen.
        if not self._new or state.stage not in (Stage.PLAYING, Stage.OVER):
            return
        try:
            await self._kept.become(replace(state, seen={**state.seen, **self._new}))
            self.clear()
        except StoreError:
            logs.event("seen_not_stored")  # the player reads some lines twice

    def clear(self) -> None:
        """Forget it: it is written down, or another game begins."""
        self.stop()
        self._new = {}

    def stop(self) -> None:
        """Let nothing be due."""
        self._due.stop()
