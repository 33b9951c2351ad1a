"""Why a game of No.81 ended (N81-11.7, N81-12.4, N81-13.4, N81-14.9, N81-15.6)."""

from __future__ import annotations

from typing import assert_never

from engine.games.no81.terms import GameEnd
from tui.i18n import _

__all__ = ["result_line"]


def result_line(why: str) -> str:
    """Return why the game is over, as a sentence."""
    match GameEnd(why):
        case GameEnd.LAST_SIDE:
            return _("Only one side is left.")
        case GameEnd.LORD_DEAD:
            return _("The lord is dead.")
        case GameEnd.LORD_SAFE:
            return _("Nobody is left who was against the lord.")
        case GameEnd.NOBODY:
            return _("Nobody is left.")
        case GameEnd.ROUNDS:
            return _("The rounds are used up.")
        case other:
            assert_never(other)
