"""Return to Sender (N81-17.13)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Timing
from engine.games.no81.pay import pay_hand
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["ReturnSender"]


class ReturnSender(Skill):
    """Discard two hand cards: an event has no effect on the owner."""

    id: ClassVar[str] = "return_sender"
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.W_EVENT})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """In the owner's event window, with two hand cards."""
        return moment.target == seat and len(state.players[seat].hand) >= 2

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:
        """Pay; the window does the rest."""
        yield from announce(seat, self)
        yield from pay_hand(state, seat, 2, why=self.id)
        moment.cancelled = True
