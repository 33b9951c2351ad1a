"""Words as they are typed, one by one: seats, kinds of action, roles. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections import deque
from typing import Final

from engine.games.future_diary.terms import Kind, Role
from tui.texts.future_diary.names import kind_name, role_short

__all__ = ["Unread", "Words", "kind_of", "plain", "role_of", "seat_of"]

_SEAT: Final = re.compile(r"p?0*([1-9]\d?)", re.ASCII)
_ROLE: Final = re.compile(r"(\d{1,2})(st|nd|rd|th)?", re.ASCII)
_HALVES: Final = {"man": "seventh/man", "woman": "seventh/woman"}


class Unread(ValueError):
    """A word that is not understood; the argument is the word, ``""`` for a missing one."""


class Words(deque[str]):
    """The words of a phrase, taken one by one."""

    def next(self) -> str:
        """Take the next word; raise :class:`Unread` if there is none."""
        if not self:
            raise Unread("")
        return self.popleft()

    def skip(self, *words: str) -> bool:
        """Take the next word if it is one of ``words``; return whether it was."""
        found = bool(self) and self[0] in words
        if found:
            self.popleft()
        return found

    def seats(self) -> tuple[str, ...]:
        """Take all seats that follow."""
        found = []
        while self and _SEAT.fullmatch(self[0]):
            found.append(seat_of(self.popleft()))
        return tuple(found)


def plain(text: str) -> str:
    """Return a word as it is compared: narrow, in lower case, without spaces."""
    return unicodedata.normalize("NFKC", text).casefold().replace(" ", "")


def seat_of(word: str) -> str:
    """Return the number of a seat: ``5`` or ``P5``."""
    found = _SEAT.fullmatch(word)
    if found is None:
        raise Unread(word)
    return found[1]


def kind_of(word: str) -> str:
    """Return a kind of action, in English or in the session's language."""
    for kind in Kind:
        if word in {kind.value, plain(kind_name(kind))}:
            return kind.value
    raise Unread(word)


def role_of(word: str) -> str:
    """Return a role: ``sixth``, ``6th``, ``6``, or its short name in the session's language."""
    if word in _HALVES:
        return _HALVES[word]
    number = _ROLE.fullmatch(word)
    if number is not None and 1 <= int(number[1]) <= 12:
        return tuple(Role)[int(number[1])].value
    for role in (*Role, *_HALVES.values()):
        if word in {str(role), plain(role_short(role))}:
            return str(role)
    raise Unread(word)
