"""Wildfire (N81-17.11)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.actions import choose_seat
from engine.games.no81.damage import Damage, hurt, own_attribute
from engine.games.no81.distance import neighbours
from engine.games.no81.glossary import Per, Timing
from engine.games.no81.pay import pay_hand
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Wildfire"]


class Wildfire(Skill):
    """After the owner's attack, discard a hand card: 1 damage to the target's neighbour."""

    id: ClassVar[str] = "wildfire"
    per: ClassVar[Per] = Per.TURN
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.AFTER_DAMAGE})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """After the owner's attack damaged somebody who still lives and has another neighbour."""
        damage = moment.damage
        assert damage is not None
        if damage.source != seat or not damage.is_attack or not state.alive(damage.target):
            return False
        return bool(state.players[seat].hand and self._targets(state, seat, damage.target))

    def _targets(self, state: State, seat: int, burnt: int) -> list[int]:
        return [s for s in neighbours(state, burnt) if s != seat]

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        """Pay, then burn."""
        assert moment.damage is not None
        found = self._targets(state, seat, moment.damage.target)
        target = yield from choose_seat(seat, found, skill=self.id)
        yield from announce(seat, self, target)
        yield from pay_hand(state, seat, 1, why=self.id)
        attribute = own_attribute(state, seat)
        yield from hurt(
            state,
            Damage(amount=1, attribute=attribute, source=seat, target=target, cause=self.id),
        )
