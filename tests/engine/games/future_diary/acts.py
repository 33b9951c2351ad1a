"""Acts drawn at random: any world that can come up, any orders that are legal in it.

Written from the rules page alone, beside the order sheets' own checks, so that resolution is tried
on what the rules allow and not on what a form happens to offer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.games.future_diary.alliances import deliverable
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import (
    Cover,
    Day,
    DiaryOrder,
    Forced,
    Frame,
    Hit,
    Liberation,
    Night,
    Seat,
    Sheet,
    Skills,
    World,
)
from engine.games.future_diary.terms import Kind, Loop, Mode, Role
from tests.engine.games.future_diary.drawn_world import draw_world
from tests.engine.games.future_diary.table import Played, play

__all__ = ["Act", "draw_act", "draw_sheet"]

FREE_KINDS = (Kind.PROBE, Kind.KILL, Kind.DISGUISE, Kind.FLEE, Kind.NONE)
"""What a change, Hypnosis or Law may set (FD-7.4, FD-7.7)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A world and everything that came in during one act of it."""

    world: World
    sheets: Mapping[int, Sheet]
    changes: Mapping[int, Day] = field(default_factory=dict)
    answers: Mapping[int, int | None] = field(default_factory=dict)
    law: Forced | None = None

    def play(self) -> Played:
        """Play it; the dying speak by their standing instructions."""
        return play(
            self.world,
            sheets=self.sheets,
            changes=self.changes,
            answers=self.answers,
            law=self.law,
        )


def draw_act(rng: Random) -> Act:
    """Draw a world and a whole act of it."""
    world = draw_world(rng)
    sheets = {n: draw_sheet(rng, world, n) for n in world.living}
    locked = lock(world, sheets)
    changes = {
        n: _day(rng, world, world.seats[n], FREE_KINDS)
        for n in world.living
        if rng.random() < 0.25
        and sheets[n].day.kind not in {Kind.ALLY, Kind.BREAK}
        and not world.seats[n].rests(world.act)
    }
    answers = {n: rng.choice((None, *proposers)) for n, proposers in deliverable(locked).items()}
    eleventh = world.holder(Role.ELEVENTH)
    law = None
    if eleventh and eleventh in locked.forgone and rng.random() < 0.8:
        others = [n for n in world.living if n != locked.sheets[eleventh].skills.law]
        law = _control(rng, world, rng.choice(others), FREE_KINDS)
    return Act(world=world, sheets=sheets, changes=changes, answers=answers, law=law)


# --- orders -----------------------------------------------------------------------------------


def draw_sheet(rng: Random, world: World, number: int) -> Sheet:
    """Draw any legal order sheet of one seat."""
    seat = world.seats[number]
    skills = _skills(rng, world, seat)
    diary = _diary(rng, world, seat) if rng.random() < 0.6 else None
    if skills.use_follower or skills.law:
        diary = None
    if seat.rests(world.act):
        return Sheet(diary=diary, skills=skills)
    kinds = (*FREE_KINDS, Kind.KILL, Kind.ALLY, Kind.BREAK)
    return Sheet(
        day=_day(rng, world, seat, kinds),
        night=_night(rng, world, seat),
        diary=diary,
        skills=skills,
    )


def _others(world: World, number: int) -> list[int]:
    return [n for n in world.living if n != number]


def _prey(world: World, number: int) -> list[int]:
    """Return whom a seat may aim a kill at (FD-4.14), knowledge aside."""
    bound = world.party(number) | world.allies(number)
    return [n for n in world.living if n not in bound]


def _day(rng: Random, world: World, seat: Seat, kinds: Sequence[Kind]) -> Day:
    number = seat.number
    known = [n for n in _others(world, number) if world.knows(number, n)]
    match rng.choice(kinds):
        case Kind.PROBE if others := _others(world, number):
            return Day(kind=Kind.PROBE, target=rng.choice(others), fake=_fake(rng, world, seat))
        case Kind.KILL:
            return _day_kill(rng, world, seat)
        case Kind.ALLY if not world.allies(number):
            free = [n for n in known if n not in world.party(number)]
            return Day(kind=Kind.ALLY, target=rng.choice(free)) if free else Day()
        case Kind.BREAK if world.allies(number):
            return Day(kind=Kind.BREAK)
        case Kind.FLEE if seat.charge:
            return Day(kind=Kind.FLEE)
        case Kind.DISGUISE:
            return Day(kind=Kind.DISGUISE, fake=_fake(rng, world, seat))
        case _:
            return Day()


def _fake(rng: Random, world: World, seat: Seat) -> Cover | None:
    if seat.role is not Role.FIFTH or rng.random() < 0.5:
        return None
    kind = rng.choice((Kind.KILL, Kind.FLEE, Kind.NONE))
    return Cover(kind=kind, target=_target(rng, _others(world, seat.number), kind))


def _target(rng: Random, among: Sequence[int], kind: Kind) -> int | None:
    return rng.choice(among) if kind in {Kind.PROBE, Kind.KILL} else None


def _day_kill(rng: Random, world: World, seat: Seat) -> Day:
    number = seat.number
    if seat.role is Role.EIGHTH and not world.allies(number):
        return Day()
    prey = _prey(world, number)
    known = [n for n in prey if world.knows(number, n)]
    pierce = rng.choice((None, True, False)) if world.omniscient(number) else None
    frame = _frame(rng, world, seat)
    if seat.role is Role.THIRD and len(known) > 1 and rng.random() < 0.4:
        return Day(kind=Kind.KILL, maniac=True)
    if seat.role is Role.SECOND and prey and rng.random() < 0.7:
        hit = Hit(target=rng.choice(prey), blacken=rng.choice(tuple(Kind)))
        return Day(kind=Kind.KILL, hits=(hit,))
    within = prey if seat.role is Role.THIRD else known
    if not within:
        return Day()
    hit = Hit(target=rng.choice(within), pierce=pierce)
    if frame is not None and frame.seat == hit.target:
        frame = None
    return Day(kind=Kind.KILL, hits=(hit,), frame=frame, fake=None)


def _frame(rng: Random, world: World, seat: Seat) -> Frame | None:
    if seat.role is not Role.FOURTH or rng.random() < 0.5:
        return None
    return Frame(seat=rng.choice(_others(world, seat.number)))


def _night(rng: Random, world: World, seat: Seat) -> Night:
    prey = _prey(world, seat.number)
    right = seat.loop is Loop.FIRST or seat.night_right
    banned = seat.role is Role.EIGHTH and not world.allies(seat.number)
    if not right or banned or not prey or rng.random() < 0.3:
        return Night()
    most = 2 if seat.role is Role.SEVENTH else 1
    targets = rng.sample(prey, min(len(prey), rng.randint(1, most)))
    hits = tuple(_hit(rng, world, seat, target) for target in targets)
    rest = [n for n in prey if n not in targets]
    follow = None
    if seat.role is Role.THIRD and hits[0].guess and rest and rng.random() < 0.7:
        follow = Hit(target=(other := rng.choice(rest)), guess=(_guess(rng, world, other),))
    return Night(hits=hits, followup=follow, frame=_frame(rng, world, seat))


def _hit(rng: Random, world: World, seat: Seat, target: int) -> Hit:
    if seat.role is Role.SECOND and rng.random() < 0.5:
        return Hit(target=target, blacken=rng.choice(tuple(Kind)))
    if seat.role in {Role.THIRD, Role.TENTH} and rng.random() < 0.5:
        return Hit(target=target)
    guesses = 2 if seat.role is Role.FIFTH else 1
    return Hit(target=target, guess=tuple(_guess(rng, world, target) for _ in range(guesses)))


def _guess(rng: Random, world: World, target: int) -> Role:
    """Guess rightly as often as not, or nearly everything would fail."""
    return world.seats[target].role if rng.random() < 0.6 else rng.choice(world.roles)


def _diary(rng: Random, world: World, seat: Seat) -> DiaryOrder | None:
    others = _others(world, seat.number)
    known = [n for n in others if world.knows(seat.number, n)]
    if not others:
        return None
    pick = rng.choice(others)
    match seat.role:
        case Role.MURMUR:
            return None
        case Role.FIRST:
            return DiaryOrder(picks=tuple(rng.sample(others, min(3, len(others)))))
        case Role.FOURTH:
            watch = DiaryOrder(mode=Mode.WATCH, picks=(rng.choice(known),)) if known else None
            return rng.choice((DiaryOrder(mode=Mode.SWEEP), watch))
        case Role.EIGHTH if allies := world.allies(seat.number):
            mode = rng.choice((Mode.A, Mode.B, Mode.C))
            return DiaryOrder(mode=mode, picks=(min(allies) if mode is Mode.A else pick,))
        case Role.EIGHTH:
            return DiaryOrder(mode=Mode.UNION, picks=(pick,)) if seat.loop is Loop.FIRST else None
        case Role.TWELFTH:
            return DiaryOrder(mode=Mode.SEARCH, picks=(pick,))
        case Role.AKISE:
            return DiaryOrder(picks=(pick,), kind=rng.choice(tuple(Kind))) if seat.proof else None
        case Role.SEVENTH if not seat.rests(world.act):
            return None
        case Role.FIFTH | Role.TENTH | Role.ELEVENTH:
            return DiaryOrder(picks=(pick,))
        case _:
            return DiaryOrder()


def _skills(rng: Random, world: World, seat: Seat) -> Skills:
    others = _others(world, seat.number)
    known = [n for n in others if world.knows(seat.number, n)]
    if not others or rng.random() < 0.3:
        return Skills()
    other = rng.choice(others)
    match seat.role:
        case Role.MURMUR:
            freed = None
            if world.allies(seat.number):
                option = rng.choice("abc")
                freed = Liberation(option=option, seat=other)
            mask = rng.choice((None, *(s.true_name for s in world.seats.values() if s.alive)))
            return Skills(
                gods_view=other,
                servant=None if mask == Role.MURMUR else mask,
                liberation=freed,
            )
        case Role.FIFTH if known:
            return Skills(black_heart=rng.choice(known))
        case Role.SIXTH:
            puppet = None
            if known and rng.random() < 0.7:
                puppet = _control(rng, world, rng.choice(known), (Kind.PROBE, Kind.KILL))
            return Skills(faith=other, use_follower=puppet)
        case Role.SEVENTH:
            free = [n for n in others if n not in world.party(seat.number)]
            return (
                Skills(heart_link=min(free) if rng.random() < 0.5 else rng.choice(free))
                if (free)
                else Skills()
            )
        case Role.ELEVENTH if "law" not in seat.spent:
            return Skills(law=other)
        case Role.TWELFTH:
            near = [n for n in world.neighbours(seat.number) if world.seats[n].alive]
            return (
                Skills(hypnosis=_control(rng, world, rng.choice(near), FREE_KINDS))
                if (near)
                else Skills()
            )
        case Role.AKISE:
            truth = None if seat.proof else (other, rng.choice(tuple(Kind)))
            bet = rng.choice(others) if "gamble" not in seat.spent else None
            return Skills(truth=truth, gamble=bet)
        case _:
            return Skills()


def _control(rng: Random, world: World, puppet: int, kinds: Sequence[Kind]) -> Forced:
    kind = rng.choice(kinds)
    return Forced(seat=puppet, kind=kind, target=_target(rng, _others(world, puppet), kind))
