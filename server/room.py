"""What a table and the lobby have in common: one task, one inbox, channels attached to it.

Everything that happens in a room happens in its task, one message after the other, so its state
needs no lock. A failure in one message is that room's own: it is logged, and the task goes on.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, assert_never

from engine.errors import EngineError
from server import logs
from server.api import Identity
from server.channel import LocalChannel
from server.codes import Code, RequestError, StoreCode, StoreError
from server.cursor import Cursor
from server.deadlines import Time
from server.requests import LobbyRequest, TableRequest, parse
from server.wire import WireError

__all__ = ["Asked", "Attached", "Detached", "Do", "End", "Later", "Message", "Notify", "Room"]


@dataclass(frozen=True, slots=True)
class Attached:
    """A channel was opened."""

    channel: LocalChannel


@dataclass(frozen=True, slots=True)
class Detached:
    """A channel has ended, from either side."""

    channel: LocalChannel


@dataclass(frozen=True, slots=True)
class Asked:
    """A channel sent bytes that ought to be a request."""

    channel: LocalChannel
    data: bytes


@dataclass(frozen=True, slots=True)
class Notify:
    """Everybody is told something that changes nothing."""

    code: Code
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class End:
    """The room is to end; its channels are told why."""

    code: Code


@dataclass(frozen=True, slots=True)
class Do:
    """Something that is to happen in the room's task: a clock that ran out, a guest who left."""

    work: Callable[[], Awaitable[None]]


Later = Callable[[Callable[[], Awaitable[None]]], None]
"""Has work done in a room's task, after what its inbox holds."""

Message = Attached | Detached | Asked | Notify | End | Do


class Room(ABC):
    """One task with an inbox."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.channels: list[LocalChannel] = []
        self.ended = False
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()

    def attach(
        self,
        who: Identity,
        *,
        watch: bool = False,
        bot_seat: int = -1,
        have: Cursor | None = None,
    ) -> LocalChannel:
        """Return a new channel to this room; with ``have`` it goes on where another was cut."""

        def received(channel: LocalChannel, data: bytes | None) -> None:
            self.post(Detached(channel) if data is None else Asked(channel, data))

        channel = LocalChannel(who, received, self.time, watch=watch, bot_seat=bot_seat)
        channel.have = have
        self.post(Attached(channel))
        return channel

    def post(self, message: Message) -> None:
        """Put a message into the inbox."""
        self._inbox.put_nowait(message)

    def later(self, work: Callable[[], Awaitable[None]]) -> None:
        """Have ``work`` done in the room's task."""
        self.post(Do(work))

    def perform(self, work: Callable[[], Awaitable[None]]) -> asyncio.Future[None]:
        """Have ``work`` done as :meth:`later`; what it raises is its asker's, not the room's.

        Nothing ever comes of it if the room ends first.
        """
        future = asyncio.get_running_loop().create_future()

        async def working() -> None:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - told to whoever asked
                outcome = partial(future.set_exception, error)
            else:
                outcome = partial(future.set_result, None)
            if not future.done():
                outcome()

        self.later(working)
        return future

    def tell(
        self, code: Code, params: Mapping[str, Any] | None = None, *, error: bool = True
    ) -> None:
        """Give everybody here a notice."""
        for channel in self.channels:
            channel.notify(code, params, error=error)

    async def run(self) -> None:
        """Handle messages until the room ends."""
        while not self.ended:
            message = await self._inbox.get()
            try:
                await self._handle(message)
            except Exception as error:  # noqa: BLE001 - one room's fault must not end others
                logs.failure("room_failed", error, kind=type(self).__name__.lower())

    async def _handle(self, message: Message) -> None:
        match message:
            case Attached(channel):
                if not channel.ended:
                    self.channels.append(channel)
                    await self.attached(channel)
            case Detached(channel):
                if channel in self.channels:
                    self.channels.remove(channel)
                    await self.detached(channel)
            case Asked(channel, data):
                try:
                    if not channel.ended:
                        await self._ask(channel, data)
                finally:
                    channel.handled()
            case Notify(code, params):
                self.tell(code, params, error=False)
            case End(code):
                self.end(code)
            case Do(work):
                await work()
            case _:
                assert_never(message)

    async def _ask(self, channel: LocalChannel, data: bytes) -> None:
        """Handle one request; whatever is wrong with it is told to its sender alone."""
        try:
            await self.requested(channel, parse(data))
        except WireError:
            channel.notify(Code.BAD_REQUEST)
        except (RequestError, EngineError) as error:
            channel.notify(error.code, error.params)
        except StoreError as error:
            if error.code is not StoreCode.FENCED:
                channel.notify(Code.NOT_STORED)
        except Exception:
            channel.notify(Code.FAULT)
            raise

    def end(self, code: Code) -> None:
        """End the room now: tell every channel and take no more messages."""
        self.ended = True
        channels, self.channels = self.channels, []
        for channel in channels:
            channel.end(code, error=False)
        while not self._inbox.empty():
            match self._inbox.get_nowait():
                case Attached(channel):
                    channel.end(code, error=False)
                case _:
                    pass

    # --- what a kind of room does ---

    @abstractmethod
    async def attached(self, channel: LocalChannel) -> None:
        """Welcome a channel that is now among ``channels``."""

    @abstractmethod
    async def detached(self, channel: LocalChannel) -> None:
        """Take note of a channel that is no longer among ``channels``."""

    @abstractmethod
    async def requested(self, channel: LocalChannel, request: LobbyRequest | TableRequest) -> None:
        """Do what was asked, or raise a :class:`RequestError`, ``EngineError``, ``StoreError``."""
