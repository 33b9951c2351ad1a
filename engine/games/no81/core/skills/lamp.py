"""Lamp Signals (N81-17.2)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.actions import choose_seat
from engine.games.no81.glossary import Timing
from engine.games.no81.moves import draw_cards
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Lamp"]


class Lamp(Skill):
    """At the end of a turn without an attack, the owner and another player draw 1."""

    id: ClassVar[str] = "lamp"
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.TURN_END})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """In the own end phase, having neither attacked nor used Punch."""
        return moment.who == seat and not state.players[seat].attacked

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Draw first, then the other player."""
        target = yield from choose_seat(seat, state.others(seat), skill=self.id)
        yield from announce(seat, self, target)
        yield from draw_cards(state, seat, 1, why=self.id)
        yield from draw_cards(state, target, 1, why=self.id)
