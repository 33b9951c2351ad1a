"""The skills that are declared on the sheet (section 12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine.games.future_diary import legal, rights
from engine.games.future_diary.form import Field, Form, When, judged, without
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.terms import Kind, Reject, Role

__all__ = ["control", "skills"]

Skill = Callable[[World, Seat], Iterator[Field]]


def skills(world: World, seat: Seat) -> Form:
    """Return the fields of this seat's skills."""
    return tuple(f for skill in _SKILLS.get(seat.role, ()) for f in skill(world, seat))


def _single(name: str, target: Callable[[World, Seat, int], Reject | None]) -> Skill:
    """Return a skill that names one seat."""

    def fields(world: World, seat: Seat) -> Iterator[Field]:
        def why(number: int) -> Reject | None:
            return rights.skill(world, seat, name) or target(world, seat, number)

        yield Field(id=name, values=judged(world.seats, why))

    return fields


def _servant(world: World, _seat: Seat) -> Iterator[Field]:
    """Murmur's mask for the act (FD-12.1.2)."""
    yield Field(id="servant", values=judged(rights.MASKS, lambda m: rights.mask(world, m)))


def _liberation(world: World, seat: Seat) -> Iterator[Field]:
    """Murmur's option and its seat: ``c`` may be the own one (FD-12.1.3)."""

    def why(option: str) -> Reject | None:
        return rights.skill(world, seat, "liberation") or rights.liberation(seat, option)

    yield Field(id="liberation", values=judged("abc", why))
    others = judged(world.seats, lambda n: legal.other(world, seat, n))
    anybody = judged(world.seats, lambda n: legal.anybody(world, n))
    for options, seats in ((("a", "b"), others), (("c",), anybody)):
        yield Field(id="liberation.seat", values=seats, need=True, when=(("liberation", options),))


def _truth(world: World, seat: Seat) -> Iterator[Field]:
    """Akise guesses the kind of a final action (FD-12.14.2)."""
    yield from _single("truth", legal.other)(world, seat)
    aimed = (("truth", tuple(str(n) for n in world.seats)),)
    yield Field(id="truth.kind", values=judged(Kind, legal.free), need=True, when=aimed)


def _use(world: World, seat: Seat) -> Iterator[Field]:
    """6th's Use, for the diary right: not with a diary use, save by a token (FD-12.7.2)."""
    puppets = judged(
        world.seats, lambda n: rights.forgo(world, seat) or legal.known(world, seat, n)
    )
    yield Field(id="use.puppet", values=puppets, when=_instead(seat))
    yield from control(world, "use.puppet", "use", legal.USE_KINDS, _instead(seat))


def _law(world: World, seat: Seat) -> Iterator[Field]:
    """11th's Law: whom to look at, for the diary right (FD-12.12.2)."""
    seats = judged(world.seats, lambda n: rights.forgo(world, seat) or legal.other(world, seat, n))
    yield Field(id="law", values=seats, when=_instead(seat))


def _instead(seat: Seat) -> When:
    """Forgoing and using in one act needs a freedom token (FD-6.4)."""
    return () if seat.freedom else (("diary", ("",)),)


def _hypnosis(world: World, seat: Seat) -> Iterator[Field]:
    """12th sets a neighbour's final action (FD-12.13.2)."""
    yield from _single("hypnosis", legal.neighbour)(world, seat)
    yield from control(world, "hypnosis", "hypnosis", legal.FORCEABLE)


def control(
    world: World, puppet: str, name: str, kinds: tuple[Kind, ...], when: When = ()
) -> Iterator[Field]:
    """Yield kind and target of a forced action; any living target but the puppet (FD-7.7)."""
    everybody = tuple(str(n) for n in world.seats)
    chosen: When = (*when, (puppet, everybody))
    yield Field(id=f"{name}.kind", values=judged(kinds, legal.free), need=True, when=chosen)
    aimed = (f"{name}.kind", (Kind.PROBE.value, Kind.KILL.value))
    anybody = judged(world.seats, lambda n: legal.anybody(world, n))
    for number in world.seats:
        yield Field(
            id=f"{name}.target", values=without(anybody, number), need=True,
            when=(*when, (puppet, (str(number),)), aimed),
        )  # fmt: skip


_SKILLS: Final[Mapping[Role, tuple[Skill, ...]]] = MappingProxyType(
    {
        Role.MURMUR: (_single("gods_view", legal.other), _servant, _liberation),
        Role.FIFTH: (_single("black_heart", legal.known),),
        Role.SIXTH: (_single("faith", legal.other), _use),
        Role.SEVENTH: (_single("heart_link", legal.no_half),),
        Role.ELEVENTH: (_law,),
        Role.TWELFTH: (_hypnosis,),
        Role.AKISE: (_truth, _single("gamble", legal.other)),
    }
)
