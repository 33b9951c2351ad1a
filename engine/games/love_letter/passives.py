"""Passive effects: what a card does by lying in a discard area or a hand (LL-5.2, LL-5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.games.love_letter.cards import NUMBER
from engine.games.love_letter.elimination import eliminate
from engine.games.love_letter.state import State
from engine.games.love_letter.terms import Mode, Out
from engine.request import Script

__all__ = ["IN_AREA", "check_area", "check_areas", "check_hand", "is_passive", "reaches_twelve"]

IN_AREA: Final[Mapping[Mode, frozenset[str]]] = {
    Mode.HOPE: frozenset({"monokuma"}),
    Mode.DESPAIR: frozenset({"enoshima", "ikusaba"}),
}
"""The cards that eliminate the player in whose discard area they lie, by mode (LL-5.3)."""

_IN_HAND: Final = frozenset({"enoshima", "ikusaba"})
_LIMIT: Final = 12
"""LL-5, number 7: two cards that together reach this eliminate their holder."""


def is_passive(card: str, mode: Mode) -> bool:
    """Say whether ``card``'s effect in ``mode`` is passive, so that playing it does nothing."""
    return card in IN_AREA[mode] or (mode is Mode.HOPE and card in _IN_HAND)


def _active(state: State, seat: int) -> str | None:
    """Return the card of ``seat``'s area that eliminates it in the mode in force."""
    deadly = IN_AREA[state.mode]
    return next((card for card in state.areas[seat] if card in deadly), None)


def check_area(state: State, seat: int, *, by: int) -> Script[None]:
    """LL-5.3: a card has just entered ``seat``'s discard area; protection does not help."""
    card = _active(state, seat)
    if card is not None:
        yield from eliminate(state, seat, Out.PASSIVE, by=by, card=card)


def check_areas(state: State, *, by: int) -> Script[None]:
    """LL-3.5, LL-5.3: the mode has flipped; all areas are checked at once, told from ``by`` on.

    LL-4.4: who falls together is remembered, for a round that nobody survives.
    """
    found = [(s, _active(state, s)) for s in (by, *state.others(by))]
    falling = [(seat, card) for seat, card in found if card is not None]
    state.out_together = tuple(sorted(seat for seat, _ in falling))
    for seat, card in falling:
        yield from eliminate(state, seat, Out.PASSIVE, by=by, card=card)


def reaches_twelve(hand: list[str]) -> bool:
    """LL-5, number 7: say whether two cards reach 12 with a 7 among them."""
    return not _IN_HAND.isdisjoint(hand) and sum([NUMBER[c] for c in hand]) >= _LIMIT


def check_hand(state: State, seat: int) -> Script[None]:
    """LL-5.2: ``seat`` has drawn and holds two cards; check the Hope 7 passive in Hope mode."""
    hand = state.hands[seat]
    if state.mode is Mode.HOPE and reaches_twelve(hand):
        card = next(c for c in hand if c in _IN_HAND)
        yield from eliminate(state, seat, Out.TWELVE, by=seat, card=card)
