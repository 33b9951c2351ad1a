"""Why something that was sent to the game was not taken (FD-17.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.games.future_diary.terms import Reject
from tui.i18n import N_, _
from tui.texts.game import Context

__all__ = ["rejection"]

_WHY: Final[Mapping[str, str]] = {
    Reject.NOT_YOUR_STEP: N_("That cannot be said in this step."),
    Reject.DEAD: N_("The dead take no part."),
    Reject.RESTING: N_("Your half rests in this act."),
    Reject.NO_NIGHT_RIGHT: N_("You have no right to act by night."),
    Reject.UNKNOWN_TARGET: N_("You must know who that is."),
    Reject.BAD_TARGET: N_("That seat or role cannot be named here."),
    Reject.OWN_ALLY: N_("That is your own ally."),
    Reject.ALREADY_ALLIED: N_("You are allied already."),
    Reject.NOT_ALLIED: N_("You are not allied."),
    Reject.NO_CHARGE: N_("You have fled already; a kill gives the chance back."),
    Reject.NO_RIGHT_NOW: N_("You have no right to that now."),
    Reject.NEED_PARAMETER: N_("Something is still missing."),
    Reject.FORCED: N_("A wrong prediction forces you to disguise in this act."),
    Reject.SILENCED: N_("You are silenced in this act."),
    Reject.UNREADABLE: N_("That was not understood."),
    Reject.CHANNEL_CLOSED: N_("You cannot talk there now."),
    Reject.TALK_LIMIT: N_("Too long, or too much for one step: 500 characters, 40 lines."),
    Reject.PERSONA_TAKEN: N_("That persona is taken."),
}


def rejection(code: str, params: Context) -> str | None:
    """Return why an answer was not taken; None for others' codes.

    The field concerned is not named: a notice is shown where everybody may look.
    """
    del params
    return _(_WHY[code]) if code in _WHY else None
