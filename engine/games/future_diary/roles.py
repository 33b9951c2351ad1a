"""The roles and their diaries as one table, and the set-ups by size (FD-1.2, FD-2.2, FD-6.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.games.future_diary.terms import Role

__all__ = [
    "FIRST_LOOP", "HALVES", "MAN", "ROLES", "SETUPS", "WOMAN", "Diary", "RoleCard", "seats_of",
]  # fmt: skip

MAN: Final = "man"
WOMAN: Final = "woman"
HALVES: Final = (f"{Role.SEVENTH}/{MAN}", f"{Role.SEVENTH}/{WOMAN}")
"""The two halves of 7th as they are dealt and announced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diary:
    """One diary of FD-6.8. ``wave`` 1, 2, or 0 for one that reports in neither.

    ``every_act``: no cool-down for its usual use (4th only while watching, 12th while trailing).
    """

    id: str
    wave: int
    every_act: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleCard:
    """One role: its diary (None for Murmur; Akise's comes with Proof)."""

    role: Role
    diary: Diary | None


def _card(role: Role, diary: str, wave: int, *, every_act: bool = False) -> RoleCard:
    return RoleCard(role=role, diary=Diary(id=diary, wave=wave, every_act=every_act))


ROLES: Final[Mapping[Role, RoleCard]] = MappingProxyType(
    {
        card.role: card
        for card in (
            RoleCard(role=Role.MURMUR, diary=None),
            _card(Role.FIRST, "indiscriminate", 1),
            _card(Role.SECOND, "yukiteru", 1),
            _card(Role.THIRD, "murder", 1),
            _card(Role.FOURTH, "search", 1),
            _card(Role.FIFTH, "doodle", 1, every_act=True),
            _card(Role.SIXTH, "clairvoyance", 2),
            _card(Role.SEVENTH, "exchange", 1, every_act=True),
            _card(Role.EIGHTH, "augment", 0),
            _card(Role.NINTH, "escape", 2),
            _card(Role.TENTH, "breeding", 1, every_act=True),
            _card(Role.ELEVENTH, "watcher", 0),
            _card(Role.TWELFTH, "justice", 1),
            _card(Role.AKISE, "detective", 0),
        )
    }
)

_FIVE = (Role.FIRST, Role.SECOND, Role.FOURTH, Role.NINTH, Role.TENTH)
_TWELVE = (
    *_FIVE, Role.TWELFTH, Role.THIRD, Role.FIFTH, Role.SIXTH, Role.EIGHTH, Role.AKISE,
    Role.ELEVENTH,
)  # fmt: skip

SETUPS: Final[Mapping[int, tuple[Role, ...]]] = MappingProxyType(
    {size: _TWELVE[:size] for size in range(5, 13)}
    | {13: (*_TWELVE, Role.MURMUR), 14: (*_TWELVE, Role.SEVENTH), 15: tuple(Role)}
)
"""Roles in play by number of seats (FD-2.2)."""

FIRST_LOOP: Final[Mapping[int, int]] = MappingProxyType(
    {n: 1 if n < 7 else 2 if n < 10 else 3 if n < 13 else 4 for n in range(5, 16)}
)
"""First-loop seats by number of seats (FD-2.2)."""


def seats_of(roles: tuple[Role, ...]) -> int:
    """Return how many seats these roles take: 7th counts as two (FD-2.1)."""
    return len(roles) + (Role.SEVENTH in roles)
