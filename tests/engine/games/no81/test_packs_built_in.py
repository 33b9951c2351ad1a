"""The built-in pack's own files: texts in every language, and a mark (N81-19.1)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.games.no81.core import CORE, CORE_PACK
from engine.games.no81.packs.words import Words

HALF_WIDTH = frozenset(",;:?!.")


def words() -> Iterator[tuple[str, Words]]:
    for name, texts in CORE.texts.items():
        yield name, texts.name
        for more in (texts.title, texts.text):
            if more.en:
                yield name, more
        for mode in texts.modes.values():
            if mode.label.en:
                yield name, mode.label
                yield name, mode.text


@pytest.mark.rule("N81-19.1")
def test_every_text_is_there_in_every_language() -> None:
    seen = list(words())
    assert len(seen) > 100
    for name, text in seen:
        assert text.en.strip(), name
        assert text.zh.strip(), name
        assert text.zh_hans.strip(), name
        assert text.en.isascii(), name
        assert not HALF_WIDTH & set(text.zh), name


@pytest.mark.rule("N81-19.1", "N81-19.3")
def test_everything_that_is_chosen_from_a_list_says_what_it_does() -> None:
    for name in (*CORE.skills, *CORE.limited):
        assert CORE.texts[name].text.en, name
    for face, modes in CORE.rules.items():
        assert set(modes) <= set(CORE.texts[face].modes)
        assert all(mode.label.en and mode.text.en for mode in CORE.texts[face].modes.values())


@pytest.mark.rule("N81-19.1")
def test_a_journal_names_the_built_in_content() -> None:
    name, version, digest = CORE_PACK.mark.split(" ")
    assert (name, version, len(digest)) == ("core", "1.0", 16)
