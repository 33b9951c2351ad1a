"""The 104 ordinary cards and the 13 ranks of mind cards, as data (N81-2, N81-9.22).

Physical ids are pure data: ``H10a`` is an ordinary card (suit, rank, copy); ``M2-7-evade`` is seat
2's mind card of rank 7 with the face that its owner chose. Everything printed on a card follows
from its id, so no table of cards has to be carried along or told.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.games.no81.glossary import CardClass, Face

__all__ = [
    "ATTACKS", "CLASS", "COMMON", "COPIES", "ORDINARY", "POSITIONS", "RANKS", "SUITS", "is_mind",
    "mind_card", "owner", "printed", "rank", "rank_of",
]  # fmt: skip

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = "HSCD"
COPIES: Final = "ab"

_F = Face
_ROWS: Final[Mapping[str, tuple[Face, Face, Face, Face]]] = {
    "A": (_F.MIND_RESTORE, _F.PUNCH, _F.AUTO_WEAPON, _F.EVADE),
    "2": (_F.ATTACK_WARM, _F.ATTACK_COLD, _F.ATTACK_PLAIN, _F.ATTACK_PLAIN),
    "3": (_F.ATTACK_WARM, _F.ATTACK_COLD, _F.GIVE_AND_TAKE, _F.ATTACK_WARM),
    "4": (_F.ATTACK_WARM, _F.ATTACK_COLD, _F.GUARD, _F.GUARD),
    "5": (_F.ATTACK_PLAIN, _F.GUARD, _F.GUARD, _F.GUARD),
    "6": (_F.OFF_GUARD, _F.GUARD, _F.GUARD, _F.ATTACK_WARM),
    "7": (_F.GUARD, _F.EVADE, _F.EVADE, _F.ATTACK_WARM),
    "8": (_F.GUARD, _F.PUNCH, _F.ATTACK_COLD, _F.EVADE),
    "9": (_F.GUARD, _F.ATTACK_PLAIN, _F.ATTACK_COLD, _F.PUNCH),
    "10": (_F.GIVE_AND_TAKE, _F.AUTO_WEAPON, _F.MIRACLE, _F.OFF_GUARD),
    "J": (_F.PACT, _F.TREASURE, _F.HASTE, _F.PACT),
    "Q": (_F.LIFE_SPRING, _F.LATENT_OUTBURST, _F.MANA_SPRING, _F.AMPLIFY),
    "K": (_F.WINDFALL, _F.CALAMITY, _F.OFF_GUARD, _F.GIVE_AND_TAKE),
}

POSITIONS: Final[Mapping[str, Face]] = MappingProxyType(
    {
        f"{suit}{rank}": face
        for rank, row in _ROWS.items()
        for suit, face in zip(SUITS, row, strict=True)
    }
)
"""N81-2.2: the face at each of the 52 positions."""

ORDINARY: Final = tuple(f"{position}{copy}" for position in POSITIONS for copy in COPIES)
"""N81-2.1: the 104 ordinary cards."""

COMMON: Final[Mapping[str, tuple[Face, Face]]] = MappingProxyType(
    {
        "A": (_F.ATTACK_COLD, _F.MIND_RESTORE),
        "2": (_F.ATTACK_COLD, _F.LIFE_SPRING),
        "3": (_F.ATTACK_WARM, _F.MANA_SPRING),
        "4": (_F.ATTACK_WARM, _F.MANA_SPRING),
        "5": (_F.EVADE, _F.HASTE),
        "6": (_F.EVADE, _F.HASTE),
        "7": (_F.EVADE, _F.MIRACLE),
        "8": (_F.EVADE, _F.MIRACLE),
        "9": (_F.MANA_SPRING, _F.TREASURE),
        "10": (_F.LIFE_SPRING, _F.PUNCH),
        "J": (_F.AMPLIFY, _F.PUNCH),
        "Q": (_F.ENERGY_BURST, _F.PUNCH),
        "K": (_F.MIND_RESTORE, _F.PUNCH),
    }
)
"""N81-2.5: both common mind cards of each rank."""

ATTACKS: Final = frozenset({Face.ATTACK_PLAIN, Face.ATTACK_COLD, Face.ATTACK_WARM})
"""N81-1.2: the attack class."""

_BASIC, _EVENT = CardClass.INSTANT_BASIC, CardClass.INSTANT_EVENT
_DELAYED = CardClass.DELAYED_BASIC
CLASS: Final[Mapping[str, CardClass]] = MappingProxyType(
    {
        **dict.fromkeys((*ATTACKS, _F.GUARD), _BASIC),
        **dict.fromkeys(
            (
                _F.OFF_GUARD, _F.GIVE_AND_TAKE, _F.PACT, _F.LATENT_OUTBURST, _F.LIFE_SPRING,
                _F.MANA_SPRING, _F.AMPLIFY, _F.ENERGY_BURST, _F.MIND_RESTORE,
            ),
            _EVENT,
        ),
        **dict.fromkeys(
            (_F.PUNCH, _F.EVADE, _F.HASTE, _F.MIRACLE, _F.TREASURE, _F.AUTO_WEAPON), _DELAYED
        ),
        **dict.fromkeys((_F.CALAMITY, _F.WINDFALL), CardClass.DELAYED_EVENT),
    }
)  # fmt: skip
"""N81-1.2: every common face's class."""

_VALUE: Final = {rank: value for value, rank in enumerate(RANKS, start=1)}


def mind_card(seat: int, rank: str, face: str) -> str:
    """Return the physical id of seat ``seat``'s mind card of this rank and face (N81-2.6)."""
    return f"M{seat}-{rank}-{face}"


def is_mind(card: str) -> bool:
    """Say whether a card is a mind card (N81-3.1: its home is its owner's spent row)."""
    return card[0] == "M"


@cache
def owner(card: str) -> int:
    """Return the seat that a mind card belongs to."""
    return int(card[1 : card.index("-")])


@cache
def rank_of(card: str) -> str:
    """Return the printed rank, one of :data:`RANKS`."""
    return card.split("-")[1] if is_mind(card) else card[1:-1]


@cache
def rank(card: str) -> int:
    """Return the rank value 1 to 13 (N81-1.4)."""
    return _VALUE[rank_of(card)]


@cache
def printed(card: str) -> str:
    """Return the printed face; whether a limited one holds is ``faces.face`` (N81-4.11)."""
    return card.split("-")[2] if is_mind(card) else POSITIONS[card[:-1]].value
