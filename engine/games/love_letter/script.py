"""The course of a match: rounds, turns, plays (LL-3, LL-4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from engine.game import Result
from engine.games.love_letter.cards import CARDS, NUMBER
from engine.games.love_letter.deal import deal_round
from engine.games.love_letter.despair import DESPAIR
from engine.games.love_letter.hope import HOPE, Effect, number_of
from engine.games.love_letter.moves import draw_card, lay
from engine.games.love_letter.passives import IN_AREA, check_areas
from engine.games.love_letter.state import State
from engine.games.love_letter.terms import AskKind, EventKind, Mode, RoundEnd, RoundStart
from engine.request import Script, choose, tell

__all__ = ["match", "may_flip", "play_on", "safest"]

_EFFECTS: Final[Mapping[Mode, Mapping[str, Effect]]] = {
    Mode.HOPE: {card: HOPE[number] for card, number in NUMBER.items()},
    Mode.DESPAIR: DESPAIR,
}
"""LL-3.3: which effect a card has in a mode."""

_ATTRIBUTE: Final = {card.id: card.attribute for card in CARDS.values()}


@dataclass(frozen=True, slots=True, kw_only=True)
class _End:
    """How a round ended: one winner, those tied, or (LL-4.4) those who fell together."""

    why: RoundEnd
    seats: tuple[int, ...]


def match(state: State) -> Script[Result]:
    """LL-4.5: play rounds until somebody has won often enough."""
    yield from tell(EventKind.MATCH_STARTED, pool=state.pool, wins=state.wins_needed)
    starter = yield from deal_round(state, tuple(range(state.seats)), RoundStart.FIRST)
    return (yield from play_on(state, starter))


def play_on(state: State, seat: int) -> Script[Result]:
    """Play from the beginning of ``seat``'s turn to the end of the match."""
    everybody = tuple(range(state.seats))
    while True:
        end = yield from _rest_of_round(state, seat)
        match end.why:
            case RoundEnd.LAST_ONE | RoundEnd.SHOWDOWN:
                winner = end.seats[0]
                if state.wins[winner] >= state.wins_needed:
                    break
                seats, why = everybody, RoundStart.NEXT
            case RoundEnd.TIE:
                seats = everybody if state.tiebreak_all else end.seats
                why = RoundStart.TIE
            case RoundEnd.NOBODY:
                seats, why = end.seats, RoundStart.REPLAY
            case _:
                assert_never(end.why)
        seat = yield from deal_round(state, seats, why)
    yield from tell(EventKind.MATCH_OVER, winner=winner, wins=tuple(state.wins))
    return Result(winners=(winner,), scores=tuple(state.wins))


def _rest_of_round(state: State, seat: int) -> Script[_End]:
    """LL-3.1, LL-4: take turns clockwise until one is left or the deck is empty."""
    while True:
        yield from _turn(state, seat, extra=False)
        while state.again and not state.ended:
            yield from _turn(state, seat, extra=True)
        if state.ended:
            return (yield from _end_round(state))
        seat = state.next_seat(seat)


def _turn(state: State, seat: int, *, extra: bool) -> Script[None]:
    """LL-3.1: draw one card, play one of two, carry it out, lay it on the discard area."""
    state.turn += 1
    state.again = False
    yield from tell(EventKind.TURN, seat=seat, turn=state.turn, extra=extra)
    if state.protections[seat]:
        yield from _end_protections(state, seat)
    yield from draw_card(state, seat)
    if seat not in state.alive:
        return
    hand = state.hands[seat]
    card = yield from choose(seat, AskKind.PLAY, tuple(hand), default=safest(hand, state.mode))
    hand.remove(card)
    state.table = card
    yield from tell(EventKind.PLAYED, seat=seat, card=card)
    if may_flip(state, seat):
        yield from _choose_mode(state, seat, card)
    if seat in state.alive and not state.decided:
        yield from tell(EventKind.EFFECT, seat=seat, card=card, mode=state.mode, borrowed=False)
        yield from _EFFECTS[state.mode][card](state, seat, card)
    yield from lay(state, seat, card)


def _end_protections(state: State, seat: int) -> Script[None]:
    """LL-7.3, LL-6.10: what lasts until this turn begins ends now."""
    shields = state.protections[seat]
    for protection in sorted(shields):
        shields.discard(protection)
        yield from tell(EventKind.PROTECTION_ENDED, seat=seat, protection=protection)


def may_flip(state: State, seat: int) -> bool:
    """LL-3.4: say whether ``seat`` may use the opposite effect; all of this is public."""
    return not state.flipped and any(_ATTRIBUTE[c] is not state.mode for c in state.areas[seat])


def _choose_mode(state: State, seat: int, card: str) -> Script[None]:
    """LL-3.4, LL-3.5: ``seat`` may flip the mode; a flip comes before the effect."""
    options = (state.mode.value, state.mode.opposite.value)
    context = {"card": card, "mode": state.mode}
    chosen = yield from choose(seat, AskKind.EFFECT, options, context=context)
    if chosen == state.mode:
        return
    state.mode = state.mode.opposite
    state.flipped = True
    yield from tell(EventKind.MODE, seat=seat, mode=state.mode, flipped=True)
    yield from check_areas(state, by=seat)


def _end_round(state: State) -> Script[_End]:
    """LL-4.1 to LL-4.4: find out how the round ended, count the win, show what was left."""
    end = _last_one(state) if state.decided else (yield from _showdown(state))
    if end.why in {RoundEnd.LAST_ONE, RoundEnd.SHOWDOWN}:
        state.wins[end.seats[0]] += 1
    yield from tell(
        EventKind.ROUND_OVER,
        why=end.why,
        winners=() if end.why is RoundEnd.NOBODY else end.seats,
        deck=tuple(state.deck),
        set_aside=state.set_aside,
        wins=tuple(state.wins),
    )
    return end


def _last_one(state: State) -> _End:
    """LL-4.1: one is left and wins. LL-4.4: nobody is, so those who fell together play again."""
    if state.alive:
        return _End(why=RoundEnd.LAST_ONE, seats=(state.alive[0],))
    return _End(why=RoundEnd.NOBODY, seats=state.out_together)


def _showdown(state: State) -> Script[_End]:
    """LL-4.2: hands are shown; the highest number wins. LL-4.3: or is tied."""
    seats = tuple(state.alive)
    hands = tuple([state.hands[s][0] if state.hands[s] else None for s in seats])
    yield from tell(EventKind.SHOWDOWN, seats=seats, hands=hands)
    best = max([number_of(state, s) for s in seats])
    winners = tuple([s for s in seats if number_of(state, s) == best])
    return _End(why=RoundEnd.SHOWDOWN if len(winners) == 1 else RoundEnd.TIE, seats=winners)


def safest(hand: list[str], mode: Mode) -> str:
    """Return the play that a time-out makes: never one that eliminates by its passive, else low."""
    return min(hand, key=lambda card: (card in IN_AREA[mode], NUMBER[card]))
