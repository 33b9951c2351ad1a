"""Registered Letter (N81-17.13)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.actions import choose_seat
from engine.games.no81.glossary import Per
from engine.games.no81.moves import look, move
from engine.games.no81.pay import pick_many
from engine.games.no81.places import hand
from engine.games.no81.skill import Skill
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Registered"]


class Registered(Skill):
    """Give another player a hand card, then look at its hand."""

    id: ClassVar[str] = "registered"
    per: ClassVar[Per] = Per.TURN
    active: ClassVar[bool] = True

    def legal(self, state: State, seat: int) -> bool:
        """Say whether there is a card to give."""
        return bool(state.players[seat].hand)

    def act(self, state: State, seat: int) -> Script[None]:
        """Give, then look."""
        target = yield from choose_seat(seat, state.others(seat), skill=self.id)
        yield from announce(seat, self, target)
        held = state.players[seat].hand
        cards = yield from pick_many(
            seat, AskKind.GIVE, held, 1, why=self.id, context={"target": target}
        )
        yield from move(state, cards, hand(seat), hand(target), why=self.id)
        count = len(state.players[target].hand)
        yield from look(state, seat, hand(target), count)
