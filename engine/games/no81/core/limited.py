"""The modes of limited mind cards that their tables cannot say in ops (N81-18)."""

from __future__ import annotations

from typing import Final

from engine.event import Value
from engine.games.no81.cards import rank
from engine.games.no81.damage import Damage, hurt, own_attribute
from engine.games.no81.distance import neighbours
from engine.games.no81.effects.targets import other
from engine.games.no81.moves import discard, draw_cards, go_home, look, move, refill, set_flag
from engine.games.no81.pay import pick_many
from engine.games.no81.places import PILE, deck, hand
from engine.games.no81.secret import both_pick
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, EventKind, Flag
from engine.games.no81.use import CardRule, Price, Shape, Use
from engine.request import Script, choose, tell

__all__ = ["LIMITED_RULES"]


def _chart(state: State, use: Use, target: int) -> Script[None]:
    """N81-18.1.1: of the top five take one; the rest goes under the pile in any order."""
    yield from refill(state, 5)
    if not state.pile:
        return
    yield from look(state, target, PILE, 5)
    seen = tuple(state.pile[:5])
    card = yield from choose(target, AskKind.TAKE, seen, context={"why": use.face})
    rest = [c for c in seen if c != card]
    if len(rest) > 1:
        rest = list(
            (
                yield from pick_many(
                    target, AskKind.ORDER, rest, len(rest), why=use.face, ordered=True
                )
            )
        )
    yield from move(state, [card], PILE, hand(target), why=use.face)
    state.pile[:] = [*(c for c in state.pile if c not in rest), *rest]


def _has_hand(state: State, user: int, _card: str) -> list[int]:
    return [s for s in other(state, user) if state.players[s].hand]


def _holds_more(state: State, user: int, card: str) -> bool:
    return any(c != card for c in state.players[user].hand)


def _counterweight(state: State, use: Use, target: int) -> Script[None]:
    """N81-18.3.1: both show a hand card; the higher rank draws 2, the lower one is discarded."""
    user = use.user
    if not state.players[user].hand or not state.players[target].hand:
        return
    own, theirs = yield from both_pick(state, user, target, why=use.face)
    yield from tell(EventKind.REVEALED, seats=(user, target), cards=(own, theirs))
    if rank(own) == rank(theirs):
        return
    won = rank(own) > rank(theirs)
    winner, loser, lost = (user, target, theirs) if won else (target, user, own)
    yield from draw_cards(state, winner, 2, why=use.face)
    yield from discard(state, loser, [lost], hand(loser), why=use.face)


def _midnight(state: State, use: Use, target: int) -> Script[None]:
    """N81-18.5.1: give one to three hand cards, then draw as many."""
    held = state.players[use.user].hand
    if not held:
        return
    most = min(3, len(held))
    cards = yield from pick_many(
        use.user, AskKind.GIVE, held, most, why=use.face, least=1, context={"target": target}
    )
    yield from move(state, sorted(cards), hand(use.user), hand(target), why=use.face)
    yield from draw_cards(state, use.user, len(cards), why=use.face)


def _last_bell(state: State, use: Use, target: int) -> Script[None]:
    """N81-18.6.1: 1 damage of the user's attribute, no attack."""
    attribute = own_attribute(state, use.user)
    yield from hurt(
        state,
        Damage(amount=1, attribute=attribute, source=use.user, target=target, cause=use.face),
    )


def _ember(state: State, _use: Use, target: int) -> Script[None]:
    """N81-18.7.1: the next attack has +1 damage and does not count."""
    yield from set_flag(state, target, Flag.BONUS, state.players[target].bonus + 1)
    yield from set_flag(state, target, Flag.FREE_ATTACK, True)


def _has_mind(state: State, user: int, _card: str) -> list[int]:
    return [s for s in other(state, user) if state.players[s].deck]


def _blank(state: State, use: Use, target: int) -> Script[None]:
    """N81-18.8.1: look at the top three; one goes home, the others stay in order."""
    cards = tuple(state.players[target].deck[:3])
    if not cards or not state.alive(use.user):
        return
    yield from look(state, use.user, deck(target), 3)
    context: dict[str, Value] = {"why": use.face, "seat": target}
    card = yield from choose(use.user, AskKind.TAKE, cards, context=context)
    yield from go_home(state, [card], deck(target), why=use.face)


_ALL: Final = (
    CardRule(face="lm_chart", mode=1, shape=Shape.SELF, effect=_chart),
    CardRule(
        face="lm_counterweight",
        mode=1,
        shape=Shape.ONE,
        targets=_has_hand,
        allowed=_holds_more,
        effect=_counterweight,
    ),
    CardRule(
        face="lm_midnight",
        mode=1,
        shape=Shape.ONE,
        targets=lambda state, user, _card: other(state, user),
        allowed=_holds_more,
        effect=_midnight,
    ),
    CardRule(
        face="lm_lastbell",
        mode=1,
        shape=Shape.GROUP,
        targets=lambda state, user, _card: neighbours(state, user),
        price=Price.TWO_MIND,
        effect=_last_bell,
    ),
    CardRule(face="lm_ember", mode=1, shape=Shape.SELF, effect=_ember),
    CardRule(face="lm_blank", mode=1, shape=Shape.ONE, targets=_has_mind, effect=_blank),
)

LIMITED_RULES: Final = {rule.face: {rule.mode: rule} for rule in _ALL}
