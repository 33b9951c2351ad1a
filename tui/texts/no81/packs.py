"""The texts that come with content: characters, series, skills and limited cards, built in or not.

They stand beside the rules that they describe, in the pack's own files and in each of its languages
(N81-19.2), and not in the catalogues: whoever adds a character writes one file.
"""

from __future__ import annotations

from engine.games.no81.library import content
from engine.games.no81.packs.words import ModeTexts, Texts, Words
from tui.i18n import current

__all__ = ["answers_of", "called", "in_words", "mode_of", "modes_of", "says", "texts_of"]


def in_words(words: Words) -> str:
    """Return a text in this session's language."""
    return words.within(current())


def texts_of(name: str) -> Texts | None:
    """Return the texts of a character, series, skill, card or pack that is loaded."""
    return content().texts.get(name)


def called(name: str) -> str:
    """Return what something is called; what is not loaded (any more) by its id."""
    found = texts_of(name)
    return (found and in_words(found.name)) or name.replace("_", " ").capitalize()


def says(name: str) -> str:
    """Return what a skill or card says; empty if it says nothing."""
    found = texts_of(name)
    return in_words(found.text) if found is not None else ""


def mode_of(face: str, mode: int) -> ModeTexts | None:
    """Return the texts of one mode of a limited card."""
    found = texts_of(face)
    return None if found is None else found.modes.get(mode)


def modes_of(face: str) -> tuple[int, ...]:
    """Return the modes of a limited card that can be used from hand or zone."""
    found = texts_of(face)
    return () if found is None else tuple(found.modes)


def answers_of(face: str) -> tuple[ModeTexts, ...]:
    """Return what a limited card does in windows."""
    found = texts_of(face)
    return () if found is None else tuple(found.answers)
