"""Pursuit (N81-16.3)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Timing
from engine.games.no81.pay import can_pay_any, pay_any
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.terms import Pick
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Pursuit"]


class Pursuit(Skill):
    """Discard a card: the attack's damage is 1 more, or 2 if it was the top mind card."""

    id: ClassVar[str] = "pursuit"
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_DMG_SRC})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """At each damage of the owner's attacks, with a card to discard."""
        damage = moment.damage
        assert damage is not None
        return damage.source == seat and damage.is_attack and can_pay_any(state, seat)

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        """Add to the same damage."""
        assert moment.damage is not None
        yield from announce(seat, self, moment.damage.target)
        paid = yield from pay_any(state, seat, why=self.id)
        moment.damage.amount += 2 if paid == Pick.MIND else 1
