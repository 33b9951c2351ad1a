"""Windows: how soon an answer comes tells nobody anything (N81-6.13)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from engine.chance import Dice
from engine.games.no81.game import GAME
from engine.games.no81.terms import WINDOWS
from server.bots import BotOptions
from server.windows import WindowPace
from tests.server.house import BO, House, Person, house, quiet
from tests.server.toy import GAMES

TOY = {"toy": replace(GAMES["toy"], windows=frozenset({"move"}))}
"""The toy game, whose moves count as windows and whose bets do not."""


@asynccontextmanager
async def window(dice: str = "same") -> AsyncIterator[tuple[House, Person, Person]]:
    """Open a table where Ann is asked at a window, and Bo looks on from the other seat."""
    bots = BotOptions(least=0.0, most=0.0, dice=lambda: Dice(dice))
    async with house(games=TOY, bots=bots, windows=WindowPace()) as h:
        _code, (ann, bo) = await h.playing(BO)
        await ann.asked("move")
        yield h, ann, bo


async def closed_after(h: House, ann: Person, bo: Person, *, waits: float, answer: str) -> float:
    """Let Ann answer after ``waits`` seconds; return when Bo sees that the window has closed."""
    opened, seen = h.time.now(), len(bo.frames)
    await h.time.pass_by(waits)
    assert len(bo.frames) == seen
    ann.answer(answer)
    await quiet()
    while len(bo.frames) == seen:
        await h.time.pass_by(0.05)
    return round(h.time.now() - opened, 2)


@pytest.mark.rule("N81-6.13", "N81-20.3")
async def test_whoever_answers_soon_is_heard_at_the_moment_that_was_drawn_for_the_window() -> None:
    """A standing answer, a quick key, a slower one; a pass or not: nothing of it shows."""
    moments = set()
    for waits in (0.0, 0.3, 0.55):
        for answer in ("keep", "swap"):
            async with window() as (h, ann, bo):
                moments.add(await closed_after(h, ann, bo, waits=waits, answer=answer))
    (moment,) = moments
    assert 0.6 <= moment <= 2.05


@pytest.mark.rule("N81-6.13")
async def test_the_moments_of_windows_differ() -> None:
    moments = set()
    for number in range(6):
        async with window(f"dice {number}") as (h, ann, bo):
            moments.add(await closed_after(h, ann, bo, waits=0.0, answer="keep"))
    assert len(moments) >= 4
    assert all(0.6 <= moment <= 2.05 for moment in moments)


async def test_whoever_answers_later_is_heard_at_once() -> None:
    async with window() as (h, ann, bo):
        assert await closed_after(h, ann, bo, waits=5.0, answer="keep") == 5.0


async def test_while_an_answer_is_held_another_one_is_refused_and_the_first_counts() -> None:
    async with window() as (h, ann, bo):
        ann.answer("keep")
        ann.answer("swap")
        await ann.notice("slow_down")
        await h.time.pass_by(2.0)
        await bo.asked("move")
        assert bo.last["view"]["kept"] == [0]


async def test_an_answer_that_is_held_counts_though_its_player_has_left() -> None:
    async with window() as (h, ann, bo):
        ann.answer("keep")
        await quiet()
        ann.leave()
        await h.time.pass_by(2.0)
        await bo.asked("move")
        assert bo.last["view"]["kept"] == [0]


async def test_an_answer_that_is_no_answer_is_refused_when_it_is_due() -> None:
    async with window() as (h, ann, _bo):
        ann.answer("nonsense")
        await quiet()
        assert ann.codes == []
        await h.time.pass_by(2.0)
        await ann.until(lambda p: p.notices)
        ann.answer("keep")
        await ann.until(lambda p: p.last["view"]["kept"] == [0])


async def test_other_asks_are_answered_at_once() -> None:
    async with window() as (h, ann, bo):
        for one in (ann, bo):
            await one.asked("move")
            one.answer("keep")
            await quiet()
            await h.time.pass_by(2.0)
        await ann.asked("bet")
        for one in (ann, bo):
            await one.asked("bet")
            one.answer("low")
        await ann.until(lambda p: p.last["view"]["scores"])


async def test_a_server_that_stops_forgets_what_was_held_and_asks_again() -> None:
    async with window() as (h, ann, _bo):
        ann.answer("keep")
        await quiet()
        (table,) = h.hub._tables.values()
        await h.hub.stop()
        assert table._windows._held == {}


@pytest.mark.rule("N81-6.13")
def test_every_window_that_opens_by_itself_is_one_and_no_turn_is() -> None:
    assert {"w_event", "w_guard", "w_burst", "w_outburst"} <= WINDOWS
    assert "play" not in WINDOWS
    assert GAME.windows == WINDOWS
