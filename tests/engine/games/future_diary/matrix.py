"""Role against role: two seats, everything that each may do to the other.

A case is one act of a full table in which only these two act. Both know each other, one of them
does, or neither; they are allied with each other, with others, or with nobody; and each kills by
day or by night, disguises, flees, proposes, controls or uses the skill that its role has on the
other, wherever that is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from engine.games.future_diary.model import Day, Forced, Hit, Liberation, Sheet, World
from engine.games.future_diary.terms import Kind, Loop, Mode, Role
from tests.engine.games.future_diary.acts import Act
from tests.engine.games.future_diary.table import (
    NATURAL,
    ally,
    breaking,
    disguise,
    flee,
    hit,
    kill,
    maniac,
    probe,
    sheet,
    table,
    use,
)

__all__ = ["PAIRS", "cases"]

ONE, TWO = 4, 5
"""Neighbours, so that 12th reaches the other."""
FRIENDS = (9, 10)

PAIRS = tuple(combinations(NATURAL, 2))
"""All unordered pairs of roles; 7th's halves with each other are the one self-pair there is."""


def cases(one: str, two: str) -> Iterator[Act]:
    """Yield every case of a pair."""
    acts = (3, 4) if "/" in one + two else (3,)
    know: tuple[set[tuple[int, int]], ...] = (
        set(),
        {(ONE, TWO)},
        {(TWO, ONE)},
        {(ONE, TWO), (TWO, ONE)},
    )
    for act, known, friendly in product(acts, know, ("no", "each other", "others")):
        allied = {
            "no": (),
            "each other": ((ONE, TWO),),
            "others": tuple(zip((ONE, TWO), FRIENDS, strict=True)),
        }[friendly]
        if allied and one.split("/", maxsplit=1)[0] == two.split("/", maxsplit=1)[0]:
            continue  # halves have one alliance, and not with each other
        world = table(
            act=act,
            fl={ONE, TWO} - {n for n, name in ((ONE, one), (TWO, two)) if name == Role.FIRST},
            know={*known, *product((ONE, TWO), FRIENDS)},
            allied=allied,
            change={n: {"proof": 1} for n, r in ((ONE, one), (TWO, two)) if r == Role.AKISE},
            P4=one,
            P5=two,
        )
        for mine, theirs in product(moves(world, ONE, TWO), moves(world, TWO, ONE)):
            law = next(
                (Forced(seat=n, kind=Kind.DISGUISE) for n in (ONE, TWO) if _law(world, n)), None
            )
            yield Act(
                world=world,
                sheets={ONE: mine, TWO: theirs},
                answers={ONE: TWO, TWO: ONE},
                law=law if mine.skills.law or theirs.skills.law else None,
            )


def _law(world: World, number: int) -> bool:
    return world.seats[number].role is Role.ELEVENTH


def moves(world: World, me: int, other: int) -> Iterator[Sheet]:
    """Yield what a seat may do to the other one: actions, then its role's skills."""
    yield from _skilled(world, me, other)
    seat = world.seats[me]
    if seat.rests(world.act):
        yield sheet()
        return
    for day in _days(world, me, other):
        yield sheet(day)
    bound = world.party(me) | world.allies(me)
    mild = seat.role is Role.EIGHTH and not world.allies(me)
    if other not in bound and seat.loop is Loop.FIRST and not mild:
        for blow in _nights(world, me, other):
            yield sheet(night=blow)
            yield sheet(flee(), night=blow)


def _days(world: World, me: int, other: int) -> Iterator[Day]:
    seat, partner = world.seats[me], world.partner(me)
    known = world.knows(me, other)
    yield from (Day(), probe(other), disguise(), flee())
    if world.allies(me):
        yield breaking()
    elif known and other != partner:
        yield ally(other)
    if other in world.allies(me) | world.party(me):
        return
    mild = seat.role is Role.EIGHTH and not world.allies(me)
    if (known and not mild) or seat.role is Role.THIRD:
        yield kill(other)
    if seat.role is Role.SECOND:
        yield from (kill(other, blacken=kind) for kind in (Kind.NONE, Kind.DISGUISE, Kind.KILL))
    if seat.role is Role.THIRD:
        yield maniac()


def _nights(world: World, me: int, other: int) -> Iterator[Hit]:
    seat, target = world.seats[me], world.seats[other]
    yield hit(other, target.role)
    yield hit(other, Role.NINTH if target.role is not Role.NINTH else Role.TENTH)
    if seat.role is Role.SECOND:
        yield from (hit(other, blacken=kind) for kind in (Kind.NONE, Kind.FLEE))
    if seat.role in {Role.THIRD, Role.TENTH}:
        yield hit(other)
    if seat.role is Role.FIFTH:
        yield hit(other, Role.NINTH, target.role)


def _skilled(world: World, me: int, other: int) -> Iterator[Sheet]:
    known, seat = world.knows(me, other), world.seats[me]
    match seat.role:
        case Role.MURMUR:
            yield sheet(gods_view=other, servant=world.seats[other].true_name)
            if world.allies(me):
                for option in "abc":
                    yield sheet(liberation=Liberation(option=option, seat=other))
        case Role.FIFTH if known:
            yield sheet(black_heart=other)
            yield sheet(disguise(), black_heart=other)
        case Role.SEVENTH if other != world.partner(me):
            yield sheet(heart_link=other)
        case Role.EIGHTH if world.allies(me):
            yield from (sheet(diary=use(other, mode=mode)) for mode in (Mode.B, Mode.C))
        case Role.EIGHTH:
            yield sheet(diary=use(other, mode=Mode.UNION))
        case Role.AKISE:
            yield sheet(gamble=other)
            yield sheet(diary=use(other, kind=Kind.KILL))
        case _:
            yield from _controlling(world, me, other)


def _controlling(world: World, me: int, other: int) -> Iterator[Sheet]:
    """Yield what those do who hold strings: 6th, 11th, 12th."""
    forced = [
        Forced(seat=other, kind=kind, target=me if kind in {Kind.KILL, Kind.PROBE} else None)
        for kind in (Kind.KILL, Kind.PROBE, Kind.DISGUISE, Kind.FLEE, Kind.NONE)
    ]
    match world.seats[me].role:
        case Role.SIXTH:
            yield sheet(faith=other)
            if world.knows(me, other):
                yield from (sheet(disguise(), use_follower=order) for order in forced[:2])
        case Role.ELEVENTH:
            yield sheet(law=other)
        case Role.TWELFTH:
            yield from (sheet(hypnosis=order) for order in forced)
            yield sheet(disguise(), hypnosis=forced[0])
        case _:
            pass
