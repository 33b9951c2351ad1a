"""A table to try rules on: a world with the named seats, and one act of it.

``table(P4="fourth", P9="ninth", fl={5}, know={(4, 9)}, allied={(4, 6)}, act=3)`` is a world of
fifteen seats as the rules page's scenarios have it: unnamed seats get the other roles (each its own
number where that is free, Murmur 13, Akise 14), everybody is alive, second loop except 2nd, holds
its flee charge and knows nobody but who is in ``know``.

Sheets are given as values: ``sheet(kill(9))``, ``sheet(flee(), diary=use(4, 7), faith=5)``,
``sheet(night=hit(9, "ninth"))``. ``play(world, P4=sheet(kill(9)))`` is one whole act by the pure
functions; ``played.code(4, 9)`` says what became of that kill, ``played.world`` is what comes next.
Or in the words of the answers' grammar: ``written("day=kill", "day.target=9")``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from engine.games.future_diary import answer
from engine.games.future_diary.close import close
from engine.games.future_diary.diaries.justice import hunted
from engine.games.future_diary.ledger import learn
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import (
    Day,
    DiaryOrder,
    Forced,
    Hit,
    Liberation,
    Night,
    Seat,
    Sheet,
    Skills,
    Standing,
    World,
)  # fmt: skip
from engine.games.future_diary.outcome import Blow, Closed, Inputs, Locked, Outcome, Words
from engine.games.future_diary.resolve import resolve
from engine.games.future_diary.roles import HALVES, SETUPS
from engine.games.future_diary.terms import Cause, Code, Kind, Loop, Mode, Role, Step, Via

__all__ = [
    "Played", "ally", "breaking", "disguise", "flee", "forced", "hit", "kill", "liberated",
    "maniac", "none", "play", "probe", "sheet", "table", "use", "written",
]  # fmt: skip

NATURAL = (
    "first", "second", "third", "fourth", "fifth", "sixth", HALVES[0], "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "murmur", "akise", HALVES[1],
)  # fmt: skip
"""Who sits where if nobody says otherwise: seat 1 first."""


def table(
    *,
    seats: int = 15,
    fl: Iterable[int] = (),
    know: Iterable[tuple[int, int]] = (),
    allied: Iterable[tuple[int, int]] = (),
    dead: Iterable[int] = (),
    masks: Mapping[int, str] = MappingProxyType({}),
    act: int = 1,
    change: Mapping[int, Mapping[str, Any]] = MappingProxyType({}),
    **roles: str,
) -> World:
    """Return the world at the start of ``orders`` of ``act``.

    ``roles``: ``P4="fourth"``, 7th as ``seventh/man``. ``fl``: first-loop seats beside 2nd's.
    ``know``: pairs (who, about). ``allied``: pairs; naming one half of 7th is enough. ``change``:
    other fields of a :class:`Seat`, by seat: ``change={9: {"spent": frozenset({"half_god"})}}``.
    """
    in_play = SETUPS[seats]
    names = _deal(seats, in_play, {int(place[1:]): role for place, role in roles.items()})
    world = World(
        seats=MappingProxyType({n: _seat(n, name, {*fl}, {*dead}) for n, name in names.items()}),
        roles=in_play,
        act=act,
        step=Step.ORDERS,
    )
    for number, mask in masks.items():
        world = world.with_seats(replace(world.seats[number], shown=mask))
    world = replace(
        world, alliances=tuple((world.party(one), world.party(two)) for one, two in allied)
    )
    for who, about in sorted(know):
        world = learn(world, who, about, Via.PROBE)
    changed = (replace(world.seats[n], **fields) for n, fields in change.items())
    return world.with_seats(*changed)


def _deal(seats: int, in_play: tuple[Role, ...], named: Mapping[int, str]) -> dict[int, str]:
    left = [name for name in NATURAL if name.split("/")[0] in in_play]
    for name in named.values():
        left.remove(name)
    names = dict(named)
    for number in range(1, seats + 1):
        if number not in names and (own := NATURAL[number - 1]) in left:
            left.remove(own)
            names[number] = own
    for number in range(1, seats + 1):
        if number not in names:
            names[number] = left.pop(0)
    assert not left, "too many roles were named"
    return dict(sorted(names.items()))


def _seat(number: int, name: str, fl: set[int], dead: set[int]) -> Seat:
    role, _, half = name.partition("/")
    first = number in fl or role == Role.SECOND
    return Seat(
        number=number,
        role=Role(role),
        half=half,
        persona=f"persona {number}",
        loop=Loop.FIRST if first else Loop.SECOND,
        alive=number not in dead,
    )


# --- orders, in the words of the rules page ---------------------------------------------------


def probe(target: int) -> Day:
    """Probe ``target``."""
    return Day(kind=Kind.PROBE, target=target)


def hit(target: int, *guess: str, blacken: str | None = None, pierce: bool | None = None) -> Hit:
    """Return one kill; ``guess`` are role ids (by night)."""
    return Hit(
        target=target,
        guess=tuple(Role(role) for role in guess),
        blacken=None if blacken is None else Kind(blacken),
        pierce=pierce,
    )


def kill(target: int, *, blacken: str | None = None, pierce: bool | None = None) -> Day:
    """Kill ``target`` by day."""
    return Day(kind=Kind.KILL, hits=(hit(target, blacken=blacken, pierce=pierce),))


def maniac() -> Day:
    """Kill everybody 3rd knows; ``lock`` aims it."""
    return Day(kind=Kind.KILL, maniac=True)


def disguise() -> Day:
    """Disguise."""
    return Day(kind=Kind.DISGUISE)


def flee() -> Day:
    """Flee."""
    return Day(kind=Kind.FLEE)


def ally(target: int) -> Day:
    """Propose to ``target``."""
    return Day(kind=Kind.ALLY, target=target)


def breaking() -> Day:
    """Break the alliance."""
    return Day(kind=Kind.BREAK)


def none() -> Day:
    """Pass."""
    return Day()


def use(
    *picks: int, mode: Mode | None = None, kind: str | None = None, dog_b: int | None = None
) -> DiaryOrder:
    """Use the diary."""
    return DiaryOrder(
        mode=mode, picks=picks, kind=None if kind is None else Kind(kind), dog_b=dog_b
    )


def forced(seat: int, kind: str, target: int | None = None) -> Forced:
    """Set the final action of ``seat`` (Use, Hypnosis, Law)."""
    return Forced(seat=seat, kind=Kind(kind), target=target)


def liberated(option: str, seat: int) -> Sheet:
    """Return Murmur's sheet with Liberation ``a``, ``b`` or ``c`` of a seat."""
    return sheet(liberation=Liberation(option=option, seat=seat))


def sheet(
    day: Day | None = None,
    *,
    night: Hit | tuple[Hit, ...] = (),
    followup: Hit | None = None,
    diary: DiaryOrder | None = None,
    **skills: Any,
) -> Sheet:
    """Return an order sheet; ``skills`` by their field of :class:`Skills`."""
    hits = (night,) if isinstance(night, Hit) else night
    return Sheet(
        day=day or Day(),
        night=Night(hits=hits, followup=followup),
        diary=diary,
        skills=Skills(**skills),
    )


def written(*fields: str) -> Sheet:
    """Return the order sheet that the fields of an answer mean."""
    return answer.sheet(answer.read(("submit", *fields)).fields)


# --- one act ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One act, from ``lock`` to the next world."""

    locked: Locked
    outcome: Outcome
    closed: Closed

    @property
    def world(self) -> World:
        """What is true after ``notices``."""
        return self.closed.world

    @property
    def dead(self) -> tuple[int, ...]:
        """Who died in this act."""
        return self.closed.deaths

    @property
    def prompts(self) -> dict[int, tuple[str, ...]]:
        """Who is asked for last words."""
        return dict(self.outcome.prompts)

    def blow(self, author: int, target: int, *, night: bool = False) -> Blow:
        """Return the only kill of ``author`` on ``target`` at that time that is no counter-kill."""
        (found,) = (
            blow
            for blow in self.outcome.blows
            if (blow.author, blow.target, blow.night, blow.counter)
            == (author, target, night, False)
        )
        return found

    def code(self, author: int, target: int, *, night: bool = False) -> Code:
        """Return what became of that kill."""
        return self.blow(author, target, night=night).code

    def effects(self, victim: int) -> list[tuple[int, Cause, Code]]:
        """Return (author, cause, code) of the death effects on ``victim``, in order."""
        found = (effect for effect in self.closed.effects if effect.victim == victim)
        return [(effect.author, effect.cause, effect.code) for effect in found]

    def known(self, owner: int) -> dict[int, str]:
        """Return what ``owner`` knows afterwards: the newest role by seat."""
        return {entry.seat: entry.role for entry in self.world.seats[owner].ledger}

    def vias(self, owner: int) -> dict[int, Via]:
        """Return how ``owner`` came to know, the newest way by seat."""
        return {entry.seat: entry.via for entry in self.world.seats[owner].ledger}

    def next(self) -> World:
        """Return the world at the start of the next act."""
        return replace(self.world, act=self.world.act + 1)


def play(
    world: World,
    *,
    changes: Mapping[int, Day] = MappingProxyType({}),
    answers: Mapping[int, int | None] = MappingProxyType({}),
    law: Forced | None = None,
    said: Mapping[int, Standing] = MappingProxyType({}),
    sheets: Mapping[int, Sheet] = MappingProxyType({}),
    **orders: Sheet,
) -> Played:
    """Play one act: ``P4=sheet(...)`` (or ``sheets`` by number), then what came in after ``lock``.

    ``said``: answers to last-words prompts; who has none speaks by its standing instruction.
    """
    given = {**sheets, **{int(place[1:]): order for place, order in orders.items()}}
    locked = lock(world, given)
    outcome = resolve(locked, Inputs(changes=changes, answers=answers, law=law))
    return Played(
        locked=locked,
        outcome=outcome,
        closed=close(outcome, Words(said=said), hunted(locked)),
    )
