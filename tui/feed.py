"""Brings the frames of one channel to one page; nothing else touches a page's widgets.

The next frame is fetched only when the page has drawn the last one. What arrives meanwhile is
merged in the channel, so a slow session holds one frame, not a backlog.
"""

from __future__ import annotations

import asyncio
from typing import Any

from textual.message import Message
from textual.message_pump import MessagePump

from server.api import Channel
from server.requests import LobbyRequest, TableRequest, encode
from tui.frames import frame_in
from tui.veiled import VeiledChannel

__all__ = ["Arrived", "Ended", "Feed"]


class Arrived(Message, bubble=False):
    """One frame for the page; whoever handles it sets ``handled``."""

    def __init__(self, frame: dict[str, Any]) -> None:
        super().__init__()
        self.frame = frame
        self.handled = asyncio.Event()


class Ended(Message, bubble=False):
    """The other side has ended the channel; no further frame will come."""


class Feed:
    """One channel, drained into one page for as long as :meth:`run` runs."""

    def __init__(self, page: MessagePump, channel: Channel) -> None:
        self._page = page
        self._channel = channel
        self.closed = False

    async def run(self) -> None:
        """Post each frame to the page and wait until it is drawn.

        Posts ``Ended`` when the other side ends, not when :meth:`close` was called here.
        """
        try:
            while not self.closed:
                message = Arrived(await self._next())
                if not self._page.post_message(message):
                    return
                await message.handled.wait()
        except EOFError:
            if not self.closed:
                self._page.post_message(Ended())
        finally:
            self.close()

    async def _next(self) -> dict[str, Any]:
        channel = self._channel
        if isinstance(channel, VeiledChannel):
            return await channel.take()
        return frame_in(await channel.receive())

    def send(self, request: LobbyRequest | TableRequest) -> None:
        """Queue one request; after the end it goes nowhere."""
        if not self.closed:
            self._channel.send(encode(request))

    def close(self) -> None:
        """Detach from the channel; a seat is kept."""
        if not self.closed:
            self.closed = True
            self._channel.close()
