"""First-time notes of Future Diary."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tui.i18n import N_

__all__ = ["TIPS", "Tip"]


class Tip(StrEnum):
    """What is met for the first time."""

    PERSONA = "future_diary.persona"
    ROLE = "future_diary.role"
    ORDERS = "future_diary.orders"
    REPORT = "future_diary.report"
    CHANGE = "future_diary.change"
    LAST_WORDS = "future_diary.last_words"
    DEAD = "future_diary.dead"
    OWN_DEATH = "future_diary.own_death"
    PREDICT = "future_diary.predict"
    FADING = "future_diary.fading"


TIPS: Final[Mapping[Tip, tuple[str, str]]] = {
    Tip.PERSONA: (
        N_("Here all play behind personas, and nobody knows who sits behind which. Choose yours,"
           " then be ready."),
        "",
    ),
    Tip.ROLE: (
        N_("Your role and your loop stand in your own pane and nowhere else. What you tell of them"
           " is up to you."),
        N_("'hand' tells your role and your loop to nobody but you. What you tell of them is up to"
           " you."),
    ),
    Tip.ORDERS: (
        N_("Fill in the sheet and hand it in; the last one counts. Nobody notices when you did, or"
           " whether."),
        "",
    ),
    Tip.REPORT: (
        N_("Your diary has told what was ordered, before it happens. Now you may change your day,"
           " once."),
        "",
    ),
    Tip.CHANGE: (
        N_("This window opens for all alike, whether or not they may change something. Be ready to"
           " go on."),
        "",
    ),
    Tip.LAST_WORDS: (
        N_("Whoever is down may be asked for something now. All wait alike, so that nobody can"
           " tell."),
        "",
    ),
    Tip.DEAD: (
        N_("The dead are named with role and loop, never how they died. What concerns you is in"
           " your pane."),
        "",
    ),
    Tip.OWN_DEATH: (
        N_("You are dead: you keep what you know, learn nothing more, and may talk with the dead."),
        "",
    ),
    Tip.PREDICT: (
        N_("Name a seat and its role. Right: you know it. Wrong: your next day is a disguise."),
        "",
    ),
    Tip.FADING: (
        N_("Nobody has died for long. If that goes on the world fades, and the game is a draw."),
        "",
    ),
}  # fmt: skip
