"""The in-process channel: bytes in, bytes out, bounded both ways.

The room (a table or the lobby) pushes whole frames; what the session has not fetched is merged, so
a session that stops reading costs one frame and a few notices, whatever happens at the table.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from server.api import Identity, LobbyFrame, NoticeFrame, TableFrame
from server.codes import Code
from server.cursor import Cursor
from server.deadlines import Time
from server.frames import merge
from server.wire import MAX_REQUEST, pack

__all__ = ["REQUESTS", "Given", "LocalChannel", "Received", "rounded"]

REQUESTS: Final = 32
"""Requests of one channel that may wait to be handled."""
_NOTICES: Final = 64
"""Notices kept for a session that does not read; more are refusals of what it goes on sending."""

Given = TableFrame | LobbyFrame | NoticeFrame
"""What a session gets."""
Received = Callable[["LocalChannel", bytes | None], None]
"""Told of each request; ``None`` once when the session closes the channel."""


class LocalChannel:
    """One viewer's duplex; implements ``server.api.Channel`` for the session's side.

    ``watch`` asks for the spectator's frames even of somebody who has a seat; ``bot_seat`` is the
    seat of a bot's channel, -1 for people's.
    """

    def __init__(
        self,
        who: Identity,
        received: Received,
        time: Time,
        *,
        watch: bool = False,
        bot_seat: int = -1,
    ) -> None:
        self.who = who
        self.watch = watch
        self.bot_seat = bot_seat
        self.on_end: Callable[[LocalChannel], None] | None = None
        self.on_handled: Callable[[], None] | None = None
        """Told of each request that nothing more will come of."""
        self.have: Cursor | None = None
        """What the session has had already through a channel that was cut."""
        self.cursor: Callable[[], Cursor | None] = lambda: None
        """What the session will have had once it has fetched all that waits here."""
        self._received = received
        self._time = time
        self._news = asyncio.Event()
        self._notices: deque[NoticeFrame] = deque()
        self._frame: TableFrame | LobbyFrame | None = None
        self._made = 0.0
        self._last: NoticeFrame | None = None
        self._ended = False
        self._unhandled = 0

    # --- the session's side ---

    def send(self, request: bytes) -> None:
        """Queue one packed request; too many or too big a one is refused with a notice."""
        if self._ended:
            return
        if self._unhandled >= REQUESTS or len(request) > MAX_REQUEST:
            slow = self._unhandled >= REQUESTS
            self.notify(Code.SLOW_DOWN if slow else Code.BAD_REQUEST)
            self._done()
        else:
            self._unhandled += 1
            self._received(self, request)

    async def receive(self) -> bytes:
        """Return the next packed frame; raise ``EOFError`` at the channel's end."""
        return pack(rounded(await self.take()))

    async def take(self) -> Given:
        """Return the next frame as :meth:`receive` does, not yet packed nor :func:`rounded`."""
        while (given := self.take_at_once()) is None:
            self._news.clear()
            await self._news.wait()
        return given

    def take_at_once(self) -> Given | None:
        """Return what :meth:`take` would without waiting, ``None`` if nothing is there yet."""
        if self._notices:
            return self._notices.popleft()
        if self._frame is not None:
            frame, self._frame = self._frame, None
            return self._aged(frame)
        if self._last is not None:
            last, self._last = self._last, None
            return last
        if self._ended:
            raise EOFError
        return None

    def close(self) -> None:
        """Detach; idempotent. A waiting :meth:`receive` ends."""
        if not self._ended:
            self._finish()
            self._notices.clear()
            self._frame = None

    # --- the room's side ---

    @property
    def ended(self) -> bool:
        """Whether either side has closed it."""
        return self._ended

    @property
    def unhandled(self) -> int:
        """Requests that wait to be handled."""
        return self._unhandled

    def handled(self) -> None:
        """Let the session send one more request."""
        self._unhandled -= 1
        self._done()

    def push(self, frame: TableFrame | LobbyFrame) -> None:
        """Offer a frame; the channel owns it from now on."""
        if self._ended:
            return
        old = self._frame
        if old is not None and old["t"] == "table" and frame["t"] == "table":
            frame = merge(old, frame)
        self._frame = frame
        self._made = self._time.now()
        self._news.set()

    def notify(
        self,
        code: str,
        params: Mapping[str, Any] | None = None,
        *,
        error: bool = True,
        opened: str = "",
    ) -> None:
        """Add a notice; it is delivered before any frame that waits."""
        if self._ended or len(self._notices) >= _NOTICES:
            return
        notice = _notice(code, params, error=error)
        if opened:
            notice["opened"] = opened
        self._notices.append(notice)
        self._news.set()

    def end(self, code: str, params: Mapping[str, Any] | None = None, *, error: bool) -> None:
        """Close from the room's side: what waits is still delivered, then this, then the end."""
        if not self._ended:
            self._last = _notice(code, params, error=error)
            self._last["closed"] = True
            self._finish()

    def _finish(self) -> None:
        self._ended = True
        self._news.set()
        self._received(self, None)
        if self.on_end is not None:
            self.on_end(self)

    def _done(self) -> None:
        if self.on_handled is not None:
            self.on_handled()

    def _aged(self, frame: TableFrame | LobbyFrame) -> TableFrame | LobbyFrame:
        """Bring the clock of a frame that waited up to date."""
        if frame["t"] == "table" and frame["clock"] is not None:
            frame["clock"]["left"] -= self._time.now() - self._made
        return frame


def rounded(frame: Given) -> Given:
    """Return the frame with its clock in whole seconds, as sessions get it."""
    if frame["t"] == "table" and frame["clock"] is not None:
        frame["clock"]["left"] = float(max(0, math.ceil(frame["clock"]["left"])))
    return frame


def _notice(code: str, params: Mapping[str, Any] | None, *, error: bool) -> NoticeFrame:
    return NoticeFrame(
        t="notice",
        level="error" if error else "info",
        code=str(code),
        params=dict(params or {}),
    )
