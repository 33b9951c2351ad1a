"""Line mode: the lobby and the tables as plain lines in, plain lines out.

One loop hears two things, the player's lines and the frames of the room they are in. A line that
asks something of the server is followed by its effect before the next line is read, so a script
may be piped in whole; but a number answers only a question that stood there *before* it was typed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

from server.api import Channel, Connection, ExitStatus, LobbyFrame, NoticeFrame, Stage, TableFrame
from server.codes import Code
from server.requests import Answer, Here, LobbyRequest, Seen, Sit, TableRequest, encode
from server.wire import unpack
from tui import messages
from tui.i18n import _
from tui.lessons import finished, lesson_of
from tui.lessons.guide import kept_apart
from tui.line import standing
from tui.line.call import CommandError, Place
from tui.line.editor import Key
from tui.line.lesson import LineGuide
from tui.line.table import TableTalk
from tui.line.terminal import Heard, LineTerminal
from tui.tips import Read, said, tip_for
from tui.veiled import VeiledChannel

__all__ = ["LineSession", "Obey"]

PATIENCE: Final = 1.0
"""Seconds within which a request shows an effect, if it has one for this viewer."""
OPENING: Final = 10.0
"""Seconds within which a room shows its first frame."""


Obey = Callable[["LineSession", str, float], Awaitable[None]]
"""Carries out one line, and is told when it came."""


class LineSession:
    """One player in line mode. ``talk`` is the table they are at, if any."""

    def __init__(
        self, connection: Connection, lines: LineTerminal, obey: Obey, *, screen: bool
    ) -> None:
        self._obey = obey
        self.connection = connection
        self.lines = lines
        self.screen = screen
        self.talk: TableTalk | None = None
        self.lobby: LobbyFrame | None = None
        self.guide: LineGuide | None = None
        self.read: Read | None = None
        """Which first-time notes the player has read; None before the first table."""
        """The guide of the lesson that is on, if one is."""
        self.left: ExitStatus | Place | None = None
        """How the session ends, once it does."""
        self.place = Place()
        self._hub = connection.hub
        self._channel: Channel = self._hub.lobby(connection.who)
        self._frame: asyncio.Task[bytes] | None = None
        self._line: asyncio.Task[Heard] | None = None
        self._deadline = 0.0
        self._sat = False
        self._first_lobby = False
        self._opened_once = False
        self._interrupted = False
        self.asked_at = 0.0
        """When the open question was put (seconds of the loop's clock)."""
        self._latest: Seen | None = None
        self._fenced = False
        self._warned = False
        self.wish = ""
        """A line that is carried out if it is typed once more, at once."""

    async def run(self, place: Place) -> ExitStatus | Place:
        """Run to the end; every seat is kept."""
        self._first_lobby = not (place.code or place.lesson)
        self._enter(place)
        try:
            while self.left is None:
                await self._step()
            await self.lines.release()
        finally:
            self._channel.close()
            for task in (self._frame, self._line):
                if task is not None:
                    task.cancel()
        return self.left

    # --- for the words ---

    async def say(self, *lines: str) -> None:
        """Print lines."""
        await self.lines.put(lines)

    async def complain(self, line: str) -> None:
        """Print one line where errors go."""
        await self.lines.complain(line)

    def send(self, request: LobbyRequest | TableRequest) -> None:
        """Ask something of the room; its effect comes before the next line is read."""
        self._channel.send(encode(request))
        self._expect(PATIENCE)

    def go(self, place: Place) -> None:
        """Go to a table, or to the lobby; a seat is kept."""
        self._enter(place)

    def answer(self, answer: list[str]) -> None:
        """Send an answer to the open question; whoever calls has seen that there is one.

        Raises :class:`CommandError` for one that leads away from the lesson that is on.
        """
        assert self.talk is not None
        frame = self.talk.state.frame
        ask = frame["ask"]
        assert ask is not None
        if self.guide is not None and not self.guide.guide.allows(ask, tuple(answer)):
            raise CommandError(self.guide.refusal(), ExitStatus.ERROR)
        self.talk.state.sent = ask["id"]
        self.send(Answer(game_no=frame["game_no"], ask=ask["id"], answer=answer))

    # --- the loop ---

    def _expect(self, seconds: float) -> None:
        self._deadline = asyncio.get_running_loop().time() + seconds

    def _enter(self, place: Place) -> None:
        """Change the room; the first frame tells where one is."""
        self._channel.close()
        if self._frame is not None:
            self._frame.cancel()
            self._frame = None
        self.place, self.talk, self._sat = place, None, place.watch
        self.guide = LineGuide(lesson_of(place.lesson)) if place.lesson else None
        self._channel = self._room(place)
        self.lobby = None
        self._expect(OPENING)

    def _room(self, place: Place) -> Channel:
        if self.guide is not None:
            return self._hub.lesson(self.connection.who, self.guide.guide.lesson.setting)
        return self._table(place) if place.code else self._hub.lobby(self.connection.who)

    def _table(self, place: Place) -> Channel:
        self.lines.veil = self.lines.new_veil()
        channel = self._hub.table(self.connection.who, place.code, watch=place.watch)
        return VeiledChannel(channel, self.lines.veil)

    async def _step(self) -> None:
        """Wait for one frame or one line and deal with it."""
        frame = self._frame or asyncio.ensure_future(self._channel.receive())
        line = self._line or asyncio.ensure_future(self.lines.read())
        self._frame, self._line = frame, line
        wait = self._deadline - asyncio.get_running_loop().time()
        settled = wait <= 0
        done, _late = await asyncio.wait(
            {frame, line} if settled or self.lines.is_lost else {frame},
            timeout=None if settled else wait,
            return_when=asyncio.FIRST_COMPLETED,
        )
        if frame in done:
            self._frame = None
            try:
                data = frame.result()
            except EOFError:
                await self._room_ended()
            else:
                await self._frame_came(unpack(data))
        elif line in done:
            self._line = None
            await self._line_came(line.result())

    async def _room_ended(self) -> None:
        if self.talk is None and not self._opened_once and self.place.code:
            self.left = ExitStatus.ERROR  # 'join CODE' of a table that is not there
        elif self.place.code or self.place.lesson:
            self._enter(Place())
        else:
            self.left = ExitStatus.FULL

    async def _frame_came(self, frame: dict[str, Any]) -> None:
        match frame.get("t"):
            case "notice":
                await self._notice(cast("NoticeFrame", frame))
            case "lobby":
                self._deadline = 0.0
                await self._lobby_came(cast("LobbyFrame", frame))
            case "table":
                self._deadline = 0.0
                await self._table_came(cast("TableFrame", frame))
            case _:
                pass

    async def _notice(self, frame: NoticeFrame) -> None:
        error = frame["level"] == "error"
        self._warned = self._warned or frame["code"] == Code.TIME_SHORT
        if frame["code"] != Code.OPENED and not frame.get("closed"):
            self._deadline = 0.0
        text = messages.notice(frame["code"], frame["params"])
        if self.talk is not None and self.talk.desk is not None:
            text = self.talk.desk.refusal(text, frame["params"])
        await (self.complain(text) if error else self.say(text))
        if error and self.talk is not None:
            self.talk.state.refused()
        if error and self.guide is not None:
            self.guide.guide.refused()
        if opened := frame.get("opened"):
            self._enter(Place(code=opened))

    async def _lobby_came(self, frame: LobbyFrame) -> None:
        before, self.lobby = self.lobby, frame
        mine = [row for row in frame["tables"] if row["mine"] >= 0]
        if before is None:
            running = [row for row in mine if row["stage"] == Stage.PLAYING]
            first, self._first_lobby = self._first_lobby, False
            await self.say(*standing.greeting(frame, first=not self._opened_once))
            if not self._opened_once and not mine:
                await self._welcome()
            self._opened_once = True
            if first and len(running) == 1:
                self._enter(Place(code=running[0]["code"]))
            return
        asked = {row["code"] for row in before["tables"] if row["your_turn"]}
        for row in mine:
            if row["your_turn"] and row["code"] not in asked:
                await self.say(_("It is your turn at {code}.", code=row["code"]))

    async def _welcome(self) -> None:
        """Tell those who have never looked at the lessons that there are any."""
        settings = (await self._hub.player(self.connection.who))["settings"]
        if finished(settings) is None:
            await self.say(_("New here? 'learn GAME' teaches a game in five minutes."))

    async def _table_came(self, frame: TableFrame) -> None:
        self._opened_once = True
        if self.guide is not None:
            if frame["stage"] == Stage.WAITING:
                return  # it begins by itself
            frame = await self._taught(self.guide, frame)
        if self.talk is None:
            self.talk = TableTalk(frame, rematch=self.guide is None)
            lines = self.talk.begin()
        else:
            lines = self.talk.take(frame)
        if self.talk.asked_now:
            self.asked_at = asyncio.get_running_loop().time()
        if lines:
            await self.say(*lines)
        await self._be_guided(typed=False)
        await self._note()
        passing = self.talk.state.passing if self.talk.state.passes else None
        if passing is not None:
            self.answer(list(passing))
        if frame["you"] >= 0 and frame["stage"] in (Stage.PLAYING, Stage.OVER):
            self._shown(self._channel, Seen(game_no=frame["game_no"], seq=frame["seq"]))
        if not self._sat:
            self._sat = True
            free = any(seat["kind"] == "empty" for seat in frame["seats"])
            if frame["stage"] == Stage.WAITING and frame["you"] < 0 and free:
                self.send(Sit(seat=-1))

    def _shown(self, channel: Channel, seen: Seen) -> None:
        """Tell the table what has been shown, once the client has it; one such word at a time."""
        self._latest = seen

        def reached() -> None:
            self._fenced = False
            channel.send(encode(seen))
            if channel is self._channel and self._latest != seen and self._latest is not None:
                self._shown(channel, self._latest)

        if not self._fenced:
            self._fenced = True
            self.lines.fence(reached)

    async def _line_came(self, heard: Heard) -> None:
        what = heard.what
        again, self._interrupted = self._interrupted, False
        if self.talk is not None and (self._warned or self.talk.state.away):
            self._warned = False
            self._channel.send(encode(Here()))
        if not isinstance(what, Key):
            guide = self.guide
            channel, talk = self._channel, self.talk
            await self._obey(self, what, heard.at)
            if talk is not None:
                # What the player's next connection is to find at the seat; nothing comes back.
                for request in talk.state.to_put():
                    channel.send(encode(request))
            if guide is not None and guide is self.guide and what.strip():
                guide.heard(what.split()[0].lower())
                await self._be_guided(typed=True)
            return
        match what:
            case Key.END:
                self.left = ExitStatus.ERROR if self.lines.is_lost else ExitStatus.OK
            case Key.INTERRUPT if again:
                self.left = ExitStatus.INTERRUPTED
            case Key.INTERRUPT:
                self._interrupted = True
                await self.say(self._leaving_means())
            case Key.TOO_LONG:
                await self.complain(_("That line is too long; nothing was done."))
            case Key.TOO_MANY:
                await self.complain(_("Too many lines at once; some were not read."))

    async def _note(self) -> None:
        """Say the first-time note that is due, if one is; it is never said again."""
        if self.talk is None or self.guide is not None:
            return
        who = self.connection.who
        if self.read is None:
            self.read = Read.of((await self._hub.player(who))["settings"])
        tip = tip_for(self.talk.state, self.read)
        if tip is not None:
            await self.say(_("note: {text}", text=said(tip, lines=True)))
            self.read = self.read.and_read(tip)
            self._hub.remember(who, settings=Read.setting(tip))

    async def _taught(self, guide: LineGuide, frame: TableFrame) -> TableFrame:
        """Show a frame of a lesson to its guide, and return what of it is to be told."""
        frame = kept_apart(frame)
        if self.talk is None:
            guide.begin((await self._hub.player(self.connection.who))["settings"])
        else:
            self.talk.state.always.clear()  # a lesson speaks of every window
        guide.guide.take(frame)
        return frame

    async def _be_guided(self, *, typed: bool) -> None:
        """Say what the lesson has to say now, and remember its end."""
        guide, talk = self.guide, self.talk
        if guide is None or talk is None:
            return
        given = guide.guide.catch_up(talk.state)
        if given is not None:
            self.answer(list(given))
        elif lines := guide.news(talk, typed=typed):
            await self.say(*lines)
        if not guide.is_kept:
            who = self.connection.who
            settings = (await self._hub.player(who))["settings"]
            self._hub.remember(who, settings=guide.keep(settings))

    def _leaving_means(self) -> str:
        if self.connection.who.guest:
            return _("Press the same key again to leave. A guest's seat is not kept.")
        return _("Press the same key again to leave. Your seat is kept.")
