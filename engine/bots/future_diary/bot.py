"""The heuristic bot: one answer for each ask of a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.bots.future_diary import guesses
from engine.bots.future_diary.filling import Filling
from engine.bots.future_diary.mind import Mind
from engine.bots.future_diary.orders import orders, standing
from engine.bots.future_diary.sight import Sight
from engine.bots.future_diary.windows import change
from engine.chance import Dice
from engine.game import AskView
from engine.games.future_diary.terms import Step, Verb
from engine.request import Answer

__all__ = ["HeuristicBot"]


_AT_ONCE: Final = frozenset({Verb.PREDICT, Verb.CREATOR, Verb.PROOF})
"""What is answered at once and leaves the step open."""


class HeuristicBot:
    """Plays any role from ``view`` and ``ask`` alone; it does not talk."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        """Return a legal answer: a prediction or the like where one is open, else ready."""
        if ask.settled or view["me"] is None or not view["me"]["alive"]:
            return ask.default
        verbs: Any = ask.context["verbs"]
        if not ask.context["form"] and not _AT_ONCE.intersection(verbs):
            return (Verb.READY,)
        mind = Mind(Sight(view), dice)
        special = _special(mind, verbs, view["me"])
        return special or (Verb.READY, *_words(mind, ask, dice))


def _special(mind: Mind, verbs: tuple[str, ...], me: Mapping[str, Any]) -> Answer | None:
    """Return an answer that is given at once and leaves the step open."""
    if Verb.PROOF in verbs and (pick := guesses.proof(mind)) is not None:
        return pick
    if Verb.CREATOR in verbs and me["creator"] is None:
        declared = guesses.creator(mind)
        if declared is not None:
            return declared
    if Verb.PREDICT not in verbs:
        return None
    free = mind.sight.act == 1 and mind.sight.is_first_loop and not me["predictions"]
    return guesses.prediction(mind, free=free)


def _words(mind: Mind, ask: AskView, dice: Dice) -> Answer:
    form: Any = ask.context["form"]
    filling = Filling(form, dice)
    match Step(ask.kind):
        case Step.ORDERS:
            orders(mind, filling)
        case Step.CHANGE_1 | Step.CHANGE_2:
            change(mind, filling)
        case Step.LAST_WORDS:
            standing(mind, filling, "")
        case Step.PREDICT:
            standing(mind, filling, "standing.")
        case Step.LOBBY:
            pass
    return filling.words()
