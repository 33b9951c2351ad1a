"""A bot that fills in any legal form of Future Diary, and sometimes talks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.chance import Dice
from engine.game import AskView
from engine.games.future_diary.form import holds
from engine.games.future_diary.terms import Verb
from engine.request import Answer

__all__ = ["FutureDiaryRandomBot"]

_PHRASES = ("hm", "not me", "who else?", "I saw it", "trust me", "never")
_MODES = ("silence", "speech")


class FutureDiaryRandomBot:
    """Everything it needs is in the ask: its form, and what else it may say now."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:  # noqa: ARG002
        """Return a legal answer; mostly one that makes it ready."""
        context: Mapping[str, Any] = ask.context
        verbs: tuple[str, ...] = context["verbs"]
        for verb, percent, say in _SAYINGS:
            said = say(context, dice) if verb in verbs else ()
            if said and dice.below(100) < percent:
                return (verb.value, *said)
        if ask.settled and Verb.WAIT in verbs and not dice.below(40):
            return (Verb.WAIT.value,)
        if ask.settled or Verb.SUBMIT not in verbs:
            return (Verb.READY.value,)
        verb = Verb.READY if dice.below(8) else Verb.SUBMIT
        return (verb.value, *_filled(context["form"], dice))


def _filled(form: Sequence[Mapping[str, Any]], dice: Dice) -> Answer:
    """Fill a form in from its beginning: what is needed, and some of the rest."""
    chosen: dict[str, tuple[str, ...]] = {}
    for entry in form:
        if holds(entry["when"], chosen) and (entry["need"] or dice.below(2)):
            most = min(entry["most"], len(entry["values"]))
            left = list(entry["values"])
            count = 1 + dice.below(most)
            chosen[entry["id"]] = tuple(left.pop(dice.below(len(left))) for _ in range(count))
    return tuple(f"{name}={value}" for name, values in chosen.items() for value in values)


def _persona(_context: Mapping[str, Any], dice: Dice) -> Answer:
    return (f"bot {dice.below(10**9)}",)


def _seats(context: Mapping[str, Any], dice: Dice, count: int) -> Answer:
    left = [str(seat) for seat in context["seats"]]
    if len(left) < count:
        return ()
    return tuple(left.pop(dice.below(len(left))) for _ in range(count))


def _predict(context: Mapping[str, Any], dice: Dice) -> Answer:
    seat = _seats(context, dice, 1)
    return (*seat, dice.pick(context["roles"])) if seat else ()


def _creator(context: Mapping[str, Any], dice: Dice) -> Answer:
    seat = _seats(context, dice, 1)
    return (*seat, dice.pick(_MODES)) if seat else ()


def _proof(context: Mapping[str, Any], dice: Dice) -> Answer:
    return _seats(context, dice, 2)


def _say(context: Mapping[str, Any], dice: Dice) -> Answer:
    return (dice.pick(context["channels"]), dice.pick(_PHRASES)) if context["channels"] else ()


_SAYINGS: Final[tuple[tuple[Verb, int, Callable[[Mapping[str, Any], Dice], Answer]], ...]] = (
    (Verb.PERSONA, 30, _persona),
    (Verb.PREDICT, 60, _predict),
    (Verb.CREATOR, 60, _creator),
    (Verb.PROOF, 60, _proof),
    (Verb.SAY, 4, _say),
)
"""What is said at once where it is open, and how often in a hundred times."""
