"""What a player plays for, in a sentence or two, before the first card is dealt (N81-11 to 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.games.no81.glossary import Camp, Mode, Role
from tui.i18n import N_, _
from tui.texts.no81.names import camp_name, karma_text, role_name, series_name

__all__ = ["aim_line"]

_CAMPS_FROM: Final = 6
"""N81-14.9: from so many players karma has camps."""
_ROLES: Final[Mapping[str, str]] = {
    Role.LORD: N_("You win when all rebels and spies are out. Everybody knows who you are."),
    Role.LOYALIST: N_("You win with the lord: when all rebels and spies are out."),
    Role.REBEL: N_("You win when the lord is out, whether you live or not."),
    Role.SPY: N_("You win as the last one alive: all others first, the lord at the end."),
}


def aim_line(view: Mapping[str, Any]) -> str:
    """Return what the viewer plays for; empty for somebody who watches."""
    if view["you"] < 0:
        return ""
    own = view["seats"][view["you"]]
    match Mode(view["mode"]):
        case Mode.IDENTITY:
            if own["role"] is None:
                return ""
            return _(
                "Your role: {role}. {aim}", role=role_name(own["role"]), aim=_(_ROLES[own["role"]])
            )
        case Mode.KARMA:
            return _karma(own["karma"], len(view["seats"]))
        case mode:
            return _side(mode, view["sides"][view["you"]])


def _side(mode: Mode, side: str | None) -> str:
    if side is None:
        return _("Your camp is that of the character you choose; it wins when only it lives.")
    if side == Camp.COLOURLESS:
        return _("You play for nobody but yourself: you win as the last one alive.")
    name = series_name(side) if mode is Mode.SERIES else camp_name(side)
    return _("You play for {side}: it wins when only its players live, its dead too.", side=name)


def _karma(total: int | None, seats: int) -> str:
    if seats < _CAMPS_FROM:
        return _("You play for yourself: the last one in the game wins.")
    if total is None:
        return _(
            "The sign of your deck's sum (+, 0 or -) is your side; if all decks have one sign,"
            " everybody plays alone."
        )
    return _("Your deck's sum is {total}: its sign is your side.", total=karma_text(total))
