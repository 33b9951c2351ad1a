"""Programs that make tables at a cluster, for bots alone or for others to sit down at."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from tests.soak.cluster_wire import CUT_OFF, Door, Notes, Person, Wire

__all__ = ["Maker", "made"]

LOBBY: Final = 1
TABLE: Final = 2
SEATS: Final = 4
AGAIN: Final = 3.0
"""Seconds after which something is asked again that may have been lost on its way."""
MADE_SECONDS: Final = 120.0


class Maker(Person):
    """Makes a table with bots, lets a bot have its seat if it is to go on alone, and goes."""

    def __init__(
        self,
        name: str,
        doors: Sequence[Door],
        notes: Notes,
        seed: str,
        *,
        alone: bool,
        wins: int = 7,
    ) -> None:
        super().__init__(name, doors, notes, seed)
        self.code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._wins = wins
        self._alone = alone
        self._opened = ""
        self._table: dict[str, Any] | None = None

    def arrived(self, wire: Wire) -> None:
        """Ask the lobby for a table, or go back to the own one."""
        self._table = None
        if self._opened:
            wire.send(0, op="open", channel=TABLE, room="table", code=self._opened)
        else:
            wire.send(0, op="open", channel=LOBBY, room="lobby")
        self._look(wire)

    def heard(self, number: int, frame: dict[str, Any]) -> None:
        """See what there is to do now."""
        wire = self.wire
        if wire is None:
            return
        if frame["t"] == "notice" and frame["level"] == "error":
            self.notes.counts[f"maker: {frame['code']}"] += 1
        if "opened" in frame and not self._opened:
            self._opened = frame["opened"]
            wire.send(0, op="open", channel=TABLE, room="table", code=self._opened)
        if number == TABLE and frame["t"] == "table":
            first, self._table = self._table is None, frame
            if first or frame["stage"] != "waiting":
                self._act(wire)

    def _look(self, wire: Wire) -> None:
        """Ask again, now and then: what was asked may have been lost on its way."""
        if wire is self.wire and not self.code.done():
            self._act(wire)
            asyncio.get_running_loop().call_later(AGAIN, self._look, wire)

    def _act(self, wire: Wire) -> None:
        frame = self._table
        if not self._opened:
            wire.send(
                LOBBY,
                op="create",
                game="love_letter",
                seats=SEATS,
                options={"wins": str(self._wins)},
                clock=0,
                bots=SEATS - (1 if self._alone else 2),
            )
        elif frame is None:
            return
        elif not self._alone or (frame["stage"] != "waiting" and frame["you"] < 0):
            self._done()
        elif frame["stage"] == "waiting":
            wire.send(TABLE, op="start")
        else:
            wire.send(TABLE, op="stand", game_no=frame["game_no"])

    def _done(self) -> None:
        if not self.code.done():
            self.code.set_result(self._opened)


async def made(maker: Maker) -> str:
    """Return the code of the table that somebody makes."""
    living = asyncio.get_running_loop().create_task(maker.live())
    try:
        return await asyncio.wait_for(asyncio.shield(maker.code), MADE_SECONDS)
    finally:
        living.cancel()
        with suppress(asyncio.CancelledError, *CUT_OFF):
            await living
