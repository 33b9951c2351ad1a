"""The night order on the sheet (FD-4.3, FD-4.7 and the exceptions of section 12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.future_diary import legal
from engine.games.future_diary.form import Field, Form, Values, When, judged, without
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.terms import Kind, Role

__all__ = ["night"]

_KILL: When = (("night", (Kind.KILL.value,)),)
_FREE_OF_GUESS = frozenset({Role.THIRD, Role.TENTH})
"""Raid and Dog Pack need no guess, but may have one (FD-12.4.3, FD-12.11.3)."""


def night(world: World, seat: Seat) -> Form:
    """Return the fields of a night order."""
    return tuple(_night(world, seat))


def _night(world: World, seat: Seat) -> Iterator[Field]:
    yield Field(id="night", values=judged((Kind.KILL,), lambda _: legal.night(world, seat)))
    prey = judged(world.seats, lambda n: legal.own_ally(world, seat, n))
    yield Field(id="night.target", values=prey, need=True, when=_KILL)
    ordinary = _KILL
    if seat.role is Role.SECOND:
        yield Field(id="night.blacken", values=judged(Kind, legal.free), when=_KILL)
        ordinary = (*_KILL, ("night.blacken", ("",)))
    yield Field(
        id="night.guess", values=judged(world.roles, legal.free), when=ordinary,
        most=2 if seat.role is Role.FIFTH else 1, need=seat.role not in _FREE_OF_GUESS,
    )  # fmt: skip
    if world.omniscient(seat.number):
        yield Field(id="night.pierce", values=judged(("yes", "no"), legal.free), when=_KILL)
    match seat.role:
        case Role.THIRD:
            guessed: When = (*_KILL, ("night.guess", tuple(world.roles)))
            yield from _second(world, seat, "follow", guessed)
        case Role.FOURTH:
            others = judged(world.seats, lambda n: legal.other(world, seat, n))
            yield from _per_target("night.frame", others, _KILL)
        case Role.SEVENTH:
            yield from _second(world, seat, "night2", _KILL)
        case _:
            pass


def _second(world: World, seat: Seat, name: str, when: When) -> Iterator[Field]:
    """Yield a second target with its own guess: 3rd's follow-up, 7th's other kill (FD-12.8.4)."""
    prey = judged(world.seats, lambda n: legal.own_ally(world, seat, n))
    yield from _per_target(f"{name}.target", prey, when)
    aimed: When = (*when, (f"{name}.target", tuple(str(n) for n in world.seats)))
    yield Field(id=f"{name}.guess", values=judged(world.roles, legal.free), need=True, when=aimed)
    if world.omniscient(seat.number):
        yield Field(id=f"{name}.pierce", values=judged(("yes", "no"), legal.free), when=aimed)


def _per_target(name: str, seats: Values, when: When) -> Iterator[Field]:
    """Yield a field for one more seat that is not the target."""
    for target in seats:
        yield Field(
            id=name,
            values=without(seats, int(target)),
            when=(*when, ("night.target", (target,))),
        )
