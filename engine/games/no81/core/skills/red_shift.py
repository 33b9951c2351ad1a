"""Red Shift: Obedience (N81-16.6)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.effects.springs import turn_spent_row
from engine.games.no81.glossary import Per, Timing
from engine.games.no81.moves import set_flag
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.terms import Flag
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["RedShift"]


class RedShift(Skill):
    """When the mind breaks, the spent row becomes the deck; from then on Guards are taxed."""

    id: ClassVar[str] = "red_shift"
    per: ClassVar[Per] = Per.GAME
    mandatory: ClassVar[bool] = True
    works_broken: ClassVar[bool] = True
    taxes_guards: ClassVar[bool] = True
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.MIND_BROKEN})

    def can(self, state: State, seat: int, moment: Moment) -> bool:  # noqa: ARG002
        """When the owner becomes mind-broken."""
        return moment.who == seat

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Rebuild the deck; with an empty spent row it is used up without effect."""
        yield from announce(seat, self)
        if state.players[seat].spent:
            yield from turn_spent_row(state, seat, why=self.id)
            yield from set_flag(state, seat, Flag.RED_SHIFT, True)
