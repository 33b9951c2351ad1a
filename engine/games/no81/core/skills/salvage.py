"""Salvage (N81-17.15)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.cards import is_mind
from engine.games.no81.glossary import Per, Phase, Timing
from engine.games.no81.moves import move
from engine.games.no81.pay import pick_many
from engine.games.no81.places import DISCARD, hand
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Salvage"]


class Salvage(Skill):
    """Take a card that another player discarded in its discard phase."""

    id: ClassVar[str] = "salvage"
    per: ClassVar[Per] = Per.ROUND
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.PHASE_END})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """At the end of another player's discard phase, if such a card still lies there."""
        if moment.phase is not Phase.DISCARD or moment.who == seat:
            return False
        return bool(self._cards(state))

    def _cards(self, state: State) -> list[str]:
        return [c for c in state.discarded if not is_mind(c) and c in state.discard]

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Take one, for all to see."""
        cards = yield from pick_many(seat, AskKind.TAKE, self._cards(state), 1, why=self.id)
        yield from announce(seat, self)
        yield from move(state, cards, DISCARD, hand(seat), why=self.id)
