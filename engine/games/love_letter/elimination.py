"""Going out of a round (LL-3.7)."""

from __future__ import annotations

from engine.games.love_letter.state import State
from engine.games.love_letter.terms import EventKind, Out
from engine.request import Script, tell

__all__ = ["eliminate"]


def eliminate(state: State, seat: int, why: Out, *, by: int, card: str) -> Script[None]:
    """LL-3.7: ``seat`` is out; its hand goes face up to its discard area.

    ``by`` is the seat whose play or draw caused it and ``card`` the card that did. Nothing is
    checked for that area any more: its player is out already. The card being played stays on the
    table until it is laid.
    """
    hand = tuple(state.hands[seat])
    state.alive.remove(seat)
    state.areas[seat].extend(hand)
    state.hands[seat].clear()
    state.protections[seat].clear()
    yield from tell(EventKind.ELIMINATED, seat=seat, why=why, by=by, card=card, cards=hand)
