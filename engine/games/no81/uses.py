"""One use of a card, as it was declared (N81-6.1 a)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.no81.places import Place

__all__ = ["Use"]


@dataclass(slots=True, kw_only=True)
class Use:
    """One use of a card or virtual card."""

    user: int
    face: str
    mode: int
    targets: tuple[int, ...]
    cards: tuple[str, ...] = ()
    """The physical cards that it consists of; none if virtual."""
    place: Place | None = None
    """Where they are before the use."""
    choice: str | None = None
    punch: bool = False
    bonus: int = 0
    """What "next attack" effects add to its damage, spent at declaration."""
