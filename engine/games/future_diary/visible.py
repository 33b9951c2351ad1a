"""What diaries are shown of orders (FD-6.5, FD-6.6): the visible copy, never the order itself.

5th's orders cannot be foreseen and 4th's framed kill appears as another seat's. Whoever reads the
truth by the rules (FD-6.7) calls :func:`truth`; diaries are given a :class:`Sight`, which holds
nothing but visible copies, so that none of them can read a true order by mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any

from engine.event import Value
from engine.games.future_diary import model
from engine.games.future_diary.model import Cover, Day, Night, Seat, Sheet, Visible
from engine.games.future_diary.outcome import Locked
from engine.games.future_diary.terms import Kind, Role

__all__ = [
    "Deed", "Sight", "against", "as_order", "day", "deeds", "night", "orders_against", "sight",
    "truth",
]  # fmt: skip


def _nothing() -> Mapping[Any, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One order with a target as lists show it: under the name of ``actor`` (FD-6.6)."""

    actor: int
    night: bool
    order: Visible


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """All that the diaries of one wave may look at, by living seat.

    ``finals`` are provisional finals (FD-6.9), empty in wave 1. ``submitted`` and ``provisional``
    list every deed; nights are the same in both (FD-6.8, 9th).
    """

    act: int
    days: Mapping[int, Visible]
    nights: Mapping[int, Visible]
    submitted: tuple[Deed, ...]
    used: frozenset[int]
    finals: Mapping[int, Visible] = field(default_factory=_nothing)
    provisional: tuple[Deed, ...] = ()


def truth(order: Day | Cover) -> Visible:
    """Return kind and targets of an order as it is (FD-6.7), or of a made-up one."""
    match order.kind:
        case Kind.KILL if isinstance(order, Day):
            return Visible(kind=order.kind, targets=tuple(hit.target for hit in order.hits))
        case Kind.KILL | Kind.PROBE | Kind.ALLY if order.target is not None:
            return Visible(kind=order.kind, targets=(order.target,))
        case _:
            return Visible(kind=order.kind)


def as_order(order: Visible) -> Mapping[str, Value]:
    """Return an order as events carry it (``terms``)."""
    return {"kind": order.kind, "targets": order.targets}


def day(seat: Seat, order: Day, *, void: bool = False) -> Visible:
    """FD-6.6: return the visible copy of a day order, submitted or provisional.

    ``void``: the seat's skills are void (FD-3.6 d), so neither Elite nor Frame hides anything.
    """
    if not void and seat.role is Role.FIFTH:
        return truth(order.fake or Cover(kind=Kind.NONE))
    if not void and order.kind is Kind.KILL and order.frame is not None:
        return truth(order.frame.cover)
    return truth(order)


def night(seat: Seat, order: Night, *, void: bool = False) -> Visible:
    """FD-6.6: return the visible copy of a night order; 3rd's follow-up is one of its targets."""
    hidden = seat.role is Role.FIFTH or order.frame is not None
    if not order.hits or (hidden and not void):
        return Visible()
    return Visible(kind=Kind.KILL, targets=_victims(order))


def deeds(seat: Seat, today: Day, tonight: Night, *, void: bool = False) -> tuple[Deed, ...]:
    """Return what lists of actions show of a seat's orders: its own, and what it lays on others."""
    own = Deed(actor=seat.number, night=False, order=day(seat, today, void=void))
    later = Deed(actor=seat.number, night=True, order=night(seat, tonight, void=void))
    found = [own, later]
    if today.frame is not None and today.kind is Kind.KILL and not void:
        found.append(Deed(actor=today.frame.seat, night=False, order=truth(today)))
    if tonight.frame is not None and not void:
        kill = Visible(kind=Kind.KILL, targets=_victims(tonight))
        found.append(Deed(actor=tonight.frame.seat, night=True, order=kill))
    return tuple(deed for deed in found if deed.order.targets)


def sight(locked: Locked, provisional: Mapping[int, model.Final] | None = None) -> Sight:
    """Return what there is to read: in wave 1, or with the ``provisional`` finals in wave 2."""
    seats = {n: locked.world.seats[n] for n in locked.world.living}
    sheets = {n: locked.sheets.get(n, Sheet()) for n in seats}
    finals = {n: provisional[n].day for n in seats} if provisional is not None else {}
    void = {n: n in locked.void for n in seats}

    def listed(days: Mapping[int, Day]) -> tuple[Deed, ...]:
        found = [deeds(seats[n], days[n], sheets[n].night, void=void[n]) for n in days]
        return tuple(sorted(chain.from_iterable(found), key=_place))

    return Sight(
        act=locked.world.act,
        days={n: day(seats[n], sheets[n].day, void=void[n]) for n in seats},
        nights={n: night(seats[n], sheets[n].night, void=void[n]) for n in seats},
        finals={n: day(seats[n], finals[n], void=void[n]) for n in finals},
        submitted=listed({n: sheets[n].day for n in seats}),
        provisional=listed(finals),
        used=locked.used,
    )


def against(listed: tuple[Deed, ...], target: int) -> tuple[Deed, ...]:
    """Return the deeds of a list that are aimed at ``target``."""
    return tuple(deed for deed in listed if target in deed.order.targets)


def orders_against(
    locked: Locked, target: int, provisional: Mapping[int, model.Final] | None = None
) -> tuple[Deed, ...]:
    """Return every order aimed at ``target`` as diaries list it: submitted, or provisional."""
    seen = sight(locked, provisional)
    return against(seen.submitted if provisional is None else seen.provisional, target)


def _victims(order: Night) -> tuple[int, ...]:
    follow = () if order.followup is None else (order.followup.target,)
    return (*(hit.target for hit in order.hits), *follow)


def _place(deed: Deed) -> tuple[int, bool, str, tuple[int, ...]]:
    """By name first: where a deed stands must not tell who really did it."""
    return deed.actor, deed.night, deed.order.kind, deed.order.targets
