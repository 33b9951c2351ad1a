"""Information Trade (N81-16.2)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Per
from engine.games.no81.moves import draw_cards, move
from engine.games.no81.pay import pick_many
from engine.games.no81.places import deck, hand
from engine.games.no81.skill import Skill
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Trade"]


class Trade(Skill):
    """Another player may give its top mind card, draw 1, and gets a card under its deck."""

    id: ClassVar[str] = "trade"
    per: ClassVar[Per] = Per.TURN
    offer: ClassVar[bool] = True

    def legal_for(self, state: State, seat: int, user: int) -> bool:  # noqa: ARG002
        """Say whether ``user`` has a mind card to give."""
        return bool(state.players[user].deck)

    def take(self, state: State, seat: int, user: int) -> Script[None]:
        """Carry the trade out as one effect; the owner does not decide whether it happens."""
        yield from announce(seat, self, user)
        top = state.players[user].deck[:1]
        yield from move(state, top, deck(user), hand(seat), why=self.id)
        yield from draw_cards(state, user, 1, why=self.id)
        held = state.players[seat].hand
        under = yield from pick_many(
            seat, AskKind.UNDER, held, 1, why=self.id, context={"seat": user}
        )
        yield from move(state, under, hand(seat), deck(user), why=self.id)
