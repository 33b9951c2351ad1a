"""The end of a use: the card goes home, or where a trigger takes it (N81-6.1 g, h)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from engine.games.no81.cards import is_mind
from engine.games.no81.glossary import Timing
from engine.games.no81.moves import go_home, move
from engine.games.no81.places import RESOLVING, hand
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import Why
from engine.games.no81.triggers import fire
from engine.request import Script

if TYPE_CHECKING:
    from engine.games.no81.use import Use

__all__ = ["finish"]


def finish(
    state: State,
    use: Use,
    cards: Sequence[str],
    *,
    then: Callable[[State], Script[None]] | None = None,
) -> Script[None]:
    """Send what was used home; a trigger may take a single ordinary card (N81-17.16).

    ``moment.card`` is that card, None if the use did not consist of exactly one. ``then`` comes
    after each trigger, unless it was used in the middle of another effect (N81-6.8).
    """
    left = [c for c in cards if c in state.resolving]
    single = len(cards) == 1 and bool(left) and not is_mind(left[0])
    moment = Moment(
        timing=Timing.USE_FINISHED,
        who=use.user,
        card=left[0] if single else None,
        cause=use.face,
        use=use,
    )
    yield from fire(state, moment, then=then)
    left = [c for c in left if c in state.resolving]
    if single and left and moment.destination == "hand" and state.alive(use.user):
        yield from move(state, left, RESOLVING, hand(use.user), why=Why.HOME)
    else:
        yield from go_home(state, left, RESOLVING, why=Why.HOME)
