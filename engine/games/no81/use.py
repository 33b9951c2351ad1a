"""The steps of using a card (N81-6.1), whatever the card is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from engine.games.no81.finish import finish
from engine.games.no81.glossary import Timing
from engine.games.no81.moves import move
from engine.games.no81.pay import Price, affordable, pay
from engine.games.no81.places import RESOLVING
from engine.games.no81.settle import settle
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import EventKind, Why
from engine.games.no81.triggers import fire
from engine.games.no81.uses import Use
from engine.games.no81.windows import event_window, guard_window
from engine.request import Script, tell

__all__ = ["CardRule", "Price", "Shape", "Use", "affordable", "carry_out"]


class Shape(StrEnum):
    """Whom a mode is used on."""

    SELF = "self"
    ONE = "one"
    GROUP = "group"


Effect = Callable[[State, Use, int], Script[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRule:
    """One mode of one card of the play phase (N81-9.22).

    ``targets(state, user, card)`` gives the legal single targets, or the whole group in order;
    ``allowed`` what must hold besides. ``declare`` makes the choice that the text asks of the user.
    ``begin`` and ``end`` come once, before the first and after the last target.
    """

    face: str
    mode: int
    shape: Shape
    effect: Effect
    targets: Callable[[State, int, str], list[int]] = lambda _state, user, _card: [user]
    allowed: Callable[[State, int, str], bool] = lambda _state, _user, _card: True
    price: Price = Price.NONE
    attack: bool = False
    event: bool = True
    declare: Callable[[State, Use], Script[str | None]] | None = None
    begin: Callable[[State, Use], Script[None]] | None = None
    end: Callable[[State, Use], Script[None]] | None = None
    instead: Callable[[State, int, str], Script[None]] | None = None
    """N81-9.6.2: it is no use at all; this is carried out with (user, card)."""


def carry_out(state: State, use: Use, rule: CardRule, *, free: bool = False) -> Script[None]:
    """N81-6.1: carry a declared use out to its end. ``free``: the printed cost was replaced."""
    yield from _declare(use)
    if not free:
        yield from pay(state, use.user, rule.price, use.cards[0] if use.cards else "")
    if use.cards and use.place is not None:
        if not set(use.cards) <= set(state.cards_at(use.place)):
            # A skill took the card away while its cost was paid: there is nothing left to use.
            yield from settle(state)
            return
        yield from move(state, use.cards, use.place, RESOLVING, why=Why.USE)
    yield from settle(state, effect=False)
    moment = Moment(timing=Timing.USE_DECLARED, who=use.user, cause=use.face, use=use)
    yield from fire(state, moment, then=settle)
    if rule.begin is not None:
        yield from rule.begin(state, use)
    for target in use.targets:
        if not state.alive(target):
            continue
        if not (yield from _answered(state, use, rule, target)):
            yield from rule.effect(state, use, target)
        yield from settle(state)
    if rule.end is not None:
        yield from rule.end(state, use)
    yield from finish(state, use, use.cards, then=settle)


def _declare(use: Use) -> Script[None]:
    """Tell what is used, how and on whom (N81-20.2)."""
    yield from tell(
        EventKind.USED,
        seat=use.user,
        face=use.face,
        mode=use.mode,
        targets=use.targets,
        cards=use.cards,
        choice=use.choice,
    )


def _answered(state: State, use: Use, rule: CardRule, target: int) -> Script[bool]:
    """N81-6.5: open the window that this use opens for ``target``; say whether it has no effect."""
    answered = False
    if rule.attack:
        answered = yield from guard_window(state, use, target)
    elif rule.event and target != use.user:
        answered = yield from event_window(state, use, target)
    return answered or not state.alive(target)
