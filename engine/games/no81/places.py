"""The places where a card can lie (N81-3), and who may see what lies there (N81-20.1)."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

__all__ = ["DISCARD", "PILE", "REMOVED", "RESOLVING", "ROW", "Place", "Zone", "deck", "hand",
           "spent", "zone"]  # fmt: skip


class Zone(StrEnum):
    """The kinds of places; those from ``HAND`` on belong to a seat."""

    PILE = "pile"
    DISCARD = "discard"
    RESOLVING = "resolving"
    ROW = "row"
    REMOVED = "removed"
    HAND = "hand"
    DELAYED = "zone"
    DECK = "deck"
    SPENT = "spent"


class Place(NamedTuple):
    """One place; ``seat`` is None for those of the table."""

    zone: Zone
    seat: int | None = None

    @property
    def text(self) -> str:
        """Return the place as events name it: ``pile``, ``hand:2``."""
        return _text(self)

    @property
    def open(self) -> bool:
        """Whether cards lie face up there (N81-3)."""
        return self.zone not in _HIDDEN


@cache
def _text(place: Place) -> str:
    """Return the text of a place; there are few, and every move names two."""
    return place.zone.value if place.seat is None else f"{place.zone.value}:{place.seat}"


_HIDDEN: Final = frozenset({Zone.PILE, Zone.HAND, Zone.DECK})

PILE: Final = Place(Zone.PILE)
DISCARD: Final = Place(Zone.DISCARD)
RESOLVING: Final = Place(Zone.RESOLVING)
ROW: Final = Place(Zone.ROW)
REMOVED: Final = Place(Zone.REMOVED)


def hand(seat: int) -> Place:
    """Return a seat's hand."""
    return Place(Zone.HAND, seat)


def zone(seat: int) -> Place:
    """Return a seat's delayed zone, in the order of placing."""
    return Place(Zone.DELAYED, seat)


def deck(seat: int) -> Place:
    """Return a seat's mind deck, top first."""
    return Place(Zone.DECK, seat)


def spent(seat: int) -> Place:
    """Return a seat's spent row, in the order of arrival."""
    return Place(Zone.SPENT, seat)
