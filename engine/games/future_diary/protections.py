"""What becomes of death effects: the layers P1 to P6 (FD-9.8) and which cause each works against.

Effects of one batch are applied one after the other (FD-9.2), redirected ones after all direct ones
(FD-9.13), the joint death of 7th last (FD-9.14). Alliances and who is down are read as they were
when the batch began; a one-shot layer is spent at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.games.future_diary.outcome import Effect, Outcome, Stage
from engine.games.future_diary.terms import Cause, Code, Role

__all__ = ["ONE_SHOT", "apply", "detective_right"]

ONE_SHOT: Final = "one_shot"
"""In ``Seat.spent``: 2nd's Control or 12th's Double is gone."""

_KILLS = frozenset({Cause.KILL, Cause.COUNTER})

WORKS_AGAINST: Final[Mapping[Code, frozenset[Cause]]] = MappingProxyType(
    {
        Code.DETECTIVE: _KILLS | {Cause.REDIRECT, Cause.BOMB},
        Code.DEPENDENT: _KILLS,
        Code.MERCY: _KILLS,
        Code.REDIRECTED: _KILLS | {Cause.GAMBLE, Cause.BOMB},
        Code.ABSORBED: _KILLS | {Cause.REDIRECT, Cause.GAMBLE, Cause.BOMB},
    }
)
"""The table of FD-9.12; nothing works against a joint death."""

_CAUSES = tuple(Cause)

Layer = Callable[[Outcome, Outcome, Effect], bool]
"""Whether a layer ends an effect, from the act at the batch's start and the act of now."""


def apply(act: Outcome, effects: Iterable[Effect]) -> Outcome:
    """Return the act after one batch of death effects (their ``code`` is yet to be found)."""
    start = act
    moved: list[Effect] = []
    for effect in sorted(effects, key=_order):
        act, judged = _one(start, act, effect)
        if judged.moved_to is not None:
            moved.append(_borne(judged, judged.moved_to, len(moved)))
    for effect in moved:
        act, _ = _one(start, act, effect)
    return _joint_death(act, start)


def detective_right(act: Outcome, number: int) -> frozenset[int]:
    """Return whose final actions Akise guessed right with the Detective diary (FD-12.14.3)."""
    diary = act.locked.sheets[number].diary
    if diary is None or number not in act.locked.used or not act.holds(number, Role.AKISE):
        return frozenset()
    return frozenset(pick for pick in diary.picks if act.finals[pick].kind is diary.kind)


def _order(effect: Effect) -> tuple[int, int, int, int]:
    """FD-9.2; a counter-kill and a Gamble come after what the same author ordered."""
    return effect.victim, effect.author, _CAUSES.index(effect.cause), effect.index


def _one(start: Outcome, act: Outcome, effect: Effect) -> tuple[Outcome, Effect]:
    """Pass one effect through the layers; return the act after it and the effect as it ended."""
    code = next(
        (
            code
            for code, layer in _LAYERS
            if effect.cause in WORKS_AGAINST[code] and layer(start, act, effect)
        ),
        Code.DEAD,
    )
    judged = replace(effect, code=code)
    match code:
        case Code.REDIRECTED:
            judged = replace(judged, moved_to=_bearer(act, effect.victim))
        case Code.ABSORBED:
            seat = act.world.seats[effect.victim]
            spent = replace(seat, spent=seat.spent | {ONE_SHOT})
            act = replace(act, world=act.world.with_seats(spent))
        case Code.DEAD:
            act = replace(act, down=act.down | {effect.victim})
        case _:
            pass
    return replace(act, effects=(*act.effects, judged)), judged


def _p1_detective(_start: Outcome, act: Outcome, effect: Effect) -> bool:
    """Akise guessed what the author would do."""
    return effect.author in detective_right(act, effect.victim)


def _p2_dependence(start: Outcome, act: Outcome, effect: Effect) -> bool:
    """1st leans on an ally (FD-12.2.2)."""
    return act.holds(effect.victim, Role.FIRST) and start.allied(effect.victim)


def _p3_mercy(start: Outcome, act: Outcome, effect: Effect) -> bool:
    """8th without an ally is not killed (FD-12.9.3)."""
    return act.holds(effect.victim, Role.EIGHTH) and not start.allied(effect.victim)


def _p4_black_heart(start: Outcome, act: Outcome, effect: Effect) -> bool:
    """5th has somebody else bear it, who must still be up (FD-12.6.3, FD-9.13)."""
    bearer = _bearer(act, effect.victim)
    return bearer is not None and bearer not in start.down


def _p5_one_shot(_start: Outcome, act: Outcome, effect: Effect) -> bool:
    """2nd's Control or 12th's Double, once per game, unless held back (FD-10.4)."""
    seat = act.world.seats[effect.victim]
    has = act.holds(effect.victim, Role.SECOND) or act.holds(effect.victim, Role.TWELFTH)
    return has and ONE_SHOT not in seat.spent and not seat.standing.hold


_LAYERS: tuple[tuple[Code, Layer], ...] = (
    (Code.DETECTIVE, _p1_detective),
    (Code.DEPENDENT, _p2_dependence),
    (Code.MERCY, _p3_mercy),
    (Code.REDIRECTED, _p4_black_heart),
    (Code.ABSORBED, _p5_one_shot),
)
"""P1 to P5; P6 is that nothing protects."""


def _bearer(act: Outcome, number: int) -> int | None:
    if not act.holds(number, Role.FIFTH):
        return None
    return act.locked.sheets[number].skills.black_heart


def _borne(effect: Effect, bearer: int, index: int) -> Effect:
    """Return the effect as its bearer suffers it: by 5th's hand (P4)."""
    return Effect(
        victim=bearer,
        author=effect.victim,
        cause=Cause.REDIRECT,
        code=Code.DEAD,
        stage=effect.stage,
        index=index,
    )


def _joint_death(act: Outcome, start: Outcome) -> Outcome:
    """Let 7th's other half fall with the one that went down in this batch."""
    for number in sorted(act.down - start.down):
        partner = act.world.partner(number)
        if partner is None or partner in act.down:
            continue
        stage: Stage = act.effects[-1].stage
        joint = Effect(
            victim=partner, author=number, cause=Cause.JOINT, code=Code.DEAD, stage=stage
        )
        act = replace(act, down=act.down | {partner}, effects=(*act.effects, joint))
    return act
