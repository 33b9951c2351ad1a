"""The twenty faces, in one table (LL-1).

Attributes (LL-1.1) and extras (LL-1.2) are rulings on an incomplete source; an owner of the
printed cards corrects them here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.games.love_letter.terms import Mode

__all__ = ["BASE", "CARDS", "COPIES", "DECK_SIZE", "EXTRAS", "NUMBER", "NUMBERS", "Card"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One face: ``id`` is stable, ``code`` is the printed one, ``extra`` is not in the base 16."""

    id: str
    number: int
    attribute: Mode
    code: str
    extra: bool = False


_H, _D = Mode.HOPE, Mode.DESPAIR
_TABLE: Final = (
    Card(code="DR01", number=1, id="naegi", attribute=_H),
    Card(code="DR02", number=1, id="maizono", attribute=_D),
    Card(code="DR03", number=1, id="asahina", attribute=_H),
    Card(code="DR04", number=1, id="kuwata", attribute=_D),
    Card(code="DR05", number=1, id="hagakure", attribute=_H),
    Card(code="DR06", number=2, id="kirigiri", attribute=_H),
    Card(code="DR07", number=2, id="yamada", attribute=_D),
    Card(code="DR08", number=3, id="owada", attribute=_D),
    Card(code="DR09", number=3, id="celestia", attribute=_D),
    Card(code="DR10", number=4, id="ogami", attribute=_H),
    Card(code="DR11", number=4, id="fujisaki", attribute=_H),
    Card(code="DR12", number=5, id="ishimaru", attribute=_D),
    Card(code="DR13", number=5, id="togami", attribute=_H),
    Card(code="DR14", number=6, id="fukawa", attribute=_H),
    Card(code="DR15", number=7, id="enoshima", attribute=_D),
    Card(code="DR16", number=8, id="monokuma", attribute=_D),
    Card(code="DR17", number=4, id="alter_ego", attribute=_H, extra=True),
    Card(code="DR18", number=5, id="ishimaru_white", attribute=_H, extra=True),
    Card(code="DR19", number=6, id="genocider", attribute=_D, extra=True),
    Card(code="DR20", number=7, id="ikusaba", attribute=_D, extra=True),
)

CARDS: Final[Mapping[str, Card]] = MappingProxyType({card.id: card for card in _TABLE})
"""Every face by id, in the order of the printed codes."""

NUMBER: Final[Mapping[str, int]] = {card.id: card.number for card in _TABLE}
"""Every face's number."""

BASE: Final = tuple(card.id for card in _TABLE if not card.extra)
"""The sixteen faces of the base deck."""

EXTRAS: Final = tuple(card.id for card in _TABLE if card.extra)
"""The four faces that may each replace a card of their number (LL-1.3)."""

DECK_SIZE: Final = 16

COPIES: Final[Mapping[int, int]] = MappingProxyType(
    {1: 5, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1, 7: 1, 8: 1}
)
"""How many cards of each number a deck holds, always (LL-1.3)."""

NUMBERS: Final = tuple(COPIES)
