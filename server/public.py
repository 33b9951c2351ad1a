"""The public facts of a table: made of its state, its channels and what everybody may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.event import SPECTATOR
from server.api import Beat, LobbyRow, Stage
from server.channel import LocalChannel
from server.deadlines import DecisionClock
from server.frames import Moment
from server.running import RunningGame
from server.seats import SeatKind, seat_of
from server.table_state import Online, TableState

__all__ = ["Listing", "listing_of", "moment_of", "online_at", "viewer_of"]

_WATCHERS: Final = 24
"""Spectators that are listed by name."""


def online_at(channels: Iterable[LocalChannel]) -> Online:
    """Return the ids of the people who have the table open, other than to watch only."""
    return frozenset(c.who.id for c in channels if c.bot_seat < 0 and not c.watch)


def viewer_of(channel: LocalChannel, state: TableState) -> int:
    """Return whose eyes the channel has: a seat, or -1 for a spectator."""
    if channel.bot_seat >= 0:
        return channel.bot_seat
    return -1 if channel.watch else seat_of(state.seats, channel.who.id)


def moment_of(
    state: TableState,
    channels: Iterable[LocalChannel],
    running: RunningGame | None,
    clock: DecisionClock,
    away: Online = frozenset(),
    *,
    masked: bool = False,
) -> Moment:
    """Return the public facts of this moment; all that the game has led to must be durable.

    Of a ``masked`` one, who is here or away is no such fact, and all seats are asked or none.
    """
    people = [c for c in channels if c.bot_seat < 0]
    watching = {c.who.id: c.who.name for c in people if viewer_of(c, state) < 0}
    nobody: Online = frozenset()
    driver = None if running is None or state.stage is not Stage.PLAYING else running.driver
    over = running is not None and state.stage is Stage.OVER
    waiting = () if driver is None else driver.waiting
    if masked and waiting:
        waiting = tuple(range(len(state.seats)))
    return Moment(
        state=state,
        masked=masked,
        online=nobody if masked else online_at(people),
        away=nobody if masked else away,
        watchers=tuple(watching.values())[:_WATCHERS],
        waiting=waiting,
        waiting_kind="" if driver is None else driver.waiting_kind,
        clock=None if clock.ends is None else (clock.left, clock.total),
        commitment="" if running is None else running.commitment,
        seed=running.seed if running is not None and over else "",
        result=running.result if running is not None and over else None,
        beat=None if running is None else _beat(running, clock),
    )


def _beat(running: RunningGame, clock: DecisionClock) -> Beat | None:
    """Return the public moment of a masked game."""
    if not running.driver.game.masked:
        return None
    return Beat(told=len(running.events(SPECTATOR)), at=clock.now, ends=clock.ends or 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A table in the lobby's list: its row as a stranger sees it, and who has a seat there.

    ``owners`` are seats by ``Identity.id``; ``asked`` are the seats that owe an answer now, each
    for its own player to know; ``awaited`` are the names of those who are asked as everybody may
    know it. ``kind`` and ``until`` are as in a row.
    """

    row: LobbyRow
    owners: Mapping[str, int]
    asked: tuple[int, ...]
    awaited: tuple[str, ...] = ()
    kind: str = ""
    until: int | None = None

    def row_for(self, who: str) -> LobbyRow:
        """Return the row as the person with this id sees it."""
        mine = self.owners.get(who, -1)
        if mine < 0:
            return self.row
        own = LobbyRow(**self.row)
        own["mine"], own["your_turn"] = mine, mine in self.asked
        own["awaited"], own["kind"] = list(self.awaited), self.kind
        if self.until is not None:
            own["until"] = self.until
        return own


def listing_of(
    moment: Moment, asked: tuple[int, ...], until: int | None, old: Listing | None
) -> Listing:
    """Return the table's listing; ``old`` itself, or its row, where they are still right.

    With hundreds of tables and readers, "nothing new" must be cheap to see. ``asked`` are the seats
    that owe an answer, ``until`` when time runs out.
    """
    state = moment.state
    names = [seat.name for seat in state.seats if seat.is_person]
    row = LobbyRow(
        code=state.code,
        game=state.game,
        seats=len(state.seats),
        taken=sum(seat.is_person for seat in state.seats),
        bots=sum(seat.kind is SeatKind.BOT for seat in state.seats),
        stage=str(state.stage),
        names=sorted(names) if moment.masked else names,
        mine=-1,
        your_turn=False,
    )
    if old is not None and row == old.row:
        row = old.row
    owners = {seat.owner: i for i, seat in enumerate(state.seats) if seat.is_person}
    awaited = () if moment.masked else moment.waiting
    listing = Listing(
        row=row,
        owners=owners,
        asked=asked,
        awaited=tuple(state.seats[number].name for number in awaited),
        kind=moment.waiting_kind,
        until=until,
    )
    return old if old is not None and listing == old else listing
