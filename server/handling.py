"""What a viewer may ask of a table, and what comes of it: one small step for each request.

Nothing is shown here: the table brings its viewers up to date afterwards.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import assert_never

from engine.errors import Refusal, Refused
from engine.event import Value
from engine.journal import By
from server import mutes, table_state
from server.absent import Attendance
from server.api import Stage
from server.changing import SeatRequest, changed
from server.channel import LocalChannel
from server.chat import Talk, TokenBucket
from server.codes import Code, RequestError
from server.deadlines import Time
from server.dozing import Dozing
from server.drawers import Drawers
from server.durable import DurableTable
from server.eyes import Eyes
from server.leaving import leave
from server.masks import dealt
from server.public import viewer_of
from server.requests import (
    Answer,
    AskEyes,
    Chat,
    CreateTable,
    EndEyes,
    GiveEyes,
    Here,
    LobbyRequest,
    Mute,
    Put,
    RemoveBot,
    Seen,
    Stand,
    Start,
    StepOut,
    TableRequest,
    Unmute,
)
from server.seats import seat_of
from server.setup import check_setup
from server.shown import Shown
from server.table_state import Online

__all__ = ["Handling"]


class Handling:
    """The requests of one table's viewers; see ``server.requests`` for who may ask what."""

    def __init__(
        self,
        kept: DurableTable,
        time: Time,
        *,
        attendance: Attendance,
        dozing: Dozing,
        shown: Shown,
        drawers: Drawers,
        talk: Talk,
        eyes: Eyes,
    ) -> None:
        self._kept = kept
        self._time = time
        self._attendance = attendance
        self._dozing = dozing
        self._shown = shown
        self._drawers = drawers
        self._talk = talk
        self._eyes = eyes
        self._loud = defaultdict[str, TokenBucket](lambda: TokenBucket(burst=4, seconds=15.0))
        """Requests that each make a line in everybody's log, by ``Identity.id``."""

    async def handle(
        self, channel: LocalChannel, request: LobbyRequest | TableRequest, online: Online
    ) -> bool:
        """Do what was asked; say whether there may be anything new to show."""
        if isinstance(request, Seen):
            self._shown.saw(channel, request)
            return False
        if isinstance(request, Put):
            self._drawers.put(channel, request)
            return False
        await self._dozing.wake(channel)
        away = self._attendance.away
        if channel.bot_seat < 0 and not channel.watch:
            self._attendance.here(channel.who.id)
        if isinstance(request, Here):
            return away != self._attendance.away
        if isinstance(request, Answer):
            await self._answer(channel, request)
        elif channel.bot_seat >= 0 or isinstance(request, CreateTable):
            raise RequestError(Code.BAD_REQUEST)
        elif isinstance(request, Chat):
            self._say(channel, request.text)
        elif isinstance(request, AskEyes | GiveEyes | EndEyes):
            self._look(channel, request)
        elif isinstance(request, Stand):
            await self._stand(channel.who.id, request.game_no)
        elif isinstance(request, RemoveBot) and self._kept.state.stage is Stage.PLAYING:
            await self._take_seat(channel.who.id, online, request.seat)
        elif isinstance(request, Start):
            await self._start(channel.who.id, online, fill=request.fill)
        else:
            await self._change(channel, request, online)
        return True

    async def _answer(self, channel: LocalChannel, request: Answer) -> None:
        state = self._kept.state
        seat = viewer_of(channel, state)
        if seat < 0:
            raise RequestError(Code.NOT_SEATED)
        if request.game_no != state.game_no:
            raise RequestError(Code.OLD_GAME)
        if state.stage is not Stage.PLAYING:
            raise Refused(Refusal.NOT_RUNNING)
        by = By.BOT if channel.bot_seat >= 0 else By.PLAYER
        if by is By.PLAYER and state.seats[seat].stand_in:
            raise RequestError(Code.STEPPED_OUT)
        mutes.check_voice(state, self._kept.running, seat, request.answer)
        await self._kept.decide(
            lambda running: running.answer(seat, request.ask, request.answer, by=by)
        )
        if by is By.PLAYER:
            self._attendance.answered(channel.who.id)

    def _say(self, channel: LocalChannel, text: str) -> None:
        who, state = channel.who, self._kept.state
        seat = seat_of(state.seats, who.id)
        if self._kept.masked:
            if state.stage is not Stage.OVER:
                raise RequestError(Code.CHAT_CLOSED)
            seat = -1  # names stay hidden after this game, so nobody's words come from a seat
        running = state.stage in (Stage.PLAYING, Stage.FROZEN)
        self._talk.say(who.id, who.name, seat, text, running=running, now=self._time.now())

    def _look(self, channel: LocalChannel, request: AskEyes | GiveEyes | EndEyes) -> None:
        who, state = channel.who, self._kept.state
        match request:
            case AskEyes(seat=seat):
                if not self._loud[who.id].take(self._time.now()):
                    raise RequestError(Code.SLOW_DOWN)
                self._eyes.ask(state, who, seat, masked=self._kept.masked)
            case GiveEyes(number=number):
                self._eyes.give(state, who, number)
            case EndEyes(number=number):
                self._eyes.end(state, who, number)
            case never:
                assert_never(never)

    async def _start(self, who: str, online: Online, *, fill: bool) -> None:
        kept, game = self._kept, self._kept.game
        state = table_state.start(
            kept.state, who, online, self._check, fill=fill, least=game.min_seats
        )
        await kept.begin(dealt(state) if game.masked else state)
        self._attendance.clear()
        self._loud.clear()
        self._shown.clear()
        self._drawers.clear()

    def _check(self, seats: int, options: Mapping[str, Value]) -> Mapping[str, Value]:
        kept = self._kept
        return check_setup(kept.game, seats=seats, options=options, clock=kept.state.clock)

    async def _stand(self, who: str, game_no: int) -> None:
        """Let somebody leave for good what they have seen, and nothing that has begun since."""
        if game_no not in (-1, self._kept.state.game_no):
            raise RequestError(Code.OLD_GAME)
        await leave(self._kept, who)

    async def _take_seat(self, who: str, online: Online, seat: int) -> None:
        """Let the host take the seat of somebody away for good."""
        state = self._kept.state
        if self._kept.masked:
            raise RequestError(Code.WRONG_STAGE, stage=str(state.stage))
        await leave(self._kept, table_state.taken(state, who, online, seat))

    async def _change(self, channel: LocalChannel, request: SeatRequest, online: Online) -> None:
        kept, who = self._kept, channel.who
        state = changed(kept.state, who, online, kept.game, request, masked=kept.masked)
        loud = isinstance(request, StepOut | Mute | Unmute)
        if loud and not self._loud[who.id].take(self._time.now()):
            raise RequestError(Code.SLOW_DOWN)
        await kept.become(state)
