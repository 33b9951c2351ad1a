"""Ranks, cards, places and characters as people type them. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from engine.games.no81.cards import RANKS
from tui.games.no81.minds_draft import cards_by_rank, rank_of
from tui.texts import no81

__all__ = ["card_of", "number_of", "plain", "rank_named", "side_named"]

_COMMON = "common"
_LIMITED = "limited"


def plain(text: str) -> str:
    """Return ``text`` without width, case and spaces, as it is compared."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def number_of(word: str, most: int) -> int | None:
    """Return a number from 1 to ``most``."""
    shown = plain(word)
    if not (shown.isascii() and shown.isdigit() and len(shown) < 4):
        return None
    return int(shown) if 1 <= int(shown) <= most else None


def rank_named(word: str) -> str | None:
    """Return the rank that a word names."""
    shown = plain(word).upper()
    return shown if shown in RANKS else None


def card_of(rank: str, words: Sequence[str], options: Sequence[str]) -> str | None:
    """Return the card of ``rank`` by ``common1``, ``common2``, ``limited``, number, id or name."""
    own = cards_by_rank(options).get(rank, ())
    shown = plain("".join(words))
    if (number := number_of(shown, len(own))) is not None:
        return own[number - 1]
    if shown.startswith(_COMMON) and (number := number_of(shown[len(_COMMON) :], 2)) is not None:
        return own[number - 1] if number <= len(own) else None
    if shown.startswith(_LIMITED):
        number = number_of(shown[len(_LIMITED) :] or "1", len(own) - 2)
        return None if number is None else own[number + 1]
    for card in own:
        face = card.removeprefix(rank_of(card) + "-")
        if shown in {face, plain(no81.face_name(face))}:
            return card
    return None


def side_named(word: str, options: Sequence[str]) -> str | None:
    """Return the side of a character by its number in the list, its id, or its name.

    A name that has two sides is none of them: its number tells which is meant.
    """
    if (number := number_of(word, len(options))) is not None:
        return options[number - 1]
    shown = plain(word)
    if shown in options:
        return shown
    fits = [
        side
        for side in options
        if shown in {side.partition("/")[0], plain(no81.character_name(side))}
    ]
    return fits[0] if len(fits) == 1 else None
