"""Players whom their game calls silent for too long: bots play for them until they return."""

from __future__ import annotations

from collections.abc import Callable

from server import logs, table_state
from server.api import Stage
from server.channel import LocalChannel
from server.codes import StoreError
from server.durable import DurableTable
from server.public import viewer_of
from server.room import Later

__all__ = ["Dozing"]


class Dozing:
    """Who dozes at one table; ``settled`` is called in the room's task after every change."""

    def __init__(self, kept: DurableTable, *, later: Later, settled: Callable[[], None]) -> None:
        self._kept = kept
        self._later = later
        self._settled = settled
        self._looked = 0
        """The decision at which silent players were last looked for."""

    @property
    def _decision(self) -> int:
        running = self._kept.running
        return 0 if running is None else running.decision

    def restored(self) -> None:
        """Take it that at the open decision everybody was looked at before the restart."""
        self._looked = self._decision

    def look(self) -> None:
        """At a new decision, see who has been silent; after all were shown it, never before."""
        if self._decision != self._looked:
            self._looked = self._decision
            self._later(self._doze)

    async def _doze(self) -> None:
        """Let bots play for whom the game calls silent for too long."""
        kept = self._kept
        if kept.running is None or kept.state.stage is not Stage.PLAYING:
            return
        state = table_state.doze(kept.state, kept.running.idle)
        if state != kept.state:
            try:
                await kept.become(state)
            except StoreError:
                logs.event("doze_not_stored")  # their asks' defaults must do a little longer
            self._settled()

    async def wake(self, channel: LocalChannel) -> None:
        """Give a seat back to its player whose silence has ended."""
        state = self._kept.state
        seat = viewer_of(channel, state)
        if channel.bot_seat < 0 <= seat and state.seats[seat].dozing:
            await self._kept.become(table_state.returned(state, channel.who.id))
            self._settled()  # whatever becomes of what the player asks
