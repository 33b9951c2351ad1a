"""Garbage collection for a process of many sessions.

What exists after start-up never dies: it is frozen, so that collections do not look at it. Young
objects are collected as usual, the old generation only when nobody waits: dead Apps are cycles and
must be collected, but a collection in the middle of a round is a pause that everybody feels.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import Final

from tui import gallery, shared_texts

__all__ = ["busy", "collect", "keep_tidy", "session_closed", "tune"]

_YOUNG: Final = 1_000
"""Few, because each collection is a pause. What counts is objects made *less* objects freed, so
with many sessions that replace as much as they make, a thousand means many thousands to look at."""
_MIDDLE: Final = 6
_NEVER: Final = 1_000_000
_QUIET: Final = 2.0
"""Seconds without input from anybody that count as quiet."""
_DEAD_ENOUGH: Final = 40
"""Closed sessions (about 1 MB each) that are collected even when it is never quiet."""
_AGED: Final = 500
"""Middle collections that make a look at the old ones worth it."""
_AGED_ENOUGH: Final = 20_000
"""Middle collections after which the old ones are looked at even when it is never quiet."""


class _State:
    """What the process has seen: closed sessions since the last collection, last input."""

    closed = 0
    busy_at = 0.0


def tune() -> None:
    """Freeze what start-up has made and raise the thresholds; call once, before serving."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)


def busy() -> None:
    """Note that somebody just did something."""
    _State.busy_at = time.monotonic()


def session_closed() -> None:
    """Note that an App has ended and waits to be collected."""
    _State.closed += 1


def collect_if_quiet(now: float) -> bool:
    """Collect dead sessions if nobody waits, or if too many have gathered; return whether."""
    aged = gc.get_count()[2]
    pressing = _State.closed >= _DEAD_ENOUGH or aged >= _AGED_ENOUGH
    wanted = _State.closed or aged >= _AGED
    if not pressing and not (wanted and now - _State.busy_at >= _QUIET):
        return False
    _State.closed = 0
    collect()
    return True


def collect() -> None:
    """Collect all that is dead, and forget the texts that it showed."""
    gc.collect()
    shared_texts.forget()


async def keep_tidy() -> None:
    """Collect at quiet moments, and forget what nobody looks at, for ever; a task of the server."""
    while True:
        await asyncio.sleep(_QUIET / 2)
        gallery.tidy()
        collect_if_quiet(time.monotonic())
