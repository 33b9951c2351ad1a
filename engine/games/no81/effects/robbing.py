"""Off Guard and Give and Take: cards of others are discarded or taken (N81-9.5, N81-9.6)."""

from __future__ import annotations

from typing import Final

from engine.games.no81.effects.targets import anybody, other, reachable
from engine.games.no81.glossary import Face
from engine.games.no81.moves import discard, discard_mind, draw_cards, move, place_of
from engine.games.no81.places import deck, hand
from engine.games.no81.settle import settle
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, ChanceKind, EventKind, Pick
from engine.games.no81.use import CardRule, Price, Shape, Use
from engine.request import Script, choose, draw_one, tell

__all__ = ["ROBBING_RULES"]


def _has_discardable(state: State, user: int, card: str) -> list[int]:
    """Return who has a card in hand or zone that ``user`` can discard; public facts only."""

    def has(seat: int) -> bool:
        held = [c for c in state.players[seat].hand if c != card]
        return bool(held or reachable(state, seat, user))

    return [s for s in anybody(state, user) if has(s)]


def _choose_card(state: State, use: Use) -> Script[str]:
    """N81-9.5.1: pick a zone card by sight or the hand; of one's own cards, any."""
    target = use.targets[0]
    held = [c for c in state.players[target].hand if c not in use.cards]
    options = reachable(state, target, use.user)
    if target == use.user:
        options += held
    elif held:
        options.append(Pick.HAND)
    if len(options) == 1:
        return options[0]
    return (
        yield from choose(
            use.user,
            AskKind.PICK,
            tuple(options),
            context={"face": use.face, "target": target},
        )
    )


def _discard_one(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.5.1: the chosen card, if it is still there, or a random one of the hand goes home."""
    player = state.players[target]
    card = use.choice
    if card == Pick.HAND:
        if not player.hand:
            return
        pool = tuple(player.hand)
        card = yield from draw_one(ChanceKind.RANDOM_CARD, pool, seen_by=None)
    held = player.hand if use.choice == Pick.HAND or target == use.user else []
    if card in held or card in player.zone:
        assert card is not None
        source = place_of(state, target, card)
        yield from discard(state, target, [card], source, why=use.face)


def _has_mind(state: State, user: int, _card: str) -> list[int]:
    return [s for s in anybody(state, user) if state.players[s].deck]


def _spend_mind(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.5.2: the target discards a mind card."""
    yield from discard_mind(state, target, why=use.face)


def _has_takeable(state: State, user: int, _card: str) -> list[int]:
    return [s for s in other(state, user) if state.players[s].hand or reachable(state, s, user)]


def _take_random(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.6.1: one of all cards in hand and zone together, each as likely."""
    pool = (*state.players[target].hand, *reachable(state, target, use.user))
    if pool and state.alive(use.user):
        seen = frozenset({use.user, target})
        card = yield from draw_one(ChanceKind.RANDOM_CARD, pool, seen_by=seen)
        source = place_of(state, target, card)
        yield from move(state, [card], source, hand(use.user), why=use.face)


def _exchange(state: State, user: int, card: str) -> Script[None]:
    """N81-9.6.2: discard this card, draw one, then maybe put a hand card under the mind deck."""
    face = Face.GIVE_AND_TAKE
    yield from tell(EventKind.CHOSE, seat=user, choice="2", why=face)
    yield from discard(state, user, [card], hand(user), why=face)
    yield from draw_cards(state, user, 1, why=face)
    held = tuple(state.players[user].hand)
    if held:
        chosen = yield from choose(
            user,
            AskKind.UNDER,
            (*held, Pick.PASS),
            default=Pick.PASS,
            context={"why": face, "seat": user},
        )
        if chosen != Pick.PASS:
            yield from move(state, [chosen], hand(user), deck(user), why=face)
    yield from settle(state)


def _nothing(_state: State, _use: Use, _target: int) -> Script[None]:
    """Do nothing: what happens is done instead of a use."""
    yield from ()


ROBBING_RULES: Final = (
    CardRule(
        face=Face.OFF_GUARD,
        mode=1,
        shape=Shape.ONE,
        targets=_has_discardable,
        declare=_choose_card,
        effect=_discard_one,
    ),
    CardRule(
        face=Face.OFF_GUARD,
        mode=2,
        shape=Shape.ONE,
        targets=_has_mind,
        price=Price.HAND,
        effect=_spend_mind,
    ),
    CardRule(
        face=Face.GIVE_AND_TAKE,
        mode=1,
        shape=Shape.ONE,
        targets=_has_takeable,
        price=Price.ANY,
        effect=_take_random,
    ),
    CardRule(face=Face.GIVE_AND_TAKE, mode=2, shape=Shape.SELF, effect=_nothing, instead=_exchange),
)
