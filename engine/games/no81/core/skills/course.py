"""Course Correction (N81-17.1)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Per
from engine.games.no81.moves import rearrange, refill
from engine.games.no81.places import PILE
from engine.games.no81.skill import Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Course"]


class Course(Skill):
    """Look at the top three of the pile and put them back in any order."""

    id: ClassVar[str] = "course"
    per: ClassVar[Per] = Per.TURN
    active: ClassVar[bool] = True

    def legal(self, state: State, seat: int) -> bool:  # noqa: ARG002
        """Say whether there is a card to look at."""
        return bool(state.pile or state.discard)

    def act(self, state: State, seat: int) -> Script[None]:
        """Look and rearrange."""
        yield from announce(seat, self)
        yield from refill(state, 3)
        yield from rearrange(state, seat, PILE, min(3, len(state.pile)), why=self.id)
