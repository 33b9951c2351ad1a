"""Who may know what, written a second time from the rules for the gates alone.

A game's reference watches the truth (the script's state at every event) and says, per viewer,
which facts the rules grant. It must not read an event's public or private fields to decide *who*
learns something: that is what it judges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from engine.driver import Driver
from engine.event import Event
from engine.game import Game
from tests.engine.gates.future_diary_leaks import FUTURE_DIARY_LEAKS
from tests.engine.gates.future_diary_reference import FutureDiaryReference
from tests.engine.gates.love_letter_reference import LOVE_LETTER_LEAKS, LoveLetterReference
from tests.engine.gates.no81_leaks import NO81_LEAKS
from tests.engine.gates.no81_reference import No81Reference

__all__ = ["LEAKS", "REFERENCES", "Reference"]


class Reference(Protocol):
    """What the rules grant each viewer of one running game."""

    def on_event(self, driver: Driver, event: Event) -> None:
        """Look at the truth as an event is told."""
        ...

    def facts(self, viewer: int) -> int:
        """Return a hash over all that the rules have granted ``viewer`` so far, in order."""
        ...

    def secrets(self, viewer: int) -> frozenset[str]:
        """Return the ids that ``viewer`` may not have come across since the last shuffle."""
        ...


REFERENCES: Mapping[str, Callable[[int], Reference]] = {
    "love_letter": LoveLetterReference,
    "future_diary": FutureDiaryReference,
    "no81": No81Reference,
}
"""By game id: makes a reference for so many seats."""

LEAKS: Mapping[str, Mapping[str, Callable[[Game], Game]]] = {
    "love_letter": LOVE_LETTER_LEAKS,
    "future_diary": FUTURE_DIARY_LEAKS,
    "no81": NO81_LEAKS,
}
"""By game id: ways to break one redaction each, for the negative control."""
