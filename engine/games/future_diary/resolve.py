"""``resolve``: what an act does; and its projection, which two diaries read (FD-6.10, FD-9.1)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from engine.games.future_diary.alliances import replies
from engine.games.future_diary.finals import finals
from engine.games.future_diary.last_words import prompts
from engine.games.future_diary.model import Cover, Day, Final, Hit, Night
from engine.games.future_diary.outcome import Blow, Inputs, Locked, Outcome, Outlook, Stage
from engine.games.future_diary.stages import run
from engine.games.future_diary.terms import Cause, Code, Kind, Role

__all__ = ["project", "resolve"]

_STAGES = tuple(Stage)


def resolve(locked: Locked, inputs: Inputs) -> Outcome:
    """Return what the act did, before the last words. Pure (FD-17.4)."""
    act = run(locked, inputs, finals(locked, inputs), replies(locked, inputs))
    return replace(act, prompts=prompts(act))


def project(locked: Locked) -> Outlook:
    """Return how the kill orders would end as things stand at ``foresight_1``.

    Nobody changes or answers, not even 1st; 5th does what it shows, whoever holds its strings,
    because none of its deeds is foreseen by a diary (FD-6.6).
    """
    fifth = locked.world.holder(Role.FIFTH)
    foreseen = dict(finals(locked, Inputs()))
    if fifth in foreseen and fifth not in locked.void:
        assert fifth is not None
        shown = replace(
            locked.sheets[fifth], day=_as_shown(locked.sheets[fifth].day.fake), night=Night()
        )
        locked = replace(locked, sheets=MappingProxyType({**locked.sheets, fifth: shown}))
        foreseen[fifth] = Final(day=shown.day)
    act = run(locked, Inputs(), MappingProxyType(foreseen), {})
    return Outlook(
        reasons=MappingProxyType(
            {
                (blow.author, blow.night, blow.index): _reason(act, blow)
                for blow in act.blows
                if _own(act, blow)
            }
        )
    )


def _as_shown(fake: Cover | None) -> Day:
    """Return 5th's day order as it shows it: its fake, else nothing."""
    if fake is None:
        return Day()
    hits = (Hit(target=fake.target),) if fake.kind is Kind.KILL and fake.target else ()
    return Day(kind=fake.kind, target=None if hits else fake.target, hits=hits)


def _own(act: Outcome, blow: Blow) -> bool:
    """Return whether it is a kill that its seat ordered itself: no counter, no puppet's deed."""
    day = act.locked.sheets[blow.author].day
    own = len(day.hits) if day.kind is Kind.KILL else 0
    return not blow.counter and (blow.night or blow.index < own)


def _reason(act: Outcome, blow: Blow) -> Code | None:
    """Return None for success: the target is down when the batch ends; else why it is not."""
    fell = (_STAGES.index(e.stage) for e in act.effects if _fells(e.victim, e.code, blow.target))
    if any(stage <= _STAGES.index(blow.stage) for stage in fell):
        return None
    if blow.code is not Code.LANDED:
        return blow.code
    return next(
        effect.code
        for effect in act.effects
        if (effect.author, effect.victim, effect.stage, effect.index, effect.cause)
        == (blow.author, blow.target, blow.stage, blow.index, Cause.KILL)
    )


def _fells(victim: int, code: Code, target: int) -> bool:
    return victim == target and code is Code.DEAD
