"""First-time notes at every table: for the screen, and for line mode where that reads otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tui.i18n import N_

__all__ = ["AFTER", "BEFORE", "General"]


class General(StrEnum):
    """Notes of no game in particular."""

    NOTES = "notes"
    WAITING = "waiting"
    LOG = "log"
    TURN = "turn"
    SECRET = "secret"  # noqa: S105 - a note's id
    CLOCK = "clock"
    WATCH = "watch"
    OVER = "over"


BEFORE: Final[Mapping[General, tuple[str, str]]] = {
    General.NOTES: (
        N_("Notes like this come once, where something is new. In your settings ({settings}) they"
           " can be switched off."),
        N_("Notes like this come once, where something is new. 'tips off' switches them off."),
    ),
    General.WAITING: (
        N_("Friends come in by the code at the top left. The host starts the game; bots take what"
           " seats are free."),
        N_("Friends come in by the table's code. The host starts the game; bots take what seats"
           " are free."),
    ),
    General.LOG: (
        N_("On each line of the log {help} tells the rule behind it: short first, then exactly."),
        N_("'rule' tells the rule behind a line of the log: short first, then exactly."),
    ),
    General.TURN: (
        N_("Your turn: a key or the arrows highlight, Enter does it. {hints} says what you could do"
           " and why."),
        N_("Your turn: type the number of a choice. 'hint' says what you could do and why."),
    ),
}  # fmt: skip
"""What comes before a game's own notes."""
AFTER: Final[Mapping[General, tuple[str, str]]] = {
    General.SECRET: (
        N_("The pane marked 'only you' is for your eyes. {hide} hides it when somebody looks over"
           " your shoulder."),
        N_("What you hold stands in these lines too: mind who looks over your shoulder."),
    ),
    General.CLOCK: (
        N_("The clock at the top right runs for you. At 0 a harmless answer is given in your"
           " place."),
        N_("A clock runs for you. At 0 a harmless answer is given in your place."),
    ),
    General.WATCH: (
        N_("You are watching: you see what lies open to all, and nothing of anybody's hand."),
        "",
    ),
    General.OVER: (
        N_("The game is kept: you can see it again move by move, from any seat."),
        "",
    ),
}  # fmt: skip
"""What comes after them."""
