"""What has come through the bus for one session and was not fetched yet.

As in :class:`server.channel.LocalChannel` a session that does not read costs one merged frame and a
few notices; how much can come before it reads is bounded by the link. What needs no change is
handed on as the bytes that came.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, cast

from server.api import NoticeFrame, TableFrame
from server.channel import Given, LocalChannel, rounded
from server.cursor import Cursor
from server.deadlines import Time
from server.frames import merge
from server.wire import pack, unpack

__all__ = ["Arrived", "Inbox"]

_NOTICES: Final = 64
"""Notices of this process kept for a session that does not read; more are refusals."""


def _nobody() -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """One packed ``data``, a frame or a notice; ``used`` is called when it is fetched.

    Of a frame: ``cursor`` is how far its session is with it; ``left`` what its clock had left, not
    rounded, at ``at`` (in this process's time), or ``None``. ``shift``: seconds to be added to its
    moments (``server.api.Beat``) to have them in this process's time, ``None`` if it has none.
    """

    data: bytes
    frame: bool = False
    cursor: Cursor | None = None
    left: float | None = None
    at: float = 0.0
    shift: float | None = None
    used: Callable[[], None] = _nobody


class Inbox:
    """What waits for a session; :attr:`cursor` is what it has had once all that is fetched."""

    def __init__(self, time: Time) -> None:
        self.cursor: Cursor | None = None
        self._time = time
        self._notices: deque[bytes] = deque()
        self._arrived: deque[Arrived] = deque()

    def put(self, arrived: Arrived) -> None:
        """Take what has come."""
        self._arrived.append(arrived)
        if arrived.cursor is not None:
            self.cursor = arrived.cursor

    def notify(self, code: str, params: Mapping[str, Any] | None = None, *, error: bool) -> None:
        """Add a notice of this process; it is fetched before all that waits."""
        if len(self._notices) < _NOTICES:
            self._notices.append(pack(notice(code, params, error=error)))

    def take(self) -> bytes | None:
        """Return what the session is to have next, ``None`` if nothing is there."""
        if self._notices:
            return self._notices.popleft()
        if not self._arrived:
            return None
        frames = [self._arrived.popleft()]
        while frames[0].frame and self._arrived and self._arrived[0].frame:
            frames.append(self._arrived.popleft())
        data = self._made(frames)
        for frame in frames:
            frame.used()
        return data

    def empty(self, local: LocalChannel, keep: Callable[[str], bool]) -> str | None:
        """Take what waits in a channel of this process that has ended.

        Return the code with which it has, which is put here as well if it is to be kept.
        """
        end: str | None = None
        with suppress(EOFError):
            while (given := local.take_at_once()) is not None:
                if given["t"] == "notice" and given.get("closed"):
                    end = given["code"]
                if end is None or keep(end):
                    self.put(self._left_in(local, given))
        return end

    def _left_in(self, local: LocalChannel, given: Given) -> Arrived:
        clock = given["clock"] if given["t"] == "table" else None
        left = None if clock is None else clock["left"]
        return Arrived(
            data=pack(rounded(given)),
            frame=given["t"] != "notice",
            cursor=local.cursor() if given["t"] == "table" else None,
            left=left,
            at=self._time.now(),
        )

    def clear(self) -> None:
        """Forget what waits: the session is gone."""
        self._notices.clear()
        self._arrived.clear()

    def _made(self, frames: list[Arrived]) -> bytes:
        """Return the one frame that ``frames`` come to, its clock and moments as they are now."""
        newest = frames[-1]
        if len(frames) == 1 and newest.shift is None and not self._has_aged(newest):
            return newest.data
        merged = unpack(frames[0].data)
        for arrived in frames[1:]:
            frame = unpack(arrived.data)
            if merged["t"] == frame["t"] == "table":
                frame = dict(merge(cast(TableFrame, merged), cast(TableFrame, frame)))
            merged = frame
        if newest.left is not None:
            merged["clock"]["left"] = self._left(newest)
        if newest.shift is not None:
            beat = merged["beat"]
            beat["at"] += newest.shift
            beat["ends"] += newest.shift if beat["ends"] else 0.0
        return pack(merged)

    def _has_aged(self, arrived: Arrived) -> bool:
        return arrived.left is not None and self._left(arrived) != _whole(arrived.left)

    def _left(self, arrived: Arrived) -> float:
        assert arrived.left is not None
        return _whole(arrived.left - max(0.0, self._time.now() - arrived.at))


def notice(code: str, params: Mapping[str, Any] | None, *, error: bool) -> NoticeFrame:
    """Return a notice."""
    return NoticeFrame(
        t="notice",
        level="error" if error else "info",
        code=str(code),
        params=dict(params or {}),
    )


def _whole(seconds: float) -> float:
    return float(max(0, math.ceil(seconds)))
