"""Heatproof (N81-17.3)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Face, Timing
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Heatproof"]


class Heatproof(Skill):
    """Damage by Energy Burst is 1 less."""

    id: ClassVar[str] = "heatproof"
    mandatory: ClassVar[bool] = True
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_DMG_TGT})

    def can(self, state: State, seat: int, moment: Moment) -> bool:  # noqa: ARG002
        """At damage to the owner that an Energy Burst causes, virtual or not."""
        damage = moment.damage
        assert damage is not None
        return damage.target == seat and damage.cause == Face.ENERGY_BURST

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Reduce it."""
        assert moment.damage is not None
        yield from announce(seat, self)
        moment.damage.amount -= 1
