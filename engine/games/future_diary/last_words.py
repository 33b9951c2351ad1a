"""Who is asked for last words, and what the answers are where nobody answers (FD-10)."""

from __future__ import annotations

from types import MappingProxyType

from engine.games.future_diary.model import Standing
from engine.games.future_diary.outcome import Effect, Outcome, Words
from engine.games.future_diary.terms import Cause, Code, Role
from engine.games.future_diary.triggers import her_choice, it_may_reach_him

__all__ = [
    "AWAKENING", "BOMB", "HALF_GOD", "TRIGGER_1", "WILL", "killers", "may_return", "prompts",
    "standing_effects", "word_of",
]  # fmt: skip

HALF_GOD = "half_god"
BOMB = "bomb"
TRIGGER_1 = "trigger1"
AWAKENING = "awakening"
WILL = "will"


def prompts(act: Outcome) -> MappingProxyType[int, tuple[str, ...]]:
    """Return by seat what it is asked, all at the same time and on the state of now (FD-10.2)."""
    asked: dict[int, tuple[str, ...]] = {}
    for number in sorted(act.down):
        match act.world.seats[number].role:
            case Role.NINTH if not act.powerless(number):
                asked[number] = (HALF_GOD, BOMB) if may_return(act, number) else (BOMB,)
            case Role.FIRST if her_choice(act) is not None:
                asked[number] = (TRIGGER_1,)
            case Role.TENTH if killers(act, number):
                asked[number] = (AWAKENING,)
            case Role.AKISE if it_may_reach_him(act.world, act.down):
                asked[number] = (WILL,)
            case _:
                pass
    return MappingProxyType(asked)


def may_return(act: Outcome, ninth: int) -> bool:
    """Return whether half-god can cancel 9th's death (FD-12.10.3)."""
    return (
        HALF_GOD not in act.world.seats[ninth].spent
        and not act.powerless(ninth)
        and bool(act.targets.get(ninth))
        and len(standing_effects(act, ninth)) == 1
    )


def killers(act: Outcome, tenth: int) -> tuple[int, ...]:
    """Return whose kills stand on a 10th whose Awakening works, in seat order (FD-12.11.2)."""
    if act.powerless(tenth):
        return ()
    effects = standing_effects(act, tenth)
    return tuple(sorted({e.author for e in effects if e.cause in {Cause.KILL, Cause.COUNTER}}))


def standing_effects(act: Outcome, number: int) -> tuple[Effect, ...]:
    """Return the death effects that stand on a seat (FD-9.16)."""
    return tuple(e for e in act.effects if e.victim == number and e.code is Code.DEAD)


def word_of(act: Outcome, words: Words, number: int) -> Standing:
    """Return a seat's last words: its answer, else its standing instruction (FD-10.4)."""
    return words.said.get(number, act.world.seats[number].standing)
