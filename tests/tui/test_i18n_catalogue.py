"""Every message is translated, in step with its source, safe to draw and within its budget."""

from __future__ import annotations

import io
import re
import string
import unicodedata

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from tests.languages import SPOKEN
from tui.catalogue import extract, merged, missing, overlong, read, rendered, table
from tui.i18n import DEFAULT, LANGUAGES, LOCALES

SOURCE = extract()
TRANSLATED = [language.id for language in LANGUAGES if language.id != DEFAULT]
HAN = r"[\u3400-\u9fff\uff00-\uffef\u3000-\u303f]"


def forms(text: object) -> list[str]:
    """Return the plural forms of a message or translation, or its only one."""
    return [str(form) for form in text] if isinstance(text, (tuple, list)) else [str(text)]


def messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def placeholders(texts: list[str]) -> set[str]:
    return {name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name}


def test_messages_are_found_in_every_part_of_the_interface() -> None:
    files = {file for message in messages(SOURCE) for file, _ in message.locations}
    for part in ("tui/screens/", "tui/games/", "tui/texts/", "tui/actions/", "tui/app.py"):
        assert any(file.startswith(part) for file in files), part


@pytest.mark.parametrize("language", SPOKEN)
def test_the_catalogue_is_what_the_tool_would_write(language: str) -> None:
    """A new, changed or obsolete message fails here: run ``python -m tui.catalogue``."""
    fresh = merged(language, SOURCE)
    known = read(language)
    stale = {m.id for m in messages(known)} - {m.id for m in messages(fresh)}
    new = {m.id for m in messages(fresh)} - {m.id for m in messages(known)}
    assert (stale, new) == (set(), set())
    assert list(known.obsolete) == []
    assert [told(m) for m in messages(known)] == [told(m) for m in messages(fresh)]


def told(message: Message) -> tuple[object, ...]:
    return message.context, message.id, message.string, message.auto_comments


@pytest.mark.parametrize("language", SPOKEN)
def test_what_the_tool_writes_can_be_read_back(language: str) -> None:
    fresh = merged(language, SOURCE)
    again = read_po(io.BytesIO(rendered(fresh)), locale=language, abort_invalid=True)
    assert [told(m) for m in messages(again)] == [told(m) for m in messages(fresh)]
    assert again.plural_forms == fresh.plural_forms


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_untranslated(language: str) -> None:
    assert missing(merged(language, SOURCE)) == []


def test_an_untranslated_message_would_be_found() -> None:
    catalogue = Catalog()
    catalogue.add("ready", "")
    catalogue.add(("{n} card", "{n} cards"), ("{n} 張牌", ""))
    assert missing(catalogue) == ["ready", "{n} card"]


def test_the_table_of_languages_counts_their_messages() -> None:
    _head, *rows = table(SOURCE)
    count = str(len(messages(SOURCE)))
    assert [row.split() for row in rows] == [[one.id, count, "0", "0"] for one in LANGUAGES]


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_fuzzy(language: str) -> None:
    assert [message.id for message in messages(read(language)) if message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_agree_with_the_source(language: str) -> None:
    wrong = [
        message.id
        for message in messages(read(language))
        if all(forms(message.string))
        and placeholders(forms(message.id)) != placeholders(forms(message.string))
    ]
    assert wrong == []


def test_placeholders_are_plain_names() -> None:
    """No attribute, index, conversion or format: a name is filled with data and nothing else."""
    for message in messages(SOURCE):
        for text in forms(message.id):
            for _literal, name, spec, conversion in string.Formatter().parse(text):
                assert name is None or name.isidentifier(), text
                assert not spec, text
                assert conversion is None, text


@pytest.mark.parametrize("language", SPOKEN)
def test_labels_fit_their_cells(language: str) -> None:
    assert overlong(merged(language, SOURCE)) == []


def test_an_overlong_label_would_be_found() -> None:
    catalogue = Catalog()
    catalogue.add("ready {name}", "準備好了嗎 {name}", auto_comments=["cells: 9"])
    assert overlong(catalogue) == [("準備好了嗎 {name}", 11)]


@pytest.mark.report("rich#502")
@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_hold_no_character_of_ambiguous_width(language: str) -> None:
    for message in messages(read(language)):
        for text in forms(message.string):
            unsafe = [c for c in text if unicodedata.east_asian_width(c) in {"A", "N"}]
            assert unsafe == [], text


def test_english_on_the_screen_is_ascii() -> None:
    """Plain quotes and dashes: their curly forms are two cells wide in some terminals."""
    for message in messages(SOURCE):
        for text in forms(message.id):
            assert text.isascii(), (text, message.locations)


@pytest.mark.parametrize("language", TRANSLATED)
def test_chinese_uses_full_width_punctuation(language: str) -> None:
    half = re.compile(rf"{HAN}[,;:!?()]|{HAN}\.(?!\.)|[,;:!?()]{HAN}")
    for message in messages(read(language)):
        for text in forms(message.string):
            assert not half.search(text), text


def test_chinese_is_traditional() -> None:
    """Big5 holds no simplified form; the two exceptions are a Japanese name and its dot."""
    for message in messages(read("zh_Hant")):
        for text in forms(message.string):
            text.replace("葉隠", "").replace("・", "").encode("big5hkscs")


def test_chinese_of_the_mainland_is_simplified() -> None:
    """GB 2312 holds no traditional form; the two exceptions are of Japanese names."""
    for message in messages(read("zh_Hans")):
        for text in forms(message.string):
            text.replace("咲", "").replace("・", "").encode("gb2312")


@pytest.mark.parametrize("language", TRANSLATED)
def test_labels_and_questions_end_like_their_source(language: str) -> None:
    """A sentence stays a sentence and a label a label, so that lists of either look alike."""
    ends = {".": "。", "?": "？", "!": "！", ":": "："}
    for message in messages(read(language)):
        for source, text in zip(forms(message.id)[:1], forms(message.string)[:1], strict=True):
            if text and len(source) > 2 and not source.endswith(".."):
                end = ends.get(source.rstrip()[-1:], "")
                assert text.endswith(end) if end else not text.endswith(("。", "：")), text


def test_no_sentence_hides_in_an_f_string() -> None:
    """Babel reads into f-strings only from Python 3.12 on; the catalogue must not depend on it."""
    call = re.compile(r"""\bf(?:"[^"\n]*|'[^'\n]*)\{(?:N?_|n_|p_)\(['"]""")
    for path in sorted(LOCALES.parent.rglob("*.py")):
        assert not call.search(path.read_text("utf-8")), path.name
