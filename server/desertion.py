"""A table that nobody looks at, and a game that all its players have left: how both end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from engine.game import Patience
from server.api import Stage
from server.countdown import Countdown
from server.deadlines import Time
from server.durable import DurableTable
from server.room import Later
from server.seats import SeatKind

__all__ = ["IDLE", "Desertion"]

IDLE: Final = 30 * 60.0
"""Seconds after which a table is closed that nobody looks at and nobody can come back to."""


class Desertion:
    """Calls ``close`` or ``give_up``, in the room's task, unless somebody has come by then."""

    def __init__(
        self,
        kept: DurableTable,
        time: Time,
        *,
        later: Later,
        close: Callable[[], Awaitable[None]],
        give_up: Callable[[], Awaitable[None]],
    ) -> None:
        def ending(end: Callable[[], Awaitable[None]]) -> Countdown:
            async def over() -> None:
                if countdown.runs:  # else somebody came while this was on its way
                    countdown.stop()
                    await end()

            countdown = Countdown(time, lambda: later(over))
            return countdown

        self._kept = kept
        self._idle, self._left = ending(close), ending(give_up)

    def keep(self, *, looked_at: bool, anybody: bool) -> None:
        """Plan what must end; ``anybody``: one who has a seat is here."""
        state, running = self._kept.state, self._kept.running
        awaited = state.stage in (Stage.PLAYING, Stage.FROZEN) and any(
            seat.kind is SeatKind.PLAYER for seat in state.seats
        )
        self._idle.keep(holds=not (looked_at or awaited), seconds=IDLE)
        patience = Patience() if running is None else running.patience
        left = state.stage is Stage.PLAYING and not anybody
        self._left.keep(holds=left and patience.seconds > 0, seconds=patience.seconds)

    def stop(self) -> None:
        """Let nothing end any more."""
        self._idle.stop()
        self._left.stop()
