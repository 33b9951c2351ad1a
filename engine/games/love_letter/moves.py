"""What cards physically do: be drawn, discarded, laid; and the fate cards (LL-1.4)."""

from __future__ import annotations

from engine.games.love_letter.passives import check_area, check_hand
from engine.games.love_letter.state import State
from engine.games.love_letter.terms import ChanceKind, EventKind, Mode, Source
from engine.request import Script, draw_one, tell

__all__ = ["discard", "draw_card", "fate_draw", "lay"]

_FATE_CARDS = (Mode.HOPE, Mode.HOPE, Mode.DESPAIR)


def draw_card(state: State, seat: int) -> Script[None]:
    """LL-3.1, LL-5 number 5: draw the top card; from an empty deck, the set-aside card.

    LL-6.4: with neither left, nothing is drawn. LL-5.2 is checked where two cards result.
    """
    if state.deck:
        source, card = Source.DECK, state.deck.pop(0)
    elif state.set_aside is not None:
        source, card = Source.SET_ASIDE, state.set_aside
        state.set_aside = None
    else:
        yield from tell(EventKind.DREW, seat=seat, deck=0, source=Source.NOTHING)
        return
    state.hands[seat].append(card)
    yield from tell(
        EventKind.DREW, {seat: {"card": card}}, seat=seat, deck=len(state.deck), source=source
    )
    if len(state.hands[seat]) > 1:
        yield from check_hand(state, seat)


def discard(state: State, seat: int, *, by: int) -> Script[str | None]:
    """Put ``seat``'s hand on its discard area without its effect, and return that card.

    LL-5.3: the card may eliminate ``seat`` there; callers look whether it is still in.
    """
    if not state.hands[seat]:
        return None
    card = state.hands[seat].pop(0)
    state.areas[seat].append(card)
    yield from tell(EventKind.DISCARD, seat=seat, card=card)
    yield from check_area(state, seat, by=by)
    return card


def lay(state: State, seat: int, card: str) -> Script[None]:
    """LL-3.8: the played card goes to the discard area, then that area's passives are checked.

    LL-3.7: it ends there even if its player is out. LL-4.1: a round that is decided has ended at
    once, so nothing is checked any more.
    """
    state.table = None
    state.areas[seat].append(card)
    yield from tell(EventKind.LAID, seat=seat, card=card)
    if seat in state.alive and not state.decided:
        yield from check_area(state, seat, by=seat)


def fate_draw(seat: int, card: str | None) -> Script[Mode]:
    """LL-1.4: shuffle two Hope cards and a Despair card and reveal one, for all to see."""
    result = yield from draw_one(ChanceKind.FATE, _FATE_CARDS, seen_by=None)
    yield from tell(EventKind.FATE, seat=seat, result=result, card=card)
    return Mode(result)
