"""A bot that picks any legal answer, for tests and for filling seats in any game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.chance import Dice
from engine.game import AskView
from engine.request import Answer

__all__ = ["RandomBot"]


class RandomBot:
    """Picks uniformly: how many options where that is free, then which, in which order."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:  # noqa: ARG002
        """Return a legal answer; a free text is left to the ask's default."""
        if ask.text:
            return ask.default
        options = ask.options
        if ask.least == 1 == ask.most:
            return (options[dice.below(len(options))],)
        count = ask.least + dice.below(ask.most - ask.least + 1)
        left = list(options)
        picked = [left.pop(dice.below(len(left))) for _ in range(count)]
        return tuple(picked) if ask.ordered else tuple(o for o in options if o in picked)
