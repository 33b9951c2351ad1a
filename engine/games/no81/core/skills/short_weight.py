"""Short Weight (N81-17.5)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Timing
from engine.games.no81.moves import draw_cards
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["ShortWeight"]


class ShortWeight(Skill):
    """At the end of the own turn, draw 1 if nobody has fewer hand cards."""

    id: ClassVar[str] = "short_weight"
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.TURN_END})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """In the own end phase, if no living player has fewer hand cards."""
        own = len(state.players[seat].hand)
        return moment.who == seat and all(len(state.players[s].hand) >= own for s in state.living)

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Draw."""
        yield from announce(seat, self)
        yield from draw_cards(state, seat, 1, why=self.id)
