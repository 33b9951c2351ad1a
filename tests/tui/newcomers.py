"""A newcomer who does what the guide of a lesson says, and knows nothing but what can be read."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Final

from tests.tui.fake_terminal import FakeTerminal
from tests.tui.lines import LIVENESS, Wire
from tests.tui.sessions import eventually

__all__ = ["follow_lines", "follow_screen"]

_KEYS: Final = {"Enter": b"\r", "Right": b"\x1b[C", "Esc": b"\x1b"}
"""What the keys send that are written as words; every other key is its own character."""
_NAMED: Final = re.compile(r"\[([^\]]+)\]")
_QUOTED: Final = re.compile(r'"([^"]+)"')
_MOST: Final = 100


async def follow_screen(
    terminal: FakeTerminal, strays: Sequence[bytes] = (), *, until: str = ""
) -> int:
    """Press what the first row names until it names two ways on, or says ``until``.

    Returns how many keys it took. Of several keys the last one is pressed; words in quotation marks
    are typed before it. ``strays`` are pressed as well, one before each of the first keys.
    """
    left = list(strays)
    async with asyncio.timeout(LIVENESS):
        for count in range(_MOST):
            if left:
                await terminal.type(left.pop())
            await eventually(lambda: _NAMED.search(terminal.lines()[0]))
            named = _NAMED.findall(terminal.lines()[0])
            if until and until in terminal.lines()[0]:
                return count
            for words in _QUOTED.findall(terminal.lines()[0]):
                await _press(terminal, words.encode())
            await _press(terminal, _KEYS.get(named[-1], named[-1].encode()))
            if len(named) > 1:
                return count
    raise AssertionError("the lesson has no end")


async def _press(terminal: FakeTerminal, data: bytes) -> None:
    """Press a key and wait until it shows on the screen."""
    before = terminal.text()
    terminal.feed(data)
    await eventually(lambda: terminal.text() != before)


async def follow_lines(wire: Wire) -> list[str]:
    """Type what the newest line names until it names two ways to go on; return what was typed."""
    typed: list[str] = []
    seen = 0
    async with asyncio.timeout(LIVENESS):
        while len(typed) < _MOST:
            await eventually(lambda: _newest(wire, seen))  # noqa: B023 - asked at once
            named = _newest(wire, seen)
            if len(named) > 1:
                return typed
            seen = len(wire.out)
            typed += named
            wire.type(*named)
    raise AssertionError("the lesson has no end")


def _newest(wire: Wire, seen: int) -> list[str]:
    """Return what the last line names that came after byte ``seen``, once it is complete."""
    new = wire.out[seen:].decode(errors="ignore")
    return _NAMED.findall(new.splitlines()[-1]) if new.endswith("\n") else []
