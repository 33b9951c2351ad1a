"""From codes to sentences, in the session's language. Pure; nothing here knows a screen.

Words that belong to a game are asked of that game's :class:`tui.texts.game.GameTexts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, assert_never

from engine.errors import ConfigError, Refusal
from server.codes import Code
from server.seats import SeatKind
from tui.i18n import _, n_, p_
from tui.texts import future_diary, love_letter, no81
from tui.texts.game import GameTexts
from tui.texts.looks import theme_fault
from tui.texts.notices import (
    clock_name,
    late_name,
    refusal,
    server_notice,
    stage_name,
    table_line,
)

__all__ = [
    "TEXTS", "choice_name", "clock_name", "config_error", "game_name", "house_rule",
    "late_name", "notice", "option_help", "option_name", "seat_kind", "stage_name", "table_line",
    "texts", "theme_fault",
]  # fmt: skip

TEXTS: Final[Mapping[str, GameTexts]] = MappingProxyType(
    {"love_letter": love_letter.TEXTS, "future_diary": future_diary.TEXTS, "no81": no81.TEXTS}
)
"""The sentences of every game, by its id."""


def texts(game: str) -> GameTexts:
    """Return a game's sentences; raise ``KeyError`` for a game that has none."""
    return TEXTS[game]


def game_name(game: str) -> str:
    """Return a game's name."""
    return TEXTS[game].name()


def option_name(game: str, option: str) -> str:
    """Return the name of a set-up option."""
    return TEXTS[game].option_name(option)


def option_help(game: str, option: str) -> str:
    """Return one sentence about a set-up option."""
    return TEXTS[game].option_about(option)


def choice_name(game: str, option: str, choice: str) -> str:
    """Return the name of one choice of a set-up option."""
    return TEXTS[game].choice_name(option, choice)


def house_rule() -> str:
    """Return the mark of a choice that the rule book does not know, in at most 12 cells."""
    return _("house rule")


def seat_kind(kind: str) -> str:
    """Return whose a seat is, in at most 8 cells."""
    match SeatKind(kind):
        case SeatKind.EMPTY:
            return p_("seat", "free")
        case SeatKind.PLAYER:
            return p_("seat", "player")
        case SeatKind.GUEST:
            return p_("seat", "guest")
        case SeatKind.BOT:
            return p_("seat", "bot")
        case SeatKind.GONE:
            return p_("seat", "gone")
        case other:
            assert_never(other)


def notice(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence of a notice frame: the server's word, a refusal or a set-up error.

    A code of a newer server gets a plain sentence that names it; nothing raises.
    """
    if code in set(Code):
        return server_notice(Code(code), params)
    if code in set(Refusal):
        return refusal(Refusal(code), params)
    return _of_a_game(code, params) or _("The server answers: {code}.", code=code)


def config_error(game: str, error: ConfigError) -> str:
    """Return what is wrong with a set-up of ``game`` (which may be unknown) and what would do."""
    own = TEXTS[game].config_error(error.code, error.params) if game in TEXTS else None
    return own or notice(error.code, error.params)


def _of_a_game(code: str, params: Mapping[str, Any]) -> str | None:
    """Return the sentence of a ``ConfigError`` or of a game's own refusal, by the one who knows."""
    match code:
        case "bots":
            return n_(
                "Name {n} bot, one for each seat.", "Name {n} bots, one for each seat.",
                params["seats"],
            )  # fmt: skip
        case "unknown_bot":
            return _("There is no bot '{bot}'.", bot=params["bot"])
        case _game_code:
            games = TEXTS.values()
            said = (say(code, params) for g in games for say in (g.config_error, g.rejection))
            return next(filter(None, said), None)
