"""Worlds drawn at random: any that can come up between two acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import TypeVar

from engine.games.future_diary.ledger import learn
from engine.games.future_diary.model import (
    Seat,
    Standing,
    World,
)
from engine.games.future_diary.roles import FIRST_LOOP, HALVES, SETUPS
from engine.games.future_diary.terms import Loop, Role, Step, Via

__all__ = ["draw_world"]

T = TypeVar("T")


def draw_world(rng: Random) -> World:
    """Draw a world at the start of ``orders``: roles, loops, deaths, knowledge, alliances."""
    size = rng.randint(5, 15)
    in_play = SETUPS[size]
    names = [n for role in in_play for n in (HALVES if role is Role.SEVENTH else (role.value,))]
    rng.shuffle(names)
    first = {Role.SECOND}
    while sum(name.split("/")[0] in first for name in names) < FIRST_LOOP[size]:
        first.add(rng.choice([r for r in in_play if r not in {Role.FIRST, Role.SECOND}]))
    fallen = {role for role in in_play if rng.random() < 0.15}
    world = World(
        seats=MappingProxyType(
            {n: _seat(rng, n, name, first, fallen) for n, name in enumerate(names, 1)}
        ),
        roles=in_play,
        act=rng.randint(1, 20),
        step=Step.ORDERS,
    )
    parties = sorted({tuple(sorted(world.party(n))) for n in world.living})
    rng.shuffle(parties)
    pairs = zip(parties[::2], parties[1::2], strict=False)
    chosen = [(frozenset(a), frozenset(b)) for a, b in pairs if rng.random() < 0.3]
    world = replace(world, alliances=tuple(chosen))
    much = rng.choice((0.1, 0.3, 0.9))
    for one in world.seats:
        for other in world.seats:
            if one != other and rng.random() < much:
                world = learn(world, one, other, Via.PROBE)
    return world


def _seat(rng: Random, number: int, name: str, first: set[Role], fallen: set[Role]) -> Seat:
    role, _, half = name.partition("/")
    once = ("one_shot", "half_god", "law", "gamble", "first_attacker", "trigger1")
    return Seat(
        number=number,
        role=Role(role),
        half=half,
        loop=Loop.FIRST if Role(role) in first else Loop.SECOND,
        alive=Role(role) not in fallen,
        charge=rng.random() < 0.8,
        night_right=rng.random() < 0.05,
        spent=frozenset(what for what in once if rng.random() < 0.3),
        proof=1 if role == Role.AKISE and rng.random() < 0.5 else 0,
        standing=Standing(
            half_god=rng.random() < 0.5,
            bomb=_some(rng, (n for n in range(1, 6) if n != number), 2),
            awakening=_some(rng, (n for n in range(1, 6) if n != number), 2),
            trigger1=rng.random() < 0.7,
            will=rng.random() < 0.7,
            hold=rng.random() < 0.2,
        ),
        forced=rng.randint(1, 40),
        silenced=rng.randint(1, 60),
    )


def _some(rng: Random, of: Iterable[T], most: int) -> tuple[T, ...]:
    pool = list(of)
    return tuple(rng.sample(pool, min(len(pool), rng.randint(0, most))))
