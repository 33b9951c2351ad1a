"""Errors and help of the command line are told in the language of whoever typed it."""

from __future__ import annotations

import re

import pytest

from server.api import ExitStatus
from tests.languages import SPOKEN
from tests.tui.sessions import LANG
from tui import i18n
from tui.main import main
from tui.texts.usage import usage_error

WRONG = [
    "",
    "swerve",
    "serve --prot 1",
    "serve --port",
    "serve --port x",
    "serve --no-guests=yes",
    "serve --policy closed",
    "serve --bot-delay soon",
    "serve --metrics 1",
    "replay",
    "simulate love_letter --seed x",
    "play love_letter --bots 0",
]


def told(line: str, language: str, capsys: pytest.CaptureFixture[str], status: ExitStatus) -> str:
    """Return what a command line brings to the terminal in ``language``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", LANG[language])
        with pytest.raises(SystemExit) as left:
            main(line.split())
    assert left.value.code == status
    out, err = capsys.readouterr()
    return out + err


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_told_in_the_language(
    line: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fault, hint = told(line, language, capsys, ExitStatus.USAGE).splitlines()
    assert fault.startswith("undertable")
    assert "--help" in hint
    if language != "en":
        assert re.search(r"[\u4e00-\u9fff]", fault), fault
    for english in ("argument", "unrecognized", "required", "expected", "invalid", "choose"):
        assert english not in fault


@pytest.mark.parametrize("language", SPOKEN)
def test_the_help_has_no_word_of_english_but_what_is_typed(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = told("themes check --help", language, capsys, ExitStatus.OK)
    assert text.startswith("usage: " if language == "en" else "用法：")
    english = re.findall(r"[a-z]{3,}", text)
    assert language == "en" or {"undertable", "themes", "check", "help"} == set(english)


def test_an_error_that_is_not_known_stays_as_it_is() -> None:
    i18n.begin("zh_Hans")
    assert usage_error("something new: 1") == "something new: 1"
    assert usage_error("argument --port: something new") == "--port：something new"
