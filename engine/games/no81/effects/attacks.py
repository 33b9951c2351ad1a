"""The three attack cards and their healing modes (N81-9.1, N81-9.3, N81-9.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.games.no81.damage import Damage, hurt, own_attribute
from engine.games.no81.effects.targets import within_range
from engine.games.no81.glossary import Attribute, Camp, Face, Query
from engine.games.no81.health import can_recover, heal, hostile_count
from engine.games.no81.moves import set_flag
from engine.games.no81.queries import asked
from engine.games.no81.state import State
from engine.games.no81.terms import Flag
from engine.games.no81.use import CardRule, Effect, Shape, Use
from engine.request import Script

__all__ = ["ATTACK_RULES", "PUNCH_ATTACK", "may_attack", "spend"]


def may_attack(state: State, user: int, _card: str) -> bool:
    """N81-5.6: one attack-class card a play phase, unless the next one does not count."""
    player = state.players[user]
    if player.free_attack:
        return True
    return player.attacks < asked(state, user, Query.ATTACK_LIMIT, 1, {})


def spend(state: State, user: int, *, counts: bool = True) -> Script[int]:
    """Declare an attack: count it, spend what waits for the next one; return the bonus."""
    player = state.players[user]
    bonus = player.bonus
    player.attacked = True
    if counts and not player.free_attack:
        player.attacks += 1
    if player.free_attack:
        yield from set_flag(state, user, Flag.FREE_ATTACK, False)
    if bonus:
        yield from set_flag(state, user, Flag.BONUS, 0)
    return bonus


def _strike(*, colourless: bool) -> Effect:
    """Return the effect of an attack: 1 damage, ``is_attack``."""

    def effect(state: State, use: Use, target: int) -> Script[None]:
        attribute = Attribute.NONE if colourless else own_attribute(state, use.user)
        yield from hurt(
            state,
            Damage(
                amount=1,
                attribute=attribute,
                source=use.user,
                target=target,
                cause=use.face,
                is_attack=True,
                bonus=use.bonus,
            ),
        )

    return effect


def _in_range(but: Camp | None) -> Callable[[State, int, str], list[int]]:
    return lambda state, user, _card: within_range(state, user, but=but)


def _may_heal(camp: Camp) -> Callable[[State, int, str], bool]:
    """N81-8.11: of that camp, hurt, and able to recover."""

    def allowed(state: State, user: int, _card: str) -> bool:
        hurt_now = hostile_count(state, user) > 0
        return state.players[user].camp is camp and hurt_now and can_recover(state, user)

    return allowed


def _heal_one(state: State, use: Use, target: int) -> Script[None]:
    yield from heal(state, target, 1, cause=use.face)


def _coloured(face: Face, camp: Camp) -> tuple[CardRule, CardRule]:
    """Return both modes of a coloured attack card."""
    healing = CardRule(
        face=face, mode=1, shape=Shape.SELF, effect=_heal_one, allowed=_may_heal(camp), event=False
    )
    attack = CardRule(
        face=face,
        mode=2,
        shape=Shape.ONE,
        effect=_strike(colourless=False),
        targets=_in_range(camp),
        allowed=may_attack,
        attack=True,
        event=False,
    )
    return healing, attack


PUNCH_ATTACK: Final = CardRule(
    face=Face.ATTACK_PLAIN,
    mode=1,
    shape=Shape.ONE,
    effect=_strike(colourless=True),
    attack=True,
    event=False,
)
"""N81-9.14.1: the virtual attack of a Punch, on a target that was chosen already."""

ATTACK_RULES: Final = (
    CardRule(
        face=Face.ATTACK_PLAIN,
        mode=1,
        shape=Shape.ONE,
        effect=_strike(colourless=True),
        targets=_in_range(None),
        allowed=may_attack,
        attack=True,
        event=False,
    ),
    *_coloured(Face.ATTACK_COLD, Camp.COLD),
    *_coloured(Face.ATTACK_WARM, Camp.WARM),
)
