"""Levy (N81-17.6)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Per, Timing
from engine.games.no81.moves import draw_cards
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Levy"]


class Levy(Skill):
    """After another player drew three or more outside its draw phase, draw 1."""

    id: ClassVar[str] = "levy"
    per: ClassVar[Per] = Per.TURN
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.AFTER_DRAW})

    def can(self, state: State, seat: int, moment: Moment) -> bool:  # noqa: ARG002
        """After one effect's draw of three or more by another player."""
        return moment.who != seat and moment.n >= 3 and not moment.in_draw_phase

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Draw."""
        yield from announce(seat, self)
        yield from draw_cards(state, seat, 1, why=self.id)
