"""Lessons in line mode: a newcomer who types only what the lines name finishes each."""

from __future__ import annotations

import pytest

from tests.tui.lines import connected, hub
from tests.tui.newcomers import follow_lines
from tests.tui.sessions import ANN, eventually
from tui.lessons import LESSONS, lesson_of
from tui.line.lesson import NEXT


@pytest.mark.parametrize("language", ["en", "zh_Hant"])
@pytest.mark.parametrize("game", LESSONS)
async def test_a_newcomer_who_types_only_what_the_lines_name_finishes_the_lesson(
    game: str, language: str
) -> None:
    async with hub() as place:
        async with connected(place, command=f"learn {game}", language=language) as (wire, _task):
            typed = await follow_lines(wire)
            assert not wire.errors
            assert len(typed) <= len(lesson_of(game).steps)
            start = len(wire.out)
            wire.type("leave")
            await wire.until({"en": "player here", "zh_Hant": "人在線"}[language], start=start)
        assert (await place.player(ANN))["settings"]["lessons"] == [game]


async def test_an_answer_off_the_lesson_is_refused_with_what_to_type() -> None:
    async with hub() as place, connected(place, command="learn love_letter") as (wire, _task):
        await wire.until("Type [next]")
        wire.type("1")
        await wire.until(f"First go on with what the lesson says: [{NEXT}].")
        wire.type(NEXT, NEXT)
        await wire.until("lesson 3/")
        wire.type("1")
        await wire.until("Not in this lesson")
        start = len(wire.out)
        wire.type("2")
        await wire.until("lesson 4/", start=start)


@pytest.mark.parametrize("game", LESSONS)
async def test_a_lesson_that_was_left_goes_on_at_its_step(game: str) -> None:
    steps = len(lesson_of(game).steps)
    async with hub() as place:
        place.remember(ANN, settings={"lessons_at": {"no81": 2, game: steps - 3}})
        async with connected(place, command=f"learn {game}") as (wire, _task):
            await wire.until(f"lesson {steps - 2}/{steps}")
            assert "lesson 1/" not in wire.text
            assert len(await follow_lines(wire)) == 3
            await eventually(lambda: wire.text.endswith("to repeat it.\n"))
        kept = (await place.player(ANN))["settings"]["lessons_at"]
        assert kept == ({} if game == "no81" else {"no81": 2})


async def test_learn_lists_the_lessons_and_marks_what_is_finished() -> None:
    async with hub() as place:
        place.remember(ANN, settings={"lessons": ["no81"]})
        async with connected(place, command="line") as (wire, _task):
            await wire.until("player here")
            wire.type("learn")
            await wire.until("learn no81: No.81  finished")
            assert "learn love_letter: Love Letter of Despair\n" in wire.text
            wire.type("learn chess", "learn no81")
            await wire.until("There is no game 'chess' here.")
            await wire.until("lesson 1/")


async def test_the_word_for_newcomers_comes_until_they_have_looked() -> None:
    word = "New here? 'learn GAME' teaches a game in five minutes."
    async with hub() as place:
        async with connected(place, command="line") as (wire, _task):
            await wire.until(word)
            wire.type("learn")
            await wire.until("learn no81:")
        async with connected(place, command="line") as (wire, _task):
            await wire.until("player here")
            wire.type("learn")
            await wire.until("learn no81:")
            assert word not in wire.text


async def test_next_means_nothing_outside_a_lesson() -> None:
    async with hub() as place:
        async with connected(place, command="learn") as (wire, task):
            await task
            assert "'learn' needs a game: love_letter, future_diary, no81." in wire.errors
        async with connected(place, command="line") as (wire, _task):
            await wire.until("player here")
            wire.type("new", NEXT)
            await wire.until("There is nothing to go on with now.")
