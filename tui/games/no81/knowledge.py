"""What the viewer knows of cards, in plain sentences, and what lies open but has no room elsewhere.

Hands and mind decks (N81-4.10), zones, spent rows, the newest discards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tui.i18n import _, join_list
from tui.texts import no81

__all__ = ["known_lines"]

_DISCARDS: Final = 8


def known_lines(view: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Return one line per thing that is known, the hidden things first."""
    lines = []
    if view["hand"]:
        lines.append(_("You hold {cards}.", cards=no81.card_labels(view["hand"])))
    for seat in view["seats"]:
        name = names[seat["seat"]]
        if seat["notes"]:
            cards = no81.card_labels(seat["notes"])
            lines.append(_("{name} holds {cards}.", name=name, cards=cards))
        if seat["seat"] != view["you"] and any(seat["deck"]):
            cards = join_list(
                no81.card_label(card) if card is not None else "?" for card in seat["deck"]
            )
            lines.append(_("{name}'s mind deck, top first: {cards}.", name=name, cards=cards))
    if view["reserve"]:
        sides = join_list(map(no81.side_label, view["reserve"]))
        lines.append(_("Your reserve: {cards}.", cards=sides))
    if view["own_deck"]:
        cards = no81.card_labels(view["own_deck"])
        lines.append(_("Your mind deck holds, in some order: {cards}.", cards=cards))
    return (lines or [_("You know nothing that is hidden.")]) + _open_lines(view, names)


def _open_lines(view: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Return what lies open: zones, spent rows, the newest discards."""
    lines = []
    for seat in view["seats"]:
        name = names[seat["seat"]]
        if seat["zone"]:
            faces = join_list(no81.face_name(lies["face"]) for lies in seat["zone"])
            lines.append(_("In {name}'s zone: {cards}.", name=name, cards=faces))
        if seat["spent"]:
            spent = no81.card_labels(seat["spent"])
            lines.append(_("{name}'s spent mind cards: {cards}.", name=name, cards=spent))
    if view["discard"]:
        newest = no81.card_labels(list(reversed(view["discard"]))[:_DISCARDS])
        lines.append(_("Discarded last: {cards}.", cards=newest))
    return lines
