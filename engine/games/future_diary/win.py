"""Whether the game is over, and when the world begins to fade (FD-14)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.event import Value
from engine.games.future_diary.model import World
from engine.games.future_diary.terms import Loop, Option, Verdict

__all__ = ["fading", "verdict", "winners"]

_WARNINGS = 2
"""The last two acts before the world fades are announced (FD-14.3)."""


def verdict(world: World, options: Mapping[str, Value]) -> Verdict | None:
    """Return how the game has ended at ``win_check``, None if it goes on.

    ``options`` as configured: ``quiet`` a number or ``off``, ``acts`` a number.
    """
    first = sum(world.seats[n].loop is Loop.FIRST for n in world.living)
    second = len(world.living) - first
    if first == second == 0:
        return Verdict.MUTUAL_RUIN
    if first == 0:
        return Verdict.SECOND_LOOP
    if first >= second:
        return Verdict.FIRST_LOOP
    if _left(world, options) == 0:
        return Verdict.WORLD_FADES
    return Verdict.ACT_LIMIT if world.act >= int(str(options[Option.ACTS])) else None


def fading(world: World, options: Mapping[str, Value]) -> int | None:
    """Return in how many more quiet acts the world fades, if that is announced now (FD-14.3)."""
    left = _left(world, options)
    return left if left is not None and 0 < left <= _WARNINGS else None


def winners(world: World, ended: Verdict) -> tuple[int, ...]:
    """Return the seats that win: all of the winning loop, the dead included (FD-14.2)."""
    loops = {Verdict.FIRST_LOOP: Loop.FIRST, Verdict.SECOND_LOOP: Loop.SECOND}
    won = loops.get(ended)
    return tuple(n for n, seat in sorted(world.seats.items()) if seat.loop is won)


def _left(world: World, options: Mapping[str, Value]) -> int | None:
    """Return quiet acts left; None where the limit is off."""
    quiet = str(options[Option.QUIET])
    return None if quiet == "off" else max(0, int(quiet) - world.quiet)
