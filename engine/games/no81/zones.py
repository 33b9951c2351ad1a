"""Where every card is, for the conservation gate: 104 + 13 a seat, each in exactly one zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.no81.cards import RANKS, is_mind, owner, rank_of
from engine.games.no81.state import State

__all__ = ["zones"]


def _name(card: str) -> str:
    """N81-2.6: return the id without the face, which only the built deck decides."""
    return f"M{owner(card)}-{rank_of(card)}" if is_mind(card) else card


def zones(state: State) -> Mapping[str, Sequence[str]]:
    """Return every zone's cards by zone name; mind cards lie in ``box`` until decks are built."""
    found = {
        "pile": state.pile,
        "discard": state.discard,
        "resolving": state.resolving,
        "row": state.row,
        "removed": state.removed,
    }
    for player in state.players:
        found[f"hand:{player.seat}"] = player.hand
        found[f"zone:{player.seat}"] = player.zone
        found[f"deck:{player.seat}"] = player.deck
        found[f"spent:{player.seat}"] = player.spent
    named = {place: [_name(card) for card in cards] for place, cards in found.items()}
    built = any(card[0] == "M" for cards in named.values() for card in cards)
    everything = [f"M{seat}-{rank}" for seat in range(state.seats) for rank in RANKS]
    return {**named, "box": [] if built else everything}
