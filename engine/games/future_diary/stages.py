"""The named stages of an act, in the order of FD-9.1.

Every stage is a function from the act as the stage before left it to the act after it; nothing is
read but that, and every walk is in seat order, so no order of arrival can matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain

from engine.games.future_diary.alliances import form
from engine.games.future_diary.batch import day_kills, follow_up, gamble, night_kills, strike
from engine.games.future_diary.kills import guessed_kind
from engine.games.future_diary.model import Final
from engine.games.future_diary.outcome import Inputs, Locked, Outcome, Stage
from engine.games.future_diary.terms import Kind, Role

__all__ = ["run"]


def run(
    locked: Locked,
    inputs: Inputs,
    decided: Mapping[int, Final],
    answers: Mapping[int, int | None],
) -> Outcome:
    """Run all stages; R1 is done (``decided``), as are the answers to proposals."""
    act = Outcome(locked=locked, inputs=inputs, world=locked.world, finals=decided)
    act = form(act, answers)
    for stage, carry_out in _AFTER_ALLIANCES:
        act = carry_out(act, stage)
    return act


def _blacken_lock(act: Outcome, _stage: Stage) -> Outcome:
    """R3: what 2nd guessed rightly of a seat that it knows leaves that seat void (FD-12.3.3)."""
    second = act.world.holder(Role.SECOND)
    if second is None or second not in act.finals or not act.holds(second, Role.SECOND):
        return act
    friends = act.world.allies(second)
    hits = (*act.finals[second].day.hits, *act.locked.sheets[second].night.hits)
    held = (
        hit.target
        for hit in hits
        if guessed_kind(act, hit)
        and hit.target not in friends
        and act.locked.world.knows(second, hit.target)
    )
    return replace(act, void=frozenset(held))


def _effective(act: Outcome, kind: Kind) -> list[int]:
    """Return the seats whose final action is of this kind and not void (FD-9.4)."""
    return [
        n for n, final in sorted(act.finals.items()) if final.kind is kind and n not in act.void
    ]


def _flee(act: Outcome, _stage: Stage) -> Outcome:
    """R4: the charge is spent, attacked or not (FD-4.10); without one nobody flees (FD-7.8)."""
    fleeing = [n for n in _effective(act, Kind.FLEE) if act.world.seats[n].charge]
    spent = (replace(act.world.seats[n], charge=False) for n in fleeing)
    return replace(act, world=act.world.with_seats(*spent), fleeing=frozenset(fleeing))


def _disguise(act: Outcome, _stage: Stage) -> Outcome:
    """R5: disguised by day and by night (FD-4.8)."""
    return replace(act, disguised=frozenset(_effective(act, Kind.DISGUISE)))


def _first(act: Outcome, stage: Stage) -> list[int]:
    """Return who acts in this batch: with priority the named seat, else all others (FD-12.1.3)."""
    ahead = stage in {Stage.PRIORITY_DAY, Stage.PRIORITY_NIGHT}
    return [n for n in sorted(act.finals) if (n == act.locked.priority) is ahead]


def _day(act: Outcome, stage: Stage) -> Outcome:
    """R6: day kills, and Gamble in the batch of Akise (FD-9.15)."""
    authors = _first(act, stage)
    kills = [*chain.from_iterable(day_kills(act, author, stage) for author in authors)]
    akise = act.world.holder(Role.AKISE)
    act, bets = gamble(act, akise, stage) if akise and akise in authors else (act, ())
    return strike(act, kills, bets)


def _night(act: Outcome, stage: Stage) -> Outcome:
    """R7a, R7b: night kills."""
    authors = _first(act, stage)
    return strike(act, chain.from_iterable(night_kills(act, n, stage) for n in authors))


def _follow_up(act: Outcome, stage: Stage) -> Outcome:
    """R7c: 3rd's extra night guess (FD-12.4.3)."""
    return strike(act, chain.from_iterable(follow_up(act, n, stage) for n in sorted(act.finals)))


_AFTER_ALLIANCES: tuple[tuple[Stage, Callable[[Outcome, Stage], Outcome]], ...] = (
    (Stage.BLACKEN_LOCK, _blacken_lock),
    (Stage.FLEE, _flee),
    (Stage.DISGUISE, _disguise),
    (Stage.PRIORITY_DAY, _day),
    (Stage.DAY, _day),
    (Stage.PRIORITY_NIGHT, _night),
    (Stage.NIGHT, _night),
    (Stage.FOLLOW_UP, _follow_up),
)
