"""The pipeline of a damage, from its amount to the end of dying (N81-8.3, N81-8.6)."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.no81.death import die, may_flip, offer_flip, part
from engine.games.no81.dying import dying_window
from engine.games.no81.faces import treasures
from engine.games.no81.glossary import Attribute, Camp, Face, Timing
from engine.games.no81.health import (
    apply_damage,
    at_zero,
    counters_of,
)
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import EventKind, Flag
from engine.games.no81.triggers import fire, fire_forced
from engine.request import Script, tell

__all__ = ["Damage", "falls", "hurt", "own_attribute"]

_OF_CAMP = {
    Camp.COLD: Attribute.COLD,
    Camp.WARM: Attribute.WARM,
    Camp.COLOURLESS: Attribute.NONE,
}


@dataclass(slots=True, kw_only=True)
class Damage:
    """One damage (N81-8.3). ``bonus`` is what "next attack" effects add; ``fixed``: N81-15.5.

    ``full`` is the amount after D2, which reductions go by (N81-17.9).
    """

    amount: int
    attribute: Attribute
    source: int | None
    target: int
    cause: str
    is_attack: bool = False
    bonus: int = 0
    fixed: bool = False
    full: int = 0
    changes: dict[str, int] = field(default_factory=dict)
    """What made the amount another one than the text's: Amplify, Treasure, flags, skills by id."""


def own_attribute(state: State, seat: int) -> Attribute:
    """N81-8.2(b): return the attribute of a damage that follows its source's camp."""
    return _OF_CAMP[state.players[seat].camp]


def hurt(state: State, damage: Damage) -> Script[None]:
    """Run one damage through D1 to D7; a dead target takes none."""
    target = damage.target
    if not state.alive(target):
        return
    if not damage.fixed:
        yield from _amount(state, damage)
    if not state.alive(target):
        return
    if damage.amount <= 0:
        yield from _averted(damage)
        return
    apply_damage(state, target, damage.amount, damage.attribute)
    yield from tell(
        EventKind.DAMAGED,
        seat=target,
        amount=damage.amount,
        attribute=damage.attribute,
        source=damage.source,
        cause=damage.cause,
        changes=damage.changes,
        counters=counters_of(state, target),
        cap=state.players[target].cap,
    )
    if at_zero(state, target):
        yield from _dying(state, target, damage.source)
    yield from fire(state, Moment(timing=Timing.AFTER_DAMAGE, damage=damage))


def _averted(damage: Damage) -> Script[None]:
    """Tell what made a damage come to nothing."""
    if damage.changes:
        yield from tell(
            EventKind.AVERTED,
            seat=damage.target,
            source=damage.source,
            cause=damage.cause,
            changes=damage.changes,
        )


def _amount(state: State, damage: Damage) -> Script[None]:
    """D2, D3: additions of the source, then reductions of the target, then its optional skills."""
    source, target = damage.source, damage.target
    if source is not None:
        found = _additions(state, damage, source)
        damage.changes |= {name: n for name, n in found.items() if n}
        damage.amount += sum(found.values())
    changes = damage.changes
    if source is not None:
        moment = Moment(timing=Timing.W_DMG_SRC, damage=damage, changes=changes)
        yield from fire(state, moment, [source])
    damage.full = damage.amount
    moment = Moment(timing=Timing.W_DMG_TGT, damage=damage, changes=changes)
    yield from fire_forced(state, target, moment)
    yield from fire(state, moment, [target])


def _additions(state: State, damage: Damage, source: int) -> dict[str, int]:
    """D2: return what cards and lasting effects of the source add."""
    player = state.players[source]
    found = {Flag.BONUS.value: damage.bonus, Face.TREASURE.value: treasures(state, source)}
    if damage.is_attack:
        found |= {Face.AMPLIFY.value: player.amplify, Flag.DAMAGE.value: player.damage}
    return found


def _dying(state: State, seat: int, killer: int | None) -> Script[None]:
    """N81-8.6: the window of the dying; then flip; then death."""
    yield from tell(EventKind.DYING, seat=seat)
    yield from dying_window(state, seat, falls)
    if not state.alive(seat) or not at_zero(state, seat):
        return
    stays = seat not in state.leaving
    if stays and may_flip(state, seat) and (yield from offer_flip(state, seat)):
        return
    # Meanwhile its player may have left (N81-8.9).
    yield from part(state, seat) if seat in state.leaving else die(state, seat, killer)
    yield from falls(state)


def falls(state: State) -> Script[None]:
    """Look at what left somebody's zone, right after the effect that took it.

    N81-9.18.2: of a Treasure that seat takes 2.
    """
    while state.lost:
        seat, card, face, cause = state.lost.pop(0)
        if face == Face.TREASURE:
            none, why = Attribute.NONE, Face.TREASURE
            damage = Damage(amount=2, attribute=none, source=None, target=seat, cause=why)
            yield from hurt(state, damage)
        moment = Moment(timing=Timing.CARD_DETACHED, who=seat, card=card, cause=cause)
        yield from fire(state, moment)
