"""The ops in which a pack says what a skill or card does (N81-19.3).

An op is a table ``{op = "draw", who = "me", n = 1}``. An op does as much as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engine.games.no81.actions import choose_seat
from engine.games.no81.damage import Damage, hurt, own_attribute
from engine.games.no81.effects import RULES
from engine.games.no81.effects.attacks import spend
from engine.games.no81.effects.targets import reachable, targets_of
from engine.games.no81.glossary import Attribute
from engine.games.no81.health import heal
from engine.games.no81.moves import discard_mind, draw_cards, look, move, place_of, refill, set_flag
from engine.games.no81.pay import can_pay_any, pay_any, pay_hand, pick_many
from engine.games.no81.places import PILE, deck, hand, spent
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, ChanceKind, Flag
from engine.games.no81.use import Shape, Use, carry_out
from engine.request import Script, draw_one

__all__ = ["OPS", "WHO", "Frame", "Op", "run_ops"]

Op = Mapping[str, Any]
WHO: Final = ("me", "target", "source", "each_target")


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Who is meant by the words of :data:`WHO`; ``cause`` is the id of the skill or card."""

    me: int
    cause: str
    targets: tuple[int, ...] = ()
    source: int | None = None
    moment: Moment | None = None

    def seats(self, word: str) -> tuple[int, ...]:
        """Return the seats that ``word`` means."""
        match word:
            case "me":
                return (self.me,)
            case "source":
                return () if self.source is None else (self.source,)
            case "target":
                return self.targets[:1]
            case _:
                return self.targets


def run_ops(state: State, ops: Sequence[Op], frame: Frame) -> Script[None]:
    """Carry ``ops`` out one after the other; the dead are passed over."""
    for op in ops:
        for seat in frame.seats(str(op.get("who", "me"))):
            if state.alive(seat):
                yield from OPS[op["op"]](state, op, frame, seat)


def _n(op: Op) -> int:
    return int(op.get("n", 1))


def _draw(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    yield from draw_cards(state, seat, _n(op), why=frame.cause)


def _heal(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    yield from heal(state, seat, _n(op), cause=frame.cause)


def _damage(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    mine = op.get("attribute", "mine") == "mine"
    attribute = own_attribute(state, frame.me) if mine else Attribute.NONE
    yield from hurt(
        state,
        Damage(amount=_n(op), attribute=attribute, source=frame.me, target=seat, cause=frame.cause),
    )


def _discard_hand(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    count = min(_n(op), len(state.players[seat].hand))
    if count:
        yield from pay_hand(state, seat, count, why=frame.cause, effect=True)


def _discard_mind(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    for _ in range(_n(op)):
        yield from discard_mind(state, seat, why=frame.cause)


def _discard_any(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    for _ in range(_n(op)):
        if can_pay_any(state, seat):
            yield from pay_any(state, seat, why=frame.cause, effect=True)


def _take_random(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    """Take from all cards in hand and zone together, as in N81-9.6.1."""
    for _ in range(_n(op)):
        pool = (*state.players[seat].hand, *reachable(state, seat, frame.me))
        if pool and seat != frame.me:
            seen = frozenset({frame.me, seat})
            card = yield from draw_one(ChanceKind.RANDOM_CARD, pool, seen_by=seen)
            yield from move(
                state, [card], place_of(state, seat, card), hand(frame.me), why=frame.cause
            )


def _look_mind(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    yield from look(state, frame.me, deck(seat), _n(op))


def _look_hand(state: State, _op: Op, frame: Frame, seat: int) -> Script[None]:
    yield from look(state, frame.me, hand(seat), len(state.players[seat].hand))


def _look_pile(state: State, op: Op, _frame: Frame, seat: int) -> Script[None]:
    yield from refill(state, _n(op))
    yield from look(state, seat, PILE, _n(op))


def _spent_to_bottom(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    row = state.players[seat].spent
    count = min(_n(op), len(row))
    if count:
        cards = yield from pick_many(
            seat, AskKind.UNDER, row, count, why=frame.cause, ordered=True, context={"seat": seat}
        )
        for card in cards:
            # One by one: each lay open before, so everybody knows where it lies (N81-4.10).
            yield from move(state, [card], spent(seat), deck(seat), why=frame.cause)


def _hand_to_bottom(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    held = state.players[seat].hand
    count = min(_n(op), len(held))
    if count:
        cards = yield from pick_many(
            seat, AskKind.UNDER, held, count, why=frame.cause, ordered=True, context={"seat": seat}
        )
        yield from move(state, cards, hand(seat), deck(seat), why=frame.cause)


_MODIFIED: Final = {"range": Flag.REACH, "attack_damage": Flag.DAMAGE, "hand_limit": Flag.HOLDS}


def _modify(state: State, op: Op, _frame: Frame, seat: int) -> Script[None]:
    player, flag = state.players[seat], _MODIFIED[op["what"]]
    now = {Flag.REACH: player.reach, Flag.DAMAGE: player.damage, Flag.HOLDS: player.holds}
    yield from set_flag(state, seat, flag, now[flag] + _n(op))


def _cancel(_state: State, _op: Op, frame: Frame, _seat: int) -> Script[None]:
    if frame.moment is not None:
        frame.moment.cancelled = True
    yield from ()


def _as_guard(_state: State, _op: Op, frame: Frame, _seat: int) -> Script[None]:
    if frame.moment is not None:
        frame.moment.guarded = True
    yield from ()


def _as_card(state: State, op: Op, frame: Frame, seat: int) -> Script[None]:
    """N81-6.11: use a virtual card; what it would cost is not paid, an attack does not count."""
    rule = RULES[op["id"]][1]
    targets = tuple(targets_of(state, seat, "", rule))
    if rule.shape is Shape.ONE:
        meant = [s for s in frame.targets if s in targets]
        if meant or targets:
            found = meant[:1] or targets
            targets = ((yield from choose_seat(seat, found, face=rule.face)),)
    if targets and (rule.attack or rule.allowed(state, seat, "")):
        use = Use(user=seat, face=rule.face, mode=1, targets=targets)
        if rule.declare is not None:
            use.choice = yield from rule.declare(state, use)
        if rule.attack:
            use.bonus = yield from spend(state, seat, counts=False)
        yield from carry_out(state, use, rule, free=True)


OPS: Final[Mapping[str, Callable[[State, Op, Frame, int], Script[None]]]] = MappingProxyType(
    {
        "draw": _draw,
        "heal": _heal,
        "damage": _damage,
        "discard_hand": _discard_hand,
        "discard_mind": _discard_mind,
        "discard_any": _discard_any,
        "take_random": _take_random,
        "look_mind": _look_mind,
        "look_hand": _look_hand,
        "look_pile": _look_pile,
        "spent_to_bottom": _spent_to_bottom,
        "hand_to_bottom": _hand_to_bottom,
        "modify": _modify,
        "cancel": _cancel,
        "as_guard": _as_guard,
        "as_card": _as_card,
    }
)
"""N81-19.3: every op by its word; called with the seat that ``who`` means."""
