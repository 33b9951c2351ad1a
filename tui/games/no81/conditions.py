"""Whether the condition of a limited mind card can be met by a player (N81-4.2, N81-4.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import permutations
from typing import Any

from engine.games.no81.content import Side
from engine.games.no81.glossary import Camp, Mode
from engine.games.no81.library import content

__all__ = ["Hope", "hope_of"]

View = Mapping[str, Any]


class Hope(StrEnum):
    """What a condition is worth to a player."""

    NOW = "now"
    LATER = "later"
    """Not with what is in play, but after turning the character over, or after a swap."""
    NEVER = "never"


def hope_of(face: str, view: View) -> Hope | None:
    """Return whether the viewer's characters meet the condition of ``face``.

    ``None`` for a card without one, and where the viewer has no character yet.
    """
    card = content().limited.get(face)
    if card is None or view["you"] < 0:
        return None
    own = view["seats"][view["you"]]
    if own["camp"] is None:
        return None
    side = (own["character"], own["version"], own["deputy"])
    if _met(face, Camp(own["camp"]), frozenset(own["series"]), side):
        return Hope.NOW
    if any(_met(face, *found) for found in _later(view, own)):
        return Hope.LATER
    return Hope.NEVER


def _met(face: str, camp: Camp, series: frozenset[str], side: Side) -> bool:
    return content().counts_as(face, camp, series, side) == face


def _later(view: View, own: View) -> Iterator[tuple[Camp, frozenset[str], Side]]:
    """Give camp, series and side that the viewer may come to: N81-11.6, N81-14.5, N81-14.7."""
    characters = content().characters
    match view["mode"]:
        case Mode.COLDWARM:
            card = characters.get(own["character"])
            for number, version in enumerate(card.versions if card is not None else ()):
                yield version.camp, frozenset(own["series"]), (own["character"], number, None)
        case Mode.KARMA:
            deck = [f"{own['character']}/{own['version']}", own["deputy"] or "", *view["reserve"]]
            for main, deputy in permutations(filter(None, deck), 2):
                one, two = (characters.get(side.partition("/")[0]) for side in (main, deputy))
                if one is not None and two is not None:
                    side = main.partition("/")[2]
                    # Of a deputy the view has no side, so either may come up.
                    numbers = [int(side)] if side else range(len(one.versions))
                    for number in numbers:
                        series = frozenset({one.series, two.series})
                        yield one.versions[number].camp, series, (one.id, number, two.id)
        case _other:
            return
