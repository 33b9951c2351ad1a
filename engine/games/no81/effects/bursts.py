"""Latent Outburst and Energy Burst: all others choose how to bear it (N81-9.8, N81-9.12)."""

from __future__ import annotations

from typing import Final

from engine.event import Value
from engine.games.no81.cards import ATTACKS
from engine.games.no81.damage import Damage, hurt, own_attribute
from engine.games.no81.effects.targets import others
from engine.games.no81.faces import in_hand
from engine.games.no81.glossary import Attribute, Face
from engine.games.no81.moves import discard_mind, go_home, move
from engine.games.no81.pay import breaking
from engine.games.no81.places import RESOLVING, hand
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, EventKind, Pick, Why
from engine.games.no81.use import CardRule, Price, Shape, Use
from engine.games.no81.windows import burst_window
from engine.request import Script, choose, tell

__all__ = ["BURST_RULES", "ENERGY_BURST"]


def _outburst(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.8.1: attack card, mind card, damage or a gift; damage is always possible."""
    player = state.players[target]
    options = [f"attack:{c}" for c in in_hand(state, target, *ATTACKS)]
    if player.deck:
        options.append(Pick.MIND)
    options.append(Pick.DAMAGE)
    if state.alive(use.user):
        options += [f"give:{c}" for c in player.hand]
    context: dict[str, Value] = {
        "user": use.user,
        **breaking(state, target, {Pick.MIND.value: 1}),
    }
    answer = yield from choose(
        target, AskKind.W_OUTBURST, tuple(options), default=Pick.DAMAGE, context=context
    )
    kind, _, card = answer.partition(":")
    yield from tell(EventKind.CHOSE, seat=target, choice=kind, why=use.face)
    match kind:
        case "attack":
            yield from move(state, [card], hand(target), RESOLVING, why=Why.PLAY)
            yield from go_home(state, [card], RESOLVING, why=Why.HOME)
        case Pick.MIND:
            yield from discard_mind(state, target, why=use.face)
        case "give":
            yield from move(state, [card], hand(target), hand(use.user), why=use.face)
        case _:
            yield from _burn(state, use, target, own_attribute(state, use.user))


def _burn(state: State, use: Use, target: int, attribute: Attribute) -> Script[None]:
    yield from hurt(
        state,
        Damage(amount=1, attribute=attribute, source=use.user, target=target, cause=use.face),
    )


def _burst(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.12.1: answer with a Guard or an Evade, or take 1 colourless damage."""
    if not (yield from burst_window(state, use, target)):
        yield from _burn(state, use, target, Attribute.NONE)


ENERGY_BURST: Final = CardRule(
    face=Face.ENERGY_BURST,
    mode=1,
    shape=Shape.GROUP,
    targets=others,
    price=Price.MIND,
    effect=_burst,
)

BURST_RULES: Final = (
    CardRule(
        face=Face.LATENT_OUTBURST, mode=1, shape=Shape.GROUP, targets=others, effect=_outburst
    ),
    ENERGY_BURST,
)
