"""Root Shield (N81-17.9)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Per, Timing
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["RootShield"]


class RootShield(Skill):
    """The first damage of 2 or more to the owner in each turn is 1 less."""

    id: ClassVar[str] = "root_shield"
    per: ClassVar[Per] = Per.TURN
    mandatory: ClassVar[bool] = True
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_DMG_TGT})

    def can(self, state: State, seat: int, moment: Moment) -> bool:  # noqa: ARG002
        """At damage of 2 or more."""
        damage = moment.damage
        assert damage is not None
        return damage.target == seat and damage.full >= 2

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Reduce it."""
        assert moment.damage is not None
        yield from announce(seat, self)
        moment.damage.amount -= 1
