"""Lessons on the full screen: a newcomer who follows only what is on the screen finishes each."""

from __future__ import annotations

import os

import pytest

from engine.chance import Dice
from server import classroom
from server.api import Size
from server.hub import LocalHub
from server.wire import unpack
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.newcomers import follow_screen
from tests.tui.sessions import BO, eventually, hub, session
from tui.app import UndertableApp
from tui.lessons import LESSONS
from tui.screens.learn import LearnPage
from tui.screens.lesson import LessonPage
from tui.screens.lobby import LobbyPage

SIZES = {"en": Size(60, 20), "zh_Hant": Size(80, 24)}


async def at_the_list(app: UndertableApp, terminal: FakeTerminal) -> None:
    await eventually(lambda: isinstance(app.screen, LobbyPage))
    await terminal.settle()
    await terminal.type(b"t")
    await eventually(lambda: isinstance(app.screen, LearnPage))
    await terminal.settle()


async def begun(app: UndertableApp, terminal: FakeTerminal, game: str) -> LessonPage:
    await at_the_list(app, terminal)
    await terminal.type(str(1 + list(LESSONS).index(game)).encode())
    await eventually(lambda: isinstance(app.screen, LessonPage))
    page = app.screen
    assert isinstance(page, LessonPage)
    await eventually(lambda: page.state is not None)
    await terminal.settle()
    return page


@pytest.mark.parametrize("language", SIZES)
@pytest.mark.parametrize("game", LESSONS)
async def test_a_newcomer_who_follows_only_the_screen_finishes_the_lesson(
    game: str, language: str
) -> None:
    async with hub() as place, session(place, size=SIZES[language], language=language) as (
        app, terminal,
    ):  # fmt: skip
        page = await begun(app, terminal, game)
        keys = await follow_screen(terminal)
        assert keys >= len(page.guide.lesson.steps)
        await eventually(lambda: isinstance(app.screen, LearnPage))
        assert app.record["settings"]["lessons"] == [game]
        await terminal.settle()
        row = terminal.lines()[2 + list(LESSONS).index(game)]
        assert ("finished" if language == "en" else "已完成") in row


async def test_no_stray_keys_lead_to_a_dead_end(request: pytest.FixtureRequest) -> None:
    keys = [*"abdefhijlmnoprstuvwxy,.!0123456789\r ", "\x1b[A", "\x1b[C", "\x1b[D"]
    dice = Dice(f"{os.environ.get('UNDERTABLE_TEST_SEED')} {request.node.name}")
    strays = [dice.pick(keys).encode() for _ in range(8)]
    async with hub() as place, session(place) as (app, terminal):
        await begun(app, terminal, "future_diary")
        await follow_screen(terminal, strays)
        await eventually(lambda: isinstance(app.screen, LearnPage))
        assert app.record["settings"]["lessons"] == ["future_diary"]


async def test_the_word_for_newcomers_is_gone_once_they_have_looked() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await terminal.until("New here? t:")
        await at_the_list(app, terminal)
        await terminal.type(b"\x1b")
        await eventually(lambda: isinstance(app.screen, LobbyPage))
        await terminal.settle()
        assert "New here?" not in terminal.text()


async def test_an_answer_off_the_lesson_is_refused_with_the_reason_and_the_way_on() -> None:
    async with hub() as place, session(place) as (app, terminal):
        page = await begun(app, terminal, "love_letter")
        for _ in range(2):
            await terminal.type(b"a")
        assert "First read what the guide says" in terminal.text()
        for _ in range(2):
            await terminal.type(b"\r")
        assert page.guide.at == 2
        for _ in range(2):
            await terminal.type(b"a")
        assert "Not in this lesson" in terminal.text()
        assert "press [b]" in terminal.lines()[0]
        assert page.state is not None
        assert page.state.asked


async def test_a_lesson_that_was_left_goes_on_there_or_from_the_beginning() -> None:
    async with hub() as place, session(place) as (app, terminal):
        page = await begun(app, terminal, "love_letter")
        await follow_screen(terminal, until="lesson 5/18")
        await terminal.type(b"\x1b")
        await eventually(lambda: isinstance(app.screen, LearnPage))
        await terminal.until("goes on at step 5 of 18")
        await terminal.type(b"\r")
        await terminal.until("lesson 5/18")
        page = again(app)
        assert page.state is not None
        assert page.state.frame["view"]["deck"] == 8  # type: ignore[index]
        await follow_screen(terminal, until="lesson 6/18")
        await terminal.type(b"\x1b")
        await terminal.until("goes on at step 6 of 18")
        await terminal.type(b"k")
        await terminal.until("lesson 1/18")
        assert again(app).guide.to_keep == 0


def again(app: UndertableApp) -> LessonPage:
    page = app.screen
    assert isinstance(page, LessonPage)
    return page


async def test_where_there_are_too_many_lessons_the_list_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(classroom, "MOST", 0)
    async with hub() as place, session(place) as (app, terminal):
        await at_the_list(app, terminal)
        await terminal.type(b"1")
        await terminal.until("Too many people are learning here")
        await eventually(lambda: isinstance(app.screen, LearnPage))


async def test_no_lobby_lists_a_lesson_and_no_code_leads_to_it() -> None:
    async with hub() as place, session(place) as (app, terminal):
        page = await begun(app, terminal, "future_diary")
        assert page.state is not None
        assert not place.listings()
        assert not await leads_somewhere(place, page.state.frame["code"])


async def leads_somewhere(place: LocalHub, code: str) -> bool:
    """Say whether somebody can go to a table by ``code``."""
    channel = place.table(BO, code)
    return bool(unpack(await channel.receive())["t"] == "table")
