"""Games that everybody has left: how long they wait, and clocks that outlive the server."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.game import Patience
from server.countdown import Countdown
from server.deadlines import DecisionClock
from server.table_state import TableState
from server.wire import unpack
from tests.server.house import ANN, BO, CY, HandTime, House, house, quiet
from tests.server.masked import GAMES, MASKED, PATIENCE, SECONDS, at_night, pass_night, tell_table
from tests.server.test_masks import SLOW
from tests.server.test_steps import night_of

NIGHT, DAY = SECONDS["quick"], SECONDS["daily"]


def test_a_countdown_ends_only_if_its_condition_held_all_the_time() -> None:
    time, over = HandTime(), list[float]()
    countdown = Countdown(time, lambda: over.append(time.now()))
    for holds in (True, True, False, False):
        countdown.keep(holds=holds, seconds=5)
        assert countdown.runs is holds
    countdown.stop()
    assert over == []


def test_a_clock_that_was_stored_has_what_was_left_and_a_moment_at_least() -> None:
    clock = DecisionClock(HandTime(), lambda _run: None, lambda _run: None)
    clock.run("step", 100, 40.0)
    assert (clock.left, clock.total) == (40.0, 100)
    clock.run("step", 100, 90.0)  # it has its time already
    assert clock.left == 40.0
    clock.run("next", 100, -500.0)
    assert 0 < clock.left <= 1


@pytest.mark.rule("FD-15.7")
async def test_a_game_that_all_have_left_for_ten_minutes_ends_without_a_result() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO, bots=1)
        game = unpack(dict(await h.store.tables())[code])["game_id"]
        watcher = h.at(code, CY)
        ann.leave()
        bo.leave()
        await quiet()
        await h.time.pass_by(PATIENCE["quick"].seconds - 1)
        assert watcher.last["stage"] == "playing"
        await h.time.pass_by(2)
        frame = await watcher.frame(stage="waiting")
        await watcher.notice("abandoned")
        assert frame["result"] is None
        assert not frame["seed"]
        kept = await h.store.game(game)
        assert kept is not None
        assert kept.status == "abandoned"
        assert await h.hub.past_games(ANN) == []
        assert await h.hub.finished_game(game) is None
        back = h.at(code, ANN)
        await back.notice("abandoned")
        frame = await back.frame(stage="waiting")
        assert sorted(s["kind"] for s in frame["seats"]) == ["bot", "player", "player"]


@pytest.mark.rule("FD-15.7")
async def test_anybody_who_comes_back_in_time_keeps_the_game_and_finds_a_full_clock() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        await tell_table(ann, "note", "kept")
        await h.time.pass_by(30)
        for _ in range(3):
            ann.leave()
            bo.leave()
            await quiet()
            await h.time.pass_by(PATIENCE["quick"].seconds - 1)
            ann, bo = h.at(code, ANN), h.at(code, BO)
            await bo.asked("night")
            assert night_of(bo) == 0  # the clock stood still
            assert bo.last["clock"]["total"] == NIGHT
            assert bo.last["clock"]["left"] == NIGHT
        await ann.until(lambda p: p.frames)
        assert ann.last["view"]["notes"] == ["kept"]


async def test_one_player_who_stays_keeps_the_game_however_long_the_others_are_gone() -> None:
    async with house(games=GAMES, bots=SLOW) as h:
        _, (ann, bo) = await at_night(h, BO, pace="daily")
        ann.leave()
        left = h.time.now()
        await pass_night(h, bo, 2)
        assert h.time.now() - left > PATIENCE["daily"].seconds
        assert bo.last["stage"] == "playing"
        assert night_of(bo) == 2


@pytest.mark.rule("FD-3.8", "FD-15.7")
async def test_clocks_of_days_run_on_without_players_and_their_orders_are_kept() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO, pace="daily")
        await tell_table(ann, "note", "by letter")
        await tell_table(ann, "ready")
        ann.leave()
        bo.leave()
        await h.time.pass_by(DAY - 10)
        ann = h.at(code, ANN)
        await ann.asked("night")
        assert ann.last["clock"] == {"left": 10.0, "total": DAY}
        ann.leave()
        await h.time.pass_by(11)
        ann = h.at(code, ANN)
        await ann.until(lambda p: p.frames and night_of(p) == 1)
        assert ann.last["view"]["notes"] == ["by letter"]
        assert ann.last["clock"]["left"] == DAY - 1


async def restarted(path: Path, hours: float) -> tuple[float, int]:
    """Let a server stop in the first day of a game and start after ``hours``; return the clock."""
    time = HandTime()
    async with house(path, games=GAMES, time=time) as h:
        code, _ = await at_night(h, BO, pace="daily")
        await time.pass_by(3600)
    await time.pass_by(hours * 3600)
    async with house(path, games=GAMES, time=time) as h:
        ann = h.at(code, ANN)
        frame = await ann.until(lambda p: p.frames)
        return frame["clock"]["left"], night_of(ann)


@pytest.mark.rule("FD-3.8")
async def test_a_step_of_hours_has_what_was_left_of_it_after_a_restart(tmp_path: Path) -> None:
    assert await restarted(tmp_path / "u.db", 10) == (13 * 3600, 0)


async def test_a_step_that_ran_out_while_the_server_was_down_leaves_time_to_come_back(
    tmp_path: Path,
) -> None:
    assert await restarted(tmp_path / "u.db", 100) == (600, 0)


async def test_the_next_step_after_a_restart_is_whole_again(tmp_path: Path) -> None:
    path, time = tmp_path / "u.db", HandTime()
    async with house(path, games=GAMES, time=time) as h:
        code, _ = await at_night(h, BO, pace="daily")
    await time.pass_by(DAY - 60)
    async with house(path, games=GAMES, time=time) as h:
        ann = h.at(code, ANN)
        await ann.asked("night")
        assert ann.last["clock"]["left"] == 600  # a minute was left, and nobody could play
        await time.pass_by(601)
        await ann.until(lambda p: night_of(p) == 1)
        assert night_of(ann) == 1
        assert ann.last["clock"]["left"] == DAY


async def test_a_game_without_patience_waits_for_ever() -> None:
    async def gone(h: House) -> str:
        code, (ann, bo) = await at_night(h, BO)
        ann.leave()
        bo.leave()
        await h.time.pass_by(10 * DAY)
        return code

    patient = replace(MASKED, patience=lambda _options: Patience())
    async with house(games={"masked": patient}) as h:
        back = h.at(await gone(h), ANN)
        assert (await back.until(lambda p: p.frames))["stage"] == "playing"


def test_a_table_of_an_earlier_version_has_no_step_and_no_dozing_seats() -> None:
    state = TableState(code="FROG-71", game="toy", options={}, clock=0, seats=())
    old = state.plain()
    for key in ("step", "begun", "abandoned"):
        del old[key]
    assert TableState.from_plain(old) == state
