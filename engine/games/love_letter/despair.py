"""The Despair effects, one per card (LL-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.games.love_letter.elimination import eliminate
from engine.games.love_letter.hope import (
    Effect,
    compare,
    look,
    lower_is_out,
    name_a_number,
    passive,
    protect,
    protect_self,
    question,
    swap_hands,
)
from engine.games.love_letter.moves import discard, draw_card, fate_draw
from engine.games.love_letter.state import State
from engine.games.love_letter.targets import affects, choose_number, choose_target, nothing
from engine.games.love_letter.terms import (
    AskKind,
    ChanceKind,
    EventKind,
    Mode,
    Nothing,
    Out,
    Protection,
)
from engine.request import Script, choose, draw, tell

__all__ = ["DESPAIR"]


def _naegi(state: State, seat: int, card: str) -> Script[None]:
    """Another player discards and draws one; if it was Monokuma, they are eliminated instead."""
    target = yield from choose_target(state, seat, card)
    if target is None or not (yield from affects(state, seat, card, target)):
        return
    discarded = yield from discard(state, target, by=seat)
    if target not in state.alive:
        return
    if discarded == "monokuma":
        yield from eliminate(state, target, Out.DISCARDED_MONOKUMA, by=seat, card=discarded)
    else:
        yield from draw_card(state, target)


def _borrow(effect: Effect, state: State, seat: int, card: str) -> Script[None]:
    """LL-6.1: use a Hope effect; the mode stays."""
    yield from tell(EventKind.EFFECT, seat=seat, card=card, mode=Mode.HOPE, borrowed=True)
    yield from effect(state, seat, card)


def _asahina(state: State, seat: int, card: str) -> Script[None]:
    """With Ogami in any discard area: the Hope 1 effect. Otherwise you are eliminated."""
    if state.any_area_holds("ogami"):
        yield from _borrow(name_a_number, state, seat, card)
    else:
        yield from eliminate(state, seat, Out.NO_OGAMI, by=seat, card=card)


def _must_hold(state: State, seat: int, card: str, target: int, number: int) -> Script[None]:
    """Ask ``target``; if its hand is not ``number``, ``seat`` is eliminated."""
    right = yield from question(state, seat, card, target, number)
    if right:
        yield from nothing(seat, card, Nothing.RIGHT, target)
    elif right is False:
        yield from eliminate(state, seat, Out.WRONG, by=seat, card=card)


def _kuwata(state: State, seat: int, card: str) -> Script[None]:
    """Name a number from 2 to 8; if another player's hand is not that, you are eliminated."""
    target = yield from choose_target(state, seat, card)
    if target is not None:
        number = yield from choose_number(state, seat, card, target)
        yield from _must_hold(state, seat, card, target, number)


def _hagakure(state: State, seat: int, card: str) -> Script[None]:
    """If another player's hand is not a 1, you are eliminated."""
    target = yield from choose_target(state, seat, card)
    if target is not None:
        yield from _must_hold(state, seat, card, target, 1)


def _kirigiri(state: State, seat: int, card: str) -> Script[None]:
    """See another player's hand, then take another turn at once, unless the round has ended.

    LL-6.6: the turn also comes when the look does not reach. LL-7.2: without a target, neither.
    """
    target = yield from look(state, seat, card)
    if target is None:
        return
    if state.ended:
        yield from nothing(seat, card, Nothing.NO_EXTRA_TURN)
    else:
        state.again = True


def _yamada(state: State, seat: int, card: str) -> Script[None]:
    """Fate draw: on Despair you are eliminated."""
    if (yield from fate_draw(seat, card)) is Mode.DESPAIR:
        yield from eliminate(state, seat, Out.FATE_DESPAIR, by=seat, card=card)
    else:
        yield from nothing(seat, card, Nothing.FATE_HOPE)


def _owada(state: State, seat: int, card: str) -> Script[None]:
    """Compare: if yours is lower, you are eliminated."""
    compared = yield from compare(state, seat, card)
    if compared is None:
        return
    target, own, theirs = compared
    if own < theirs:
        yield from eliminate(state, seat, Out.LOWER, by=seat, card=card)
    else:
        yield from nothing(seat, card, Nothing.NOBODY_OUT, target)


def _celestia(state: State, seat: int, _card: str) -> Script[None]:
    """Gather all hands, shuffle, deal one back to each; nobody is chosen.

    LL-6.7: who is unaffected keeps their hand; Genocider's protection does not matter.
    """
    seats = [s for s in (seat, *state.others(seat)) if state.hands[s] and not state.protected(s)]
    cards = tuple([state.hands[s][0] for s in seats])
    dealt = yield from draw(ChanceKind.REDEAL, cards, len(cards))
    private: dict[int, dict[str, str]] = {}
    for who, got in zip(seats, dealt, strict=True):
        state.hands[who] = [got]
        private[who] = {"card": got}
    yield from tell(EventKind.REDEAL, private, seats=tuple(seats))


def _ogami(state: State, seat: int, _card: str) -> Script[None]:
    """Effects on the player on your right do nothing until their next turn begins (LL-6.3)."""
    yield from protect(state, state.right_of(seat), Protection.UNAFFECTED, giver=seat)


def _fujisaki(state: State, seat: int, card: str) -> Script[None]:
    """Compare: the higher is eliminated."""
    compared = yield from compare(state, seat, card)
    if compared is None:
        return
    target, own, theirs = compared
    if own == theirs:
        yield from nothing(seat, card, Nothing.NOBODY_OUT, target)
    else:
        loser = seat if own > theirs else target
        yield from eliminate(state, loser, Out.HIGHER, by=seat, card=card)


def _alter_ego(state: State, seat: int, card: str) -> Script[None]:
    """With Yamada or an Ishimaru in any discard area you are out; otherwise the Hope 4 effect."""
    if state.any_area_holds("yamada", "ishimaru", "ishimaru_white"):
        yield from eliminate(state, seat, Out.AREA_HOLDS, by=seat, card=card)
    else:
        yield from _borrow(protect_self, state, seat, card)


def _ishimaru(state: State, seat: int, card: str) -> Script[None]:
    """With Owada in any discard area you are eliminated."""
    if state.any_area_holds("owada"):
        yield from eliminate(state, seat, Out.AREA_HOLDS, by=seat, card=card)
    else:
        yield from nothing(seat, card, Nothing.NO_OWADA)


def _togami(state: State, seat: int, card: str) -> Script[None]:
    """Discard your hand, draw two, keep one and put the other at the bottom of the deck.

    With one card or none in the deck this does nothing.
    """
    if len(state.deck) < 2:
        yield from nothing(seat, card, Nothing.SHORT_DECK)
        return
    yield from discard(state, seat, by=seat)
    if seat not in state.alive:
        return
    yield from draw_card(state, seat)
    yield from draw_card(state, seat)
    hand = state.hands[seat]
    context = {"card": card, "mode": state.mode}
    kept = yield from choose(seat, AskKind.KEEP, tuple(hand), context=context)
    hand.remove(kept)
    under = hand[0]
    state.hands[seat] = [kept]
    state.deck.append(under)
    yield from tell(EventKind.BOTTOM, {seat: {"card": under}}, seat=seat, deck=len(state.deck))


def _fukawa(state: State, seat: int, card: str) -> Script[None]:
    """Another player discards their hand and receives yours; you draw one card.

    LL-6.5: on a protected player nothing at all happens. LL-3.7: nor does the rest, if the
    discarded card eliminates them.
    """
    target = yield from choose_target(state, seat, card)
    if target is None or not (yield from affects(state, seat, card, target)):
        return
    yield from discard(state, target, by=seat)
    if target not in state.alive:
        return
    hands = state.hands
    hands[target], hands[seat] = hands[seat], []
    given = {"card": hands[target][0] if hands[target] else None}
    yield from tell(EventKind.HAND_OVER, {seat: given, target: given}, seat=seat, target=target)
    yield from draw_card(state, seat)


def _genocider(state: State, seat: int, _card: str) -> Script[None]:
    """Until your next turn begins, others' effects cannot choose you."""
    yield from protect(state, seat, Protection.UNCHOOSABLE, giver=seat)


def _monokuma(state: State, seat: int, card: str) -> Script[None]:
    """Choose another player; fate draw; on Despair that player is eliminated.

    LL-6.8: on a protected player the draw is made and does nothing.
    """
    target = yield from choose_target(state, seat, card)
    if target is None:
        return
    fate = yield from fate_draw(seat, card)
    if not (yield from affects(state, seat, card, target)):
        return
    if fate is Mode.DESPAIR:
        yield from eliminate(state, target, Out.FATE_DESPAIR, by=seat, card=card)
    else:
        yield from nothing(seat, card, Nothing.FATE_HOPE, target)


DESPAIR: Final[Mapping[str, Effect]] = {
    "naegi": _naegi,
    "maizono": swap_hands,
    "asahina": _asahina,
    "kuwata": _kuwata,
    "hagakure": _hagakure,
    "kirigiri": _kirigiri,
    "yamada": _yamada,
    "owada": _owada,
    "celestia": _celestia,
    "ogami": _ogami,
    "fujisaki": _fujisaki,
    "alter_ego": _alter_ego,
    "ishimaru": _ishimaru,
    "ishimaru_white": lower_is_out,
    "togami": _togami,
    "fukawa": _fukawa,
    "genocider": _genocider,
    "enoshima": passive,
    "ikusaba": passive,
    "monokuma": _monokuma,
}
"""LL-6: in Despair mode every card has its own effect."""
