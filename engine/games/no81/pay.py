"""Costs and discards by choice (N81-3.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from engine.event import NOTHING, Value
from engine.games.no81.moves import discard, discard_mind, go_home, place_of
from engine.games.no81.places import hand
from engine.games.no81.state import State
from engine.games.no81.terms import AskKind, Pick, Why
from engine.request import Answer, Ask, Script

__all__ = [
    "Price", "affordable", "breaking", "can_pay_any", "choose_hand", "few_minds", "pay", "pay_any",
    "pay_hand", "pick_many",
]  # fmt: skip


class Price(StrEnum):
    """What a mode costs beside the card itself."""

    NONE = "none"
    HAND = "hand"
    ANY = "any"
    MIND = "mind"
    TWO_MIND = "two_mind"

    @property
    def mind(self) -> int:
        """How many mind cards it takes in any case."""
        return _MIND.get(self, 0)


_MIND: Final = {Price.MIND: 1, Price.TWO_MIND: 2}


def affordable(state: State, seat: int, price: Price, card: str) -> bool:
    """Say whether ``seat`` can pay for using ``card`` (N81-6.2)."""
    match price:
        case Price.NONE:
            return True
        case Price.HAND:
            return any(c != card for c in state.players[seat].hand)
        case Price.ANY:
            return can_pay_any(state, seat, card)
        case Price.MIND | Price.TWO_MIND:
            return len(state.players[seat].deck) >= price.mind


def pay(state: State, seat: int, price: Price, card: str) -> Script[None]:
    """N81-6.1(b): let ``seat`` pay for using ``card``, which itself is not to be spent."""
    match price:
        case Price.NONE:
            return
        case Price.HAND:
            yield from pay_hand(state, seat, 1, why=Why.COST, keep=card)
        case Price.ANY:
            yield from pay_any(state, seat, why=Why.COST, keep=card)
        case Price.MIND | Price.TWO_MIND:
            for _ in range(price.mind):
                yield from discard_mind(state, seat, why=Why.COST)


def few_minds(state: State, seat: int) -> bool:
    """Say whether ``seat`` has so few mind cards that a price can take the last one."""
    return len(state.players[seat].deck) <= max(_MIND.values())


def breaking(state: State, seat: int, taken: Mapping[str, int]) -> dict[str, Value]:
    """N81-10.5: name the options that take the last mind card, given how many each takes."""
    left = len(state.players[seat].deck)
    return {"breaks_mind": tuple([o for o, count in taken.items() if 0 < left <= count])}


def pick_many(
    seat: int,
    kind: AskKind,
    options: Sequence[str],
    count: int,
    *,
    why: str,
    ordered: bool = False,
    least: int | None = None,
    context: Mapping[str, Value] = NOTHING,
) -> Script[Answer]:
    """Let ``seat`` pick ``count`` of ``options``, or ``least`` to ``count``; default: the first."""
    least = count if least is None else least
    answer: Answer = yield Ask(
        seat=seat,
        kind=kind,
        options=tuple(options),
        default=tuple(options[:least]),
        least=least,
        most=count,
        ordered=ordered,
        context={"why": why, **context},
    )
    return answer


def choose_hand(state: State, seat: int, count: int, *, why: str, keep: str = "") -> Script[Answer]:
    """Let ``seat`` pick ``count`` hand cards to pay with, never the card ``keep``."""
    options = [c for c in state.players[seat].hand if c != keep]
    return (yield from pick_many(seat, AskKind.PAY, options, count, why=why))


def pay_hand(
    state: State, seat: int, count: int, *, why: str, keep: str = "", effect: bool = False
) -> Script[None]:
    """Let ``seat`` discard ``count`` hand cards of its choice; ``effect``: not as a cost."""
    cards = yield from choose_hand(state, seat, count, why=why, keep=keep)
    # Sorted: the order in which a hand was drawn is not to be told.
    if effect:
        yield from discard(state, seat, sorted(cards), hand(seat), why=why)
    else:
        yield from go_home(state, sorted(cards), hand(seat), why=why)


def can_pay_any(state: State, seat: int, keep: str = "") -> bool:
    """Say whether ``seat`` has a card to discard beside ``keep`` (N81-3.5)."""
    player = state.players[seat]
    return bool(player.deck) or any(c != keep for c in (*player.hand, *player.zone))


def pay_any(
    state: State, seat: int, *, why: str, keep: str = "", effect: bool = False
) -> Script[str]:
    """Let ``seat`` discard a hand card, a zone card or its top mind card; return which.

    ``Pick.MIND`` stands for the top of the mind deck. ``effect``: it is no cost.
    """
    player = state.players[seat]
    options = [c for c in (*player.hand, *player.zone) if c != keep]
    if player.deck:
        options.append(Pick.MIND)
    context = breaking(state, seat, {Pick.MIND.value: 1})
    (chosen,) = yield from pick_many(seat, AskKind.PAY, options, 1, why=why, context=context)
    if chosen == Pick.MIND:
        yield from discard_mind(state, seat, why=why)
    elif effect:
        yield from discard(state, seat, [chosen], place_of(state, seat, chosen), why=why)
    else:
        yield from go_home(state, [chosen], place_of(state, seat, chosen), why=why)
    return chosen
