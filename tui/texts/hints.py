"""What hints of every game have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.bots.advice import BEST, Ground
from tui.hints import Speaks
from tui.i18n import _

__all__ = ["spoken"]


def spoken(grounds: Iterable[Ground], say: Callable[[Ground], str]) -> tuple[Speaks, ...]:
    """Return ``grounds`` in words: ``say`` has a game's own; what has no words is left out."""
    told = [
        (
            _("Seems best, as far as you can see.") if ground.code == BEST else say(ground),
            ground.good,
        )
        for ground in grounds
    ]
    return tuple(Speaks(text=text, good=good) for text, good in told if text)
