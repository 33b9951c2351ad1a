"""The texts that a pack brings along; shown by ``tui``, never read by the rules (N81-19.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

__all__ = ["NO_WORDS", "ModeTexts", "Texts", "Words"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One text in the languages that a pack is written in.

    ``zh`` is Chinese as the pack's author writes it; ``zh_hans`` need not be there.
    """

    en: str
    zh: str
    zh_hans: str = field(default="", compare=False)

    def within(self, language: str) -> str:
        """Return it in a language (``zh_Hant``, ``zh_Hans``), in English in all others."""
        match language:
            case "zh_Hans":
                return self.zh_hans or self.zh
            case "zh_Hant":
                return self.zh
            case _:
                return self.en


NO_WORDS: Final = Words(en="", zh="")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeTexts:
    """One mode of a card: ``label`` what it is called on a key, ``text`` what it does.

    A pack may leave both out; then what it declares is put into words (``when``, ``cost``, ``ops``
    as in its table).
    """

    label: Words
    text: Words
    when: str = "play"
    cost: Sequence[Mapping[str, Any]] = ()
    ops: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """What a series, character, skill, card or pack is called, and what it says."""

    name: Words
    title: Words = NO_WORDS
    text: Words = NO_WORDS
    modes: Mapping[int, ModeTexts] = field(default_factory=dict)
    """Of a card, by number, those that are chosen in the play phase."""
    answers: Sequence[ModeTexts] = ()
    """Of a card, those of windows."""
