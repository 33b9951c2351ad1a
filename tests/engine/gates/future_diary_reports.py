"""What each diary says (FD-6.8), written a second time from the true orders, for the gates alone.

Nothing here calls the game's own diaries or its visible copies: that is what is judged. Orders are
``(kind, targets)``; deeds ``(actor, by night, kind, targets)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.games.future_diary.model import Cover, Day, DiaryOrder, Final, Seat
from engine.games.future_diary.outcome import Locked
from engine.games.future_diary.resolve import project
from engine.games.future_diary.terms import Kind, Mode, Role

__all__ = ["Eyes", "read_by"]

Order = tuple[str, tuple[int, ...]]
Deed = tuple[int, bool, str, tuple[int, ...]]
Lines = tuple[object, ...]


def order(day: Day | Cover) -> Order:
    """Return an order as it is."""
    hits = tuple(hit.target for hit in day.hits) if isinstance(day, Day) else ()
    target = () if day.target is None else (day.target,)
    return str(day.kind), hits or target


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """One wave: the orders at ``lock`` and, in the second, the provisional finals (FD-6.9)."""

    locked: Locked
    wave: int
    finals: Mapping[int, Final] | None = None

    def seat(self, number: int) -> Seat:
        return self.locked.world.seats[number]

    def shown(self, number: int, day: Day) -> Order:
        """FD-6.6: 5th's fake, 4th's cover, else the truth; both are skills."""
        if number not in self.locked.void:
            if self.seat(number).role is Role.FIFTH:
                return order(day.fake) if day.fake is not None else ("none", ())
            if day.kind is Kind.KILL and day.frame is not None:
                return order(day.frame.cover)
        return order(day)

    def day(self, number: int) -> Order:
        return self.shown(number, self.locked.sheets[number].day)

    def final(self, number: int) -> Order:
        assert self.finals is not None
        return self.shown(number, self.finals[number].day)

    def prey(self, number: int) -> tuple[int, ...]:
        """Return the targets of a night order, a follow-up's too."""
        night = self.locked.sheets[number].night
        later = () if night.followup is None else (night.followup.target,)
        return (*(hit.target for hit in night.hits), *later)

    def night(self, number: int) -> Order:
        hidden = self.seat(number).role is Role.FIFTH or self.locked.sheets[number].night.frame
        prey = self.prey(number)
        return ("none", ()) if not prey or (hidden and number not in self.locked.void) else (
            "kill", prey
        )  # fmt: skip

    def whole(self, number: int) -> tuple[int, Order, Order, bool]:
        """Return day, night and diary use of one seat."""
        return number, self.day(number), self.night(number), self.used(number)

    def used(self, number: int) -> bool:
        return number in self.locked.used

    def deeds(self, *, final: bool = False) -> tuple[Deed, ...]:
        """Return every shown order with a target; a framed kill under the framed name."""
        found: list[Deed] = []
        for n in self.locked.world.living:
            sheet, frames = self.locked.sheets[n], n not in self.locked.void
            day = sheet.day if not final or self.finals is None else self.finals[n].day
            found += [(n, False, *self.shown(n, day)), (n, True, *self.night(n))]
            if frames and day.kind is Kind.KILL and day.frame is not None:
                found.append((day.frame.seat, False, *order(day)))
            if frames and sheet.night.frame is not None:
                found.append((sheet.night.frame.seat, True, "kill", self.prey(n)))
        return tuple(sorted(deed for deed in found if deed[3]))

    def against(self, target: int, *, final: bool = False) -> Lines:
        """Return who does what to ``target``, by day or night."""
        return tuple(d[:3] for d in self.deeds(final=final) if target in d[3])


def _diary(eyes: Eyes, owner: int) -> Lines | None:  # noqa: C901 - the rows of one table
    """Return what the used diary of ``owner`` delivers in this wave, None for nothing at all."""
    seat, picked = eyes.seat(owner), eyes.locked.sheets[owner].diary or DiaryOrder()
    picks, act = picked.picks, eyes.locked.world.act
    whole = eyes.whole
    match seat.role, eyes.wave:
        case Role.FIRST, 1:
            free = 3 + seat.extra_pick if owner in eyes.locked.void else len(picks)
            return tuple(map(whole, picks[:free]))
        case Role.SECOND, 1:
            return tuple(_yukiteru(eyes, owner))
        case Role.THIRD, 1:
            return tuple(_projected(eyes, owner))
        case Role.FOURTH, 1 if picked.mode is Mode.WATCH:
            return tuple(map(whole, picks))
        case Role.FOURTH, 1:
            return tuple((a, t) for a, night, k, t in eyes.deeds() if k == "kill" and not night)
        case Role.FIFTH, 1:
            return tuple((n, eyes.day(n) if act % 2 else eyes.night(n)) for n in picks)
        case Role.SIXTH, 2:
            size = len(eyes.locked.world.seats)
            around = {(owner - 2) % size + 1, owner % size + 1}
            alive = sorted(n for n in around if eyes.seat(n).alive)
            return tuple((n, eyes.final(n), eyes.used(n)) for n in alive)
        case Role.SEVENTH, 1:
            return tuple(_exchange(eyes, owner))
        case Role.NINTH, 2:
            return eyes.against(owner), eyes.against(owner, final=True)
        case Role.TENTH, 1:
            dog_b = () if picked.dog_b is None else (whole(picked.dog_b),)
            return (*((n, eyes.day(n)) for n in picks), *dog_b)
        case Role.TWELFTH, 1 if picked.mode is Mode.TRAIL:
            return () if seat.trail is None else (seat.trail, *whole(seat.trail)[1:3])
        case Role.TWELFTH, 1:
            killers = {
                n: [d[0] for d in eyes.deeds() if n in d[3] and d[2] == "kill"] for n in picks
            }
            return tuple((n, min(killers[n], default=None)) for n in picks)
        case _:
            return None


def _first(eyes: Eyes) -> int | None:
    found = [n for n in eyes.locked.world.living if eyes.seat(n).role is Role.FIRST]
    return found[0] if found else None


def _knows(eyes: Eyes, one: int, other: int) -> bool:
    return any(entry.seat == other for entry in eyes.seat(one).ledger)


def _yukiteru(eyes: Eyes, owner: int) -> Iterator[object]:
    first = _first(eyes)
    if first is not None:
        yield first if _knows(eyes, owner, first) else None, eyes.day(first), eyes.night(first)
        yield from eyes.against(first)


def _passive(eyes: Eyes, owner: int) -> Lines | None:
    """2nd's extension: what 1st will do, for a 2nd that knows 1st."""
    first = _first(eyes)
    if eyes.wave == 1 or first is None or not _knows(eyes, owner, first):
        return None
    return first, eyes.final(first), eyes.used(first)


def _projected(eyes: Eyes, killer: int) -> Iterator[tuple[int, bool, object]]:
    """FD-6.10: the own kill orders, and why they fail as things stand."""
    reasons = project(eyes.locked).reasons
    day = eyes.locked.sheets[killer].day
    hits = [hit.target for hit in day.hits] if day.kind is Kind.KILL else []
    for night, targets in ((False, hits), (True, eyes.prey(killer))):
        for index, target in enumerate(targets):
            yield target, night, reasons[killer, night, index]


def _exchange(eyes: Eyes, owner: int) -> Iterator[object]:
    (other,) = (n for n in eyes.locked.world.party(owner) if n != owner)
    if eyes.seat(owner).half == "man":
        yield any(d[2] == "kill" for d in eyes.deeds() if other in d[3])
        return
    for target, night, reason in _projected(eyes, other):
        yield target, night, reason is None


def _own(eyes: Eyes, owner: int) -> Lines:
    """Return everything that is the report of ``owner`` in this wave."""
    seat, used = eyes.seat(owner), eyes.used(owner)
    found: list[object] = []
    if used and seat.role is Role.ELEVENTH:
        found = [
            _copy(eyes, pick) for pick in (eyes.locked.sheets[owner].diary or DiaryOrder()).picks
        ]
    elif used:
        found = [_diary(eyes, owner)]
    if seat.role is Role.SECOND:
        found.append(_passive(eyes, owner))
    return tuple(line for line in found if line is not None)


def _copy(eyes: Eyes, watched: int) -> object:
    """FD-6.14: what the own diary of the watched seat delivers; "nothing" comes last."""
    if not eyes.used(watched):
        return (watched, "nothing") if eyes.wave == 2 else None
    picked = eyes.locked.sheets[watched].diary or DiaryOrder()
    if eyes.seat(watched).role in {Role.EIGHTH, Role.AKISE}:
        chosen = (picked.mode, picked.kind, picked.picks)
        return (watched, chosen) if eyes.wave == 1 else None
    lines: Lines = (_diary(eyes, watched),)
    if eyes.seat(watched).role is Role.SECOND:
        lines = (*lines, _passive(eyes, watched))
    return None if not any(line is not None for line in lines) else (watched, lines)


def read_by(eyes: Eyes, reader: int) -> Lines:
    """FD-6.12, FD-16: the own report, the other half's, allies'; and what an allied 8th jams."""
    world = eyes.locked.world
    found: list[object] = []
    for other in sorted({*world.party(reader), *world.allies(reader)}):
        lines = _own(eyes, other)
        if lines:
            found.append((other, lines))
        picked = eyes.locked.sheets[other].diary
        jams = picked is not None and picked.mode is Mode.B and eyes.wave == 1
        if jams and picked is not None and other in world.allies(reader):
            found.append((other, picked.picks))
    return tuple(found)
