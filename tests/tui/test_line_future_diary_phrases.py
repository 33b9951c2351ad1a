"""Short forms of orders: what they mean on the sheet, and what is not understood."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tui import i18n
from tui.line.future_diary.phrases import HEADS, phrase
from tui.line.future_diary.spelling import Unread

FIELDS = ("day", "night", "diary", "diary.mode", "diary.pick", "standing.bomb", "standing.half_god")


def page(text: str, *fields: str, sheet: Mapping[str, tuple[str, ...]] | None = None) -> str:
    """Return a phrase as the words of an answer."""
    head, *words = text.split()
    found = phrase(head, words, sheet or {}, fields or FIELDS)
    return " ".join(f"{name}={value}" for name, values in found.items() for value in values)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("day probe 3", "day=probe day.target=3"),
        ("day kill P5", "day=kill day.target=5"),
        ("day kill 5 blacken flee", "day=kill day.target=5 day.blacken=flee"),
        ("day kill 5 pierce no", "day=kill day.target=5 day.pierce=no"),
        ("day kill all", "day=kill day.maniac=yes"),
        ("day kill all pierce 3 5", "day=kill day.maniac=yes day.pierce.seat=3 day.pierce.seat=5"),
        (
            "day kill 9 frame 3 cover probe 1",
            "day=kill day.target=9 day.frame=3 day.cover=probe day.cover.target=1",
        ),
        ("day flee fake ally 4", "day=flee day.fake=ally day.fake.target=4"),
        ("day none", "day=none"),
        ("night kill 4 as sixth", "night=kill night.target=4 night.guess=sixth"),
        ("night kill 4 as 6th or Akise", ("night=kill night.target=4 night.guess=sixth"
         " night.guess=akise")),
        ("night 4 blacken none", "night=kill night.target=4 night.blacken=none"),
        ("night kill 4 as 1 and 5 as 9", ("night=kill night.target=4 night.guess=first"
         " night2.target=5 night2.guess=ninth")),
        ("night kill 4 as 1 then 8 as 10th", ("night=kill night.target=4 night.guess=first"
         " follow.target=8 follow.guess=tenth")),
        ("diary use 4 7", "diary=use diary.pick=4 diary.pick=7"),
        ("diary use", "diary=use"),
        ("diary watch 4", "diary=use diary.mode=watch diary.pick=4"),
        ("diary A 3", "diary=use diary.mode=A diary.pick=3"),
        ("diary use 4 kill", "diary=use diary.pick=4 diary.kind=kill"),
        ("gods_view 3", "gods_view=3"),
        ("servant man", "servant=seventh/man"),
        ("liberation a 2", "liberation=a liberation.seat=2"),
        ("use 1 kill 4", "use.puppet=1 use.kind=kill use.target=4"),
        ("hypnosis 6 flee", "hypnosis=6 hypnosis.kind=flee"),
        ("truth 4 kill", "truth=4 truth.kind=kill"),
        ("law 3", "law=3"),
        ("yes 4", "accept=4"),
        ("bomb 3 5", "standing.bomb=3 standing.bomb=5"),
        ("half_god no", "standing.half_god=no"),
    ],
)  # fmt: skip
def test_a_phrase_is_entered_in_the_fields_of_the_form(typed: str, meant: str) -> None:
    assert page(typed) == meant


@pytest.mark.rule("FD-12.11.1")
def test_the_dogs_of_10th_have_fields_of_their_own() -> None:
    found = page("diary use 5 b 4", "diary", "diary.dog_a", "diary.dog_b")
    assert found == "diary=use diary.dog_a=5 diary.dog_b=4"


@pytest.mark.rule("FD-12.12.2", "FD-10.2")
def test_the_same_word_means_what_the_step_asks_for() -> None:
    assert page("law 4 kill 5", "law.seat", "law.kind") == ("law.seat=4 law.kind=kill law.target=5")
    assert page("bomb 3", "bomb") == "bomb=3"


def test_a_phrase_replaces_what_its_head_stood_for_and_nothing_else() -> None:
    sheet = {"day": ("kill",), "day.target": ("5",), "day.blacken": ("flee",), "faith": ("2",)}
    assert page("day flee", sheet=sheet) == "faith=2 day=flee"
    assert page("day -", sheet=sheet) == "faith=2"
    assert page("faith none", sheet=sheet) == "day=kill day.target=5 day.blacken=flee"
    night = {"night": ("kill",), "night2.target": ("5",), "follow.target": ("6",)}
    assert page("night none", sheet=night) == ""


def test_kinds_and_roles_may_be_said_in_the_sessions_language() -> None:
    i18n.use("zh_Hant")
    try:
        assert page("day 試探 3") == "day=probe day.target=3"
        assert page("night 殺戮 4 as 秋瀨") == "night=kill night.target=4 night.guess=akise"
    finally:
        i18n.use("en")


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("day", ""), ("day dance", "dance"), ("day kill 5 blacken", ""), ("day kill 5 at", "at"),
        ("night kill x", "x"), ("night kill 4 as king", "king"), ("truth 4", ""),
        ("half_god maybe", "maybe"), ("faith 2 3", "3"), ("day kill ５x", "5x"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_named(typed: str, word: str) -> None:
    with pytest.raises(Unread) as caught:
        page(typed)
    assert str(caught.value) == word


def test_no_phrase_is_lost_for_words_whatever_they_are() -> None:
    for head in HEADS:
        for words in ([], ["none"], ["9"] * 9, ["kill", "kill"], ["\u202e"]):
            try:
                phrase(head, words, {}, FIELDS)
            except Unread:
                continue
