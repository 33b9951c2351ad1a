"""A karma deck that is being built: its sum, its health, and why it is not legal yet. Pure.

Everything follows from the ask's context (``terms.AskKind.KARMA_DECK``); the engine judges what is
handed in, and a test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from engine.games.no81.terms import DeckFault

__all__ = ["Deck", "Wrong", "base", "pairs", "still_there", "toggled", "total", "wrong"]

Deck = tuple[str, ...]
"""Sides of characters, ``<character>/<version>``."""
Context = Mapping[str, Any]
Wrong = tuple[DeckFault, Mapping[str, Any]]
"""Why a deck is not legal: a code with the parameters of its sentence."""


def _character(side: str) -> str:
    return side.partition("/")[0]


def toggled(deck: Deck, side: str) -> Deck:
    """Return the deck with ``side`` put in or taken out; the other side of its card goes out."""
    rest = tuple(one for one in deck if _character(one) != _character(side))
    return rest if side in deck else (*rest, side)


def still_there(saved: Sequence[str], options: Sequence[str]) -> Deck:
    """Return of a saved deck what is offered, each character once."""
    deck: Deck = ()
    for side in saved:
        if side in options and all(_character(side) != _character(one) for one in deck):
            deck = (*deck, side)
    return deck


def total(deck: Sequence[str], context: Context) -> int:
    """N81-14.2: return T, the sum of the deck's karma."""
    return sum(int(context["karma"][side]) for side in deck)


def base(deck: Sequence[str], context: Context) -> int:
    """N81-14.3: return the mean health rounded down, less the size of T; 0 for no character."""
    health = [int(context["health"][side]) for side in deck]
    return sum(health) // len(health) - abs(total(deck, context)) if health else 0


def pairs(deck: Sequence[str], context: Context) -> list[tuple[str, str]]:
    """N81-14.4: return the pairs of the deck that can begin as main and deputy."""
    return [pair for pair in combinations(deck, 2) if total(pair, context) == 0]


def wrong(deck: Deck, context: Context) -> Wrong | None:
    """Return the first thing that is wrong with a deck of offered sides; ``None`` for nothing."""
    least, most, limit = context["least"], context["most"], context["limit"]
    if not least <= len(deck) <= most:
        return DeckFault.DECK_SIZE, {"count": len(deck), "least": least, "most": most}
    if abs(total(deck, context)) > limit:
        return DeckFault.DECK_TOTAL, {"total": total(deck, context), "limit": limit}
    if not pairs(deck, context):
        return DeckFault.NO_PAIR, {}
    if base(deck, context) < 1:
        return DeckFault.DECK_BASE, {"base": base(deck, context)}
    return None
