"""The Hope effects, one per number (LL-5), and the parts that Despair effects share with them.

An effect is a script ``(state, seat, card)``: ``seat`` has just played ``card``, which lies on the
table. It ends early when it has eliminated its player or nobody is left to affect (LL-3.7).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.games.love_letter.cards import NUMBER
from engine.games.love_letter.elimination import eliminate
from engine.games.love_letter.moves import discard, draw_card
from engine.games.love_letter.state import State
from engine.games.love_letter.targets import affects, choose_number, choose_target, nothing
from engine.games.love_letter.terms import EventKind, Nothing, Out, Protection
from engine.request import Script, tell

__all__ = [
    "HOPE",
    "Effect",
    "compare",
    "look",
    "lower_is_out",
    "name_a_number",
    "number_of",
    "passive",
    "protect",
    "protect_self",
    "question",
    "swap_hands",
]  # fmt: skip

Effect = Callable[[State, int, str], Script[None]]


def number_of(state: State, seat: int) -> int:
    """Return the number of ``seat``'s hand; no hand counts 0 (LL-6.4)."""
    hand = state.hands[seat]
    return NUMBER[hand[0]] if hand else 0


def _hand(state: State, seat: int) -> str | None:
    hand = state.hands[seat]
    return hand[0] if hand else None


def question(state: State, seat: int, card: str, target: int, number: int) -> Script[bool | None]:
    """Ask ``target`` publicly whether its hand is ``number``; it answers only yes or no.

    LL-6.9: who is protected does not answer: ``None``, and nothing else happens.
    """
    shielded = state.protected(target)
    yes = number_of(state, target) == number
    answer = "none" if shielded else ("yes" if yes else "no")
    yield from tell(EventKind.GUESS, seat=seat, target=target, number=number, answer=answer)
    if not (yield from affects(state, seat, card, target)):
        return None
    return yes


def name_a_number(state: State, seat: int, card: str) -> Script[None]:
    """LL-5 number 1: name a number from 2 to 8; if another player's hand has it, they are out."""
    target = yield from choose_target(state, seat, card)
    if target is None:
        return
    number = yield from choose_number(state, seat, card, target)
    right = yield from question(state, seat, card, target, number)
    if right:
        yield from eliminate(state, target, Out.GUESSED, by=seat, card=card)
    elif right is False:
        yield from nothing(seat, card, Nothing.WRONG, target)


def look(state: State, seat: int, card: str) -> Script[int | None]:
    """LL-5 number 2 (and Kirigiri): see another player's hand; return who was chosen."""
    target = yield from choose_target(state, seat, card)
    if target is not None and (yield from affects(state, seat, card, target)):
        seen = {seat: {"card": _hand(state, target)}}
        yield from tell(EventKind.LOOK, seen, seat=seat, target=target)
    return target


def _look(state: State, seat: int, card: str) -> Script[None]:
    """LL-5 number 2: you alone see another player's hand."""
    yield from look(state, seat, card)


def compare(state: State, seat: int, card: str) -> Script[tuple[int, int, int] | None]:
    """Compare secretly with another player; return (that player, own number, their number).

    LL-5.4: the two see both cards; the others see only what comes of it.
    """
    target = yield from choose_target(state, seat, card)
    if target is None or not (yield from affects(state, seat, card, target)):
        return None
    both = {"cards": (_hand(state, seat), _hand(state, target))}
    yield from tell(EventKind.COMPARE, {seat: both, target: both}, seat=seat, target=target)
    return target, number_of(state, seat), number_of(state, target)


def lower_is_out(state: State, seat: int, card: str) -> Script[None]:
    """LL-5 number 3 (and white Ishimaru): compare; the lower is out, if there is a lower."""
    compared = yield from compare(state, seat, card)
    if compared is None:
        return
    target, own, theirs = compared
    if own == theirs:
        yield from nothing(seat, card, Nothing.NOBODY_OUT, target)
    else:
        loser = seat if own < theirs else target
        yield from eliminate(state, loser, Out.LOWER, by=seat, card=card)


def protect(state: State, seat: int, protection: Protection, *, giver: int) -> Script[None]:
    """LL-7.3: shield ``seat`` until its next turn begins."""
    state.protections[seat].add(protection)
    yield from tell(EventKind.PROTECTED, seat=seat, protection=protection, giver=giver)


def protect_self(state: State, seat: int, _card: str) -> Script[None]:
    """LL-5 number 4: until your next turn begins, no effect affects you."""
    yield from protect(state, seat, Protection.UNAFFECTED, giver=seat)


def _redraw(state: State, seat: int, card: str) -> Script[None]:
    """LL-5 number 5: any player discards their hand, without effect, and draws one card."""
    target = yield from choose_target(state, seat, card, itself=True)
    if target is None or not (yield from affects(state, seat, card, target)):
        return
    yield from discard(state, target, by=seat)
    if target in state.alive:
        yield from draw_card(state, target)


def swap_hands(state: State, seat: int, card: str) -> Script[None]:
    """LL-5 number 6 (and Maizono): swap hands with another player."""
    target = yield from choose_target(state, seat, card)
    if target is None or not (yield from affects(state, seat, card, target)):
        return
    own, theirs = _hand(state, seat), _hand(state, target)
    hands = state.hands
    hands[seat], hands[target] = hands[target], hands[seat]
    sides = {seat: {"gave": own, "got": theirs}, target: {"gave": theirs, "got": own}}
    yield from tell(EventKind.SWAP, sides, seat=seat, target=target)


def passive(_state: State, seat: int, card: str) -> Script[None]:
    """LL-3.6: a card whose effect is passive does nothing when it is played."""
    yield from nothing(seat, card, Nothing.PASSIVE)


HOPE: Final[Mapping[int, Effect]] = {
    1: name_a_number,
    2: _look,
    3: lower_is_out,
    4: protect_self,
    5: _redraw,
    6: swap_hands,
    7: passive,
    8: passive,
}
"""LL-5.1: in Hope mode every card has the effect of its number."""
