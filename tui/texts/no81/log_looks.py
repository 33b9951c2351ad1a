"""Looking at hidden cards in words, and showing them (N81-4.8, N81-20.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.games.no81.places import Zone
from engine.games.no81.terms import EventKind
from tui.i18n import _
from tui.texts.game import Names
from tui.texts.no81.cards import card_label, card_labels
from tui.texts.sentences import sentences

__all__ = ["LOOK_LINES"]

Told = Mapping[str, Any]


def _place_of(event: Told, names: Names) -> tuple[str, str]:
    zone, _colon, seat = str(event["place"]).partition(":")
    return zone, names[int(seat)] if seat else ""


def _looked(event: Told, names: Names) -> str:
    zone, owner = _place_of(event, names)
    cards = event.get("cards")
    words = {
        "name": names[event["seat"]],
        "owner": owner,
        "n": event["count"],
        "cards": "" if cards is None else card_labels(cards),
    }
    match zone:
        case Zone.HAND if cards is not None:
            return _("You look at {owner}'s hand: {cards}.", **words)
        case Zone.HAND:
            return _("{name} looks at {owner}'s hand.", **words)
        case Zone.DECK if cards is not None:
            return _("You look at the top of {owner}'s mind deck: {cards}.", **words)
        case Zone.DECK:
            return _("{name} looks at the top {n} of {owner}'s mind deck.", **words)
        case _ if cards is not None:
            return _("You look at the top of the pile: {cards}.", **words)
        case _pile:
            return _("{name} looks at the top {n} of the pile.", **words)


def _arranged(event: Told, names: Names) -> str | None:
    if cards := event.get("cards"):
        return _("You put them back, top first: {cards}.", cards=card_labels(cards))
    return _("{name} puts them back in some order.", name=names[event["seat"]])


def _revealed(event: Told, names: Names) -> str:
    return sentences(
        *[
            _("{name} shows {card}.", name=names[seat], card=card_label(card))
            for seat, card in zip(event["seats"], event["cards"], strict=True)
        ]
    )


LOOK_LINES: Final[Mapping[EventKind, Callable[[Told, Names], str | None]]] = {
    EventKind.LOOKED: _looked,
    EventKind.ARRANGED: _arranged,
    EventKind.REVEALED: _revealed,
}
"""The sentences of these kinds of events."""
