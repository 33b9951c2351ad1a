"""First-time notes of Love Letter of Despair."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tui.i18n import N_

__all__ = ["TIPS", "Tip"]


class Tip(StrEnum):
    """What is met for the first time."""

    PLAY = "love_letter.play"
    EFFECT = "love_letter.effect"
    TARGET = "love_letter.target"
    NUMBER = "love_letter.number"
    DESPAIR = "love_letter.despair"
    OUT = "love_letter.out"
    OTHER_OUT = "love_letter.other_out"
    KNOWN = "love_letter.known"
    ROUND = "love_letter.round"


TIPS: Final[Mapping[Tip, tuple[str, str]]] = {
    Tip.PLAY: (
        N_("You held one card and drew another. Play one of the two; the one that you keep stays"
           " secret."),
        "",
    ),
    Tip.EFFECT: (
        N_("You may use either effect. The opposite one flips the mode for everybody until the"
           " round ends."),
        "",
    ),
    Tip.TARGET: (
        N_("A protected player can be chosen, but nothing happens to them."),
        "",
    ),
    Tip.NUMBER: (
        N_("Count what lies open: your pane says how many cards of each number are still unseen."),
        N_("Count what lies open: 'hand' says how many cards of each number are still unseen."),
    ),
    Tip.DESPAIR: (
        N_("Despair is on: every character has an effect of their own now, and some turn against"
           " you."),
        "",
    ),
    Tip.OUT: (
        N_("You are out of this round. Watch how it ends; in the next one all play again."),
        "",
    ),
    Tip.OTHER_OUT: (
        N_("Whoever is out lays their hand open: one card more that nobody else can hold."),
        "",
    ),
    Tip.KNOWN: (
        N_("What you learn of a hand is noted for you alone, until it can no longer be true."),
        "",
    ),
    Tip.ROUND: (
        N_("A new round: wins are kept, and all cards are shuffled and dealt again."),
        "",
    ),
}  # fmt: skip
