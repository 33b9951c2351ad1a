"""Timed steps at a table: one clock, one end, nothing to be seen of who has done what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.chance import Dice
from engine.codec import decode_entry
from engine.journal import By
from server import counts
from server.bots import BotOptions
from server.changes import Change
from server.codes import StoreCode, StoreError
from server.counts import Count
from server.requests import CreateTable
from server.wire import unpack
from tests.server.house import ANN, BO, CY, House, Person, house, player, quiet
from tests.server.masked import GAMES, NIGHTS, SECONDS, at_night, pass_night, tell_table
from tests.server.test_absent import lines

NIGHT = SECONDS["quick"]
DEE = player("Dee")


async def answers(h: House, code: str) -> list[tuple[int, tuple[str, ...], By]]:
    kept = await h.store.game(unpack(dict(await h.store.tables())[code])["game_id"])
    assert kept is not None
    entries = [decode_entry(data) for data in kept.entries]
    return [(e.seat, e.answer, e.by) for e in entries if e.by is not By.CHANCE]


def heard(people: Sequence[Person]) -> list[int]:
    return [len(p.raw) for p in people]


def night_of(one: Person) -> int:
    night: int = one.last["view"]["night"]
    return night


@pytest.mark.rule("FD-3.3")
async def test_what_one_does_in_a_step_gives_nobody_else_a_frame() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        watcher, lobby, second = h.at(code, CY), Person(h.hub.lobby(CY)), h.at(code, BO)
        await second.asked("night")
        await watcher.frame(stage="playing")
        await h.time.pass_by(1)
        others = (bo, watcher, lobby, second)
        before = heard(others)
        for words in (("note", "kill"), ("ready",), ("wait",), ("note", "flee"), ("ready",)):
            await tell_table(ann, *words)
            await h.time.pass_by(0.2)
        assert heard(others) == before
        assert ann.last["ask"]["settled"]
        assert ann.last["view"]["notes"] == ["kill", "flee"]


@pytest.mark.rule("FD-3.3")
async def test_the_end_of_a_step_is_one_frame_for_every_viewer() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo, dee) = await at_night(h, BO, DEE)
        watcher, second = h.at(code, CY), h.at(code, BO)
        await watcher.frame(stage="playing")
        await second.asked("night")
        await tell_table(ann, "note", "a word")
        await tell_table(ann, "ready")
        await tell_table(bo, "ready")
        viewers = (ann, bo, dee, watcher, second)
        before = heard(viewers)
        await tell_table(dee, "ready")
        assert heard(viewers) == [count + 1 for count in before]
        assert [night_of(p) for p in viewers] == [1] * 5
        before = heard(viewers)
        await pass_night(h, ann)
        assert [night_of(p) for p in viewers] == [2] * 5
        # Who has not answered was warned, which here is everybody with a seat.
        warned = [p.codes.count("time_short") for p in viewers]
        assert warned == [1, 1, 1, 0, 1]
        assert heard(viewers) == [c + w + 1 for c, w in zip(before, warned, strict=True)]


@pytest.mark.rule("FD-3.3")
async def test_neither_waiting_nor_the_warning_tells_who_is_ready() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        watcher = h.at(code, CY)
        await watcher.frame(stage="playing")
        await tell_table(ann, "ready")
        await h.time.pass_by(NIGHT - 5)
        assert (ann.codes, bo.codes, watcher.codes) == ([], ["time_short"], [])
        for one in (ann, bo, watcher):
            assert one.last["waiting"] == [0, 1]
            assert one.last["waiting_kind"] == "night"


@pytest.mark.rule("FD-3.8", "FD-15.6")
async def test_a_step_has_the_seconds_of_its_rules_and_ends_for_all_when_they_are_over() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        assert ann.last["clock"] == {"left": float(NIGHT), "total": NIGHT}
        await h.time.pass_by(20)
        await tell_table(ann, "note", "kept")  # touches no clock
        await h.time.pass_by(NIGHT - 21)
        assert night_of(bo) == 0
        await h.time.pass_by(2)
        await bo.until(lambda p: night_of(p) == 1)
        await quiet()
        assert night_of(ann) == 1
        assert ann.last["view"]["notes"] == ["kept"]
        assert [(a, by) for _, a, by in await answers(h, code)] == [
            (("note", "kept"), By.PLAYER),
            (("sleep",), By.TIMEOUT),
            (("sleep",), By.TIMEOUT),
        ]


async def test_a_time_out_passes_by_who_is_ready_and_may_close_the_step_with_any_answer() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo, dee) = await at_night(h, BO, DEE)
        quick = min((ann, bo, dee), key=lambda p: -p.last["you"])  # the highest seat
        await tell_table(quick, "ready")
        await pass_night(h, ann)
        told = await answers(h, code)
        assert [(seat, by) for seat, _, by in told] == [
            (2, By.PLAYER), (0, By.TIMEOUT), (1, By.TIMEOUT),
        ]  # fmt: skip
        assert night_of(dee) == 1


async def test_the_table_cannot_have_bots_decide_where_the_rules_say_what_a_time_out_gives() -> (
    None
):
    async with house(games=GAMES) as h:
        lobby = Person(h.hub.lobby(ANN))
        lobby.ask(CreateTable(game="masked", seats=2, options={}, clock=20, bots=1, late="bot"))
        code = (await lobby.notice("opened"))["opened"]
        ann = h.at(code, ANN)
        await ann.frame(you=0)
        from server.requests import Start

        ann.ask(Start())
        await ann.asked("night")
        assert ann.last["clock"]["total"] == NIGHT  # not the table's own 20 s either
        await pass_night(h, ann)
        seat = ann.last["you"]
        told = [(a, by) for s, a, by in await answers(h, code) if s == seat]
        assert told == [(("sleep",), By.TIMEOUT)]


async def test_only_a_step_that_ends_counts_as_a_decision() -> None:
    async with house(games=GAMES) as h:
        _, (ann, bo) = await at_night(h, BO)
        before = counts.totals()[Count.DECISIONS]
        await tell_table(ann, "note", "x")
        await tell_table(ann, "ready")
        assert counts.totals()[Count.DECISIONS] == before
        await tell_table(bo, "ready")
        assert counts.totals()[Count.DECISIONS] == before + 1


# --- bots ----------------------------------------------------------------------------------------


@pytest.mark.rule("FD-3.3")
async def test_bots_answer_at_random_moments_of_a_steps_first_half() -> None:
    moments: set[float] = set()
    for seed in range(6):
        async with house(games=GAMES, bots=BotOptions(dice=lambda s=seed: Dice(b"%d" % s))) as h:  # type: ignore[misc]
            code, (ann,) = await at_night(h, bots=1)
            start = h.time.now()
            await tell_table(ann, "ready")
            while night_of(ann) == 0:
                await h.time.pass_by(0.5)
            moments.add(round(h.time.now() - start, 1))
            assert {by for seat, _, by in await answers(h, code) if seat != ann.last["you"]} == {
                By.BOT
            }
    # Each bot speaks twice; clocks in frames are whole seconds.
    assert all(0 < moment <= NIGHT / 2 + 1 for moment in moments)
    assert max(moments) - min(moments) > 5


async def test_a_bot_says_nothing_in_a_step_whose_clock_stands_still() -> None:
    async with house(games=GAMES, bots=BotOptions(least=1.0, most=1.0)) as h:
        code, (ann, bo) = await at_night(h, BO, bots=2)
        for one in (ann, bo):
            await tell_table(one, "ready")
            one.leave()
        await quiet()
        before = len(await answers(h, code))
        await h.time.pass_by(NIGHT * 4)
        told = [a for a in (await answers(h, code))[before:] if a[1] == ("ready",)]
        assert told == []
        back = h.at(code, ANN)
        await back.asked("night")
        assert night_of(back) == 0
        await h.time.pass_by(NIGHT / 2 + 3)
        await back.until(lambda p: night_of(p) == 1)


async def test_bots_without_delay_play_steps_out_at_once_each_step_with_several_answers() -> None:
    async with house(games=GAMES) as h:
        code, (ann,) = await at_night(h, bots=3)
        for night in range(NIGHTS):
            await ann.until(lambda p, n=night: night_of(p) == n and p.last["ask"])  # type: ignore[misc]
            await tell_table(ann, "ready")
        frame = await ann.frame(stage="over")
        assert sorted(frame["result"]["scores"]) == [0, NIGHTS, NIGHTS, NIGHTS]
        told = [a for _, a, by in await answers(h, code) if by is By.BOT]
        assert told.count(("ready",)) == told.count(("note", "bot")) == 3 * NIGHTS


# --- it all comes back ----------------------------------------------------------------------------


async def test_a_restart_in_mid_step_brings_back_submissions_ready_flags_and_talk(
    tmp_path: Path,
) -> None:
    path = tmp_path / "u.db"
    wanted: list[dict[str, Any]] = []
    async with house(path, games=GAMES) as h:
        code, (ann, bo, dee) = await at_night(h, BO, DEE)
        await tell_table(ann, "note", "secret")
        await tell_table(ann, "ready")
        await tell_table(bo, "say", "hello")
        await tell_table(bo, "ready")
        await tell_table(bo, "wait")
        wanted = [one.last for one in (ann, bo, dee)]
    async with house(path, games=GAMES) as h:
        back = [h.at(code, who) for who in (ANN, BO, DEE)]
        for one, before in zip(back, wanted, strict=True):
            await one.until(lambda p: p.frames)
            for key in ("view", "ask", "seq", "you", "seats", "waiting", "commitment"):
                assert one.last[key] == before[key], key
        assert [one.last["ask"]["settled"] for one in back] == [True, False, False]
        await tell_table(back[1], "ready")
        assert night_of(back[0]) == 0
        await tell_table(back[2], "ready")
        assert [night_of(one) for one in back] == [1, 1, 1]


async def test_what_could_not_be_stored_in_a_step_is_taken_back_and_seen_by_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(games=GAMES) as h:
        _, (ann, bo) = await at_night(h, BO)
        await tell_table(bo, "ready")
        await h.time.pass_by(1)
        before, asked, left = heard([bo]), ann.last["ask"], ann.last["clock"]["total"]

        async def full(*changes: Change) -> None:
            raise StoreError(StoreCode.WRITE_FAILED, path=str(len(changes)))

        with monkeypatch.context() as disk:
            disk.setattr(h.store, "write", full)
            ann.answer("ready")
            await ann.notice("not_stored")
        assert (ann.last["ask"], ann.last["clock"]["total"]) == (asked, left)
        assert heard([bo]) == before
        ann.answer("ready")
        await bo.until(lambda p: night_of(p) == 1)


async def test_a_step_that_grows_by_its_rules_gives_everybody_the_longer_clock() -> None:
    async with house(games=GAMES) as h:
        _, (ann, bo) = await at_night(h, BO)
        (table,) = h.hub._tables.values()
        await h.time.pass_by(20)
        table._clock.stretch(NIGHT + 30)
        assert table._clock.left == NIGHT + 10
        table._clock.stretch(NIGHT + 30)
        assert table._clock.left == NIGHT + 10
        await quiet()
        assert night_of(ann) == night_of(bo) == 0
        assert lines(ann) == []
