"""Distances, ranges and hand limits as the view shows them (N81-7, N81-5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.no81.library import content
from engine.games.no81.terms import Flag

__all__ = ["clockwise", "distance", "hand_limit", "in_range"]

View = Mapping[str, Any]


def clockwise(view: View) -> list[int]:
    """Return all seats in the order of the circle, the dead included (N81-11.2)."""
    return list(view["circle"]) or list(range(len(view["seats"])))


def distance(view: View, one: int, two: int) -> int | None:
    """N81-7.1: the shorter way round the living; None where one of the two is out."""
    living = [seat for seat in clockwise(view) if view["seats"][seat]["alive"]]
    if one not in living or two not in living:
        return None
    steps = abs(living.index(one) - living.index(two))
    return min(steps, len(living) - steps)


def in_range(view: View, one: int, two: int) -> bool:
    """N81-7.2: whether ``two`` is in the attack range of ``one``."""
    steps = distance(view, one, two)
    return steps is not None and 0 < steps <= view["seats"][one]["range"]


def hand_limit(seat: View) -> int:
    """N81-5.4: the relative health of a view's seat, and what skills and effects add to it."""
    # N81-10.2: skills are off while the mind is broken.
    skills = set() if seat["flags"][Flag.BROKEN] else set(seat["skills"])
    added = sum(content().skills[skill].hand_limit for skill in skills if skill in content().skills)
    more: int = seat["flags"][Flag.HOLDS] + seat["flags"].get(Flag.SKILL_LIMIT, 0)
    return int(seat["rel_hp"]) + more + added
