"""The guide of a lesson: it goes on by what was done, and never leads to a dead end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from server.api import AskFrame, TableFrame
from server.classroom import Setting
from tests.tui.tables import waiting_frame
from tui.actions.table import Notes
from tui.i18n import LANGUAGES, _, begin
from tui.lessons import LESSONS, finished, lesson_of, reached, with_finished, with_reached
from tui.lessons.guide import Guide, kept_apart
from tui.lessons.lesson import ANYTHING, Doing, Lesson, answer, look, read, same
from tui.lessons.pointer import point
from tui.screens.choosing import Choosing
from tui.screens.lesson import GUIDE
from tui.screens.state import TableState
from tui.widgets.lines import wrap

NAMES = {f"p{n}": "Wwwwwwwwwwww" for n in range(6)} | {"mine": "Qing Tang", "theirs": "Lu Niang"}
"""Players with the longest names that a lesson may have to speak of."""
LESSON = Lesson(
    setting=Setting(game="love_letter", cues=()),
    steps=(
        read("Read me, {p1}."),
        answer("target", "1", say="Choose."),
        look(Notes, "notes", "Look."),
        answer("target", "2", say="Choose again."),
        read("That was it."),
    ),
    point=point,
    called=lambda _state: {"p1": "Bo"},
)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    begin("en")
    yield
    begin("en")


def ask(number: int, kind: str = "target", *options: str) -> AskFrame:
    return AskFrame(
        id=number, kind=kind, options=list(options or ("1", "2")), default=["2"], least=1, most=1,
        ordered=False, text=0, context={"card": "kirigiri", "mode": "hope"}, settled=False,
    )  # fmt: skip


def frame(asked: AskFrame | None, stage: str = "playing", **more: Any) -> TableFrame:
    return waiting_frame(
        3, stage=stage, ask=asked, game_no=1, view={"pool": [], "seats": []}, **more
    )


def shown(asked: AskFrame) -> TableState:
    """Return the state of a table that asks something."""
    state = TableState.begin(frame(None))
    state.frame = frame(asked)
    return state


@pytest.mark.parametrize("language", [language.id for language in LANGUAGES])
@pytest.mark.parametrize("game", LESSONS)
def test_every_text_fits_beside_the_table_on_the_smallest_screen(game: str, language: str) -> None:
    begin(language)
    guide = Guide(lesson_of(game))
    for at, step in enumerate(guide.lesson.steps):
        guide.at = at
        text = _(step.say, **NAMES)
        assert len(wrap(text, 58)) < GUIDE, text


def test_what_is_read_goes_on_when_it_was_read_and_only_then() -> None:
    guide = Guide(LESSON)
    assert guide.text(shown(ask(1))) == "Read me, Bo."
    guide.take(frame(ask(1)))
    assert not guide.allows(ask(1), ("1",))
    guide.go_on()
    assert guide.doing is Doing.ANSWER
    guide.go_on()
    assert guide.at == 1


def test_an_answer_goes_on_once_the_table_has_taken_it() -> None:
    guide = Guide(LESSON)
    guide.at = 1
    assert not guide.allows(ask(1), ("2",))
    assert guide.allows(ask(1), ("1",))
    guide.take(frame(ask(1)))
    assert guide.at == 1
    guide.take(frame(ask(2)))
    assert guide.at == 2


def test_an_answer_that_the_table_refuses_leaves_the_step_as_it_is() -> None:
    guide = Guide(LESSON)
    guide.at = 1
    assert guide.allows(ask(1), ("1",))
    guide.refused()
    guide.take(frame(ask(2)))
    assert guide.at == 1


def test_a_question_of_no_step_may_be_answered_as_one_likes() -> None:
    guide = Guide(LESSON)
    guide.at = 1
    state = shown(ask(7, "number", "2", "3"))
    assert guide.astray(state)
    assert guide.allows(ask(7, "number"), ("3",))
    assert guide.wanted(state) == ("2",)
    assert "as you like" in guide.text(state)
    guide.take(frame(ask(8)))
    assert guide.at == 1


def test_what_can_no_longer_be_answered_is_passed_by_when_the_game_is_over() -> None:
    guide = Guide(LESSON)
    guide.at = 3
    guide.take(frame(None, stage="over"))
    assert guide.at == 4
    guide.go_on()
    assert guide.finished
    assert guide.text(TableState.begin(frame(None, stage="over"))).startswith("That was the lesson")
    assert guide.allows(ask(9), ("1",))


def test_the_pointer_names_the_option_and_then_enter() -> None:
    state = shown(ask(1))
    pressed = []
    for at in (-1, 0, 1):
        state.choosing = Choosing(options=("1", "2"), keys=("2", "3"), at=at)
        pressed.append(point(state, ("2",)))
    assert pressed == ["3", "3", "Enter"]


def test_of_several_options_the_pointer_marks_each_and_takes_wrong_ones_back() -> None:
    state = shown(ask(1))
    pressed = []
    for marked in ((), ("3",), ("1",), ("1", "2")):
        state.choosing = Choosing(
            options=("1", "2", "3"), keys=("a", "b", "c"), least=2, most=2, marked=marked
        )
        pressed.append(point(state, ("1", "2")))
    assert pressed == ["a", "c", "b", "Enter"]


def test_an_answer_may_end_as_the_learner_likes() -> None:
    assert same(("say", "public", ANYTHING), ("say", "public", "hello"), ask(1))
    assert not same(("say", "public", ANYTHING), ("say", "pair", "hello"), ask(1))
    assert same((ANYTHING,), (), ask(1))
    assert same(("a", "b"), ("b", "a"), ask(1))


def test_what_was_done_in_an_earlier_visit_is_done_again_up_to_the_step_that_was_left() -> None:
    guide = Guide(LESSON, 3)
    assert guide.to_keep == 3
    assert guide.catch_up(shown(ask(1))) == ("1",)
    assert guide.allows(ask(1), ("1",))
    guide.take(frame(ask(2)))
    assert guide.catching_up
    assert guide.catch_up(shown(ask(2))) is None
    assert guide.at == 3
    assert not guide.catching_up


def test_a_lesson_that_was_finished_or_has_got_shorter_begins_at_its_beginning() -> None:
    guide = Guide(LESSON, len(LESSON.steps))
    assert not guide.catching_up
    guide.at = len(LESSON.steps)
    assert guide.to_keep == 0


def test_the_step_that_was_left_is_remembered_for_each_game() -> None:
    settings = with_reached(with_reached({}, "no81", 4), "love_letter", 2)
    assert settings == {"lessons_at": {"love_letter": 2, "no81": 4}}
    assert with_reached(settings, "no81", 0) == {"lessons_at": {"love_letter": 2}}
    assert reached(settings, "no81") == 4
    assert [reached({"lessons_at": bad}, "no81") for bad in (7, {"no81": "x"}, {"no81": -1})] == [
        0, 0, 0,
    ]  # fmt: skip


def test_a_frame_of_a_lesson_leads_to_no_seed_and_no_replay() -> None:
    kept = kept_apart(cast("TableFrame", {**frame(None), "seed": "s", "game_id": "g"}))
    assert (kept["seed"], kept["commitment"], "game_id" in kept) == ("", "", False)


def test_what_is_finished_is_remembered_in_order_and_once() -> None:
    assert finished({}) is None
    settings = with_finished({"theme": "dark"})
    assert settings == {"lessons": []}
    settings = with_finished(with_finished(settings, "no81"), "love_letter")
    assert finished(with_finished(settings, "no81")) == ["love_letter", "no81"]
    assert finished({"lessons": "no list"}) is None
    assert finished({"lessons": ["a game of old"]}) == []
