"""Fold Back (N81-17.10)."""

from __future__ import annotations

from typing import ClassVar

from engine.games.no81.glossary import Per, Timing
from engine.games.no81.skill import Moment, Skill
from engine.games.no81.state import State
from engine.games.no81.triggers import announce
from engine.request import Script

__all__ = ["FoldBack"]


class FoldBack(Skill):
    """The top mind card that is discarded goes under the deck instead."""

    id: ClassVar[str] = "fold_back"
    per: ClassVar[Per] = Per.TURN
    timings: ClassVar[frozenset[Timing]] = frozenset({Timing.MIND_DISCARDED})

    def can(self, state: State, seat: int, moment: Moment) -> bool:  # noqa: ARG002
        """When the top of the owner's mind deck is discarded."""
        return moment.who == seat

    def run(self, state: State, seat: int, moment: Moment) -> Script[None]:  # noqa: ARG002
        """Send it under the deck; costs and rank tests count as done."""
        yield from announce(seat, self)
        moment.destination = "under"
