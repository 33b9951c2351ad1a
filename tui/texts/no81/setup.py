"""Set-up options of No.81, and what a set-up error asks for (N81-11.1, N81-12.1, N81-15.4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, assert_never

from engine.games.no81.configure import FREE
from engine.games.no81.glossary import Mode
from engine.games.no81.splits import STANDARD
from engine.games.no81.terms import ConfigCode, Option
from tui.i18n import N_, _
from tui.texts.game import Context
from tui.texts.no81.packs import called

__all__ = ["choice_name", "config_error", "mode_name", "option_about", "option_name"]

_MODES: Final[Mapping[str, str]] = {
    Mode.COLDWARM: N_("Cold and Warm"),
    Mode.SERIES: N_("Series"),
    Mode.IDENTITY: N_("Hidden Identity"),
    Mode.KARMA: N_("Karma"),
}


def mode_name(mode: str) -> str:
    """Return the name of one of the four modes."""
    return _(_MODES[mode])


def option_name(option: str) -> str:
    """Return the name of a set-up option, at most 20 cells."""
    match Option(option):
        case Option.MODE:
            return _("Mode")
        case Option.SPLIT:
            return _("Sides")
        case Option.ROUND_LIMIT:
            return _("Rounds")
        case Option.PICK:
            return _("Characters")
        case Option.PACKS:
            return _("Packs")
        case other:
            assert_never(other)


def option_about(option: str) -> str:
    """Return one sentence about a set-up option, at most 70 cells."""
    match Option(option):
        case Option.MODE:
            return _("Camps, series, hidden roles, or decks of characters.")
        case Option.SPLIT:
            return _("How many play for each camp or series.")
        case Option.ROUND_LIMIT:
            return _("After so many rounds everybody takes more damage each round.")
        case Option.PICK:
            return _("A few are offered to each, or all may be picked (Cold and Warm).")
        case Option.PACKS:
            return _("Characters and cards of the server's own, beside the usual ones.")
        case other:
            assert_never(other)


def choice_name(option: str, choice: str) -> str:
    """Return the name of one choice of a set-up option, at most 30 cells."""
    match Option(option):
        case Option.MODE:
            return mode_name(choice)
        case Option.SPLIT:
            return _split(choice)
        case Option.ROUND_LIMIT:
            return _("{n} before attrition", n=choice)
        case Option.PICK if choice == FREE:
            return _("any, camps follow")
        case Option.PICK:
            return _("offered")
        case Option.PACKS:
            return called(choice)
        case other:
            assert_never(other)


def _split(choice: str) -> str:
    """Return the name of a split: camps as ``3c3w2n``, teams as ``3-2-2``."""
    if choice == STANDARD:
        return _("usual")
    if "c" not in choice:
        return _("teams {sizes}", sizes=choice)
    cold, warm, none = re.findall(r"[0-9]+", choice)
    return _("{cold} cold, {warm} warm, {none} neither", cold=cold, warm=warm, none=none)


def config_error(code: str, params: Context) -> str | None:
    """Return what is wrong with a set-up and what would do; None for a code of other games."""
    if code not in set(ConfigCode):
        return None
    match ConfigCode(code):
        case ConfigCode.SEATS:
            return _(
                "Choose {least} to {most} seats; {seats} cannot play this.",
                least=params["least"],
                most=params["most"],
                seats=params["seats"],
            )
        case ConfigCode.UNKNOWN_OPTION:
            return _("There is no option '{option}'.", option=params["option"])
        case ConfigCode.BAD_CHOICE:
            option = str(params["option"])
            name = option_name(option) if option in set(Option) else option
            return _("'{value}' cannot be chosen for '{option}'.", value=params["value"],
                     option=name)  # fmt: skip
        case ConfigCode.SPLIT:
            return _(
                "{seats} seats cannot play {mode} as {split}: pick other sides.",
                seats=params["seats"],
                mode=mode_name(str(params["mode"])),
                split=_split(str(params["split"])),
            )
        case ConfigCode.FREE_PICK:
            return _("Only Cold and Warm with usual sides lets all pick any character.")
        case ConfigCode.NO_PACK:
            return _("The pack '{pack}' is not loaded on this server.", pack=params["pack"])
        case other:
            assert_never(other)
