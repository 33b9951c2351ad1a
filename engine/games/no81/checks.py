"""The check phase: Calamity and Windfall (N81-9.20, N81-9.21)."""

from __future__ import annotations

from typing import Final

from engine.event import Value
from engine.games.no81.cards import rank
from engine.games.no81.damage import Damage, hurt
from engine.games.no81.faces import zone_face
from engine.games.no81.glossary import Attribute, CardClass, Face
from engine.games.no81.health import heal
from engine.games.no81.moves import draw_cards, go_home, refill, reveal_top
from engine.games.no81.pay import breaking
from engine.games.no81.places import PILE, deck, zone
from engine.games.no81.settle import settle
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, EventKind, Pick, Why
from engine.request import Script, choose, tell

__all__ = ["check_phase"]

_CALAMITY_FROM: Final = 2
"""N81-9.20.1: everything but an ace."""
_WINDFALL_FROM: Final = 13
"""N81-9.21.1: greater than Q."""


def check_phase(state: State, seat: int) -> Script[bool]:
    """N81-9.21.2: check delayed events, newest first; say whether the turn is skipped."""
    player, kind = state.players[seat], state.content.kind
    for card in reversed(tuple(player.zone)):
        if not player.alive or card not in player.zone:
            continue
        event = kind(zone_face(state, seat, card)) is CardClass.DELAYED_EVENT
        if event and state.placed[card].stamp < state.turn:
            if (yield from _check(state, seat, card)):
                return True
            yield from settle(state)
    return False


def _check(state: State, seat: int, card: str) -> Script[bool]:
    """N81-9.20.1: reveal a card and apply what its rank says; say whether the turn is skipped."""
    shown = yield from _reveal(state, seat, zone_face(state, seat, card))
    yield from settle(state)
    if shown is None or not state.alive(seat) or card not in state.players[seat].zone:
        return False
    match zone_face(state, seat, card):
        case Face.CALAMITY if rank(shown) >= _CALAMITY_FROM:
            return (yield from _calamity(state, seat, card))
        case Face.WINDFALL if rank(shown) >= _WINDFALL_FROM:
            yield from _windfall(state, seat, card)
    return False


def _reveal(state: State, seat: int, face: str) -> Script[str | None]:
    """Let the bearer choose what is revealed; None if there is no card anywhere (N81-9.20.2)."""
    sources = {}
    if state.players[seat].deck:
        sources[Pick.MIND.value] = deck(seat)
    if state.pile or state.discard:
        sources[Pick.PILE.value] = PILE
    if not sources:
        return None
    chosen = next(iter(sources))
    if len(sources) > 1:
        context: dict[str, Value] = {"face": face, **breaking(state, seat, {Pick.MIND.value: 1})}
        chosen = yield from choose(seat, AskKind.CHECK, tuple(sources), context=context)
    if chosen == Pick.PILE:
        yield from refill(state)
    return (yield from reveal_top(state, sources[chosen], why=Why.CHECK))


def _outcome(
    state: State, seat: int, card: str, options: tuple[str, str], safe: str
) -> Script[str]:
    """Let the bearer pick an outcome; the delayed event goes home before it is applied."""
    face = zone_face(state, seat, card)
    context = {"face": face}
    chosen = yield from choose(seat, AskKind.OUTCOME, options, default=safe, context=context)
    yield from tell(EventKind.CHOSE, seat=seat, choice=chosen, why=face)
    yield from go_home(state, [card], zone(seat), why=Why.HOME)
    return chosen


def _calamity(state: State, seat: int, card: str) -> Script[bool]:
    """N81-9.20.1: 4 colourless damage without source, or the turn is skipped."""
    options = (Pick.DAMAGE.value, Pick.SKIP.value)
    chosen = yield from _outcome(state, seat, card, options, Pick.SKIP)
    if chosen == Pick.SKIP:
        return True
    yield from hurt(
        state,
        Damage(amount=4, attribute=Attribute.NONE, source=None, target=seat, cause=Face.CALAMITY),
    )
    return False


def _windfall(state: State, seat: int, card: str) -> Script[None]:
    """N81-9.21.1: draw 3 or heal 4."""
    options = (Pick.DRAW.value, Pick.HEAL.value)
    chosen = yield from _outcome(state, seat, card, options, Pick.DRAW)
    if chosen == Pick.DRAW:
        yield from draw_cards(state, seat, 3, why=Face.WINDFALL)
    else:
        yield from heal(state, seat, 4, cause=Face.WINDFALL)
