"""Hiding (N81-17.4)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.cards import rank
from engine.games.no81.glossary import Per, Timing
from engine.games.no81.moves import discard_mind
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Hide"]


class Hide(Skill):
    """Discard a mind card against an attack: of rank 7 or less it is a Guard."""

    id: ClassVar[str] = "hide"
    per: ClassVar[Per] = Per.TURN
    names_punch: ClassVar[bool] = True
    mind_price: ClassVar[int] = 1
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_GUARD})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """Against any attack, Punch too, with a mind card."""
        return moment.target == seat and bool(state.players[seat].deck)

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        """Show the top card and look at its rank."""
        yield from announce(seat, self)
        card = yield from discard_mind(state, seat, why=self.id)
        assert card is not None
        moment.guarded = rank(card) <= 7
