"""Where every card is, for the conservation gate: each lies in exactly one zone at every event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.games.love_letter.state import State

__all__ = ["zones"]


def zones(state: State) -> Mapping[str, Sequence[str]]:
    """Return every zone's cards by zone name; ``hand:2`` is seat 2's hand."""
    found: dict[str, Sequence[str]] = {
        "deck": state.deck,
        "set_aside": () if state.set_aside is None else (state.set_aside,),
        "face_up": state.face_up,
        "table": () if state.table is None else (state.table,),
    }
    for seat, (hand, area) in enumerate(zip(state.hands, state.areas, strict=True)):
        found[f"hand:{seat}"] = hand
        found[f"area:{seat}"] = area
    return found
