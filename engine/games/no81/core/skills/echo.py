"""Echo (N81-17.16)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import CardClass, Per, Timing
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["Echo"]


class Echo(Skill):
    """Once per game an ordinary instant event goes to the hand instead of home."""

    id: ClassVar[str] = "echo"
    per: ClassVar[Per] = Per.GAME
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.USE_FINISHED})

    def can(self, state: State, seat: int, moment: Moment) -> bool:
        """When an instant event that the owner used is done with."""
        event = state.content.kind(moment.cause) is CardClass.INSTANT_EVENT
        return moment.who == seat and moment.card is not None and event

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Take it."""
        yield from announce(seat, self)
        moment.destination = "hand"
