"""A bot that picks any legal answer in No.81, decks that are judged as a whole included."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from engine.bots.random_bot import RandomBot
from engine.chance import Dice
from engine.game import AskView
from engine.games.no81.terms import AskKind
from engine.request import Answer

__all__ = ["No81RandomBot"]


class No81RandomBot(RandomBot):
    """Picks uniformly where single options are legal, and builds legal decks at random."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        """Return a legal answer."""
        match ask.kind:
            case AskKind.MIND_DECK:
                return _mind_deck(ask, dice)
            case AskKind.KARMA_DECK:
                return _karma_deck(ask, dice)
            case _:
                return super().choose(view, ask, dice)


def _mind_deck(ask: AskView, dice: Dice) -> Answer:
    """N81-4.1: some of the ranks in any order, a card of each."""
    left = list(ask.options)
    named: dict[str, str] = {}
    while left:
        card = left.pop(dice.below(len(left)))
        named.setdefault(card.partition("-")[0], card)
    return tuple(named.values())[: dice.below(len(named) + 1)]


def _karma_deck(ask: AskView, dice: Dice) -> Answer:
    """N81-14.2: a pair with sum 0, then what keeps the deck within the bounds."""
    context: Mapping[str, Any] = ask.context
    karma: Mapping[str, int] = context["karma"]
    health: Mapping[str, int] = context["health"]
    limit: int = context["limit"]

    def fits(deck: Answer) -> bool:
        total = abs(sum(karma[side] for side in deck))
        base = sum(health[side] for side in deck) // len(deck) - total
        names = {side.partition("/")[0] for side in deck}
        return len(names) == len(deck) and total <= limit and base >= 1

    pairs = [p for p in combinations(ask.options, 2) if karma[p[0]] + karma[p[1]] == 0 and fits(p)]
    deck: Answer = pairs[dice.below(len(pairs))]
    for _ in range(dice.below(ask.most - ask.least + 1)):
        more = [side for side in ask.options if fits((*deck, side))]
        if more:
            deck = (*deck, dice.pick(more))
    return deck
