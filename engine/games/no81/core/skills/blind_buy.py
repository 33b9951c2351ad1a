"""Blind Buy (N81-17.8)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.actions import choose_seat
from engine.games.no81.glossary import Per
from engine.games.no81.moves import move
from engine.games.no81.pay import pay_hand
from engine.games.no81.places import hand
from engine.games.no81.skill import Skill
from engine.games.no81.state import State
from engine.games.no81.terms import ChanceKind
from engine.games.no81.triggers import announce
from engine.request import Script, draw_one

__all__ = ["BlindBuy"]


class BlindBuy(Skill):
    """Discard a hand card: take a random hand card of another player."""

    id: ClassVar[str] = "blind_buy"
    per: ClassVar[Per] = Per.TURN
    active: ClassVar[bool] = True

    def legal(self, state: State, seat: int) -> bool:
        """Say whether the owner can pay and another player has a hand card."""
        return bool(state.players[seat].hand and self._targets(state, seat))

    def _targets(self, state: State, seat: int) -> list[int]:
        return [s for s in state.others(seat) if state.players[s].hand]

    def act(self, state: State, seat: int) -> Script[None]:
        """Pay, then take."""
        target = yield from choose_seat(seat, self._targets(state, seat), skill=self.id)
        yield from announce(seat, self, target)
        yield from pay_hand(state, seat, 1, why=self.id)
        pool = tuple(state.players[target].hand)
        seen = frozenset({seat, target})
        card = yield from draw_one(ChanceKind.RANDOM_CARD, pool, seen_by=seen)
        yield from move(state, [card], hand(target), hand(seat), why=self.id)
