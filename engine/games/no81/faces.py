"""What a card counts as for whom: limited cards, converted cards (N81-4.11, N81-9.0.4)."""

from __future__ import annotations

from engine.games.no81.cards import printed
from engine.games.no81.glossary import CardClass, Face, Query
from engine.games.no81.queries import also_as
from engine.games.no81.state import State

__all__ = [
    "delayed_basics", "face", "in_hand", "in_zone", "readings", "ready", "treasures", "zone_face",
]  # fmt: skip


def face(state: State, seat: int, card: str) -> str:
    """N81-4.11: return what ``card`` is for ``seat``: a limited card falls back if unmet."""
    name = printed(card)
    if name not in state.content.limited:
        return name
    player = state.players[seat]
    side = (player.character, player.version, player.deputy)
    return state.content.counts_as(name, player.camp, player.series, side)


def zone_face(state: State, seat: int, card: str) -> str:
    """Return what a card in the delayed zone of ``seat`` counts as (N81-16.5, N81-18.9)."""
    return state.placed[card].face or face(state, seat, card)


def readings(state: State, seat: int, card: str) -> tuple[str, ...]:
    """Return what a hand card is for ``seat``, then as what skills let it be used (N81-19.4)."""
    name = face(state, seat, card)
    if Query.VIEW_AS not in state.content_queries:
        return (name,)
    more = also_as(state, seat, card, name, "hand")
    return tuple(dict.fromkeys((name, *more))) if more else (name,)


def in_hand(state: State, seat: int, *faces: str) -> list[str]:
    """Return the cards in hand that count, or may be used, as one of ``faces``."""
    wanted = frozenset(faces)
    return [
        card
        for card in state.players[seat].hand
        if not wanted.isdisjoint(readings(state, seat, card))
    ]


def in_zone(state: State, seat: int, name: str) -> list[str]:
    """Return the cards in the delayed zone that count as ``name``, oldest first."""
    return [c for c in state.players[seat].zone if zone_face(state, seat, c) == name]


def delayed_basics(state: State, seat: int) -> list[str]:
    """Return the delayed basics in the zone of ``seat``."""
    kind = state.content.kind
    return [
        c
        for c in state.players[seat].zone
        if kind(zone_face(state, seat, c)) is CardClass.DELAYED_BASIC
    ]


def ready(state: State, seat: int, name: str) -> list[str]:
    """Return the zone cards that ``seat`` may detach as ``name`` now.

    N81-9.0.4: not in the turn of placing; N81-16.4: unless a skill lifts that, and other delayed
    basics too if a skill converts them.
    """
    if not state.players[seat].zone:
        return []
    views = Query.VIEW_AS in state.content_queries
    found = [
        card
        for card in state.players[seat].zone
        if (own := zone_face(state, seat, card)) == name
        or (views and name in also_as(state, seat, card, own, "zone"))
    ]
    early = False
    for skill in state.skills(seat):
        early = early or skill.early
        if name in skill.converts:
            basics = delayed_basics(state, seat)
            found = [c for c in state.players[seat].zone if c in found or c in basics]
    return found if early else [c for c in found if state.placed[c].stamp < state.turn]


def treasures(state: State, seat: int) -> int:
    """N81-9.18.1: count the Treasures in the zone of ``seat``."""
    return len(in_zone(state, seat, Face.TREASURE))
