"""All that has a rule in a game, by name: clauses, cards, roles, skills; and finding them.

Each :class:`Entry` says the thing short first, then exactly. Ids are those of the rules pages where
there is one; a card, role or skill has ``<game's letters>:<its id>``, as in ``LL:celestia``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.games.future_diary.terms import Role
from engine.games.love_letter.cards import CARDS
from engine.games.love_letter.terms import Mode
from engine.games.no81.glossary import Face
from engine.games.no81.library import content
from tui import messages
from tui.i18n import _
from tui.texts import future_diary, love_letter, no81
from tui.texts.sentences import first_sentence

__all__ = ["Entry", "entries", "find"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing: its id, its name (perhaps none), and its text in paragraphs."""

    id: str
    name: str
    exact: tuple[str, ...]
    brief: str = ""
    """The thing in a line of its own, where it has one."""

    @property
    def short(self) -> str:
        """The thing in one sentence."""
        return self.brief or (first_sentence(self.exact[0]) if self.exact else "")


def entries(game: str) -> list[Entry]:
    """Return everything that has a rule in ``game``, in the session's language.

    The cards, roles and skills come first, by their names, then the clauses as the page has them.
    """
    texts = messages.texts(game)
    named = [entry for entry in _NAMED.get(game, lambda: iter(()))() if entry.exact]
    clauses = [
        Entry(id=rule, name="", exact=(texts.rule_text(rule),), brief=texts.rule_short(rule))
        for rule in texts.rule_ids()
    ]
    return [*named, *clauses]


def find(listed: Sequence[Entry], words: str) -> list[Entry]:
    """Return the entries in which every one of ``words`` occurs; by id and name before text."""
    wanted = _plain(words).split()
    if not wanted:
        return list(listed)
    found: list[tuple[int, int, Entry]] = []
    for place, entry in enumerate(listed):
        head = _plain(f"{entry.id} {entry.name}")
        text = _plain(" ".join((entry.brief, *entry.exact)))
        if all(word in head or word in text for word in wanted):
            exactly = _plain(entry.id) == " ".join(wanted) or _plain(entry.name) == " ".join(wanted)
            in_head = all(word in head for word in wanted)
            found.append((0 if exactly else 1 if in_head else 2, place, entry))
    return [entry for _rank, _place, entry in sorted(found, key=lambda one: one[:2])]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _love_letter() -> Iterator[Entry]:
    for card, face in CARDS.items():
        effects = [
            _("{mode}: {effect}", mode=love_letter.mode_name(mode),
              effect=love_letter.card_text(card, mode))
            for mode in Mode
        ]  # fmt: skip
        name = _("{number} {card}", number=face.number, card=love_letter.card_name(card))
        yield Entry(id=f"LL:{card}", name=name, exact=tuple(effects))


def _future_diary() -> Iterator[Entry]:
    for role in Role:
        exact = future_diary.role_rules(role)
        yield Entry(id=f"FD:{role}", name=future_diary.role_name(role), exact=exact)


def _no81() -> Iterator[Entry]:
    library = content()
    for face in [*Face, *library.limited]:
        yield Entry(id=f"N81:{face}", name=no81.face_name(face), exact=no81.card_texts(face))
    for skill in library.skills:
        exact = tuple(filter(None, [no81.skill_text(skill)]))
        yield Entry(id=f"N81:{skill}", name=no81.skill_name(skill), exact=exact)
    for character in library.characters:
        name = no81.character_name(character)
        yield Entry(id=f"N81:{character}", name=name, exact=no81.character_about(character))


_NAMED: Final[Mapping[str, Callable[[], Iterator[Entry]]]] = MappingProxyType(
    {"love_letter": _love_letter, "future_diary": _future_diary, "no81": _no81}
)
