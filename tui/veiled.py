"""A channel whose news arrive when the session's veil lets them be shown."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from typing import Any, cast

from server.api import Channel, TableFrame
from server.frames import merge
from server.requests import Here, Put, Seen, parse
from server.wire import pack
from tui.frames import frame_in
from tui.veil import Veil

__all__ = ["VeiledChannel"]

_UNANSWERED = (Seen, Here, Put)
"""Requests that bring nothing back."""


class VeiledChannel:
    """``server.api.Channel`` over another one; asking for a frame says that the last is drawn."""

    def __init__(self, channel: Channel, veil: Veil) -> None:
        self._channel = channel
        self._veil = veil
        self._held: deque[dict[str, Any]] = deque()
        self._until = 0.0

    def send(self, request: bytes) -> None:
        """Queue one packed request."""
        if self._veil.on and not isinstance(parse(request), _UNANSWERED):
            self._veil.asked()
        self._channel.send(request)

    async def receive(self) -> bytes:
        """Return the next packed frame that may be shown."""
        return pack(await self.take())

    async def take(self) -> dict[str, Any]:
        """Return the next frame that may be shown, unpacked; nobody changes what is in it."""
        self._veil.drawn()
        loop = asyncio.get_running_loop()
        while True:
            if self._held and loop.time() >= self._until:
                return self._released()
            try:
                async with asyncio.timeout_at(self._until if self._held else None):
                    data = await self._channel.receive()
            except TimeoutError:
                continue
            except EOFError:
                if not self._held:
                    raise
                return self._released()
            frame = frame_in(data)
            self._until = self._veil.take(frame)
            if not self._veil.on and not self._held:
                return frame
            self._hold(frame)

    def close(self) -> None:
        """Detach this viewer."""
        self._veil.lift()
        self._channel.close()

    def _released(self) -> dict[str, Any]:
        """Return the oldest frame that was held, its clock brought up to date."""
        frame = self._held.popleft()
        clock, beat = frame.get("clock"), frame.get("beat")
        if clock is None or beat is None:
            return frame
        left = beat["ends"] - asyncio.get_running_loop().time()
        return {**frame, "clock": {**clock, "left": float(max(0, math.ceil(left)))}}

    def _hold(self, frame: dict[str, Any]) -> None:
        """Keep a frame; two of a table become one, as in the channel itself."""
        last = self._held[-1] if self._held else {}
        if frame["t"] == "table" == last.get("t"):
            self._held[-1] = cast(
                "dict[str, Any]", merge(cast("TableFrame", last), cast("TableFrame", frame))
            )
        else:
            self._held.append(frame)
