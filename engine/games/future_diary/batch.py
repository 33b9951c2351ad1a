"""One batch of a resolution: kills that are tried at the same time, and Gamble (FD-9.2).

First all kills are checked against the act as it was when the batch began, then counter-kills and
2nd's Control follow from them, then all death effects are applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.games.future_diary.finals import own_day
from engine.games.future_diary.kills import Kill, aims, counter_fails, fails, is_blacken
from engine.games.future_diary.ledger import learn
from engine.games.future_diary.model import Hit, Note
from engine.games.future_diary.outcome import Blow, Effect, Outcome, Stage
from engine.games.future_diary.protections import apply
from engine.games.future_diary.terms import Cause, Code, Kind, Role, Via

__all__ = ["FIRST_ATTACKER", "day_kills", "follow_up", "gamble", "night_kills", "strike"]

FIRST_ATTACKER = "first_attacker"
"""In ``Seat.spent``: Control has told 2nd a seat (FD-12.3.4)."""


# --- what is tried ----------------------------------------------------------------------------


def day_kills(act: Outcome, author: int, stage: Stage) -> Iterator[Kill]:
    """Yield the day kills of one seat: its own that a control replaced, then its final ones."""
    final = act.finals[author]
    void = Code.VOID if author in act.void else None
    own = own_day(act.locked, act.inputs, author)
    replaced = own.hits if final.author is not None and own.kind is Kind.KILL else ()
    for index, hit in enumerate(replaced):
        idle = void or Code.CONTROLLED
        yield Kill(author=author, hit=hit, stage=stage, index=index, idle=idle)
    hits = final.day.hits if final.kind is Kind.KILL else ()
    for index, hit in enumerate(hits, len(replaced)):
        yield Kill(author=author, hit=hit, stage=stage, index=index, idle=void)


def night_kills(act: Outcome, author: int, stage: Stage) -> Iterator[Kill]:
    """Yield the night kills of one seat, without 3rd's follow-up."""
    void = Code.VOID if author in act.void else None
    for index, hit in enumerate(act.locked.sheets[author].night.hits):
        yield Kill(author=author, hit=hit, stage=stage, index=index, night=True, idle=void)


def follow_up(act: Outcome, author: int, stage: Stage) -> Iterator[Kill]:
    """Yield 3rd's follow-up; it is idle unless a first kill with a guess landed (FD-12.4.3)."""
    night = act.locked.sheets[author].night
    if night.followup is None:
        return
    first = next((b for b in act.blows if b.author == author and b.night and not b.counter), None)
    landed = first is not None and first.code is Code.LANDED and night.hits[0].guess
    earned = landed and act.holds(author, Role.THIRD)
    yield Kill(
        author=author,
        hit=night.followup,
        stage=stage,
        index=len(night.hits),
        night=True,
        follow=True,
        idle=None if earned else Code.VOID,
    )


# --- what comes of it -------------------------------------------------------------------------


def strike(act: Outcome, kills: Iterable[Kill], effects: Iterable[Effect] = ()) -> Outcome:
    """Return the act after one batch. ``effects`` are death effects that are not kills."""
    tried = [(kill, aims(act, kill)) for kill in kills]
    reached = [kill for kill, code in tried if code is None]
    # Who counters 2nd is one of its attackers; that does not hang on what Control then tells it.
    met = [kill for kill in reached if fails(act, kill) is Code.COUNTERED]
    informed = _control(act, [*reached, *map(_counter, met)])
    blows = [(kill, code or fails(informed, kill) or Code.LANDED) for kill, code in tried]
    counters = [
        (counter, counter_fails(act, counter) or Code.LANDED)
        for counter in (_counter(kill) for kill, code in blows if code is Code.COUNTERED)
    ]
    informed = replace(
        informed,
        targets=_targets(act, [*reached, *(kill for kill, _ in counters)]),
        blows=(
            *act.blows,
            *(_blow(act, kill, code) for kill, code in blows),
            *(_blow(act, kill, code, counter=True) for kill, code in counters),
        ),
    )
    landed = [_effect(act, kill, Cause.KILL) for kill, code in blows if code is Code.LANDED]
    landed += [_effect(act, kill, Cause.COUNTER) for kill, code in counters if code is Code.LANDED]
    return apply(informed, [*landed, *effects])


def _counter(kill: Kill) -> Kill:
    """Return the counter-kill that a disguise answers with (FD-9.9)."""
    return replace(kill, author=kill.target, hit=Hit(target=kill.author), index=0, follow=False)


def _control(act: Outcome, kills: Iterable[Kill]) -> Outcome:
    """2nd learns who made it a target: the first time the seat too, at once (FD-12.3.4)."""
    second = act.world.holder(Role.SECOND)
    if second is None or act.powerless(second):
        return act
    for killer in sorted({kill.author for kill in kills if kill.target == second}):
        seat = act.world.seats[second]
        first = FIRST_ATTACKER not in seat.spent
        told = (killer, act.world.seats[killer].shown_role, first)
        act = replace(act, attackers=(*act.attackers, told))
        if first:
            marked = act.world.with_seats(replace(seat, spent=seat.spent | {FIRST_ATTACKER}))
            world = learn(marked, second, killer, Via.CONTROL_FATE)
        else:  # a role note, which is no link (FD-5.5)
            note = Note(role=told[1], act=act.world.act)
            world = act.world.with_seats(replace(seat, notes=(*seat.notes, note)))
        act = replace(act, world=world)
    return act


def _targets(act: Outcome, kills: Iterable[Kill]) -> Mapping[int, tuple[int, ...]]:
    targets = dict(act.targets)
    for kill in kills:
        targets[kill.target] = (*targets.get(kill.target, ()), kill.author)
    return MappingProxyType(dict(sorted(targets.items())))


def _blow(act: Outcome, kill: Kill, code: Code, *, counter: bool = False) -> Blow:
    return Blow(
        author=kill.author,
        target=kill.target,
        night=kill.night,
        index=kill.index,
        code=code,
        stage=kill.stage,
        follow=kill.follow,
        counter=counter,
        blacken=is_blacken(act, kill),
    )


def _effect(act: Outcome, kill: Kill, cause: Cause) -> Effect:
    return Effect(
        victim=kill.target,
        author=kill.author,
        cause=cause,
        code=Code.DEAD,
        stage=kill.stage,
        index=kill.index,
        blacken=is_blacken(act, kill),
    )


def gamble(act: Outcome, akise: int, stage: Stage) -> tuple[Outcome, tuple[Effect, ...]]:
    """Place Akise's bet (FD-12.14.4): return the act with it, and the death effect it made."""
    bet = act.locked.sheets[akise].skills.gamble
    if bet is None or akise in act.down or not act.holds(akise, Role.AKISE):
        return act, ()
    lost = bet not in act.void and akise in _prey(act, bet)
    won = not lost and act.locked.world.knows(akise, bet)
    told = MappingProxyType({"seat": bet, "lost": lost if lost or won else None})
    victim, author = (akise, bet) if lost else (bet, akise)
    effect = Effect(victim=victim, author=author, cause=Cause.GAMBLE, code=Code.DEAD, stage=stage)
    return replace(act, gamble=told), (effect,) if lost or won else ()


def _prey(act: Outcome, number: int) -> frozenset[int]:
    """Return all targets of a seat's final day kill and of its night order."""
    night = act.locked.sheets[number].night
    day = act.finals[number].day
    hits = (*(day.hits if day.kind is Kind.KILL else ()), *night.hits)
    follow = () if night.followup is None else (night.followup,)
    return frozenset(hit.target for hit in (*hits, *follow))
