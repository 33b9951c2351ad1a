"""R1: which day action of a seat is carried out (FD-7.5).

The highest of: Law, Use, Hypnosis, silence, forced disguise, own change, submitted order. A control
whose author has priority (Liberation ``c``) stands above the other controls on the same seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.games.future_diary.lock import aimed
from engine.games.future_diary.model import Day, Final, Forced, Hit
from engine.games.future_diary.outcome import Inputs, Locked
from engine.games.future_diary.terms import Kind

__all__ = ["finals", "own_day", "penalty", "provisional"]

_Control = tuple[str, int, Forced]
"""``law``, ``use`` or ``hypnosis``, its author, and what it sets."""


def finals(locked: Locked, inputs: Inputs) -> Mapping[int, Final]:
    """Return the final action of every living seat (FD-7.5)."""
    return _decided(locked, inputs, [*_law(locked, inputs), *_declared(locked)])


def provisional(locked: Locked, inputs: Inputs) -> Mapping[int, Final]:
    """Return the provisional final actions: without Law (FD-6.9).

    ``inputs`` holds what came in ``change_1`` only, because that is all there is at
    ``foresight_2``.
    """
    return _decided(locked, inputs, [*_declared(locked)])


def own_day(locked: Locked, inputs: Inputs, number: int) -> Day:
    """Return the day order by the seat's own hand: its change, else what it submitted.

    The submitted order is already the penalty's where there is one (FD-3.6), and a seat under one
    has no change (FD-7.2).
    """
    submitted = locked.sheets[number].day
    if penalty(locked, number) or number not in inputs.changes:
        return submitted
    return aimed(locked.world, number, inputs.changes[number])


def _decided(locked: Locked, inputs: Inputs, controls: list[_Control]) -> Mapping[int, Final]:
    decided = {
        number: Final(day=own_day(locked, inputs, number), by=_by(locked, inputs, number))
        for number in locked.sheets
    }
    controls.reverse()  # the lowest first, so that the highest is written last and stands
    controls.sort(key=lambda control: control[1] == locked.priority)
    for by, author, control in controls:
        decided[control.seat] = Final(day=_carried_out(control), by=by, author=author)
    return MappingProxyType(decided)


def _by(locked: Locked, inputs: Inputs, number: int) -> str:
    own = "change" if number in inputs.changes else "submitted"
    return penalty(locked, number) or own


def penalty(locked: Locked, number: int) -> str:
    """Return ``silence`` or ``forced`` where the seat serves it, else nothing (FD-7.5)."""
    seat = locked.world.seats[number]
    act = locked.world.act
    if seat.rests(act):
        return ""
    if seat.silenced == act:
        return "silence"
    return "forced" if seat.forced == act else ""


def _law(locked: Locked, inputs: Inputs) -> Iterator[_Control]:
    """Law, where the diary right was forgone for it and a pick was made (FD-12.12.2)."""
    if inputs.law is not None:
        for author, what in locked.forgone.items():
            if what == "law":
                yield "law", author, inputs.law


def _declared(locked: Locked) -> Iterator[_Control]:
    """Use, then Hypnosis; not of seats whose skills are void (FD-3.7)."""
    for author, sheet in locked.sheets.items():
        puppet = sheet.skills.use_follower
        if puppet is not None and locked.forgone.get(author) == "use":
            yield "use", author, puppet
    for author, sheet in locked.sheets.items():
        if sheet.skills.hypnosis is not None and author not in locked.void:
            yield "hypnosis", author, sheet.skills.hypnosis


def _carried_out(control: Forced) -> Day:
    """Return the forced action: no guesses, frames or fakes come with it (FD-7.7)."""
    if control.kind is Kind.KILL and control.target is not None:
        return Day(kind=Kind.KILL, hits=(Hit(target=control.target),))
    return Day(kind=control.kind, target=control.target)
