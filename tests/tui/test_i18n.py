"""The language belongs to a session, all of it, and to no other session."""

from __future__ import annotations

import asyncio
import contextvars
import re
from collections.abc import Callable

import pytest

from tui.i18n import (
    DEFAULT,
    LANGUAGES,
    LOCALES,
    _,
    begin,
    current,
    join_and,
    join_list,
    join_or,
    join_parts,
    labelled,
    n_,
    negotiate,
    p_,
    use,
)


def apart(test: Callable[[], None]) -> None:
    """Run ``test`` as a session of its own."""
    contextvars.Context().run(test)


def test_a_context_without_a_session_speaks_the_default() -> None:
    def session() -> None:
        assert current() == DEFAULT

    apart(session)


def test_a_switch_in_one_task_reaches_the_tasks_started_before_it() -> None:
    async def session() -> list[str]:
        begin("en")
        switched = asyncio.Event()

        async def widget() -> str:
            await switched.wait()
            return current()

        async def key_handler() -> None:
            use("zh_Hant")
            switched.set()

        shown = asyncio.create_task(widget())
        await asyncio.create_task(key_handler())
        return [await shown, current()]

    assert asyncio.run(session()) == ["zh_Hant", "zh_Hant"]


def test_sessions_do_not_share_a_language() -> None:
    async def session(language: str) -> str:
        begin(language)
        await asyncio.sleep(0)
        return join_and(["a", "b"])

    async def both() -> list[str]:
        return list(await asyncio.gather(session("en"), session("zh_Hant")))

    assert asyncio.run(both()) == ["a and b", "a 和 b"]


@pytest.mark.parametrize("language", ["", "en_GB", "zh", "../en"])
def test_an_unknown_language_is_refused_and_changes_nothing(language: str) -> None:
    def session() -> None:
        begin("zh_Hant")
        with pytest.raises(ValueError, match=language or "^$"):
            use(language)
        assert current() == "zh_Hant"

    apart(session)


@pytest.mark.parametrize(
    ("stored", "env", "expected"),
    [
        ("en", {"LANG": "zh_TW.UTF-8"}, "en"),
        ("zh_Hant", {}, "zh_Hant"),
        ("klingon", {"LANG": "en_GB.UTF-8"}, "en"),
        ("", {"LANG": "zh_TW.UTF-8"}, "zh_Hant"),
        ("", {"LANG": "zh_HK"}, "zh_Hant"),
        ("", {"LANG": "zh-Hant-TW"}, "zh_Hant"),
        ("", {"LANG": "zh_MO.UTF-8"}, "zh_Hant"),
        ("", {"LANG": "zh_SG.UTF-8@hant"}, "zh_Hant"),
        ("zh_Hans", {"LANG": "zh_TW.UTF-8"}, "zh_Hans"),
        ("", {"LANG": "zh_CN.GB18030"}, "zh_Hans"),
        ("", {"LANG": "zh_SG.UTF-8"}, "zh_Hans"),
        ("", {"LANG": "zh-Hans-HK"}, "zh_Hans"),
        ("", {"LANG": "zh"}, "zh_Hans"),
        ("", {"LANG": "zh.UTF-8"}, "zh_Hans"),
        ("", {"LANG": "en.UTF-8"}, "en"),
        ("", {"LC_ALL": "en_US.UTF-8", "LANG": "zh_TW.UTF-8"}, "en"),
        ("", {"LC_ALL": "", "LC_MESSAGES": "zh_TW", "LANG": "en_US"}, "zh_Hant"),
        ("", {"LC_ALL": "C.UTF-8", "LANG": "zh_TW.UTF-8"}, None),
        ("", {"LANG": "C"}, None),
        ("", {"LANG": "POSIX"}, None),
        ("", {"LANG": "de_DE.UTF-8"}, None),
        ("", {"LANG": "enm"}, None),
        ("", {"LANG": "\udcff\x00_."}, None),
        ("", {}, None),
    ],
)
def test_the_first_language_is_the_stored_one_else_the_clients_else_asked(
    stored: str, env: dict[str, str], expected: str | None
) -> None:
    assert negotiate(stored, env) == expected


def test_text_of_players_is_never_a_format_or_another_message() -> None:
    for name in ("{x}", "{0}", "{name}", "{name.__class__}", "%s", "[b]", " and ", "{"):
        assert _("<{name}>", name=name) == f"<{name}>"


def test_plurals_follow_the_language_even_for_unknown_messages() -> None:
    def session() -> None:
        for language in LANGUAGES:
            begin(language.id)
            assert n_("{n} zork", "{n} zorks", 1) == "1 zork"
            assert n_("{n} zork", "{n} zorks", 7) == "7 zorks"

    apart(session)


def test_a_message_without_parameters_keeps_its_braces() -> None:
    assert _("{}") == "{}"
    assert p_("zork", "{}") == "{}"


@pytest.mark.parametrize(
    ("items", "expected"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), ("abc", "a, b or c")]
)
def test_lists_are_joined_in_words(items: list[str], expected: str) -> None:
    assert join_or(items) == expected


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        (["Ann", "Bo"], "Ann 和 Bo"),
        (["苗木", "霧切"], "苗木和霧切"),
        (["Ann", "苗木", "霧切"], "Ann、苗木和霧切"),
        (["苗木", "7 號"], "苗木和 7 號"),
        (["Ann", "霧切"], "Ann 和霧切"),
        (["", ""], " 和 "),
    ],
)
def test_chinese_words_stand_beside_one_another_without_a_space(
    items: list[str], expected: str
) -> None:
    def session() -> None:
        begin("zh_Hant")
        assert join_and(items) == expected
        begin("en")
        assert join_and(["苗木", "霧切"]) == "苗木 and 霧切"

    apart(session)


def test_lists_are_joined_by_the_marks_of_the_language() -> None:
    def session() -> None:
        words = ("a", "b", "c")
        assert (join_list(words), join_parts(words)) == ("a, b, c", "a; b; c")
        assert labelled("a", "b") == "a: b"
        for language in ("zh_Hant", "zh_Hans"):
            begin(language)
            assert (join_list(words), join_parts(words)) == ("a、b、c", "a；b；c")
            assert labelled("a", "b") == "a：b"

    apart(session)


def test_no_list_on_the_screen_is_joined_by_half_width_marks() -> None:
    """In Chinese they would be the wrong ones; a setting's value in TOML is none."""
    for path in sorted(LOCALES.parent.rglob("*.py")):
        text = path.read_text("utf-8")
        joined = [line for line in text.splitlines() if re.search(r'"[,;] "\)?\.join\(', line)]
        assert path.name in {"i18n.py", "settings.py", "lines.py"} or joined == [], path.name


def test_every_language_names_itself_once() -> None:
    assert len({language.name for language in LANGUAGES}) == len(LANGUAGES)
