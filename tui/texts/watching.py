"""Words about watching: how late, through whose eyes, and who may see a game again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, assert_never

from server.codes import Code
from server.history import Replays
from server.late_watch import ROUND
from tui.i18n import _, join_and, n_

__all__ = ["WatchingCode", "replays_name", "watch_name", "watching_notice"]

WatchingCode = Literal[
    Code.BAD_WATCH, Code.BAD_REPLAYS, Code.REPLAY_CLOSED, Code.EYES_CLOSED, Code.EYES_SEATED,
    Code.EYES_NOBODY, Code.EYES_ASKED, Code.EYES_GIVEN, Code.EYES_ENDED,
]  # fmt: skip
"""The codes that are about watching."""


def watch_name(seconds: int) -> str:
    """Return by how much watchers are late, in a few words."""
    if seconds == ROUND:
        return _("after each round")
    if not seconds:
        return _("at once")
    return n_("{n} minute late", "{n} minutes late", seconds // 60)


def replays_name(who: str) -> str:
    """Return who may see every view of a finished game."""
    match Replays(who):
        case Replays.PLAYERS:
            return _("its players")
        case Replays.ALL:
            return _("everybody")
        case other:
            assert_never(other)


def watching_notice(code: WatchingCode, params: Mapping[str, Any]) -> str:
    """Return the sentence of a code about watching."""
    match code:
        case Code.BAD_WATCH:
            choices = join_and([watch_name(int(choice)) for choice in params["choices"]])
            return _("Watchers see this game: {choices}.", choices=choices)
        case Code.BAD_REPLAYS:
            choices = join_and([replays_name(choice) for choice in params["choices"]])
            return _("Every view of a finished game may be seen by: {choices}.", choices=choices)
        case Code.REPLAY_CLOSED:
            return _("That view of the game is for those who played it.")
        case Code.EYES_CLOSED:
            return _("In this game nobody may look through another's eyes.")
        case Code.EYES_SEATED:
            return _("You have a seat here, so you cannot look through another's eyes.")
        case Code.EYES_NOBODY:
            return _("Nobody on that seat can be asked now.")
        case Code.EYES_ASKED:
            return _("{name} asks to watch through your eyes.", name=params["name"])
        case Code.EYES_GIVEN:
            return _("{name} lets you watch through their eyes.", name=params["name"])
        case Code.EYES_ENDED:
            return _("You do not watch through the eyes of seat {seat}.", seat=params["seat"] + 1)
        case other:
            assert_never(other)
