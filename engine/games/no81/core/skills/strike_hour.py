"""Striking the Hour (N81-17.14)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.cards import rank
from engine.games.no81.glossary import Timing
from engine.games.no81.moves import go_home, move, refill
from engine.games.no81.places import PILE, RESOLVING, hand
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, Pick
from engine.games.no81.triggers import announce
from engine.request import Script, choose

__all__ = ["StrikeHour"]


class StrikeHour(Skill):
    """Say odd or even; the top of the pile is taken if its rank fits, else discarded."""

    id: ClassVar[str] = "strike_hour"
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.TURN_START})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """In the own start phase, while there is a card to reveal."""
        return moment.who == seat and bool(state.pile or state.discard)

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Say, reveal to all, take or discard."""
        options = (Pick.ODD.value, Pick.EVEN.value)
        said = yield from choose(seat, AskKind.OUTCOME, options, context={"skill": self.id})
        yield from announce(seat, self, choice=said)
        yield from refill(state)
        card = state.pile[0]
        yield from move(state, [card], PILE, RESOLVING, why=self.id)
        if (rank(card) % 2 == 1) == (said == Pick.ODD):
            yield from move(state, [card], RESOLVING, hand(seat), why=self.id)
        else:
            yield from go_home(state, [card], RESOLVING, why=self.id)
