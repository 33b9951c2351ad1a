"""A timed step: how long it is, and the loop that keeps it open until all are ready (FD-3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.games.future_diary.model import World
from engine.games.future_diary.state import Table
from engine.games.future_diary.terms import EventKind, Pace, Role, Step
from engine.request import Answer, Ask, Gather, Script, gather, tell

__all__ = ["hold", "seconds"]

_HOUR: Final = 3600
_NORMAL: Final[Mapping[Step, int]] = MappingProxyType(
    {
        Step.LOBBY: 60, Step.ORDERS: 300, Step.CHANGE_1: 90, Step.CHANGE_2: 60,
        Step.LAST_WORDS: 45, Step.PREDICT: 90,
    }
)  # fmt: skip
_DAILY: Final[Mapping[Step, int]] = MappingProxyType(
    {
        Step.LOBBY: 600, Step.ORDERS: 24 * _HOUR, Step.CHANGE_1: 8 * _HOUR,
        Step.CHANGE_2: 4 * _HOUR, Step.LAST_WORDS: 2 * _HOUR, Step.PREDICT: 12 * _HOUR,
    }
)  # fmt: skip
_FACTOR: Final[Mapping[Pace, float]] = MappingProxyType(
    {Pace.QUICK: 0.5, Pace.NORMAL: 1, Pace.SLOW: 4}
)
_FIRST_ORDERS: Final = 420
_PURSUIT: Final = 3 * 30


def seconds(world: World, step: Step, pace: Pace) -> int:
    """Return how long a step lasts at most (FD-3.1, FD-3.8), by public facts alone (FD-3.3).

    The time for 4th's follow-up guesses is given to everybody in advance as long as 4th is in play
    and not announced dead: an extension at the moment of the guess would tell all that 4th has
    just predicted rightly, which FD-16 gives to nobody.
    """
    if pace is Pace.DAILY:
        return _DAILY[step]
    length = _FIRST_ORDERS if step is Step.ORDERS and world.act == 1 else _NORMAL[step]
    fourth = world.holder(Role.FOURTH)
    if step is Step.PREDICT and fourth in world.living:
        length += _PURSUIT
    return int(length * _FACTOR[pace])


def hold(
    table: Table,
    step: Step,
    put: Callable[[int], Ask],
    take: Callable[[int, Answer], Script[None]],
) -> Script[None]:
    """Keep a step open: ``put(chair)`` makes a chair's ask, ``take`` carries an answer out.

    Every chair is asked, whatever it may do (FD-3.3). Only the ask of the chair that has answered
    is made anew. The step ends as soon as every ask is settled, or has been answered by a time-out.
    """
    table.world, table.posts = replace(table.world, step=step), {}
    act, length = table.world.act, seconds(table.world, step, table.pace)
    yield from tell(EventKind.STEP, act=act, step=step.value, seconds=length)
    asks = {chair: put(chair) for chair in range(table.size)}
    while not all(ask.settled for ask in asks.values()):
        given = yield from gather(
            Gather(kind=step.value, asks=tuple(asks.values()), step=f"{step}:{act}", seconds=length)
        )
        for chair, answer in given.items():
            yield from take(chair, answer)
            asks[chair] = put(chair)
