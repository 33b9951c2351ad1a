"""Moving cards in words: one sentence for each way that a card can go, and why it went (N81-3).

The sentence is as rich as the event: with ``cards`` it names them, else it counts them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.no81.places import Zone
from engine.games.no81.terms import Why
from tui.i18n import _
from tui.texts.game import Names
from tui.texts.no81.cards import card_labels, count_of_cards, face_name
from tui.texts.no81.names import cause_name

__all__ = ["moved_line"]

Told = Mapping[str, Any]

_GONE = frozenset({Zone.DISCARD, Zone.SPENT, Zone.REMOVED})
"""Where cards go home to (N81-3.1, N81-3.2)."""


def moved_line(event: Told, names: Names) -> str | None:
    """Return what is to be said of moved cards, or None where something else says it."""
    source, giver = _place(event["source"])
    to, taker = _place(event["to"])
    words: dict[str, object] = {
        "cards": _cards(event),
        "why": cause_name(event["why"]),
        "name": names[giver] if giver >= 0 else "",
        "other": names[taker] if taker >= 0 else "",
    }
    if to == Zone.HAND:
        return _into_hand(source, event, words, own=giver == taker)
    if to == Zone.DECK:
        return _under_deck(source, words, own=giver == taker)
    if to == Zone.DELAYED:
        return _("{face} lies in {other}'s zone now.", face=face_name(event["face"]), **words)
    if to in _GONE:
        return _home(source, event["why"], words)
    return _shown(source, event["why"], words)


def _place(text: str) -> tuple[str, int]:
    zone, _colon, seat = text.partition(":")
    return zone, int(seat) if seat else -1


def _cards(event: Told) -> str:
    cards = event.get("cards")
    return count_of_cards(event["count"]) if cards is None else card_labels(cards)


def _into_hand(source: str, event: Told, words: Mapping[str, object], *, own: bool) -> str:
    match source:
        case Zone.PILE if event["why"] == Why.DEAL:
            return _("{other} is dealt {cards}.", **words)
        case Zone.PILE:
            return _("{other} draws {cards} ({why}).", **words)
        case Zone.DECK if own:
            return _("{other} takes {cards} from their mind deck.", **words)
        case Zone.DECK:
            return _("{other} gets {cards} from the top of {name}'s mind deck ({why}).", **words)
        case Zone.HAND:
            return _("{other} gets {cards} from {name}'s hand ({why}).", **words)
        case Zone.DELAYED:
            return _("{other} takes {cards} from {name}'s zone ({why}).", **words)
        case Zone.DISCARD:
            return _("{other} takes {cards} from the discard pile ({why}).", **words)
        case Zone.ROW:
            return _("{other} takes {cards} of those laid open.", **words)
        case _resolving:
            return _("{other} takes {cards} to hand ({why}).", **words)


def _under_deck(source: str, words: Mapping[str, object], *, own: bool) -> str:
    match source:
        case Zone.HAND if own:
            return _("{name} puts {cards} under their mind deck ({why}).", **words)
        case Zone.HAND:
            return _("{name} puts {cards} under {other}'s mind deck ({why}).", **words)
        case Zone.SPENT:
            return _("{name} turns {cards} of the spent row into mind cards ({why}).", **words)
        case _resolving:
            return _("{cards} goes under {other}'s mind deck ({why}).", **words)


def _home(source: str, why: str, words: Mapping[str, object]) -> str | None:
    match source:
        case Zone.DECK | Zone.SPENT if why == Why.DEATH:
            return None
        case Zone.HAND | Zone.DELAYED if why == Why.DEATH:
            return _("{name} leaves {cards}.", **words)
        case Zone.HAND:
            return _("{name} discards {cards} ({why}).", **words)
        case Zone.DELAYED:
            return _("{cards} leaves {name}'s zone ({why}).", **words)
        case Zone.DECK if why == Why.CHECK:
            return _("{name} reveals the mind card {cards}.", **words)
        case Zone.DECK:
            return _("{name} discards the mind card {cards} ({why}).", **words)
        case Zone.PILE if why == Why.CHECK:
            return _("The pile's top card is revealed: {cards}.", **words)
        case Zone.PILE:
            return _("From the pile {cards} is discarded ({why}).", **words)
        case Zone.ROW:
            return _("Left over and discarded: {cards}.", **words)
        case Zone.RESOLVING if why in {Why.HOME, Why.USE, Why.PLAY}:
            return None
        case _resolving:
            return _("{cards} is discarded ({why}).", **words)


def _shown(source: str, why: str, words: Mapping[str, object]) -> str | None:
    match source:
        case Zone.PILE if why in {Why.USE, Why.PLAY}:
            return None
        case Zone.PILE:
            return _("From the pile {cards} is laid open ({why}).", **words)
        case Zone.ROW | Zone.RESOLVING | Zone.DISCARD:
            return None
        case Zone.DECK:
            return _("{name} shows the mind card {cards} ({why}).", **words)
        case _ if why == Why.PLAY:
            return _("{name} plays {cards}.", **words)
        case Zone.DELAYED if why == Why.DETACH:
            return _("{name} detaches {cards}.", **words)
        case _told_by_its_use:
            return None
