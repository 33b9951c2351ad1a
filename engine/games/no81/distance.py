"""Distance and attack range (N81-7)."""

from __future__ import annotations

from typing import Final

from engine.games.no81.figures import base_range
from engine.games.no81.glossary import Query
from engine.games.no81.queries import asked
from engine.games.no81.state import State

__all__ = ["UNLIMITED", "attack_range", "distance", "in_range", "neighbours"]

UNLIMITED: Final = 99
"""More than any distance at a table of eight (N81-9.11.1)."""


def distance(state: State, one: int, two: int) -> int:
    """N81-7.1: the smaller number of steps around the circle of living seats."""
    circle = state.clockwise(one)
    steps = circle.index(two)
    return min(steps, len(circle) - steps)


def attack_range(state: State, seat: int) -> int:
    """N81-7.2, N81-7.3: base 1, additions, Amplify; mind-broken beats everything."""
    player = state.players[seat]
    if player.broken:
        return 0
    if player.amplify:
        return UNLIMITED
    return max(0, asked(state, seat, Query.ATTACK_RANGE, base_range(state, seat), {}))


def in_range(state: State, seat: int) -> list[int]:
    """Return the other living seats in the attack range of ``seat``, clockwise from its left."""
    return _within(state, seat, attack_range(state, seat))


def neighbours(state: State, seat: int) -> list[int]:
    """N81-7.4: return the living seats at distance exactly 1, clockwise."""
    return _within(state, seat, 1)


def _within(state: State, seat: int, reach: int) -> list[int]:
    """Return the other living seats not further than ``reach``; ``seat`` is alive itself."""
    circle = state.clockwise(seat)
    size = len(circle)
    return [s for step, s in enumerate(circle) if 0 < min(step, size - step) <= reach]
