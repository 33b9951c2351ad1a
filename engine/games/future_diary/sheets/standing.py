"""Standing instructions and last words: the same fields, with and without a prompt (FD-10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine.games.future_diary import legal
from engine.games.future_diary.form import Field, Form, judged
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.terms import Role

__all__ = ["last_words", "standing"]

_OF_ROLE: Final[Mapping[Role, tuple[str, ...]]] = MappingProxyType(
    {
        Role.FIRST: ("trigger1",),
        Role.SECOND: ("hold",),
        Role.NINTH: ("half_god", "bomb"),
        Role.TENTH: ("awakening",),
        Role.TWELFTH: ("hold",),
        Role.AKISE: ("will",),
    }
)
_SPENT: Final = MappingProxyType(
    {"hold": "one_shot", "half_god": "half_god", "trigger1": "trigger1"}
)
"""What once spent makes the instruction pointless."""
_CHOICES: Final = MappingProxyType({"trigger1": ("accept", "refuse")})


def standing(world: World, seat: Seat) -> Form:
    """Return the standing instructions that this seat can give (FD-10.4)."""
    names = [n for n in _OF_ROLE.get(seat.role, ()) if _SPENT.get(n) not in seat.spent]
    return tuple(_fields(world, seat, names, "standing."))


def last_words(world: World, seat: Seat, prompts: tuple[str, ...]) -> Form:
    """Return the answers to what is prompted (FD-10.2)."""
    return tuple(_fields(world, seat, prompts, ""))


def _fields(
    world: World, seat: Seat, names: list[str] | tuple[str, ...], prefix: str
) -> Iterator[Field]:
    for name in names:
        if name in {"bomb", "awakening"}:
            others = judged(world.seats, lambda n: legal.other(world, seat, n))
            yield Field(id=prefix + name, values=others, most=2)
        else:
            values = judged(_CHOICES.get(name, ("yes", "no")), legal.free)
            yield Field(id=prefix + name, values=values)
