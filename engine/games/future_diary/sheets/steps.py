"""Which form each step has for a seat (the "may submit" column of FD-3.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.future_diary import legal
from engine.games.future_diary.form import Field, Form, judged
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.sheets.day import day
from engine.games.future_diary.sheets.diary import diary
from engine.games.future_diary.sheets.night import night
from engine.games.future_diary.sheets.skills import control, skills
from engine.games.future_diary.sheets.standing import last_words, standing
from engine.games.future_diary.terms import Reject

__all__ = ["Entitled", "change", "last_words", "orders", "standing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entitled:
    """What a seat may do in a change window.

    ``change``: replace its day order; ``proposals``: seats it may say yes to; ``law``: the seat
    that Law looked at, None where no pick is open.
    """

    change: bool = False
    proposals: tuple[int, ...] = ()
    law: int | None = None


def orders(world: World, seat: Seat) -> Form:
    """Return the whole order sheet (FD-4.1)."""
    return (
        *day(world, seat), *night(world, seat), *diary(world, seat), *skills(world, seat),
        *standing(world, seat),
    )  # fmt: skip


def change(world: World, seat: Seat, entitled: Entitled) -> Form:
    """Return the form of a change window (FD-7.2, FD-7.4, FD-8.4, FD-12.12.2)."""
    return tuple(_change(world, seat, entitled))


def _change(world: World, seat: Seat, entitled: Entitled) -> Iterator[Field]:
    if entitled.change:
        yield from day(world, seat, legal.CHANGES)
    if entitled.proposals:
        yield Field(id="accept", values=judged(entitled.proposals, legal.free))
    if entitled.law is not None:
        looked = entitled.law

        def why(number: int) -> Reject | None:
            return Reject.BAD_TARGET if number == looked else legal.anybody(world, number)

        yield Field(id="law.seat", values=judged(world.seats, why))
        yield from control(world, "law.seat", "law", legal.FORCEABLE)
