"""The diary on the sheet: use, mode, picks (FD-6.1, FD-6.8, FD-12.9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.future_diary import legal, rights
from engine.games.future_diary.form import Field, Form, When, judged
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.terms import Kind, Mode, Role

__all__ = ["diary"]

_USED: When = (("diary", ("use",)),)
_PICKING = frozenset({Role.FIRST, Role.FIFTH, Role.ELEVENTH, Role.AKISE})


def diary(world: World, seat: Seat) -> Form:
    """Return the fields of a diary use."""
    return tuple(_diary(world, seat))


def _diary(world: World, seat: Seat) -> Iterator[Field]:
    yield Field(id="diary", values=judged(("use",), lambda _: rights.diary(world, seat)))
    modes = rights.MODES.get(seat.role, ())
    if modes:
        values = judged(modes, lambda m: rights.mode(world, seat, m))
        yield Field(id="diary.mode", values=values, need=True, when=_USED)
    for mode in modes:
        if mode not in {Mode.SWEEP, Mode.TRAIL}:
            yield _picks(world, seat, mode, (*_USED, ("diary.mode", (mode.value,))))
    if seat.role in _PICKING:
        yield _picks(world, seat, None, _USED)
    if seat.role is Role.AKISE:
        yield Field(id="diary.kind", values=judged(Kind, legal.free), need=True, when=_USED)
    if seat.role is Role.TENTH:
        yield from _dogs(world, seat)


def _picks(world: World, seat: Seat, mode: Mode | None, when: When) -> Field:
    values = judged(world.seats, lambda n: rights.pick(world, seat, mode, n))
    most = 1 if seat.role is Role.EIGHTH else rights.picks(world, seat)
    return Field(id="diary.pick", values=values, most=most, need=True, when=when)


def _dogs(world: World, seat: Seat) -> Iterator[Field]:
    """10th: dog A on anybody, dog B only with it and on a known seat (FD-12.11.1)."""
    others = judged(world.seats, lambda n: legal.other(world, seat, n))
    most = rights.picks(world, seat)
    yield Field(id="diary.dog_a", values=others, most=most, need=True, when=_USED)
    known = judged(world.seats, lambda n: legal.known(world, seat, n))
    loose: When = (*_USED, ("diary.dog_a", tuple(others)))
    yield Field(id="diary.dog_b", values=known, when=loose)
