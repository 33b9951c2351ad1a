"""The modes of a pack's limited mind cards as rules of the play phase (N81-19.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.games.no81.answers import AnswerRule
from engine.games.no81.distance import in_range, neighbours
from engine.games.no81.effects.delayed import DetachRule
from engine.games.no81.effects.targets import anybody, everybody, other, others
from engine.games.no81.glossary import CardClass
from engine.games.no81.ops import Frame, Op, run_ops
from engine.games.no81.pay import Price
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.use import CardRule, Shape, Use
from engine.request import Script

__all__ = ["answer_of", "detaching_of", "guard_draw_of", "price_of", "rule_of"]

Targets = Callable[[State, int, str], list[int]]

_TARGETS: Final[Mapping[str, tuple[Shape, Targets]]] = {
    "self": (Shape.SELF, lambda _state, user, _card: [user]),
    "none": (Shape.SELF, lambda _state, user, _card: [user]),
    "other": (Shape.ONE, lambda state, user, _card: other(state, user)),
    "other_in_range": (
        Shape.ONE,
        lambda state, user, _card: [s for s in in_range(state, user) if s in other(state, user)],
    ),
    "other_distance_1": (
        Shape.ONE,
        lambda state, user, _card: [s for s in neighbours(state, user) if s in other(state, user)],
    ),
    "any": (Shape.ONE, lambda state, user, _card: anybody(state, user)),
    "all": (Shape.GROUP, everybody),
    "all_others": (Shape.GROUP, others),
}
_PRICES: Final[Mapping[tuple[tuple[str, int], ...], Price]] = {
    (): Price.NONE,
    (("discard_mind", 1),): Price.MIND,
    (("discard_mind", 2),): Price.TWO_MIND,
    (("discard_hand", 1),): Price.HAND,
    (("discard_any", 1),): Price.ANY,
}
"""The costs that can be checked before anything is declared (N81-6.2)."""


def rule_of(
    name: str, number: int, target: str, kind: CardClass, ops: Sequence[Op], cost: Sequence[Op]
) -> CardRule | None:
    """Return the rule of one mode, or None if target or cost is not one that can be checked."""
    price, found = price_of(cost), _TARGETS.get(target)
    instant = kind in {CardClass.INSTANT_BASIC, CardClass.INSTANT_EVENT}
    if price is None or found is None or not instant:
        return None
    shape, targets = found

    def effect(state: State, use: Use, seat: int) -> Script[None]:
        frame = Frame(me=use.user, cause=name, targets=(seat,), source=use.user)
        yield from run_ops(state, ops, frame)

    return CardRule(
        face=name,
        mode=number,
        shape=shape,
        effect=effect,
        targets=targets,
        price=price,
        event=kind is CardClass.INSTANT_EVENT,
    )


def detaching_of(
    name: str, ops: Sequence[Op], target: str = "none", cost: Sequence[Op] = ()
) -> DetachRule | None:
    """Return what detaching the card from the own zone does; None as for :func:`rule_of`."""
    price, found = price_of(cost), _TARGETS.get(target)
    if price is None or found is None:
        return None
    shape, targets = found

    def effect(state: State, seat: int, chosen: tuple[int, ...]) -> Script[None]:
        among = chosen if shape is not Shape.SELF else (seat,)
        yield from run_ops(state, ops, Frame(me=seat, cause=name, targets=among, source=seat))

    if shape is Shape.SELF:
        return DetachRule(effect=effect, price=price)
    return DetachRule(
        effect=effect,
        targets=lambda state, seat: targets(state, seat, ""),
        group=shape is Shape.GROUP,
        price=price,
    )


def answer_of(name: str, ops: Sequence[Op], cost: Sequence[Op] = ()) -> AnswerRule | None:
    """Return what the card does in a window; None if its cost is not one that can be checked.

    ``target`` is whoever the window is about: the user of the event or attack, or the dying.
    """
    price = price_of(cost)
    if price is None:
        return None

    def effect(state: State, seat: int, moment: Moment) -> Script[None]:
        about = moment.use.user if moment.use is not None else moment.who
        targets = () if about is None else (about,)
        frame = Frame(me=seat, cause=name, targets=targets, source=about, moment=moment)
        yield from run_ops(state, ops, frame)

    return AnswerRule(effect=effect, price=price, guards=any(o["op"] == "as_guard" for o in ops))


def price_of(cost: Sequence[Op]) -> Price | None:
    """Return a cost that is paid by the user, or None if it is not one that can be checked."""
    if any(op.get("who", "me") != "me" for op in cost):
        return None
    return _PRICES.get(tuple((str(op["op"]), int(op.get("n", 1))) for op in cost))


def guard_draw_of(ops: Sequence[Op]) -> int | None:
    """Return how many cards a card that counts as a Guard then draws; None: it does not."""
    match [op["op"] for op in ops]:
        case ["as_guard"]:
            return 0
        case ["as_guard", "draw"]:
            return int(ops[1].get("n", 1))
        case _:
            return None
