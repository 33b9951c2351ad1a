"""A bot that says what it was told to say: the other players of a lesson."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.chance import Dice
from engine.game import AskView
from engine.request import Answer

__all__ = ["Cue", "CuedBot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """What to answer to the next ask of a kind that would take it."""

    kind: str
    answer: Answer


class CuedBot:
    """Answers by its cues, each once and in order; what it has no cue for, in the safe way."""

    def __init__(self, cues: Sequence[Cue], otherwise: Answer = ()) -> None:
        self._left = list(cues)
        self._otherwise = otherwise
        """An answer that is given wherever it can be, in place of the ask's default."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        """Return the answer of the first cue for ``ask``."""
        del view, dice
        for cue in self._left:
            if cue.kind == ask.kind and _fits(cue.answer, ask):
                self._left.remove(cue)
                return cue.answer
        return self._otherwise if _fits(self._otherwise, ask) else ask.default


def _fits(answer: Answer, ask: AskView) -> bool:
    """Say whether an ask would take an answer, as far as that can be seen from its options.

    The first word is what tells: a sheet's words are no options one by one.
    """
    return bool(answer) and (answer[0] in ask.options or bool(ask.text))
