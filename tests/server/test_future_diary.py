"""Future Diary at a real table: what its viewers get, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from engine.games.future_diary.game import GAME
from server.bots import BotOptions
from server.requests import CreateTable, Ready, Sit, Start
from tests.server.house import ANN, BO, CY, House, Person, house, player, quiet
from tests.server.masked import tell_table
from tests.server.test_steps import answers, heard
from tests.server.victim import QuietBot

PEOPLE = (ANN, BO, player("Dee"), player("Eve"), player("Fay"))
SLOW = BotOptions(least=1e6, most=1e6)
GAMES = {"future_diary": replace(GAME, bots={"heuristic": QuietBot, "random": QuietBot})}


async def at_table(h: House, **options: str) -> tuple[str, list[Person]]:
    """Start a game of five people and return the code and the people."""
    lobby = Person(h.hub.lobby(ANN))
    lobby.ask(CreateTable(game="future_diary", seats=5, options=options, clock=0))
    code: str = (await lobby.notice("opened"))["opened"]
    people = [h.at(code, who) for who in PEOPLE]
    for one in people[1:]:
        one.ask(Sit(seat=-1))
        one.ask(Ready(ready=True))
    await people[0].until(
        lambda p: p.frames and all(s["ready"] for s in p.last["seats"] if not s["host"])
    )
    people[0].ask(Start())
    for one in people:
        await one.asked("lobby")
    return code, people


async def on(people: Sequence[Person]) -> str:
    """Let all be ready; return the step that begins."""
    for one in people:
        await tell_table(one, "ready")
    kind: str = people[0].last["ask"]["kind"]
    return kind


@pytest.mark.rule("FD-3.3", "FD-3.5")
async def test_submissions_and_ready_flags_reach_nobody_and_a_step_ends_for_all_at_once() -> None:
    async with house(games=GAMES) as h:
        code, people = await at_table(h)
        watcher = h.at(code, CY)
        await watcher.frame(stage="playing")
        assert await on(people) == "orders"
        viewers = [*people, watcher]
        *early, last = people
        for one in (*early, last):
            others = [v for v in viewers if v is not one]
            before = heard(others)
            await tell_table(one, "submit", "day=disguise")
            if one is not last:
                await tell_table(one, "ready")
                await tell_table(one, "wait")
                await tell_table(one, "ready")
            assert heard(others) == before
        before = heard(viewers)
        await tell_table(last, "ready")
        assert heard(viewers) == [count + 1 for count in before]
        assert {v.last["view"]["step"] for v in viewers} == {"change_1"}
        for step in ("change_2", "last_words", "predict", "orders"):
            before = heard([watcher])
            assert await on(people) == step
            assert heard([watcher]) == [before[0] + 1]


@pytest.mark.rule("FD-3.1", "FD-3.8")
@pytest.mark.parametrize(("pace", "factor"), [("quick", 0.5), ("normal", 1), ("slow", 4)])
async def test_the_clock_of_a_step_is_the_rules_times_the_pace(pace: str, factor: float) -> None:
    async with house(games=GAMES, bots=SLOW) as h:
        _, people = await at_table(h, pace=pace)
        await on(people)
        totals = []
        for _ in range(4):
            totals.append(people[0].last["clock"]["total"])
            await on(people)
        assert totals == [int(seconds * factor) for seconds in (420, 90, 60, 45)]


@pytest.mark.rule("FD-15.6", "FD-S18")
async def test_after_two_silent_acts_a_bot_plays_until_the_player_returns_and_nobody_is_told() -> (
    None
):
    async with house(games=GAMES, bots=BotOptions(least=1.0, most=1.0, share=0.0)) as h:
        code, people = await at_table(h)
        *others, fay = people
        chair = fay.last["you"]
        while others[0].last["view"]["act"] < 3:
            for one in others:
                if one.last["ask"] and not one.last["ask"]["settled"]:
                    await tell_table(one, "ready")
            await h.time.pass_by(421)
        assert fay.last["seats"][chair]["stand_in"]
        listed = [
            [s for i, s in enumerate(f["seats"]) if i != f["you"]]
            for f in others[0].frames
            if f["stage"] == "playing"
        ]
        assert all(seats == listed[0] for seats in listed)
        assert all(not f["lines"] for f in others[0].frames)
        told = [by for seat, _, by in await answers(h, code) if seat == chair]
        assert "bot" in told
        again = h.at(code, PEOPLE[-1])
        await again.asked()
        assert not again.last["seats"][chair]["stand_in"]


@pytest.mark.rule("FD-15.7")
async def test_a_return_gets_the_whole_pane_back_and_a_deserted_table_has_no_result(
    tmp_path: Path,
) -> None:
    path = tmp_path / "u.db"
    async with house(path, games=GAMES) as h:
        code, people = await at_table(h)
        await on(people)
        await tell_table(people[1], "submit", "day=disguise")
        pane = people[1].last
    async with house(path, games=GAMES) as h:
        bo = h.at(code, BO)
        await bo.asked("orders")
        for key in ("view", "ask", "you", "seq"):
            assert bo.last[key] == pane[key]
        bo.leave()
        await h.time.pass_by(601)
        ann = h.at(code, ANN)
        await ann.notice("abandoned")
        assert (await ann.frame(stage="waiting"))["result"] is None
        await quiet()
        assert await h.hub.past_games(ANN) == []
