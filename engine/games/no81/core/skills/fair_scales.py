"""Fair Scales (N81-17.5)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.actions import choose_seat
from engine.games.no81.glossary import Per
from engine.games.no81.moves import move
from engine.games.no81.places import hand
from engine.games.no81.secret import both_pick
from engine.games.no81.skill import Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["FairScales"]


class FairScales(Skill):
    """Two players pick a hand card each in secret; they change hands."""

    id: ClassVar[str] = "fair_scales"
    per: ClassVar[Per] = Per.TURN
    active: ClassVar[bool] = True

    def legal(self, state: State, seat: int) -> bool:
        """Say whether the owner and another player have hand cards."""
        return bool(state.players[seat].hand and self._targets(state, seat))

    def _targets(self, state: State, seat: int) -> list[int]:
        return [s for s in state.others(seat) if state.players[s].hand]

    def act(self, state: State, seat: int) -> Script[None]:
        """Exchange; only the two see the cards."""
        target = yield from choose_seat(seat, self._targets(state, seat), skill=self.id)
        yield from announce(seat, self, target)
        own, theirs = yield from both_pick(state, seat, target, why=self.id)
        yield from move(state, [own], hand(seat), hand(target), why=self.id)
        yield from move(state, [theirs], hand(target), hand(seat), why=self.id)
