"""The end of an act: predictions, Creator and Proof."""

from __future__ import annotations

from typing import Final

from engine.bots.future_diary.mind import Mind
from engine.games.future_diary.terms import Verb
from engine.request import Answer

__all__ = ["creator", "prediction", "proof"]

_SURE: Final = 0.6
_WORTH: Final = 0.22
"""From here on a guess is worth a day in disguise, if nothing better is to be done."""


def prediction(mind: Mind, *, free: bool) -> Answer | None:
    """Return the best guess, or None if it is not worth its penalty."""
    ranked = [
        (chance, mind.foe(n), mind.dice.below(1000), n, role)
        for n in mind.strangers
        for role, chance in [mind.suspicion.best_role(n)]
    ]
    if not ranked:
        return None
    chance, _, _, seat, role = max(ranked)
    worth = free or chance >= _SURE or (chance >= _WORTH and mind.happens(_eagerness(mind)))
    return (Verb.PREDICT, str(seat), role) if worth else None


def _eagerness(mind: Mind) -> int:
    """Return how often, in percent, a mere chance is taken; most by one who stands alone."""
    if mind.prey and not (mind.sight.is_first_loop and not mind.sight.hunted_left):
        return 0
    if not mind.sight.is_first_loop:
        return 20
    return 60 if mind.sight.hunted_left else 100


def creator(mind: Mind) -> Answer | None:
    """Return 11th's Creator: silence for a likely enemy."""
    if not mind.foes or mind.foe(mind.foes[0]) < 0.6:
        return None
    return (Verb.CREATOR, str(mind.foes[0]), "silence")


def proof(mind: Mind) -> Answer | None:
    """Return Akise's pick of two seats."""
    if len(mind.foes) < 2:
        return None
    return (Verb.PROOF, str(mind.foes[0]), str(mind.foes[1]))
