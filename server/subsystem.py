"""The SSH subsystem ``undertable``: the viewer's own frames for programs in place of screens.

One session multiplexes channels by number. Channel 0 is the session itself (hello, open, close,
error); every other number is one :class:`server.api.Channel`, whose frames and requests are passed
on unread. The protocol is described, with its version, in docs/protocol.md.

Every error ends the session, so a client never has to guess what its server still believes. What a
client may refuse to read is bounded: no more than :data:`AHEAD` bytes are under way, what is beyond
waits in the channel, which keeps the newest state only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from server.api import Channel, Connection, ExitStatus, Hub, Identity, SessionRunner, Size
from server.codes import Code
from server.framing import FrameError, Frames, envelope, framed, opened
from server.gates import Bucket
from server.wire import MAX_REQUEST, WireError, pack, unpack

__all__ = ["SUBSYSTEMS", "VERSION", "ProtocolCode", "run_subsystem"]

VERSION: Final = 1
"""The protocol's version; rises with every change that an older client would misread."""
MAX_IN: Final = MAX_REQUEST + 16
"""Largest payload from a client, in bytes: the largest request in its envelope."""
MAX_OUT: Final = 4 * 1024 * 1024
"""Largest payload to a client, in bytes."""
AHEAD: Final = 16 * 1024
"""Bytes that may be under way before another frame is fetched. Whoever reads slowly thus gets the
newest state, not a backlog."""
MOST_CHANNELS: Final = 8
LARGEST_NUMBER: Final = 2**31 - 1
HELLO_SECONDS: Final = 20.0
OPENS: Final = (16.0, 2.0)
"""Channels that may be opened at once, and how many more a second: each costs its room a frame."""
_OUR_OWN: Final = 0

_Door = Callable[[Hub, Identity], Channel]


class ProtocolCode(StrEnum):
    """Why the session ends; stable, the ``code`` of its last frame."""

    BAD_FRAME = "bad_frame"
    """The bytes are no frame, or the input ended inside one."""
    TOO_BIG = "too_big"
    """``limit``: a payload is longer than so many bytes."""
    BAD_REQUEST = "bad_request"
    """A request to channel 0 that is none of hello, open and close with their fields."""
    UNKNOWN_VERSION = "unknown_version"
    """``known``: the versions that this server speaks."""
    NO_HELLO = "no_hello"
    """Something else came first, or nothing at all in time."""
    BAD_CHANNEL = "bad_channel"
    """Numbers have to rise, and only what was opened can be used."""
    TOO_MANY_CHANNELS = "too_many_channels"
    """``limit``: so many are open already."""
    SLOW_DOWN = "slow_down"
    """Channels are opened too fast."""

    @property
    def status(self) -> ExitStatus:
        """The session's exit status."""
        return ExitStatus.SLOW_DOWN if self is ProtocolCode.SLOW_DOWN else ExitStatus.USAGE


class _Refused(Exception):
    def __init__(self, code: ProtocolCode, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


async def run_subsystem(connection: Connection) -> int:
    """Run one session of the subsystem to its end and return its exit status."""
    player = await connection.hub.player(connection.who)
    session = _Session(connection, player["name"])
    connection.terminal.bind(session)
    try:
        return await session.over
    finally:
        await session.close()


SUBSYSTEMS: Final[Mapping[str, SessionRunner]] = MappingProxyType({"undertable": run_subsystem})
"""Every subsystem that is granted."""


class _Session:
    """The receiving end (a ``TerminalSink``), and a task for each channel that sends."""

    def __init__(self, connection: Connection, name: str) -> None:
        loop = asyncio.get_running_loop()
        self.over: asyncio.Future[ExitStatus] = loop.create_future()
        self._connection = connection
        self._name = name
        self._frames = Frames(MAX_IN)
        self._open: dict[int, tuple[Channel, asyncio.Task[None]]] = {}
        self._highest = _OUR_OWN
        self._opens = Bucket(burst=OPENS[0], rate=OPENS[1])
        self._greeted = False
        self._late = loop.call_later(HELLO_SECONDS, self._no_hello)
        self._paused = False
        self._under_way = 0
        self._may_send = asyncio.Event()
        self._may_send.set()

    # --- TerminalSink ---

    def feed(self, data: bytes) -> None:
        """Take bytes; an empty piece is the end of the input."""
        if self.over.done():
            return
        try:
            for payload in self._frames.feed(data):
                self._take(*opened(payload))
            if not data:
                self._end_of_input()
        except FrameError as error:
            if error.too_big:
                self._refuse(_Refused(ProtocolCode.TOO_BIG, limit=MAX_IN))
            else:
                self._refuse(_Refused(ProtocolCode.BAD_FRAME))
        except _Refused as refused:
            self._refuse(refused)

    def resized(self, size: Size) -> None:
        """Ignore a window: there is none."""
        del size

    def paused(self, paused: bool) -> None:
        """Fetch nothing while the client's or the connection's buffers are full."""
        self._paused = paused
        self._look()

    def lost(self) -> None:
        """End: the client is gone, its seats stay."""
        self._end(ExitStatus.OK)

    # --- requests ---

    def _take(self, channel: int, body: bytes) -> None:
        if channel == _OUR_OWN:
            try:
                request = unpack(body)
            except WireError as error:
                raise _Refused(ProtocolCode.BAD_REQUEST) from error
            self._take_own(request)
        elif not self._greeted:
            raise _Refused(ProtocolCode.NO_HELLO)
        elif channel in self._open:
            self._open[channel][0].send(body)
        elif channel > self._highest:
            raise _Refused(ProtocolCode.BAD_CHANNEL)
        # Else the channel has ended while the request was on its way.

    def _take_own(self, request: dict[str, Any]) -> None:
        if any(isinstance(value, bool) for value in request.values()):
            raise _Refused(ProtocolCode.BAD_REQUEST)  # to Python, true is a number
        match request:
            case {"op": "hello", "version": int(version), **rest} if not (rest or self._greeted):
                self._hello(version)
            case _ if not self._greeted:
                raise _Refused(ProtocolCode.NO_HELLO)
            case {"op": "open", "channel": int(number), "room": "lobby", **rest} if not rest:
                self._open_channel(number, lambda hub, who: hub.lobby(who))
            case {
                "op": "open", "channel": int(number), "room": "table" | "watch" as room,
                "code": str(code), **rest,
            } if not rest:  # fmt: skip
                watch = room == "watch"
                self._open_channel(number, lambda hub, who: hub.table(who, code, watch=watch))
            case {"op": "close", "channel": int(number), **rest} if not rest:
                self._close_channel(number)
            case _:
                raise _Refused(ProtocolCode.BAD_REQUEST)

    def _hello(self, version: int) -> None:
        if version != VERSION:
            raise _Refused(ProtocolCode.UNKNOWN_VERSION, known=[VERSION])
        self._greeted = True
        self._late.cancel()
        who = self._connection.who
        hello = {
            "t": "hello", "version": VERSION, "name": self._name, "tag": who.tag,
            "guest": who.guest,
        }  # fmt: skip
        self._write(_OUR_OWN, pack(hello))

    def _open_channel(self, number: int, door: _Door) -> None:
        if not self._highest < number <= LARGEST_NUMBER:
            raise _Refused(ProtocolCode.BAD_CHANNEL)
        if len(self._open) >= MOST_CHANNELS:
            raise _Refused(ProtocolCode.TOO_MANY_CHANNELS, limit=MOST_CHANNELS)
        if not self._opens.try_take(1):
            raise _Refused(ProtocolCode.SLOW_DOWN)
        self._highest = number
        channel = door(self._connection.hub, self._connection.who)
        task = asyncio.get_running_loop().create_task(self._pump(number, channel))
        task.add_done_callback(self._pumped)
        self._open[number] = (channel, task)

    def _close_channel(self, number: int) -> None:
        if not _OUR_OWN < number <= self._highest:
            raise _Refused(ProtocolCode.BAD_CHANNEL)
        channel, task = self._open.pop(number, (None, None))
        if channel is not None and task is not None:
            channel.close()
            task.cancel()

    # --- frames ---

    async def _pump(self, number: int, channel: Channel) -> None:
        """Pass a channel's frames on as fast as the client takes them, until it ends."""
        last = b""
        try:
            while True:
                await self._may_send.wait()
                last = await channel.receive()
                self._write(number, last)
        except EOFError:
            self._open.pop(number, None)
        if not self._open and last and unpack(last).get("code") == Code.STOPPING:
            self._end(ExitStatus.FULL)  # the server closes: nothing more can come of this session

    def _pumped(self, task: asyncio.Task[None]) -> None:
        """Let a fault of ours end the session, not pass in silence."""
        if not task.cancelled() and (error := task.exception()) and not self.over.done():
            self.over.set_exception(error)

    def _write(self, channel: int, body: bytes) -> None:
        if self.over.done():
            return
        data = framed(envelope(channel, body), MAX_OUT)
        self._under_way += len(data)
        self._connection.terminal.write(data)
        self._connection.terminal.fence(partial(self._arrived, len(data)))
        self._look()

    def _arrived(self, amount: int) -> None:
        self._under_way -= amount
        self._look()

    def _look(self) -> None:
        if self._paused or self._under_way >= AHEAD:
            self._may_send.clear()
        else:
            self._may_send.set()

    # --- the end ---

    def _end_of_input(self) -> None:
        if self._frames.partial:
            raise _Refused(ProtocolCode.BAD_FRAME)
        self._end(ExitStatus.OK)

    def _no_hello(self) -> None:
        self._refuse(_Refused(ProtocolCode.NO_HELLO))

    def _refuse(self, refused: _Refused) -> None:
        """Send the reason as the last frame."""
        error = {"t": "error", "code": str(refused.code), "params": refused.params}
        self._write(_OUR_OWN, pack(error))
        self._end(refused.code.status)

    def _end(self, status: ExitStatus) -> None:
        if not self.over.done():
            self.over.set_result(status)

    async def close(self) -> None:
        """Leave every room and wait for the tasks; seats stay."""
        self._late.cancel()
        if not self.over.done():
            self.over.cancel()
        left, self._open = list(self._open.values()), {}
        for channel, task in left:
            channel.close()
            task.cancel()
        await asyncio.gather(*(task for _, task in left), return_exceptions=True)
