"""A table's set-up in words (FD-2.2, FD-3.8, FD-14.3)."""

from __future__ import annotations

from typing import assert_never

from engine.games.future_diary.terms import ConfigCode, Option, Role
from tui.i18n import _, n_
from tui.texts.future_diary.names import pace_name, role_name
from tui.texts.game import Context

__all__ = ["choice_name", "config_error", "option_about", "option_name"]


def option_name(option: str) -> str:
    """Return the name of a set-up option, at most 20 cells."""
    match Option(option):
        case Option.PACE:
            return _("Pace")
        case Option.QUIET:
            return _("Acts without a death")
        case Option.ACTS:
            return _("Most acts")
        case Option.ROLES:
            return _("Own set of roles")
        case Option.REVEAL:
            return _("Names at the end")
        case other:
            assert_never(other)


def option_about(option: str) -> str:
    """Return one sentence about a set-up option, at most 70 cells."""
    match Option(option):
        case Option.PACE:
            return _("How long orders, changes and predictions may take.")
        case Option.QUIET:
            return _("After so many acts in a row without a death the game is a draw.")
        case Option.ACTS:
            return _("After so many acts the game is a draw.")
        case Option.ROLES:
            return _("1st, 2nd and as many as there are seats; none: the usual set.")
        case Option.REVEAL:
            return _("Whether the end shows which player sat behind which persona.")
        case other:
            assert_never(other)


def choice_name(option: str, choice: str) -> str:
    """Return the name of one choice of a set-up option, at most 30 cells."""
    match Option(option):
        case Option.PACE:
            return pace_name(choice)
        case Option.QUIET if choice == "off":
            return _("no limit")
        case Option.QUIET | Option.ACTS:
            return n_("{n} act", "{n} acts", int(choice))
        case Option.ROLES:
            return role_name(choice) if choice in set(Role) else choice
        case Option.REVEAL if choice == "on":
            return _("shown")
        case Option.REVEAL:
            return _("kept hidden")
        case other:
            assert_never(other)


def config_error(code: str, params: Context) -> str | None:
    """Return what is wrong with a set-up and what would do; None for a code of other games."""
    if code not in set(ConfigCode):
        return None
    del params
    match ConfigCode(code):
        case ConfigCode.SEATS:
            return _("Five to fifteen can play Future Diary.")
        case ConfigCode.ROLES:
            return _(
                "An own set needs 1st and 2nd, different roles, and as many seats as it has; "
                "7th sits on two."
            )
        case ConfigCode.CHOICE:
            return _("One of the options has a value that cannot be chosen.")
        case other:
            assert_never(other)
