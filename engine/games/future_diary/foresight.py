"""The two waves of foresight (FD-3.4): who reads what, and who may change the future on it.

All reports of a wave are made from one state and delivered at once (FD-6.11).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.event import Value
from engine.games.future_diary import change, finals, resolve
from engine.games.future_diary.alliances import deliverable
from engine.games.future_diary.diaries import CHOICES, READERS, augment, read, watcher, yukiteru
from engine.games.future_diary.diaries.page import Lines, Page, Projected
from engine.games.future_diary.model import DiaryOrder, Visible
from engine.games.future_diary.outcome import Inputs, Locked
from engine.games.future_diary.roles import MAN, ROLES
from engine.games.future_diary.terms import Kind, Mode, Role
from engine.games.future_diary.visible import Sight, as_order, sight, truth

__all__ = ["Foresight", "Look", "Report", "projected", "wave"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What the diary of seat ``of`` says; ``copy``: the seat that a Watcher copies."""

    of: int
    lines: Lines
    copy: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """11th's look at a true provisional final action (FD-12.12.2)."""

    seat: int
    order: Visible


@dataclass(frozen=True, slots=True, kw_only=True)
class Foresight:
    """What one seat receives in a wave, ``nothing`` included.

    ``proposals`` (wave 1) are seats that wait for this one's answer, ``change`` says whether it may
    now replace its day order.
    """

    reports: tuple[Report, ...] = ()
    jammed: bool = False
    proposals: tuple[int, ...] = ()
    change: bool = False
    law: Look | None = None

    def told(self) -> Mapping[str, Value]:
        """Return the private fields of a ``foresight`` event."""
        law: Value = None
        if self.law is not None:
            law = {"seat": self.law.seat, "order": as_order(self.law.order)}
        return {
            "reports": tuple({"of": r.of, "copy": r.copy, "lines": r.lines} for r in self.reports),
            "jammed": self.jammed,
            "proposals": self.proposals,
            "change": self.change,
            "law": law,
        }


def wave(locked: Locked, inputs: Inputs, number: int) -> Mapping[int, Foresight]:
    """Return by living seat what ``foresight_1`` or ``foresight_2`` brings.

    For wave 2 ``inputs`` holds what came in ``change_1`` (FD-6.9).
    """
    assert number in {1, 2}, "there are two waves"
    provisional = finals.provisional(locked, inputs) if number == 2 else None
    own = _own(locked, sight(locked, provisional), number)
    proposals = deliverable(locked) if number == 1 else {}
    looks = {}
    if provisional is not None:
        for owner in locked.forgone:
            x = locked.sheets[owner].skills.law
            if locked.forgone[owner] == "law" and x is not None:
                looks[owner] = Look(seat=x, order=truth(provisional[x].day))
    return MappingProxyType(
        {
            n: Foresight(
                reports=tuple(_read_by(locked, own, n, number)),
                jammed=number == 1 and _jammed(locked, n),
                proposals=proposals.get(n, ()),
                change=change.why_not(locked, n, number) is None,
                law=looks.get(n),
            )
            for n in locked.world.living
        }
    )


def _jammed(locked: Locked, reader: int) -> bool:
    """Say whether "your diary stays closed": the own one, or the one that both halves read."""
    other, act = locked.world.partner(reader), locked.world.act
    shared = other is not None and locked.world.seats[other].rests(act)
    return reader in locked.jammed or (shared and other in locked.jammed)


def _own(locked: Locked, seen: Sight, number: int) -> Mapping[int, tuple[Report, ...]]:
    """Return by owner the reports of its own diary in this wave."""
    said = dict(_delivered(locked, seen, number))
    reports: dict[int, tuple[Report, ...]] = {
        owner: (Report(of=owner, lines=lines),) for owner, lines in said.items()
    }
    eleventh = locked.world.holder(Role.ELEVENTH)
    if eleventh in locked.used:
        copied = watcher.copies(locked, eleventh, number, said | _choices(locked, number))
        reports[eleventh] = tuple(
            Report(of=eleventh, lines=lines, copy=watched) for watched, lines in copied.items()
        )
    return reports


def _delivered(locked: Locked, seen: Sight, number: int) -> Iterator[tuple[int, Lines]]:
    """Yield what diaries say in this wave: the used ones, the Watcher's aside, and 2nd's love."""
    for owner, seat in sorted(locked.world.seats.items()):
        card = ROLES[seat.role].diary
        if seat.role is Role.SECOND and seat.alive and number == 2:
            lines = yukiteru.extension(_page(locked, seen, owner))
            if lines:
                yield owner, lines
        elif owner in locked.used and seat.role in READERS and card and card.wave == number:
            yield owner, read(_page(locked, seen, owner))


def _choices(locked: Locked, number: int) -> dict[int, Lines]:
    """Return what the Watcher may copy in wave 1 of diaries without a report (FD-6.14)."""
    orders = {owner: locked.sheets[owner].diary for owner in locked.used}
    return {
        owner: CHOICES[role](order)
        for owner, order in orders.items()
        if number == 1 and order and (role := locked.world.seats[owner].role) in CHOICES
    }


def _page(locked: Locked, seen: Sight, owner: int) -> Page:
    return Page(
        sight=seen,
        world=locked.world,
        owner=locked.world.seats[owner],
        order=locked.sheets[owner].diary or DiaryOrder(),
        void=owner in locked.void,
        kills=projected(locked, owner),
    )


def projected(locked: Locked, owner: int) -> tuple[Projected, ...]:
    """Return how 3rd's kills stand, or for 7th's woman the man's; for others nothing (FD-6.10)."""
    seat = locked.world.seats[owner]
    killer = owner if seat.role is Role.THIRD else locked.world.partner(owner)
    if killer is None or seat.half == MAN:
        return ()
    sheet = locked.sheets[killer]
    night = (*sheet.night.hits, *((f,) if (f := sheet.night.followup) is not None else ()))
    hits = {False: sheet.day.hits if sheet.day.kind is Kind.KILL else (), True: night}
    reasons = resolve.project(locked).reasons
    return tuple(
        Projected(target=hit.target, night=later, reason=reasons[killer, later, index])
        for later, ordered in hits.items()
        for index, hit in enumerate(ordered)
    )


def _read_by(
    locked: Locked, own: Mapping[int, tuple[Report, ...]], reader: int, number: int
) -> Iterator[Report]:
    """Own reports, then those of the other half and of allies (FD-6.12, FD-8.9).

    The alliances of ``lock`` count: one that forms in this act reads along from the next. What 8th
    jams is shown to its ally (FD-16), which is all that Augment gives to read.
    """
    yield from own.get(reader, ())
    allies = locked.world.allies(reader)
    for other in (*sorted(locked.world.party(reader) - {reader}), *sorted(allies)):
        yield from own.get(other, ())
        order = locked.sheets[other].diary
        if number == 1 and other in allies and order is not None and order.mode is Mode.B:
            yield Report(of=other, lines=augment.choice(order))
