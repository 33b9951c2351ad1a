"""What a No.81 bot builds before the game: mind decks and character decks (N81-4.1, N81-14.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from engine.bots.no81_worth import Eyes
from engine.chance import Dice
from engine.game import AskView
from engine.games.no81.cards import RANKS
from engine.games.no81.glossary import Camp, Face
from engine.request import Answer

__all__ = [
    "base_of", "karma_deck", "mind_deck", "mind_worth", "pairs_of", "skill_worth", "start_worth",
    "swap_price", "swap_worth",
]  # fmt: skip

_MIND_WORTH: Final[Mapping[str, float]] = {
    Face.MIND_RESTORE: 3.2,
    Face.MANA_SPRING: 2.8,
    Face.EVADE: 2.2,
    Face.HASTE: 3.2,
    Face.MIRACLE: 2.6,
    Face.TREASURE: 3.2,
    Face.LIFE_SPRING: 1.6,
    Face.PUNCH: 2.7,
    Face.AMPLIFY: 2.0,
    "lm_wordbook": 3.6,
    "lm_chart": 1.8,
    "lm_harbour": 3.0,
    "lm_counterweight": 2.3,
    "lm_seed": 2.1,
    "lm_midnight": 1.2,
    "lm_lastbell": 1.5,
    "lm_ember": 2.7,
    "lm_blank": 2.4,
}
"""What a card is worth in a mind deck; a limited one whose condition is met by its own id."""
_LIKELY: Final = 2.0
_SKILL_WORTH: Final[Mapping[str, float]] = {
    "pursuit": 1.4,
    "overheat": 1.2,
    "hide": 1.2,
    "urge": 1.1,
    "trade": 1.1,
    "levy": 1.1,
    "lamp": 0.5,
    "tailwind": 0.9,
    "crust": 0.6,
    "heatproof": 0.4,
    "nameless": 0.4,
    "red_shift": 1.5,
}
_USUAL: Final = 0.8
_MIND_PRICE: Final = 1.5
"""What a mind card that a swap costs is worth."""


def mind_deck(eyes: Eyes, ask: AskView, dice: Dice) -> Answer:
    """N81-4.1: what suits the own camp and series, the best on top, with some chance in it."""
    best = dict.fromkeys(RANKS, (-1.0, ""))
    for option in ask.options:
        rank, _, name = option.partition("-")
        worth = mind_worth(eyes, name) + dice.below(100) / 100
        best[rank] = max(best[rank], (worth, option))
    return tuple([option for _, option in sorted(best.values(), reverse=True)])


def mind_worth(eyes: Eyes, name: str) -> float:
    """Return what a card of this face will be worth to its own seat (N81-4.11)."""
    face = eyes.counts_as(name)
    match face:
        case Face.ATTACK_COLD | Face.ATTACK_WARM:
            own = Camp.COLD if face == Face.ATTACK_COLD else Camp.WARM
            if eyes.own["camp"] == own:
                return 2.7
            victims = [s for s in eyes.enemies() if eyes.seats[s]["camp"] != own]
            return 2.3 if victims else 0.0
        case Face.ENERGY_BURST:
            return 0.9 + 0.5 * len(eyes.enemies())
        case _:
            return _MIND_WORTH.get(face, _LIKELY)


def karma_deck(ask: AskView, dice: Dice) -> Answer:
    """N81-14.2: one of the pairs of most health, with more that take nothing from it."""
    pairs = [(pair, base_of(ask, pair)) for pair in pairs_of(ask)]
    most = max(base for _pair, base in pairs)
    deck: Answer = _one_of([pair for pair, base in pairs if base == most], dice)
    for _ in range(dice.below(ask.most - ask.least + 1)):
        more = [side for side in ask.options if base_of(ask, (*deck, side)) >= most]
        if more:
            deck = (*deck, dice.pick(tuple(more)))
    return deck


def pairs_of(ask: AskView) -> list[Answer]:
    """N81-14.2: the pairs with sum 0, one of which a deck must hold."""
    context: Mapping[str, Any] = ask.context
    karma: Mapping[str, int] = context["karma"]
    return [p for p in combinations(ask.options, 2) if karma[p[0]] + karma[p[1]] == 0]


def base_of(ask: AskView, deck: Answer) -> int:
    """N81-14.3: the pool of health of a deck, 0 for what is no deck."""
    context: Mapping[str, Any] = ask.context
    if len({side.partition("/")[0] for side in deck}) < len(deck):
        return 0
    total = abs(sum(context["karma"][side] for side in deck))
    return int(sum(context["health"][side] for side in deck) // len(deck) - total)


def _one_of(decks: Sequence[Answer], dice: Dice) -> Answer:
    return decks[dice.below(len(decks))]


def skill_worth(skill: str) -> float:
    """Return what a skill is worth to whoever may choose it."""
    return _SKILL_WORTH.get(skill, _USUAL)


def start_worth(option: str) -> float:
    """Rate main, deputy and a skill of each (N81-14.4)."""
    return sum(skill_worth(part.rpartition(":")[2]) for part in option.split("+"))


def swap_worth(eyes: Eyes, option: str) -> float:
    """Rate a swap (N81-14.7); ``pass`` is worth 0."""
    which, _side, skill = option.split(":")
    price = swap_price(eyes, option)
    leaves: str = eyes.own["skills"][0 if which == "main" else 1]
    return skill_worth(skill) - skill_worth(leaves) - 0.1 - _MIND_PRICE * price


def swap_price(eyes: Eyes, option: str) -> int:
    """Return how many mind cards a swap costs (N81-14.7)."""
    which, side, _skill = option.split(":")
    stays = eyes.own["deputy" if which == "main" else "character"]
    return abs(eyes.karma(side.partition("/")[0]) + eyes.karma(stays))
