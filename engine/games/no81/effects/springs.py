"""Events that help: Pact, Life Spring, Mana Spring, Amplify, Mind Restore (N81-9.7 to N81-9.13)."""

from __future__ import annotations

from typing import Final

from engine.games.no81.effects.targets import everybody, other
from engine.games.no81.glossary import Face
from engine.games.no81.health import heal
from engine.games.no81.moves import draw_cards, go_home, move, refill, set_flag
from engine.games.no81.pay import pick_many
from engine.games.no81.places import PILE, ROW, deck, hand, spent
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, Flag
from engine.games.no81.use import CardRule, Price, Shape, Use
from engine.request import Script, choose

__all__ = ["SPRING_RULES", "turn_spent_row"]


def _pact(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.7.1: the target draws 1, then the user 3."""
    yield from draw_cards(state, target, 1, why=use.face)
    yield from draw_cards(state, use.user, 3, why=use.face)


def _life(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.9.1: heal 1."""
    yield from heal(state, target, 1, cause=use.face)


def _show_row(state: State, use: Use) -> Script[None]:
    """N81-9.10.1: as many cards as players live are shown, as far as there are any."""
    wanted = len(state.living)
    yield from refill(state, wanted)
    if state.pile:
        yield from move(state, state.pile[:wanted], PILE, ROW, why=use.face)


def _take_from_row(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.10.1: the target must take one of the cards shown, if any is left."""
    if state.row:
        options = tuple(state.row)
        # It comes to every target that has not answered the event, so it tells nothing new.
        context = {"why": use.face}
        card = yield from choose(target, AskKind.TAKE, options, context=context, opens=True)
        yield from move(state, [card], ROW, hand(target), why=use.face)


def _clear_row(state: State, use: Use) -> Script[None]:
    yield from go_home(state, list(state.row), ROW, why=use.face)


def _draw_two(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.10.2."""
    yield from draw_cards(state, target, 2, why=use.face)


def _amplify(state: State, _use: Use, target: int) -> Script[None]:
    """N81-9.11.1: until the end of the turn; cumulative."""
    yield from set_flag(state, target, Flag.AMPLIFY, state.players[target].amplify + 1)


def _has_spent(state: State, user: int, _card: str) -> bool:
    return bool(state.players[user].spent)


def _restore(state: State, use: Use, target: int) -> Script[None]:
    """N81-9.13.1: draw as many as lie in the spent row, put as many hand cards under the deck."""
    player = state.players[target]
    count = len(player.spent)
    yield from draw_cards(state, target, count, why=use.face)
    count = min(count, len(player.hand))
    if count:
        cards = yield from pick_many(
            target,
            AskKind.UNDER,
            player.hand,
            count,
            why=use.face,
            ordered=True,
            context={"seat": target},
        )
        yield from move(state, cards, hand(target), deck(target), why=use.face)


def _may_turn(state: State, user: int, _card: str) -> bool:
    return state.players[user].broken and bool(state.players[user].spent)


def turn_spent_row(state: State, seat: int, *, why: str) -> Script[None]:
    """N81-9.13.2, N81-16.6: the whole spent row becomes the deck, in an order the owner chooses."""
    row = state.players[seat].spent
    if row:
        cards = yield from pick_many(seat, AskKind.ORDER, row, len(row), why=why, ordered=True)
        yield from move(state, cards, spent(seat), deck(seat), why=why, secret_order=True)


def _turn(state: State, use: Use, target: int) -> Script[None]:
    yield from turn_spent_row(state, target, why=use.face)


SPRING_RULES: Final = (
    CardRule(
        face=Face.PACT,
        mode=1,
        shape=Shape.ONE,
        targets=lambda state, user, _card: other(state, user),
        effect=_pact,
    ),
    CardRule(face=Face.LIFE_SPRING, mode=1, shape=Shape.GROUP, targets=everybody, effect=_life),
    CardRule(
        face=Face.MANA_SPRING,
        mode=1,
        shape=Shape.GROUP,
        targets=everybody,
        begin=_show_row,
        effect=_take_from_row,
        end=_clear_row,
    ),
    CardRule(face=Face.MANA_SPRING, mode=2, shape=Shape.SELF, effect=_draw_two),
    CardRule(face=Face.AMPLIFY, mode=1, shape=Shape.SELF, price=Price.MIND, effect=_amplify),
    CardRule(face=Face.MIND_RESTORE, mode=1, shape=Shape.SELF, allowed=_has_spent, effect=_restore),
    CardRule(face=Face.MIND_RESTORE, mode=2, shape=Shape.SELF, allowed=_may_turn, effect=_turn),
)
