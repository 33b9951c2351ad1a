"""A table's set-up in words: options, their choices, and what a set-up error asks for (LL-1.3)."""

from __future__ import annotations

from typing import assert_never

from engine.games.love_letter.cards import BASE, CARDS
from engine.games.love_letter.terms import ConfigCode, Option
from tui.i18n import _, n_
from tui.texts.game import Context
from tui.texts.love_letter.names import card_short

__all__ = ["choice_name", "config_error", "option_about", "option_name"]


def option_name(option: str) -> str:
    """Return the name of a set-up option, at most 20 cells."""
    match Option(option):
        case Option.WINS:
            return _("Rounds to win")
        case Option.EXTRAS:
            return _("Extra cards")
        case Option.TIEBREAK:
            return _("After a tie")
        case Option.CROWDED:
            return _("Five or six seats")
        case other:
            assert_never(other)


def option_about(option: str) -> str:
    """Return one sentence about a set-up option, at most 70 cells."""
    match Option(option):
        case Option.WINS:
            return _("Whoever first wins this many rounds wins the game.")
        case Option.EXTRAS:
            return _("Each takes the place of a card with the same number.")
        case Option.TIEBREAK:
            return _("Who plays the round that settles a tied showdown.")
        case Option.CROWDED:
            return _("The game is made for two to four; nothing else changes.")
        case other:
            assert_never(other)


def choice_name(option: str, choice: str) -> str:
    """Return the name of one choice of a set-up option, at most 30 cells."""
    match Option(option):
        case Option.WINS:
            return n_("{n} round", "{n} rounds", int(choice))
        case Option.EXTRAS:
            return _extra_name(choice)
        case Option.TIEBREAK if choice == "tied":
            return _("those who are tied")
        case Option.TIEBREAK:
            return _("everybody")
        case Option.CROWDED if choice == "on":
            return _("allowed")
        case Option.CROWDED:
            return _("not allowed")
        case other:
            assert_never(other)


def _extra_name(choice: str) -> str:
    extra, _slash, named = choice.partition("/")
    # LL-1.3: an extra replaces the last listed card of its number unless one is named.
    same = [card for card in BASE if CARDS[card].number == CARDS[extra].number]
    replaced = card_short(named or same[-1])
    return _("{extra} for {replaced}", extra=card_short(extra), replaced=replaced)


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
        case ConfigCode.CROWDED:
            return _(
                "{seats} seats need the house rule for five or six. Allow it, or choose at most 4.",
                seats=params["seats"],
            )
        case ConfigCode.UNKNOWN_OPTION:
            return _("There is no option '{option}'.", option=params["option"])
        case ConfigCode.BAD_CHOICE:
            return _(
                "'{value}' cannot be chosen for '{option}'.",
                value=params["value"],
                option=_option_in_words(str(params["option"])),
            )
        case ConfigCode.POOL_NUMBER:
            return _(
                "The deck would hold {count} cards with the number {number}, not {wanted}. "
                "Choose each extra card once.",
                count=params["count"],
                number=params["number"],
                wanted=params["wanted"],
            )
        case ConfigCode.REPLACEMENT:
            return _(
                "{extra} is a {number} and must replace a {number}; '{replaced}' is none.",
                extra=card_short(str(params["extra"])),
                number=params["number"],
                replaced=_card_in_words(str(params["replaced"])),
            )
        case other:
            assert_never(other)


def _option_in_words(option: str) -> str:
    return option_name(option) if option in set(Option) else option


def _card_in_words(card: str) -> str:
    return card_short(card) if card in CARDS else card
