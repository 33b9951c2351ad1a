"""``close``: the last words and what ``notices`` brings, in the order of FD-10.2 and FD-10.6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.games.future_diary import costs, information
from engine.games.future_diary.last_words import (
    HALF_GOD,
    killers,
    may_return,
    standing_effects,
    word_of,
)
from engine.games.future_diary.ledger import learn
from engine.games.future_diary.model import World
from engine.games.future_diary.outcome import Closed, Effect, Outcome, Stage, Words
from engine.games.future_diary.protections import apply
from engine.games.future_diary.terms import Cause, Code, Kind, Loop, Role, Via
from engine.games.future_diary.triggers import (
    choose_her,
    her_choice,
    it_may_reach_him,
    proof,
    tell_him,
)

__all__ = ["close"]

Pair = tuple[frozenset[int], frozenset[int]]


def close(outcome: Outcome, words: Words, hunted: int | None = None) -> Closed:
    """Return the act after its last words; ``hunted`` is whom 12th now trails. Pure (FD-17.4)."""
    act, half_god = _half_god(outcome, words)
    act, couple = _her_choice(act, words)
    act, bomb = _bomb(act, words)
    world = _buried(act, hunted)
    world = _parted(act, world)
    world, charged = _charged(act, world)
    for owner, about, via in information.links(act, world):
        world = learn(world, owner, about, via)
    world, awakened = _awakened(outcome, words, world)
    world, will = _will(act, words, world)
    tokens = tuple((n, token) for n, token in costs.gifts(act) if world.seats[n].alive)
    for number, token in tokens:
        world = costs.give(act, world, number, token)
    world, proved = _proved(world)
    deaths = tuple(sorted(act.down))
    return Closed(
        outcome=outcome,
        words=words,
        world=replace(world, quiet=0 if deaths else world.quiet + 1),
        deaths=deaths,
        effects=(*outcome.effects, *(e for e in act.effects if e.stage is Stage.LAST_WORDS)),
        half_god=half_god,
        chose_her=couple,
        bomb=bomb,
        awakened=awakened,
        will=will,
        ended=tuple(p for p in _alliances(outcome, act) if p not in world.alliances),
        charged=charged,
        gifts=tokens,
        proof=proved,
    )


# --- last words, in the order of FD-10.2 -------------------------------------------------------


def _half_god(act: Outcome, words: Words) -> tuple[Outcome, int | None]:
    """9th returns: then half-god is gone, and the night is its own (FD-12.10.3, FD-10.5)."""
    ninth = act.world.holder(Role.NINTH)
    if ninth is None or ninth not in act.down or not may_return(act, ninth):
        return act, None
    if not word_of(act, words, ninth).half_god:
        return act, None
    seat = act.world.seats[ninth]
    back = replace(
        seat,
        spent=seat.spent | {HALF_GOD},
        night_right=seat.night_right or seat.loop is Loop.SECOND,
    )
    return _saved(replace(act, world=act.world.with_seats(back)), ninth), ninth


def _her_choice(act: Outcome, words: Words) -> tuple[Outcome, tuple[int, int] | None]:
    """1st chooses (FD-13.1)."""
    couple = her_choice(act)
    if couple is None or not word_of(act, words, couple[0]).trigger1:
        return act, None
    return _saved(replace(act, world=choose_her(act.world, *couple)), couple[0]), couple


def _saved(act: Outcome, number: int) -> Outcome:
    """Cancel the one effect that stood on a seat: from now on it counts for nothing."""
    (standing,) = standing_effects(act, number)
    left = tuple(effect for effect in act.effects if effect is not standing)
    return replace(act, down=act.down - {number}, effects=left)


def _bomb(act: Outcome, words: Words) -> tuple[Outcome, int | None]:
    """9th takes somebody along: the first choice that is not down now (FD-10.2, FD-10.3)."""
    ninth = act.world.holder(Role.NINTH)
    if ninth is None or ninth not in act.down or act.powerless(ninth):
        return act, None
    choices = word_of(act, words, ninth).bomb
    up = (n for n in choices if n not in act.down and act.world.seats[n].alive)
    victim = next(up, None)
    if victim is None:
        return act, None
    bomb = Effect(
        victim=victim, author=ninth, cause=Cause.BOMB, code=Code.DEAD, stage=Stage.LAST_WORDS
    )
    return apply(act, [bomb]), victim


def _awakened(
    outcome: Outcome, words: Words, world: World
) -> tuple[World, Mapping[int, tuple[tuple[int, str], ...]]]:
    """10th tells who killed it (FD-12.11.2); who is down at ``notices`` gets nothing."""
    tenth = outcome.world.holder(Role.TENTH)
    told: dict[int, tuple[tuple[int, str], ...]] = {}
    if tenth is None or tenth not in outcome.down:
        return world, told
    news = tuple((n, world.seats[n].shown_role) for n in killers(outcome, tenth))
    for recipient in word_of(outcome, words, tenth).awakening if news else ():
        if world.seats[recipient].alive:
            told[recipient] = news
            for killer, role in news:
                world = learn(world, recipient, killer, Via.AWAKENING, role)
    return world, MappingProxyType(told)


def _will(
    act: Outcome, words: Words, world: World
) -> tuple[World, tuple[tuple[int, str], ...] | None]:
    """Akise's knowledge reaches 1st, on the state after the bomb (FD-13.2, FD-10.3)."""
    akise = world.holder(Role.AKISE)
    if akise is None or not it_may_reach_him(world, act.down):
        return world, None
    return tell_him(world) if word_of(act, words, akise).will else (world, None)


# --- notices, in the order of FD-10.6 ----------------------------------------------------------


def _buried(act: Outcome, hunted: int | None) -> World:
    """Let the down die and the living pay; tracks end at a grave (FD-12.5.1, FD-12.13.1)."""
    now = act.world.act
    world = act.world.with_seats(
        *(costs.pay(act, act.world.seats[n]) for n in act.locked.sheets if n not in act.down),
        *(replace(act.world.seats[n], alive=False, died=now) for n in act.down),
    )
    for number in world.living:
        seat = world.seats[number]
        if seat.watch is not None and not world.seats[seat.watch].alive:
            world = world.with_seats(replace(seat, watch=None))
        if seat.role is not Role.TWELFTH:
            continue
        trail = seat.trail if hunted is None else hunted
        if trail is not None and not world.seats[trail].alive:
            ready = min(seat.ready_from, now + 1)  # it may search again without cool-down
            seat = replace(seat, ready_from=ready)
            trail = None
        world = world.with_seats(replace(seat, trail=trail))
    return world


def _parted(act: Outcome, world: World) -> World:
    """End the alliances of the dead, and those that an effective break ends (FD-8.10, FD-8.11)."""
    broken = {
        pair
        for number, final in act.finals.items()
        if final.kind is Kind.BREAK and number not in act.void
        for pair in act.locked.world.alliances
        if number in pair[0] | pair[1]
    }
    left = (p for p in world.alliances if p not in broken and not (p[0] | p[1]) & act.down)
    return replace(world, alliances=tuple(left))


def _alliances(outcome: Outcome, act: Outcome) -> dict[Pair, None]:
    """Return all alliances of this act: those of R2, and one that she was chosen for."""
    return dict.fromkeys((*outcome.world.alliances, *act.world.alliances))


def _charged(act: Outcome, world: World) -> tuple[World, frozenset[int]]:
    """Give a flee charge for a kill that stands on a seat that dies (FD-4.11)."""
    killed = {
        effect.author
        for victim in act.down
        for effect in standing_effects(act, victim)
        if effect.cause in {Cause.KILL, Cause.COUNTER}
    }
    back = [world.seats[n] for n in sorted(killed) if n in world.living]
    back = [seat for seat in back if not seat.charge]
    world = world.with_seats(*(replace(seat, charge=True) for seat in back))
    return world, frozenset(seat.number for seat in back)


def _proved(world: World) -> tuple[World, int | None]:
    """Open Akise's Proof pick where it has just found 8th (FD-10.6, FD-12.14.1)."""
    akise = world.holder(Role.AKISE)
    if akise is None or not world.seats[akise].alive:
        return world, None
    seat = proof(world.seats[akise], world.act)
    found = seat is not world.seats[akise]
    return world.with_seats(seat), akise if found else None
