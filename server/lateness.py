"""What happens at a table when the time of its open decision gets short, and when it runs out.

The clock runs by public facts only (:mod:`server.pacing`), and so does what is told of it: who has
not answered a decision of several is nobody's to know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import ceil

from engine.chance import Dice
from engine.request import Answer
from server import logs
from server.absent import Attendance, Late, bot_moves
from server.api import Stage
from server.codes import StoreError
from server.deadlines import DecisionClock, Time
from server.durable import DurableTable
from server.pacing import allowance
from server.room import Later
from server.running import RunningGame
from server.tablelog import LineCode

__all__ = ["Lateness"]


class Lateness:
    """The clock of one table, and what it leads to.

    ``warn(seats, seconds)`` tells these seats' players how much time is left. ``settled`` is called
    in the room's task once time has run out and all that follows is done.
    """

    def __init__(
        self,
        kept: DurableTable,
        attendance: Attendance,
        time: Time,
        dice: Callable[[], Dice],
        *,
        later: Later,
        warn: Callable[[frozenset[int], int], None],
        settled: Callable[[], None],
    ) -> None:
        self._kept = kept
        self._attendance = attendance
        self._time = time
        self._dice = dice
        self._warn = warn
        self._settled = settled
        self._moves: dict[tuple[int, int], Answer] = {}
        """What bots would answer for who is late in the open decision, by seat and ask id."""
        self.clock = DecisionClock(
            time,
            expired=lambda run: later(partial(self._time_up, run)),
            soon=lambda run: later(partial(self._time_short, run)),
        )

    def keep(self, *, anybody: bool) -> None:
        """Run the clock as the table stands; ``anybody``: one who has a seat is here."""
        kept = self._kept
        given = allowance(
            kept.state, kept.running, self._attendance, anybody=anybody, wall=self._time.wall()
        )
        if given is None:
            self.clock.stop()
            return
        self.clock.run(given.key, given.total, given.left)
        if given.elastic:
            self.clock.stretch(given.total)

    async def _time_short(self, run: int) -> None:
        """Warn whoever is asked and has not answered, and nobody else.

        A bot's answer is thought of now, so that how long that takes does not show at the end.
        """
        kept, running = self._kept, self._kept.running
        if not self.clock.is_running(run) or running is None:
            return
        asked = frozenset(seat for seat in running.missing if not kept.state.seats[seat].bot)
        self._warn(asked, ceil(self.clock.left))
        self._think(running)

    async def _time_up(self, run: int) -> None:
        """Answer for whoever has not, unless somebody was quicker after all."""
        running = self._kept.running
        if not self.clock.is_running(run) or running is None:
            return
        self.clock.stop()
        seats, told = tuple(seat for seat, _ in running.window), running.told()
        try:
            await self._decide(running)
            self._tell(seats, told)
        except StoreError:
            logs.event("time_out_not_stored")  # taken back; the decision gets a fresh clock
        self._moves = {}
        self._settled()

    async def _decide(self, running: RunningGame) -> None:
        """Make the open decision to its end: time that is up is up for all it goes on with."""
        kept, more = self._kept, True
        while more:
            if self._moves.keys().isdisjoint(running.window):
                self._think(running)
            await kept.decide(partial(RunningGame.time_out, chosen=self._moves))
            playing = kept.running is running and kept.state.stage is Stage.PLAYING
            more = playing and running.goes_on

    def _think(self, running: RunningGame) -> None:
        """Let bots think of what is asked now, where they decide for who is late."""
        kept = self._kept
        bots = kept.state.late == Late.BOT and not kept.game.paced
        self._moves = bot_moves(kept.game, running, self._dice()) if bots else {}

    def _tell(self, seats: tuple[int, ...], told: Mapping[int, int]) -> None:
        """Tell everybody of a decision that ran out; only a lone seat is named and counted."""
        kept = self._kept
        if kept.masked:
            return
        if len(seats) != 1:
            kept.log.note(LineCode.TIME_OUT_SEALED, told)
            return
        (number,) = seats
        seat = kept.state.seats[number]
        by_bot = kept.state.late == Late.BOT
        code = LineCode.TIME_OUT_BOT if by_bot else LineCode.TIME_OUT_SAFE
        kept.log.note(code, told, seat=number, name=seat.name)
        if seat.is_person and not seat.bot:
            self._attendance.timed_out(seat.owner)
