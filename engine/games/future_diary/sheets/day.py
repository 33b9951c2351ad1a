"""The day order on a form: of the order sheet, or as a change (FD-4.2 to FD-4.13, FD-7.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.future_diary import legal
from engine.games.future_diary.form import Field, Form, When, judged, without
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.terms import Kind, Reject, Role

__all__ = ["day"]

_KILL: When = (("day", (Kind.KILL.value,)),)
_COVERS = tuple(kind for kind in Kind if kind is not Kind.KILL)


def day(world: World, seat: Seat, kinds: tuple[Kind, ...] = tuple(Kind)) -> Form:
    """Return the fields of a day order of one of ``kinds``."""
    return tuple(_day(world, seat, kinds))


def _day(world: World, seat: Seat, kinds: tuple[Kind, ...]) -> Iterator[Field]:
    def why(kind: Kind) -> Reject | None:
        return legal.day(world, seat, kind) if kind in kinds else Reject.NO_RIGHT_NOW

    yield Field(id="day", values=judged(Kind, why))
    others = judged(world.seats, lambda n: legal.other(world, seat, n))
    yield Field(id="day.target", values=others, need=True, when=(("day", ("probe",)),))
    friends = judged(world.seats, lambda n: legal.ally(world, seat, n))
    yield Field(id="day.target", values=friends, need=True, when=(("day", ("ally",)),))
    yield from _kill(world, seat)
    match seat.role:
        case Role.SECOND:
            yield from _blacken(world, seat)
        case Role.FOURTH:
            yield from _frame(world, seat)
        case Role.FIFTH:
            yield from _fake(world, seat)
        case _:
            pass


def _kill(world: World, seat: Seat) -> Iterator[Field]:
    """Yield a kill of one target, or 3rd's Maniac, which has none (FD-4.6, FD-12.4.2)."""
    single = _KILL
    if seat.role is Role.THIRD:
        flags = judged(("yes", "no"), lambda _: legal.maniac(world, seat))
        yield Field(id="day.maniac", values=flags, when=_KILL)
        single = (*_KILL, ("day.maniac", ("", "no")))
    prey = judged(world.seats, lambda n: legal.day_kill(world, seat, n))
    yield Field(id="day.target", values=prey, need=True, when=single)
    if world.omniscient(seat.number):
        yield Field(id="day.pierce", values=judged(("yes", "no"), legal.free), when=single)
    if seat.role is Role.THIRD and world.omniscient(seat.number):
        yield Field(
            id="day.pierce.seat", values=prey, most=len(prey),
            when=(*_KILL, ("day.maniac", ("yes",))),
        )  # fmt: skip


def _blacken(world: World, seat: Seat) -> Iterator[Field]:
    """2nd guesses a kind: must of a stranger, may of a seat it knows (FD-12.3.2)."""
    kinds = judged(Kind, legal.free)
    friends = tuple(str(n) for n in world.seats if seat.knows(n))
    strangers = tuple(str(n) for n in world.seats if not seat.knows(n))
    for need, targets in ((True, strangers), (False, friends)):
        yield Field(
            id="day.blacken", values=kinds, need=need, when=(*_KILL, ("day.target", targets))
        )


def _frame(world: World, seat: Seat) -> Iterator[Field]:
    """4th frames another seat than the target, with a cover of another kind (FD-12.5.4)."""
    everybody = tuple(str(n) for n in world.seats)
    others = judged(world.seats, lambda n: legal.other(world, seat, n))
    for target in world.seats:
        yield Field(
            id="day.frame",
            values=without(others, target),
            when=(*_KILL, ("day.target", (str(target),))),
        )
    framed: When = (*_KILL, ("day.frame", everybody))
    yield Field(id="day.cover", values=judged(_COVERS, legal.free), need=True, when=framed)
    yield from _shown(world, seat, "day.cover", framed)


def _fake(world: World, seat: Seat) -> Iterator[Field]:
    """5th shows a day order of another kind than its own (FD-12.6.2)."""
    given = legal.given(world, seat)
    for kind in Kind:
        fakes = judged([k for k in Kind if k is not kind], legal.free)
        own = (kind.value, "") if kind is given else (kind.value,)
        yield Field(id="day.fake", values=fakes, when=(("day", own),))
    yield from _shown(world, seat, "day.fake", ())


def _shown(world: World, seat: Seat, name: str, when: When) -> Iterator[Field]:
    """Yield the target of an order that is only shown, where its kind has one."""
    others = judged(world.seats, lambda n: legal.other(world, seat, n))
    aimed = tuple(k.value for k in (Kind.PROBE, Kind.KILL, Kind.ALLY))
    yield Field(id=f"{name}.target", values=others, need=True, when=(*when, (name, aimed)))
