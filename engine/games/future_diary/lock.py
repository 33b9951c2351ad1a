"""``lock``: the sheets become what was *submitted*, in the order of FD-3.6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.games.future_diary.model import Day, Hit, Night, Seat, Sheet, World
from engine.games.future_diary.outcome import Locked
from engine.games.future_diary.terms import Kind, Mode, Role

__all__ = ["aimed", "lock"]


def lock(world: World, sheets: Mapping[int, Sheet]) -> Locked:
    """Return the act at ``lock``; ``sheets`` are valid, a living seat without one passes."""
    submitted = {
        number: _day_as_given(world, world.seats[number], sheets.get(number, Sheet()))
        for number in world.living
    }
    world = _masked(world, submitted)
    void = _liberated(submitted, "a")
    jammed = _jammed(submitted)
    submitted |= {number: _unpaid(submitted[number]) for number in jammed}
    return Locked(
        world=world,
        sheets=MappingProxyType(submitted),
        used=frozenset(n for n in submitted if _used(world, n, submitted[n], void)),
        jammed=jammed,
        void=void,
        priority=next(iter(_liberated(submitted, "c")), None),
        forgone=MappingProxyType(
            {n: what for n, s in submitted.items() if n not in void and (what := _forgone(s))}
        ),
    )


def _day_as_given(world: World, seat: Seat, sheet: Sheet) -> Sheet:
    """Apply silence, then forced disguise (FD-3.6 a, b); aim Maniac (FD-12.4.2)."""
    if not seat.rests(world.act):  # on a resting half both are wasted (FD-11.5, FD-12.12.3)
        if seat.silenced == world.act:
            return replace(sheet, day=Day(fake=sheet.day.fake), night=Night())
        if seat.forced == world.act:
            return replace(sheet, day=Day(kind=Kind.DISGUISE, fake=sheet.day.fake))
    return replace(sheet, day=aimed(world, seat.number, sheet.day))


def aimed(world: World, number: int, day: Day) -> Day:
    """Return a day order with Maniac's hits filled in: all known living seats, no ally."""
    if not day.maniac:
        return day
    allies = world.allies(number)
    prey = (n for n in world.living if world.knows(number, n) and n not in allies)
    given = {hit.target: hit for hit in day.hits}  # guessed to be disguised (FD-4.13)
    return replace(day, hits=tuple(given.get(n, Hit(target=n)) for n in prey))


def _masked(world: World, submitted: Mapping[int, Sheet]) -> World:
    """Let the servant mask take effect: a mask, or its absence, lasts to the next ``lock``."""
    murmur = world.holder(Role.MURMUR)
    if murmur is None or murmur not in submitted:
        return world
    mask = submitted[murmur].skills.servant or ""
    return world.with_seats(replace(world.seats[murmur], shown=mask))


def _liberated(submitted: Mapping[int, Sheet], option: str) -> frozenset[int]:
    """Return the seat that Murmur's Liberation names, if it is this option (FD-12.1.3)."""
    chosen = (sheet.skills.liberation for sheet in submitted.values())
    return frozenset(c.seat for c in chosen if c is not None and c.option == option)


def _jammed(submitted: Mapping[int, Sheet]) -> frozenset[int]:
    """Return the seat that Augment B jams. A diary is no skill: voiding 8th does not help."""
    orders = (sheet.diary for sheet in submitted.values())
    return frozenset(pick for d in orders if d is not None and d.mode is Mode.B for pick in d.picks)


def _unpaid(sheet: Sheet) -> Sheet:
    """Take out a jammed use or forgo, and what it was to pay for (FD-3.6 e)."""
    return replace(sheet, diary=None, skills=replace(sheet.skills, use_follower=None, law=None))


def _used(world: World, number: int, sheet: Sheet, void: frozenset[int]) -> bool:
    """Return the diary-use flag. Union and Detective count as skills (FD-12.1.4)."""
    if sheet.diary is None:
        return False
    skill = sheet.diary.mode is Mode.UNION or world.seats[number].role is Role.AKISE
    return not (skill and number in void)


def _forgone(sheet: Sheet) -> str:
    if sheet.skills.use_follower is not None:
        return "use"
    return "law" if sheet.skills.law is not None else ""
