"""What seats find out at ``notices``: probe, Truth, Detective, Faith, God's View (FD-10.6, 3).

Everything reads the truth (FD-6.7) in one and the same state: the world after the deaths. So what a
probe of this act finds is not yet there for Faith. Only living seats find anything (FD-4.5), and a
skill that is void by then finds nothing at all (FD-3.7, FD-9.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games.future_diary.model import Sheet, Visible, World
from engine.games.future_diary.outcome import Outcome
from engine.games.future_diary.terms import Kind, Role, Via
from engine.games.future_diary.visible import truth

__all__ = [
    "Faith", "Guess", "Probe", "Sight", "detective", "faith", "finals_before", "gods_view", "links",
    "probes", "truths",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """``role``: the shown role found, None for "no result"."""

    by: int
    seat: int
    role: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """A guess at the kind of a final action (FD-4.4)."""

    by: int
    seat: int
    kind: Kind
    right: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Faith:
    """Whether ``seat`` knows 6th."""

    by: int
    seat: int
    found: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """Murmur's sight of a true final action and the diary-use flag."""

    by: int
    seat: int
    order: Visible
    used: bool


def probes(act: Outcome, world: World) -> tuple[Probe, ...]:
    """FD-4.5: return what every living prober found; ``world`` is that after the deaths.

    A forced probe is the puppet's (FD-12.7.2). One that is void finds nothing.
    """
    found = []
    for by, final in sorted(act.finals.items()):
        target = final.day.target
        if final.kind is not Kind.PROBE or target is None or not world.seats[by].alive:
            continue
        seen = target in act.disguised and by not in act.void
        role = world.seats[target].shown_role if seen else None
        found.append(Probe(by=by, seat=target, role=role))
    return tuple(found)


def truths(act: Outcome, world: World) -> tuple[Guess, ...]:
    """FD-12.14.2: return Akise's guess by Truth, if there is one."""
    return tuple(
        Guess(by=by, seat=asked[0], kind=asked[1], right=act.finals[asked[0]].kind is asked[1])
        for by, sheet in _declared(act, world)
        if (asked := sheet.skills.truth) is not None
    )


def detective(act: Outcome, world: World) -> tuple[Guess, ...]:
    """FD-12.14.3: return Akise's guesses by the Detective Diary (two with an extra pick)."""
    return tuple(
        Guess(by=by, seat=pick, kind=order.kind, right=act.finals[pick].kind is order.kind)
        for by, sheet in _declared(act, world)
        if by in act.locked.used
        and world.seats[by].role is Role.AKISE
        and (order := sheet.diary) is not None
        and order.kind is not None
        for pick in order.picks
    )


def faith(act: Outcome, world: World) -> tuple[Faith, ...]:
    """FD-12.7.1: return whether the named seat has a link to 6th.

    Links of before ``notices`` count (``act.world``), not what others find out beside it.
    """
    return tuple(
        Faith(by=by, seat=named, found=act.world.knows(named, by))
        for by, sheet in _declared(act, world)
        if (named := sheet.skills.faith) is not None
    )


def gods_view(act: Outcome, world: World) -> tuple[Sight, ...]:
    """FD-12.1.1: return the true final action and ``diary_used`` of the seat that Murmur named."""
    return tuple(
        Sight(by=by, seat=named, order=truth(act.finals[named].day), used=named in act.locked.used)
        for by, sheet in _declared(act, world)
        if (named := sheet.skills.gods_view) is not None
    )


def links(act: Outcome, world: World) -> tuple[tuple[int, int, Via], ...]:
    """Return the links that information makes: (owner, about, via), all from one state."""
    return (
        *((p.by, p.seat, Via.PROBE) for p in probes(act, world) if p.role is not None),
        *((t.by, t.seat, Via.TRUTH) for t in truths(act, world) if t.right),
        *((f.by, f.seat, Via.FAITH) for f in faith(act, world) if f.found),
    )


def finals_before(
    world: World, act: int, seats: tuple[int, ...]
) -> Iterator[tuple[int, int, Visible]]:
    """FD-12.14.1: yield (seat, act, true final action) of all acts before ``act`` (Proof)."""
    for seat in seats:
        for record in world.records:
            if record.act < act and seat in record.finals:
                yield seat, record.act, truth(record.finals[seat].day)


def _declared(act: Outcome, world: World) -> Iterator[tuple[int, Sheet]]:
    """Yield the sheets of living seats whose skills are not void."""
    void = act.locked.void | act.void
    for by, sheet in sorted(act.locked.sheets.items()):
        if world.seats[by].alive and by not in void:
            yield by, sheet
