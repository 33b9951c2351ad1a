"""Brine (N81-17.7)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Timing
from engine.games.no81.moves import set_flag
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.terms import Flag
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Brine"]


class Brine(Skill):
    """Whom the owner's attack damaged cannot recover until the end of its next turn."""

    id: ClassVar[str] = "brine"
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.AFTER_DAMAGE})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """After the owner's attack damaged somebody who still lives."""
        damage = moment.damage
        assert damage is not None
        target = state.players[damage.target]
        return damage.source == seat and damage.is_attack and target.alive and not target.brined

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        """Mark the target."""
        assert moment.damage is not None
        yield from announce(seat, self, moment.damage.target)
        yield from set_flag(state, moment.damage.target, Flag.BRINED, True)
