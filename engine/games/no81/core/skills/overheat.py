"""Overheating (N81-17.3)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Per
from engine.games.no81.moves import discard_mind, set_flag
from engine.games.no81.settle import settle
from engine.games.no81.skill import Skill
from engine.games.no81.state import State
from engine.games.no81.terms import Flag
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Overheat"]


class Overheat(Skill):
    """Discard a mind card: the next attack declared this turn has +1 damage."""

    id: ClassVar[str] = "overheat"
    per: ClassVar[Per] = Per.TURN
    active: ClassVar[bool] = True
    mind_price: ClassVar[int] = 1

    def legal(self, state: State, seat: int) -> bool:
        """Say whether there is a mind card to discard."""
        return bool(state.players[seat].deck)

    def act(self, state: State, seat: int) -> Script[None]:
        """Pay, then add."""
        yield from announce(seat, self)
        yield from discard_mind(state, seat, why=self.id)
        yield from settle(state, effect=False)
        if state.alive(seat):
            yield from set_flag(state, seat, Flag.BONUS, state.players[seat].bonus + 1)
