"""A plausible Love Letter player: weighs each play by what its own view makes likely.

Worth is in eliminations: +1 for surely putting another player out, -1 for surely going out itself;
:data:`FATAL` for certain self-elimination, which no small gain may outweigh.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.bots.belief import Belief
from engine.chance import Dice
from engine.game import AskView
from engine.games.love_letter.cards import CARDS, NUMBER
from engine.games.love_letter.passives import IN_AREA, is_passive
from engine.games.love_letter.terms import AskKind, Mode, Protection
from engine.request import Answer

__all__ = [
    "FATAL", "TARGETED", "HeuristicBot", "flipped", "fukawa", "guess", "hagakure", "higher_out",
    "kept_beside", "kuwata", "look", "lower_out", "may_flip", "monokuma", "naegi", "on_target",
    "only_own_risk", "rates", "redraw", "swap", "worth",
]  # fmt: skip

FATAL: Final = -10.0
_TOUCH: Final = 0.001
"""Less than any real difference; breaks ties by dice."""

Rate = Callable[[Belief, str | None, int], float]
"""(belief, the card kept, the target) → worth of one effect on that target."""


def _number(card: str | None) -> int:
    return NUMBER[card] if card is not None else 0


def guess(belief: Belief, kept: str | None, target: int) -> float:  # noqa: ARG001
    """Rate guessing a number: how likely the best guess is."""
    return belief.best_guess(target)[1]


def look(belief: Belief, kept: str | None, target: int) -> float:  # noqa: ARG001
    """Rate a look at a hand: what is known already is hardly worth one."""
    return 0.12 if belief.known(target) is None else 0.02


def lower_out(belief: Belief, kept: str | None, target: int) -> float:
    """Rate a comparison that puts the lower one out."""
    own = _number(kept)
    return belief.lower(target, own) - 1.2 * belief.higher(target, own)


def higher_out(belief: Belief, kept: str | None, target: int) -> float:
    """Rate a comparison that puts the higher one out."""
    own = _number(kept)
    return belief.higher(target, own) - 1.2 * belief.lower(target, own)


def only_own_risk(belief: Belief, kept: str | None, target: int) -> float:
    """Rate a comparison that only the own seat can lose."""
    return 0.1 - belief.higher(target, _number(kept))


def redraw(belief: Belief, kept: str | None, target: int) -> float:
    """Rate making somebody discard and draw."""
    mode = Mode(belief.view["mode"])
    deadly = IN_AREA[mode]
    if target == belief.you:
        return FATAL if kept in deadly else 0.02 * (4 - _number(kept))
    return belief.chance_of(target, *deadly) + 0.02 * (belief.mean(target) - 3)


def swap(belief: Belief, kept: str | None, target: int) -> float:
    """Rate exchanging hands."""
    return 0.05 * (belief.mean(target) - _number(kept)) - 0.05


def naegi(belief: Belief, kept: str | None, target: int) -> float:  # noqa: ARG001
    """Rate making another discard where some cards are its end."""
    fatal = belief.chance_of(target, "monokuma", "enoshima", "ikusaba")
    return fatal + 0.02 * (belief.mean(target) - 3)


def kuwata(belief: Belief, kept: str | None, target: int) -> float:  # noqa: ARG001
    """Rate a guess that is paid for dearly when it is wrong."""
    return belief.best_guess(target)[1] - 1


def hagakure(belief: Belief, kept: str | None, target: int) -> float:  # noqa: ARG001
    """Rate the question for a 1."""
    return belief.numbers(target).get(1, 0.0) - 1


def fukawa(belief: Belief, kept: str | None, target: int) -> float:
    """Rate making another discard the hand and take the own."""
    return belief.chance_of(target, "enoshima", "ikusaba") + 0.02 * (
        belief.mean(target) - _number(kept)
    )


def monokuma(belief: Belief, kept: str | None, target: int) -> float:  # noqa: ARG001
    """Rate a fate draw for another."""
    return 1 / 3 + 0.01 * belief.mean(target)


TARGETED: Final[Mapping[Mode, Mapping[str, Rate]]] = {
    Mode.HOPE: {
        card: rate
        for card, number in NUMBER.items()
        for n, rate in ((1, guess), (2, look), (3, lower_out), (5, redraw), (6, swap))
        if n == number
    },
    Mode.DESPAIR: {
        "naegi": naegi,
        "maizono": swap,
        "asahina": guess,
        "kuwata": kuwata,
        "hagakure": hagakure,
        "kirigiri": look,
        "owada": only_own_risk,
        "fujisaki": higher_out,
        "ishimaru_white": lower_out,
        "fukawa": fukawa,
        "monokuma": monokuma,
    },
}
"""How an effect that chooses a player is rated, by mode and card."""


def _untargeted(belief: Belief, card: str, kept: str | None, mode: Mode) -> float:
    """Return the worth of an effect that chooses nobody."""
    if mode is Mode.HOPE:
        return 0.15 if NUMBER[card] == 4 else 0.0
    last_cards = belief.view["deck"] < 2
    worths = {
        "yamada": -1 / 3,
        "celestia": 0.02 * (4 - _number(kept)),
        "ogami": -0.02,
        "alter_ego": FATAL if belief.area_holds("yamada", "ishimaru", "ishimaru_white") else 0.15,
        "ishimaru": FATAL if belief.area_holds("owada") else 0.0,
        "togami": 0.0 if last_cards else _redrawn(kept),
        "genocider": 0.15,
    }
    return worths.get(card, 0.0)


def _redrawn(kept: str | None) -> float:
    """Return the worth of discarding ``kept`` in Despair mode for the better of two."""
    return FATAL if kept in IN_AREA[Mode.DESPAIR] else 0.05 * (5 - _number(kept))


def on_target(belief: Belief, rate: Rate, kept: str | None, target: int) -> float:
    """Return the worth of an effect on ``target``; a protected one is out of its reach."""
    if Protection.UNAFFECTED in belief.protections(target):
        return 0.0
    return rate(belief, kept, target)


def worth(belief: Belief, card: str, kept: str | None, mode: Mode) -> float:
    """Return what playing ``card`` and keeping ``kept`` is worth in ``mode``."""
    if card in IN_AREA[mode]:
        return FATAL
    keeping = 0.03 * _number(kept) * (1.5 if belief.view["deck"] <= len(belief.others()) else 1)
    if is_passive(card, mode):
        return keeping
    if card == "asahina" and mode is Mode.DESPAIR and not belief.area_holds("ogami"):
        return FATAL
    rate = TARGETED[mode].get(card)
    if rate is None:
        return keeping + _untargeted(belief, card, kept, mode)
    targets = [s for s in belief.others() if Protection.UNCHOOSABLE not in belief.protections(s)]
    if NUMBER[card] == 5 and mode is Mode.HOPE:
        targets.append(belief.you)
    best = max((on_target(belief, rate, kept, t) for t in targets), default=0.0)
    return keeping + best


class HeuristicBot:
    """Answers each kind of ask by worth, ties by dice."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        """Return a legal answer, from ``view`` and ``ask`` alone."""
        rated = [(rate + _TOUCH * dice.below(100) / 100, o) for o, rate in rates(view, ask).items()]
        return (max(rated)[1],)


def rates(view: Mapping[str, Any], ask: AskView) -> dict[str, float]:
    """Return what each option of ``ask`` is worth, in its order."""
    belief, rate = Belief(view), _ANSWERS[AskKind(ask.kind)]
    return {option: rate(belief, option, ask) for option in ask.options}


def kept_beside(belief: Belief) -> str | None:
    """Return the card in hand while another is on the table."""
    hand = belief.view["hand"]
    return hand[0] if hand else None


def _rate_play(belief: Belief, option: str, ask: AskView) -> float:
    kept = next((c for c in ask.options if c != option), None)
    mode = Mode(belief.view["mode"])
    now = worth(belief, option, kept, mode)
    return max(now, flipped(belief, option, kept)) if may_flip(belief) else now


def may_flip(belief: Belief) -> bool:
    """Say whether the own seat may flip the mode now."""
    allowed: bool = belief.seats[belief.you]["may_flip"]
    return allowed


def flipped(belief: Belief, card: str, kept: str | None) -> float:
    """Return what ``card`` is worth with the opposite effect, the flip's passives included."""
    mode = Mode(belief.view["mode"]).opposite
    deadly = IN_AREA[mode]
    if not deadly.isdisjoint(belief.seats[belief.you]["area"]):
        return FATAL
    fallen = sum(not deadly.isdisjoint(belief.seats[s]["area"]) for s in belief.others())
    return worth(belief, card, kept, mode) + fallen


def _rate_effect(belief: Belief, option: str, ask: AskView) -> float:
    card, kept = str(ask.context["card"]), kept_beside(belief)
    if option == belief.view["mode"]:
        return worth(belief, card, kept, Mode(option))
    return flipped(belief, card, kept)


def _rate_target(belief: Belief, option: str, ask: AskView) -> float:
    card, mode = str(ask.context["card"]), Mode(str(ask.context["mode"]))
    return on_target(belief, TARGETED[mode][card], kept_beside(belief), int(option))


def _rate_number(belief: Belief, option: str, ask: AskView) -> float:
    target = ask.context["target"]
    assert isinstance(target, int)
    return belief.numbers(target).get(int(option), 0.0) + _TOUCH * int(option)


def _rate_keep(belief: Belief, option: str, ask: AskView) -> float:  # noqa: ARG001
    """Rate what Togami keeps: a Despair 7 can only be played to ruin, so it is worth a 1."""
    return 1.0 if option in IN_AREA[Mode(belief.view["mode"])] else float(CARDS[option].number)


_ANSWERS: Final[Mapping[AskKind, Callable[[Belief, str, AskView], float]]] = {
    AskKind.PLAY: _rate_play,
    AskKind.EFFECT: _rate_effect,
    AskKind.TARGET: _rate_target,
    AskKind.NUMBER: _rate_number,
    AskKind.KEEP: _rate_keep,
}
