"""Simplified Chinese is made from the Traditional one, and is never left behind by it."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from tui.catalogue import TERMS, pack_files
from tui.simplified import BY_HAND, derived, pack_file, simplified, terms, terms_page


@pytest.mark.parametrize(
    ("traditional", "expected"),
    [
        ("葉隠與霧切", "叶隐与雾切"),
        ("伺服器的設定檔", "服务器的配置文件"),
        ("{name} 帶著 {n} 張牌", "{name} 带着 {n} 张牌"),
        ("「{word}」", "「{word}」"),
    ],
)
def test_words_and_characters_become_those_of_the_mainland(traditional: str, expected: str) -> None:
    assert simplified(traditional) == expected


def test_every_term_says_something_and_is_in_order() -> None:
    assert len(terms()) > 20
    for traditional, mainland in terms().items():
        assert traditional.strip() == traditional
        assert mainland.strip() == mainland
        assert simplified(mainland) == mainland, "a term must stay what it is when made again"


def catalogue(*messages: tuple[str, str, str]) -> Catalog:
    found = Catalog()
    for source, text, comment in messages:
        found.add(source, text, user_comments=[comment] if comment else ())
    return found


def test_what_was_made_follows_the_traditional_text() -> None:
    old = catalogue(("the server", "旧的", ""))
    new = derived(catalogue(("the server", "伺服器", "")), old, Catalog())
    assert new["the server"].string == "服务器"


def test_what_was_written_by_hand_stands_as_long_as_its_traditional_text() -> None:
    own = catalogue(("the server", "服务机", f"{BY_HAND}伺服器"))
    kept = derived(catalogue(("the server", "伺服器", "")), own, Catalog())
    assert kept["the server"].string == "服务机"
    assert kept["the server"].user_comments == [f"{BY_HAND}伺服器"]
    changed = derived(catalogue(("the server", "這個伺服器", "")), kept, Catalog())
    assert changed["the server"].string == "这个服务器"
    assert changed["the server"].user_comments == []


def test_plural_forms_are_each_made() -> None:
    source = Catalog()
    source.add(("{n} card", "{n} cards"), ("{n} 張牌", "{n} 張牌"))
    made = derived(source, Catalog(), Catalog())
    assert made["{n} card"].string == ("{n} 张牌", "{n} 张牌")


def test_a_packs_file_gets_a_simplified_text_beside_every_traditional_one() -> None:
    source = (
        'name = { en = "Card", zh = "張\\"" }  # zh = "張"\n'
        'text.en = "One."\ntext.zh = "一張。"\nrank = "3"\n'
        'label = { en = "a", zh = "張", zh_hans = "章" } # by hand\n'
    )
    made = pack_file(source)
    assert made == (
        'name = { en = "Card", zh = "張\\"", zh_hans = "张\\"" }  # zh = "張", zh_hans = "张"\n'
        'text.en = "One."\ntext.zh = "一張。"\ntext.zh_hans = "一张。"\nrank = "3"\n'
        'label = { en = "a", zh = "張", zh_hans = "章" } # by hand\n'
    )
    assert pack_file(made) == made


def test_the_files_of_our_packs_are_what_the_tool_would_write() -> None:
    """A new or changed text fails here: run ``python -m tui.catalogue``."""
    files = pack_files()
    assert len(files) > 30
    for file in files:
        text = file.read_text("utf-8")
        assert pack_file(text) == text, file.name


def test_the_page_of_terms_is_what_the_tool_would_write() -> None:
    text = TERMS.read_text("utf-8")
    assert "| 雾切 |" in text
    assert terms_page(text) == text


def test_the_columns_of_a_table_of_terms_are_filled_in() -> None:
    head = "| id | 繁體中文 | short | 简体中文 | short |\n|---|\n"
    page = head + "| a | 張 | 號 |  |  |\n\n| a | 張 |\n"
    assert terms_page(page) == head + "| a | 張 | 號 | 张 | 号 |\n\n| a | 張 |\n"
