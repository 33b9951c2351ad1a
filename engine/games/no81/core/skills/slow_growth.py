"""Slow Growth (N81-17.12)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.faces import delayed_basics
from engine.games.no81.glossary import Timing
from engine.games.no81.health import can_recover, heal, hostile_count
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["SlowGrowth"]


class SlowGrowth(Skill):
    """At the start of the own turn, heal 1 with a delayed basic in the zone."""

    id: ClassVar[str] = "slow_growth"
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.TURN_START})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """In the own start phase; not offered where it could do nothing."""
        if moment.who != seat or not delayed_basics(state, seat):
            return False
        return hostile_count(state, seat) > 0 and can_recover(state, seat)

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Heal."""
        yield from announce(seat, self)
        yield from heal(state, seat, 1, cause=self.id)
