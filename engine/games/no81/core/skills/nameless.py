"""Nameless (N81-17.8)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.distance import distance
from engine.games.no81.skill import Skill
from engine.games.no81.state import State

__all__ = ["Nameless"]


class Nameless(Skill):
    """Single-target events of players at distance 2 or more cannot choose the owner."""

    id: ClassVar[str] = "nameless"

    def untargetable(self, state: State, seat: int, user: int) -> bool:
        """Say whether ``user`` is too far away."""
        return distance(state, seat, user) >= 2
