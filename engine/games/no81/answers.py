"""Limited mind cards that answer in a window by what their pack says (N81-19.3 ``when``).

An instant card answers from the hand, a delayed basic from the zone, where it must not have come
this turn (N81-9.0.4). Whatever the condition makes of a card for its holder counts (N81-4.11).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.games.no81.faces import face, zone_face
from engine.games.no81.finish import finish
from engine.games.no81.glossary import CardClass
from engine.games.no81.moves import go_home, move, place_of
from engine.games.no81.pay import Price, affordable, pay
from engine.games.no81.places import RESOLVING, Zone
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import EventKind, Why
from engine.games.no81.triggers import DEEPEST
from engine.games.no81.uses import Use
from engine.request import Script, tell

__all__ = ["AnswerRule", "answer_with", "answering", "hidden_answers"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRule:
    """What one card does in one window; ``effect`` takes (state, seat, moment)."""

    effect: Callable[[State, int, Moment], Script[None]]
    price: Price = Price.NONE
    guards: bool = False
    """It is valid as a Guard, so never against a Punch (N81-9.14.1, N81-18.2.1)."""


def hidden_answers(state: State, when: str) -> bool:
    """Say whether anybody might hold a card that answers there from the hand (N81-6.13)."""
    return any(
        when in card.answers and card.kind is not CardClass.DELAYED_BASIC
        for card in state.content.limited.values()
    )


def answering(state: State, seat: int, when: str, *, punch: bool = False) -> dict[str, int]:
    """Return ``card:<card>`` for each card with which ``seat`` can answer in this window.

    With each, how many mind cards it takes in any case.
    """
    if state.depth >= DEEPEST:
        return {}  # N81-15.7
    player = state.players[seat]
    names = {card: face(state, seat, card) for card in player.hand}
    lying = {c: zone_face(state, seat, c) for c in player.zone}
    old = {c: name for c, name in lying.items() if state.placed[c].stamp < state.turn}
    found: dict[str, int] = {}
    for cards, from_zone in ((names, False), (old, True)):
        for card, name in cards.items():
            limited = state.content.limited.get(name)
            rule = limited.answers.get(when) if limited is not None else None
            if limited is None or rule is None or (punch and rule.guards):
                continue
            fits = (limited.kind is CardClass.DELAYED_BASIC) == from_zone
            if fits and affordable(state, seat, rule.price, card):
                found[f"card:{card}"] = rule.price.mind
    return found


def answer_with(state: State, seat: int, when: str, card: str, moment: Moment) -> Script[None]:
    """Let ``seat`` use ``card`` in a window: pay, do what it says, and it goes home."""
    place = place_of(state, seat, card)
    in_zone = place.zone is Zone.DELAYED
    name = zone_face(state, seat, card) if in_zone else face(state, seat, card)
    rule = state.content.limited[name].answers[when]
    about = moment.use.user if moment.use is not None else moment.target
    use = Use(user=seat, face=name, mode=1, targets=() if about is None else (about,))
    yield from tell(
        EventKind.USED,
        seat=seat,
        face=name,
        mode=use.mode,
        targets=use.targets,
        cards=(card,),
        choice=when,
    )
    yield from pay(state, seat, rule.price, card)
    if card not in state.cards_at(place):  # as in `use.carry_out`
        return
    yield from move(state, [card], place, RESOLVING, why=Why.DETACH if in_zone else Why.USE)
    state.depth += 1
    try:
        yield from rule.effect(state, seat, moment)
    finally:
        state.depth -= 1
    if in_zone:
        yield from go_home(state, [card], RESOLVING, why=Why.HOME)
    else:
        yield from finish(state, use, [card])
