"""Setting up a round (LL-2)."""

from __future__ import annotations

from typing import Final

from engine.games.love_letter.moves import fate_draw
from engine.games.love_letter.state import State
from engine.games.love_letter.terms import ChanceKind, EventKind, RoundStart
from engine.request import Script, draw, draw_one, tell

__all__ = ["deal_round"]

_PAIR: Final = 2
_FACE_UP: Final = 3


def deal_round(state: State, seats: tuple[int, ...], why: RoundStart) -> Script[int]:
    """Set up a round among ``seats`` and return who starts."""
    state.round += 1
    state.participants = seats
    state.alive = list(seats)
    state.turn = 0
    state.flipped = False
    state.again = False
    state.out_together = ()
    yield from _shuffle(state, why)
    yield from _letters(state)
    yield from _hands(state)
    yield from _first_mode(state)
    return state.starter


def _shuffle(state: State, why: RoundStart) -> Script[None]:
    """LL-2.2: shuffle, set one card aside unseen; with two players show three more."""
    shuffled = yield from draw(ChanceKind.SHUFFLE, state.pool, len(state.pool))
    shown = 1 + (_FACE_UP if len(state.participants) == _PAIR else 0)
    state.set_aside = shuffled[0]
    state.face_up = shuffled[1:shown]
    state.deck = list(shuffled[shown:])
    state.table = None
    state.clear_seats()
    yield from tell(
        EventKind.ROUND_STARTED,
        round=state.round,
        why=why,
        seats=state.participants,
        deck=len(state.deck),
        face_up=state.face_up,
    )


def _letters(state: State) -> Script[None]:
    """LL-2.3: the letters are dealt and shown; who holds the bloodstained one starts."""
    holders = tuple([str(s) for s in state.participants])
    starter = yield from draw_one(ChanceKind.LETTERS, holders, seen_by=None)
    state.starter = int(starter)
    yield from tell(EventKind.LETTERS, seat=state.starter)


def _hands(state: State) -> Script[None]:
    """LL-2.4: each player is dealt one card, seen by its owner alone."""
    for seat in (state.starter, *state.others(state.starter)):
        state.hands[seat].append(state.deck.pop(0))
    own = {seat: {"card": state.hands[seat][0]} for seat in state.participants}
    yield from tell(EventKind.DEALT, own, seats=state.participants, deck=len(state.deck))


def _first_mode(state: State) -> Script[None]:
    """LL-2.5: the starter's fate draw sets the mode; that is no mode change."""
    state.mode = yield from fate_draw(state.starter, None)
    yield from tell(EventKind.MODE, seat=state.starter, mode=state.mode, flipped=False)
