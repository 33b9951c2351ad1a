"""First-time notes of No.81."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tui.i18n import N_

__all__ = ["TIPS", "Tip"]


class Tip(StrEnum):
    """What is met for the first time."""

    CHARACTER = "no81.character"
    MIND_DECK = "no81.mind_deck"
    KARMA_DECK = "no81.karma_deck"
    DRAW = "no81.draw"
    PLAY = "no81.play"
    WINDOW = "no81.window"
    ALWAYS = "no81.always"
    DYING = "no81.dying"
    BROKEN = "no81.broken"
    ZONE = "no81.zone"
    OUT = "no81.out"
    ATTRITION = "no81.attrition"


TIPS: Final[Mapping[Tip, tuple[str, str]]] = {
    Tip.CHARACTER: (
        N_("A character brings colour, health, series and skills. {help} shows all of what is"
           " highlighted."),
        N_("A character brings colour, health, series and skills. 'explain N' tells all of them."),
    ),
    Tip.MIND_DECK: (
        N_("Your mind deck is 13 cards, one of each rank. Some you will draw, others pay for"
           " strong effects."),
        "",
    ),
    Tip.KARMA_DECK: (
        N_("Bring two to five characters. Two of them must make 0, and all together -2 to 2."),
        "",
    ),
    Tip.DRAW: (
        N_("In place of the pile you may draw from your mind deck, whose cards you chose"
           " yourself."),
        "",
    ),
    Tip.PLAY: (
        N_("Play as many cards as you like, but attack only once. To pass ends the phase."),
        "",
    ),
    Tip.WINDOW: (
        N_("A window: you are asked whether or not you hold an answer, so that nobody can tell"
           " which."),
        "",
    ),
    Tip.ALWAYS: (
        N_("{always} passes this kind of window from now on; the same key ends that again."),
        N_("'always' passes this kind of window from now on; 'always off' ends that again."),
    ),
    Tip.DYING: (
        N_("Somebody is dying. A Miracle in a zone may save them; all are asked in turn."),
        "",
    ),
    Tip.BROKEN: (
        N_("Your mind is broken: no skills, no reach, no healing, until a mind card lies there"
           " again."),
        "",
    ),
    Tip.ZONE: (
        N_("What lies in your zone is open to all. From your next turn on you may detach it for"
           " its effect."),
        "",
    ),
    Tip.OUT: (
        N_("You are out, but your side may still win, and then you win with it."),
        "",
    ),
    Tip.ATTRITION: (
        N_("The last round is over: from now on everybody takes damage, more with each round."),
        "",
    ),
}  # fmt: skip
