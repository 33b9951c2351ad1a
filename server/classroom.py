"""Tables to learn at: one person, bots that know their lines, a deck that was stacked.

Each is a table like any other, with the real rules, and none of the server's: no lobby lists it,
no code leads to it, its store is its own and in memory, and it ends with the person's channel. So
what is dealt in a lesson is never dealt anywhere else, and nothing of a lesson is ever kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.bots.cued import Cue, CuedBot
from engine.event import Value
from engine.game import Game
from engine.request import Answer as Given
from engine.stacked import Drawn, stacked
from server import logs
from server.api import Identity, Stage
from server.bots import BotOptions
from server.channel import LocalChannel
from server.codes import Code, RequestError, StoreError
from server.deadlines import Time
from server.requests import (
    Answer,
    Chat,
    Here,
    LobbyRequest,
    Put,
    Seen,
    Start,
    TableRequest,
    encode,
)
from server.room import Attached, Detached, End, Message, Notify
from server.seats import BOT_NAMES, Seat, SeatKind, person
from server.setup import check_setup
from server.store import Store
from server.table import Services, Table
from server.table_state import TableState
from server.windows import AT_ONCE

__all__ = ["MOST", "Classroom", "Setting"]

MOST: Final = 50
"""Lessons at a time, each with a thread of its own."""
_CODE: Final = "LEARN"
"""What a lesson's table shows in place of a join code; it leads nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is laid out for a lesson: the set-up, the deck, and what the others will say.

    The learner has seat 0; ``cues`` are those of seats 1, 2 and so on. ``otherwise`` is what the
    others answer where they can and have no cue.
    """

    game: str
    options: Mapping[str, Value] = field(default_factory=dict)
    drawn: Drawn = field(default_factory=dict)
    cues: tuple[tuple[Cue, ...], ...]
    otherwise: Given = ()


class _Lesson(Table):
    """A table that ends as soon as its learner has left."""

    async def _handle(self, message: Message) -> None:
        """End with the learner's channel, also if it has ended before it was seen here."""
        try:
            await super()._handle(message)
        finally:
            if isinstance(message, Attached | Detached):
                channel = message.channel
                if channel.ended and channel.bot_seat < 0:
                    self.end(Code.TABLE_CLOSED)

    async def requested(self, channel: LocalChannel, request: LobbyRequest | TableRequest) -> None:
        """Take what is part of playing the one game, and nothing else."""
        begins = isinstance(request, Start) and not self.state.game_no
        if not begins and not isinstance(request, Answer | Chat | Here | Put | Seen):
            raise RequestError(Code.BAD_REQUEST)
        await super().requested(channel, request)


class Classroom:
    """The lessons that go on at one server."""

    def __init__(self, games: Mapping[str, Game], time: Time) -> None:
        self._games = games
        self._time = time
        self._lessons: dict[_Lesson, asyncio.Task[None]] = {}

    def open(self, who: Identity, setting: Setting) -> LocalChannel:
        """Begin a lesson; it ends when the channel does.

        Where there are too many, the channel's only frame says so.
        """
        if len(self._lessons) >= MOST:
            channel = LocalChannel(who, lambda _channel, _data: None, self._time)
            channel.end(Code.TOO_MANY_LESSONS, error=True)
            return channel
        game = _taught(self._games[setting.game], setting)
        store = Store.in_memory()
        table = _Lesson(_laid(who, game, setting), game, self._services(store))
        channel = table.attach(who)
        # The learner is the host: the game begins as soon as they are there.
        channel.send(encode(Start(fill=False)))
        self._lessons[table] = asyncio.create_task(self._teach(table, store))
        return channel

    def notify(self, code: Code, params: Mapping[str, Any]) -> None:
        """Tell every learner something that changes nothing."""
        for table in self._lessons:
            table.post(Notify(code, params))

    async def stop(self) -> None:
        """End every lesson."""
        for table in self._lessons:
            table.post(End(Code.STOPPING))
        await asyncio.gather(*self._lessons.values())

    async def _teach(self, table: _Lesson, store: Store) -> None:
        try:
            await table.create()
            await table.run()
        except StoreError as error:
            logs.failure("lesson_failed", error)
            table.end(Code.FAULT)
        finally:
            del self._lessons[table]
            await asyncio.to_thread(store.close)

    def _services(self, store: Store) -> Services:
        nothing: Callable[[str], None] = lambda _code: None  # noqa: E731 - nobody is told
        return Services(
            store=store,
            time=self._time,
            bots=BotOptions(least=0.0, most=0.0),
            windows=AT_ONCE,
            changed=nothing,
            closed=nothing,
        )


def _taught(game: Game, setting: Setting) -> Game:
    """Return the game as it is played in a lesson: by these bots, with this deck, unmasked.

    There is nobody to hide from, so neither are seats exchanged nor is anything held back.
    """
    bots = {
        _lines(seat): lambda cues=cues: CuedBot(cues, setting.otherwise)
        for seat, cues in enumerate(setting.cues, start=1)
    }
    return replace(stacked(game, setting.drawn), bots={**game.bots, **bots}, masked=False)


def _lines(seat: int) -> str:
    """Return what the bot is called that has the lines of ``seat``."""
    return f"lesson-{seat}"


def _laid(who: Identity, game: Game, setting: Setting) -> TableState:
    """Return the table before the start, with everybody on their seats."""
    names = [name for name in BOT_NAMES if name.casefold() != who.name.casefold()]
    others = (
        Seat(kind=SeatKind.BOT, name=names[seat], ready=True, bot=_lines(seat + 1))
        for seat in range(len(setting.cues))
    )
    seats = (replace(person(who), ready=True), *others)
    options = check_setup(game, seats=len(seats), options=setting.options, clock=0)
    return TableState(
        code=_CODE, game=game.id, options=options, clock=0, seats=seats, host=who.id,
        stage=Stage.WAITING,
    )  # fmt: skip
