"""A mind deck that is being built: which card of each rank, in which order. Pure.

A deck is the answer to the ask itself (N81-4.1): thirteen cards ``<rank>-<face>``, top first, one
of each rank. Which cards a rank has follows from the ask's options, the first being the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "Cards", "Loaded", "cards_by_rank", "default_deck", "loaded", "moved", "put", "rank_of",
    "turned",
]  # fmt: skip

Cards = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A saved deck as far as it can be played now; ``instead`` names what took whose place."""

    cards: Cards
    instead: Mapping[str, str]


def rank_of(card: str) -> str:
    """Return the rank of a card of a draft."""
    return card.partition("-")[0]


def cards_by_rank(options: Iterable[str]) -> dict[str, Cards]:
    """Return the cards that may be chosen for each rank, in the ask's order."""
    found: dict[str, Cards] = {}
    for card in options:
        rank = rank_of(card)
        found[rank] = (*found.get(rank, ()), card)
    return found


def default_deck(options: Iterable[str]) -> Cards:
    """N81-4.4: the first card of each rank, in the ask's order."""
    return tuple(cards[0] for cards in cards_by_rank(options).values())


def turned(cards: Cards, options: Iterable[str], at: int, step: int) -> Cards:
    """Return the deck with the next (or last) card of that rank at ``at``, round the ends."""
    choices = cards_by_rank(options)[rank_of(cards[at])]
    now = choices[(choices.index(cards[at]) + step) % len(choices)]
    return (*cards[:at], now, *cards[at + 1 :])


def put(cards: Cards, card: str) -> Cards:
    """Return the deck with ``card`` in the place of the card of its rank."""
    return tuple(card if rank_of(old) == rank_of(card) else old for old in cards)


def moved(cards: Cards, at: int, to: int) -> Cards:
    """Return the deck with the card at ``at`` taken out and put back at ``to`` (N81-4.3)."""
    rest = (*cards[:at], *cards[at + 1 :])
    return (*rest[:to], cards[at], *rest[to:])


def loaded(saved: Sequence[str], options: Sequence[str]) -> Loaded:
    """Return a saved deck with what is not offered any more replaced by its rank's default.

    Of each rank the first card counts; ranks that are missing follow as they do in an answer.
    """
    choices = cards_by_rank(options)
    deck: dict[str, str] = {}
    instead: dict[str, str] = {}
    for card in saved:
        rank = rank_of(card)
        if rank not in choices or rank in deck:
            continue
        deck[rank] = card if card in choices[rank] else choices[rank][0]
        if deck[rank] != card:
            instead[card] = deck[rank]
    for rank, cards in choices.items():
        deck.setdefault(rank, cards[0])
    return Loaded(cards=tuple(deck.values()), instead=instead)
