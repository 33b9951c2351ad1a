"""One table: one task that owns its seats and its game.

Whatever happens is one message in the task's inbox. It changes what is kept (:mod:`server.durable`,
by way of :mod:`server.handling` and its like), and then :meth:`Table._settle` brings all that
follows from the new state up to date: bots, clock, viewers, lobby.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from engine.event import Value
from engine.game import Game
from server import counts, logs, mutes, table_state
from server.absent import Attendance
from server.api import Stage
from server.bots import BotKey, BotOptions, BotSeats
from server.changes import DropTable
from server.channel import LocalChannel
from server.chat import Talk
from server.codes import Code, StoreError
from server.counts import Count
from server.deadlines import Cancel, Time
from server.desertion import Desertion
from server.dozing import Dozing
from server.drawers import Drawers
from server.durable import DurableTable, Trouble
from server.eyes import Eyes
from server.frames import Moment
from server.handling import Handling
from server.late_watch import LateWatch, Past
from server.lateness import Lateness
from server.leaving import leave
from server.masks import cleared
from server.pacing import resumed
from server.public import Listing, listing_of, moment_of, online_at, viewer_of
from server.readers import Readers
from server.requests import Answer, LobbyRequest, Rematch, Start, TableRequest, encode
from server.room import End, Message, Room
from server.running import RunningGame
from server.seats import seat_of
from server.shown import Shown
from server.store import TableStore
from server.table_state import Online, TableState
from server.tablelog import LineCode
from server.windows import WindowPace, Windows

__all__ = ["Services", "Table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What a table needs of its server. ``changed`` and ``closed`` get the table's code."""

    store: TableStore
    time: Time
    bots: BotOptions
    windows: WindowPace
    changed: Callable[[str], None]
    closed: Callable[[str], None]


class Table(Room):
    """A table in its life. Other tasks may use :meth:`attach`, :meth:`post` and ``listing``."""

    def __init__(self, state: TableState, game: Game, services: Services) -> None:
        super().__init__(services.time)
        time, later = self.time, self.later
        self.listing: Listing | None = None
        """The table as the lobby shows it; ``None`` until it is made or restored."""
        self._services = services
        self._kept = kept = DurableTable(state, game, services.store, time)
        self._talk = Talk()
        self._readers = Readers()
        self._late = LateWatch()
        self._later_still: Cancel | None = None
        """The next moment of the past that late watchers are to be shown."""
        self._eyes = Eyes(self._tell_person, self._note_eyes)
        self._attendance = Attendance()
        self._shown = Shown(kept, time, later=later)
        self._drawers = Drawers(kept, time, later=later)
        self._bots = BotSeats(game, self.attach, time, services.bots)
        self._dozing = Dozing(kept, later=later, settled=self._settle)
        self._handling = Handling(
            kept, time, attendance=self._attendance, dozing=self._dozing, shown=self._shown,
            drawers=self._drawers, talk=self._talk, eyes=self._eyes,
        )  # fmt: skip
        self._lateness = Lateness(
            kept, self._attendance, time, services.bots.dice,
            later=later, warn=self._warn, settled=self._settle,
        )  # fmt: skip
        self._clock = self._lateness.clock
        self._windows = Windows(game, time, services.windows, services.bots.dice(), self._heard)
        self._desertion = Desertion(
            kept, time, later=later, close=self._close, give_up=self._give_up
        )
        self._told: Trouble | None = None

    @property
    def state(self) -> TableState:
        """The state as it is in the store (frozen for now, perhaps)."""
        return self._kept.state

    @property
    def running(self) -> RunningGame | None:
        """The game that runs or was the last, if there is one."""
        return self._kept.running

    # --- birth, restart, end ---

    async def create(self) -> None:
        """Make a new table durable."""
        await self._kept.become(self.state)
        self._settle()

    async def restore(self) -> None:
        """Bring back the game that the store has, up to its last decision."""
        await self._kept.restore()
        running = self._kept.running
        if running is not None and self.state.stage is Stage.PLAYING:
            self._dozing.restored()
            begun = resumed(self.state, running, self.time.wall())
            if running.patience.runs_on and begun != self.state.begun:
                await self._kept.become(replace(self.state, begun=begun))
        self._settle()

    def end(self, code: Code) -> None:
        """End the table's task; a game that is running stays in the store."""
        self._clock.stop()
        if self._later_still is not None:
            self._later_still.cancel()
        self._windows.stop()
        self._shown.stop()
        self._drawers.stop()
        self._desertion.stop()
        self._bots.keep(())
        super().end(code)

    async def _handle(self, message: Message) -> None:
        if isinstance(message, End):
            await self._shown.keep()
            await self._drawers.keep()
        await super()._handle(message)

    async def _close(self) -> None:
        """Close the table for good: nobody has looked at it for long."""
        await self._services.store.write(DropTable(code=self.state.code))
        self.end(Code.TABLE_CLOSED)
        self._services.closed(self.state.code)

    async def _give_up(self) -> None:
        """End a game without a result: nobody came back in time."""
        try:
            await self._kept.give_up(cleared(table_state.give_up(self.state), self._online))
        except StoreError:
            logs.event("give_up_not_stored")  # the same patience again
        else:
            self.tell(Code.ABANDONED, error=False)
        self._settle()

    # --- who comes and goes, and what they ask ---

    async def attached(self, channel: LocalChannel) -> None:
        """Show the table to a newcomer; one who comes back has the seat again at once."""
        channel.cursor = partial(self._readers.cursor, channel, self._talk)
        resumed = channel.have is not None
        if self._told is not None:
            channel.notify(self._told[0], self._told[1])
        self._one_sight()
        if self.state.stage is Stage.WAITING and self.state.abandoned and not resumed:
            channel.notify(Code.ABANDONED, error=False)
        # A session whose channel was cut has been here all the time, as far as anybody knows.
        if channel.bot_seat < 0 and not channel.watch and not resumed:
            await self._drawers.keep()  # an older connection may not have ended yet
            self._attendance.here(channel.who.id)
            self._count_return(channel)
            back = table_state.returned(self.state, channel.who.id)
            if back != self.state:
                try:
                    await self._kept.become(back)
                except StoreError:
                    logs.event("return_not_stored")  # the bot stays until the next return
        self._settle()

    def _one_sight(self) -> None:
        """Let nobody both play a masked game and be listed among its watchers (FD-15.5)."""
        for channel in self.channels:
            if self._kept.masked and seat_of(self.state.seats, channel.who.id) >= 0:
                channel.watch = False

    def _count_return(self, channel: LocalChannel) -> None:
        others = (c for c in self.channels if c is not channel and not c.watch)
        first = all(c.who.id != channel.who.id for c in others)
        if first and self.state.stage is Stage.PLAYING and viewer_of(channel, self.state) >= 0:
            counts.add(Count.RECONNECTS)

    async def detached(self, channel: LocalChannel) -> None:
        """Go on without that viewer."""
        self._readers.drop(channel)
        await self._shown.keep()
        await self._drawers.keep()
        self._settle()

    async def requested(self, channel: LocalChannel, request: LobbyRequest | TableRequest) -> None:
        """Do what a viewer asks, and show what came of it."""
        if isinstance(request, Answer) and self._windows.holds(channel, request):
            return
        news = await self._handling.handle(channel, request, self._online)
        if isinstance(request, Start):
            self._one_sight()
        elif isinstance(request, Rematch):
            self._tell_seats()
        if news:
            self._settle()

    def _tell_seats(self) -> None:
        """Tell everybody where all sit in the rematch, where that does not stay secret anyway."""
        if not self._kept.game.masked:
            first = {"seating": self.state.seating, "name": self.state.seats[0].name}
            self.tell(Code.RESEATED, first, error=False)

    def _heard(self, channel: LocalChannel, answer: Answer) -> None:
        """Take an answer that was held; that its player has left meanwhile undoes nothing."""
        self.later(partial(self._ask, channel, encode(answer)))

    async def person_gone(self, who: str, *, banned: bool = False) -> None:
        """Take the seat of somebody who cannot come back: a guest's id dies with the visit.

        ``banned``: also if they are still here.
        """
        if seat_of(self.state.seats, who) >= 0 and (banned or who not in self._online):
            await leave(self._kept, who)
            self._settle()

    async def mute(self, seat: int, *, on: bool) -> None:
        """Mute a seat of a masked game by its public number, or (not ``on``) let it be heard."""
        await self._kept.become(mutes.mute(self.state, self._kept.game, seat, on=on))
        self._settle()

    # --- what follows from every change ---

    def _settle(self) -> None:
        """Bring bots, clock, viewers, lobby and whatever is planned up to date with the state."""
        if self.ended:
            return
        kept, anybody = self._kept, self._anybody
        self._bots.keep(_bots_of(self.state))
        self._lateness.keep(anybody=anybody)
        self._windows.keep(kept.running)
        self._tell_trouble()
        moment = moment_of(
            self.state, self.channels, kept.running, self._clock, self._attendance.away,
            masked=kept.masked,
        )  # fmt: skip
        self._eyes.keep(self.state, [c.who.id for c in self.channels if c.bot_seat < 0])
        self._readers.show(
            self.channels, moment, kept.running, self._talk, kept.log, self._clock.ends,
            self._eyes, self._past(moment),
        )  # fmt: skip
        looked_at = any(channel.bot_seat < 0 for channel in self.channels)
        self._desertion.keep(looked_at=looked_at, anybody=anybody)
        self._dozing.look()
        self._list(moment)

    def _past(self, moment: Moment) -> Past | None:
        """Return what watchers get instead of ``moment``, and plan what they get next."""
        kept, now = self._kept, self.time.now()
        self._late.note(moment, kept.running, now, lines=kept.log.count, said=self._talk.count)
        past = self._late.past(moment.watchers, now)
        due = self._late.due_at(now)
        if self._later_still is not None:
            self._later_still.cancel()
            self._later_still = None
        if due is not None:
            self._later_still = self.time.call_at(due, lambda: self.later(self._show_late))
        return past

    async def _show_late(self) -> None:
        self._settle()

    def _tell_person(self, who: str, code: Code, params: Mapping[str, Value]) -> None:
        for channel in self.channels:
            if channel.who.id == who and channel.bot_seat < 0:
                channel.notify(code, params, error=False)

    def _note_eyes(self, code: LineCode, seat: int, name: str) -> None:
        if self._kept.running is not None:
            self._kept.log.note(code, self._kept.running.told(), seat=seat, name=name)

    @property
    def _online(self) -> Online:
        return online_at(self.channels)

    @property
    def _anybody(self) -> bool:
        """Whether anybody who has a seat is here."""
        online = self._online
        return any(seat.is_person and seat.owner in online for seat in self.state.seats)

    def _tell_trouble(self) -> None:
        """Say why the table is frozen: now to everyone who is here, later to whoever comes."""
        trouble = self._kept.trouble
        if trouble is not None and trouble != self._told:
            self._told = trouble
            self.tell(*trouble)

    def _warn(self, seats: frozenset[int], seconds: int) -> None:
        for channel in self.channels:
            if channel.bot_seat < 0 and viewer_of(channel, self.state) in seats:
                channel.notify(Code.TIME_SHORT, {"seconds": seconds}, error=False)

    def _list(self, moment: Moment) -> None:
        running = self._kept.running
        owing = () if running is None or not moment.waiting else running.missing
        listing = listing_of(moment, owing, self._clock.until, self.listing)
        if listing is not self.listing:
            self.listing = listing
            self._services.changed(self.state.code)


def _bots_of(state: TableState) -> Iterator[BotKey]:
    """Yield the bots that play now."""
    if state.stage is Stage.PLAYING:
        for number, seat in enumerate(state.seats):
            if seat.bot:
                yield state.game_no, number, seat.bot, seat.name
