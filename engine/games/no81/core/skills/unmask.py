"""Unmasked (N81-17.4)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Per, Timing
from engine.games.no81.moves import draw_cards
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Unmask"]


class Unmask(Skill):
    """After the owner's attack damaged somebody, draw 1."""

    id: ClassVar[str] = "unmask"
    per: ClassVar[Per] = Per.TURN
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.AFTER_DAMAGE})

    def can(self, state: State, seat: int, moment: Moment) -> bool:  # noqa: ARG002
        """After damage by the owner's attack."""
        damage = moment.damage
        assert damage is not None
        return damage.source == seat and damage.is_attack

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Draw."""
        yield from announce(seat, self)
        yield from draw_cards(state, seat, 1, why=self.id)
