"""What is said while decks are built: conditions, sums, and what is wrong (N81-4.1, N81-14.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, assert_never

from engine.games.no81.terms import DeckFault
from tui.i18n import N_, _, join_list, n_
from tui.texts.game import Context
from tui.texts.no81.cards import face_name
from tui.texts.no81.names import character_name, karma_text
from tui.texts.sentences import sentences

__all__ = [
    "condition_line", "deck_fault", "instead_line", "karma_total", "missing_line", "pairs_line",
    "rejection", "swap_about",
]  # fmt: skip

_REFUSED: Final[Mapping[str, str]] = {
    DeckFault.RANK_TWICE: N_("A mind deck holds one card of each rank."),
    DeckFault.CHARACTER_TWICE: N_("A karma deck holds each character once, on one side."),
    DeckFault.DECK_SIZE: N_("A karma deck has two to five characters."),
    DeckFault.DECK_TOTAL: N_("The karma of the whole deck must be from -2 to +2."),
    DeckFault.NO_PAIR: N_("Two characters of the deck must make 0: they begin."),
    DeckFault.DECK_BASE: N_("With that deck your health would be below 1."),
}


def rejection(code: str, params: Context) -> str | None:
    """Return why a deck was not taken; None for others' codes.

    Nothing of the deck is named: a notice is shown where everybody may look.
    """
    del params
    return _(_REFUSED[code]) if code in _REFUSED else None


def deck_fault(code: DeckFault, params: Mapping[str, Any]) -> str:
    """Return what is wrong with a deck and what would do, for its owner alone."""
    match code:
        case DeckFault.DECK_SIZE if params["count"] < params["least"]:
            return _("Not legal: {n} characters at least.", n=params["least"])
        case DeckFault.DECK_SIZE:
            return _("Not legal: {n} characters at most.", n=params["most"])
        case DeckFault.DECK_TOTAL:
            return _(
                "Not legal: the sum is {total}, but must be from -{limit} to +{limit}.",
                total=karma_text(params["total"]),
                limit=params["limit"],
            )
        case DeckFault.NO_PAIR:
            return _("Not legal: no two of them make 0, so nobody could begin.")
        case DeckFault.DECK_BASE:
            return _("Not legal: your health would be {base}.", base=params["base"])
        case DeckFault.RANK_TWICE | DeckFault.CHARACTER_TWICE:
            return _(_REFUSED[code])
        case never:
            assert_never(never)


def karma_total(total: int, base: int, count: int) -> str:
    """Return the running total of a karma deck: characters, T, and the health that it gives."""
    return n_(
        "{n} character, sum {total}, health {base}.",
        "{n} characters, sum {total}, health {base}.",
        count,
        total=karma_text(total),
        base=base,
    )


def pairs_line(pairs: Sequence[tuple[str, str]]) -> str:
    """Return which pairs can begin; empty for none."""
    if not pairs:
        return ""
    named = [
        _("{one} with {two}", one=character_name(one), two=character_name(two))
        for one, two in pairs
    ]
    return _("These can begin: {pairs}.", pairs=join_list(named))


def swap_about() -> str:
    """Return what may be done with the rest of a karma deck later (N81-14.7)."""
    return _(
        "In the swap phase of your turns you may change main or deputy for another of"
        " your deck; that costs a mind card for each point that the two are off 0."
    )


def condition_line(hope: str, fallback: str) -> str:
    """Return whether a card's condition is met; ``hope`` is ``tui.games.no81.conditions.Hope``."""
    match hope:
        case "now":
            return _("Your character meets its condition.")
        case "later":
            return _(
                "Your character does not meet its condition now, but may come to; until then it is"
                " {face}.",
                face=face_name(fallback),
            )
        case _never:
            return _(
                "Your character cannot meet its condition: for you it is {face}.",
                face=face_name(fallback),
            )


def missing_line(sides: Sequence[str]) -> str:
    """Return which characters of a saved deck are not there any more; empty for none."""
    if not sides:
        return ""
    names = join_list(map(character_name, sides))
    return _("Not there any more: {names}.", names=names)


def instead_line(cards: Mapping[str, str]) -> str:
    """Return which cards of a saved deck are not there any more, and what took their places."""
    said = [
        _(
            "{old} ({rank}) is not there any more: {new} stands in its place.",
            old=face_name(old.partition("-")[2]),
            rank=old.partition("-")[0],
            new=face_name(new.partition("-")[2]),
        )
        for old, new in cards.items()
    ]
    return sentences(*said)
