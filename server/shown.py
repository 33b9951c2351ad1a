"""What players have been shown of a game since that was last written down.

If a few seconds of it are forgotten, a player reads some lines twice: the harmless side to err on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from server.channel import LocalChannel
from server.jotted import Jotted
from server.requests import Seen
from server.table_state import TableState

__all__ = ["Shown"]


class Shown(Jotted[int]):
    """Sequence numbers of own events."""

    failed: ClassVar[str] = "seen_not_stored"

    def saw(self, channel: LocalChannel, request: Seen) -> None:
        """Take note of how much of the game a seated player was shown."""
        state, running = self._kept.state, self._kept.running
        seat = self.seat(channel, request.game_no)
        if running is None or seat < 0:
            return
        who, seq = channel.who.id, min(request.seq, len(running.events(seat)))
        if seq > max(state.seen.get(who, 0), self._new.get(who, 0)):
            self.jot(who, seq)

    def written(self, state: TableState, new: Mapping[str, int]) -> TableState:
        """Return ``state`` with what was shown."""
        return replace(state, seen={**state.seen, **new})
