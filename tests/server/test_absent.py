"""Clocks by name, warnings, time-outs, stepping out, and what a player was shown before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.chance import Dice
from engine.codec import decode_entry
from engine.game import AskView
from engine.journal import By
from server.absent import AWAY_AFTER, HURRIED_AFTER, Attendance, Late
from server.api import Stage
from server.bots import BotOptions
from server.deadlines import OLDER, SECONDS, SHORT, Pace, pace_of, warned_at
from server.jotted import EVERY
from server.requests import (
    Answer,
    Chat,
    Configure,
    CreateTable,
    Here,
    Ready,
    Seen,
    Sit,
    Stand,
    Start,
    StepIn,
    StepOut,
)
from server.seats import EMPTY, person, put
from server.table_state import CLOCKS, TableState
from server.wire import pack, unpack
from tests.server.house import ANN, BO, CY, House, Person, house, player, quiet
from tests.server.toy import CARDS, TOY

BLITZ = SECONDS[Pace.BLITZ]


async def journal(h: House, code: str) -> list[tuple[int, tuple[str, ...], By]]:
    """Return seat, answer and source of every answer that is stored of a table's game."""
    tables = dict(await h.store.tables())
    kept = await h.store.game(unpack(tables[code])["game_id"])
    assert kept is not None
    entries = [decode_entry(data) for data in kept.entries]
    return [(e.seat, e.answer, e.by) for e in entries if e.by is not By.CHANCE]


def lines(one: Person) -> list[tuple[str, int, str]]:
    """Return every line of the table that a person was sent."""
    return [
        (line["code"], line["seat"], line["name"])
        for frame in one.frames
        for line in frame["lines"]
    ]


# --- clocks ------------------------------------------------------------------------------------


def test_every_clock_has_one_name_and_older_ones_none() -> None:
    assert [pace_of(seconds) for seconds in SECONDS.values()] == list(Pace)
    assert {pace_of(seconds) for seconds in OLDER} == {None}
    assert set(CLOCKS) == {*SECONDS.values(), *OLDER}


@pytest.mark.parametrize("total", [*CLOCKS[1:], SHORT])
def test_the_warning_leaves_a_quarter_but_ten_seconds_where_there_are_as_many(total: int) -> None:
    left = warned_at(total)
    assert 0 < left < total
    assert left == max(total / 4, 10) or (total < BLITZ and left == total / 2)


def test_a_table_stored_by_an_earlier_version_is_read_as_it_was() -> None:
    state = TableState(code="FROG-71", game="toy", options={}, clock=60, seats=(EMPTY,) * 2)
    old = state.plain()
    del old["late"], old["seen"]
    assert TableState.from_plain(unpack(pack(old))) == state
    assert TableState.from_plain(unpack(pack(state.plain()))) == state


async def test_a_table_with_an_older_clock_still_starts_and_runs_it() -> None:
    async with house() as h:
        _, (ann, _bo) = await h.playing(BO, clock=60)
        assert ann.last["clock"] == {"left": 60.0, "total": 60}


async def test_what_happens_when_time_runs_out_is_chosen_with_the_table() -> None:
    async with house() as h:
        code = await h.opened(ANN, clock=BLITZ)
        ann = h.at(code, ANN)
        assert (await ann.frame(you=0))["late_option"] == "safe"
        ann.ask(Configure(seats=2, options={}, clock=BLITZ, late="bot"))
        await ann.frame(late_option="bot")
        ann.ask(Configure(seats=2, options={}, clock=BLITZ, late="never"))
        assert (await ann.notice("bad_late"))["params"] == {"choices": ["safe", "bot"]}
        lobby = Person(h.hub.lobby(ANN))
        lobby.ask(CreateTable(game="toy", seats=2, options={}, clock=0, late="never"))
        await lobby.notice("bad_late")


# --- warnings ----------------------------------------------------------------------------------


async def test_the_asked_player_alone_is_warned_once_before_time_runs_out() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, clock=BLITZ)
        watcher, second = h.at(code, CY), h.at(code, ANN)
        own_eyes = h.at(code, ANN, watch=True)
        await second.asked("move")
        await quiet()
        heard = [len(p.raw) for p in (bo, watcher, own_eyes)]
        await h.time.pass_by(9.5)
        assert "time_short" not in ann.codes
        await h.time.pass_by(1)
        for mine in (ann, second):
            assert mine.codes == ["time_short"]
            assert mine.notices[0]["params"] == {"seconds": 10}
            assert mine.notices[0]["level"] == "info"
        assert [len(p.raw) for p in (bo, watcher, own_eyes)] == heard
        await h.time.pass_by(5)
        assert ann.codes == ["time_short"]


async def test_who_has_answered_a_sealed_ask_is_not_warned() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO, clock=BLITZ)
        ann.answer("keep")
        await bo.asked("move")
        bo.answer("keep")
        await ann.asked("bet")
        ann.answer("high")
        await ann.until(lambda p: p.last["ask"] and "answer" in p.last["ask"])
        await h.time.pass_by(BLITZ - 5)
        assert ann.codes == []
        assert bo.codes == ["time_short"]


# --- time-outs ---------------------------------------------------------------------------------


async def test_a_time_out_is_a_line_in_everybodys_log_and_a_time_out_in_the_journal() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, clock=BLITZ)
        watcher = h.at(code, CY)
        await watcher.frame(stage="playing")
        before = ann.last["seq"]
        await h.time.pass_by(BLITZ + 1)
        assert await journal(h, code) == [(0, ("keep",), By.TIMEOUT)]
        for one in (ann, bo, watcher):
            assert lines(one) == [("time_out_safe", 0, "Ann")]
            newest = next(f for f in reversed(one.frames) if f["lines"])
            # It stands before what came of it, in the same frame.
            assert newest["events"]
            assert newest["lines"][0]["at"] == newest["seq"] - len(newest["events"])
        assert ann.last["seq"] > before


@pytest.mark.report("boardgame.io#1069")
async def test_a_bot_may_decide_from_what_the_seat_sees_and_the_line_says_so() -> None:
    async with house() as h:
        code = await h.opened(ANN, clock=BLITZ)
        ann, bo = h.at(code, ANN), h.at(code, BO)
        bo.ask(Sit(seat=-1))
        await bo.frame(you=1)
        ann.ask(Configure(seats=2, options={}, clock=BLITZ, late=Late.BOT))
        await bo.frame(late_option="bot")
        bo.ask(Ready(ready=True))
        await ann.until(lambda p: p.last["seats"][1]["ready"])
        ann.ask(Start())
        await ann.asked("move")
        await h.time.pass_by(BLITZ + 1)
        (entry,) = await journal(h, code)
        assert (entry[0], entry[2]) == (0, By.TIMEOUT)
        assert entry[1][0] in ("keep", "swap")
        assert lines(bo) == [("time_out_bot", 0, "Ann")]


@pytest.mark.report("boardgame.io#1069")
async def test_a_bot_that_decides_in_time_is_shown_what_the_seat_was_shown_and_nothing_else() -> (
    None
):
    shown: list[tuple[Any, AskView]] = []

    class Spy:
        def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> tuple[str, ...]:
            shown.append((view, ask))
            return ("nonsense",)  # what is not legal becomes the default

    game = replace(TOY, bots={**TOY.bots, "heuristic": Spy})
    async with house(games={"toy": game}) as h:
        code = await h.opened(ANN, clock=BLITZ)
        ann, bo = h.at(code, ANN), h.at(code, BO)
        bo.ask(Sit(seat=-1))
        await bo.frame(you=1)
        ann.ask(Configure(seats=2, options={}, clock=BLITZ, late=Late.BOT))
        await bo.frame(late_option="bot")
        bo.ask(Ready(ready=True))
        await ann.until(lambda p: p.last["seats"][1]["ready"])
        ann.ask(Start())
        ask = await ann.asked("move")
        view = ann.last["view"]
        await h.time.pass_by(BLITZ - 1)
        assert [seen for seen, _ in shown] == [view]
        assert [(a.id, list(a.options), dict(a.context)) for _, a in shown] == [
            (ask["id"], ask["options"], ask["context"])
        ]
        await h.time.pass_by(2)
        assert await journal(h, code) == [(0, ("keep",), By.TIMEOUT)]


@pytest.mark.report("boardgame.io#227")
async def test_nobody_is_named_when_a_sealed_decision_runs_out() -> None:
    async with house() as h:
        _, (ann, bo) = await h.playing(BO, clock=BLITZ)
        ann.answer("keep")
        await bo.asked("move")
        bo.answer("keep")
        await ann.asked("bet")
        for _ in range(3):  # even at a table where it is always Bo who says nothing
            if ann.last["stage"] == Stage.OVER:
                break
            if ann.last["ask"] and ann.last["ask"]["kind"] == "bet":
                ann.answer("high")
            await h.time.pass_by(BLITZ + 1)
        sealed = [line for line in lines(ann) if line[0] == "time_out_sealed"]
        assert sealed
        assert set(sealed) == {("time_out_sealed", -1, "")}
        assert not any(seat["away"] for seat in ann.frames[-1]["seats"] if seat["name"] == "Bo")


@pytest.mark.report("lila#12318")
async def test_a_return_at_expiry_neither_stops_the_clock_nor_answers_twice() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, clock=BLITZ)
        await h.time.pass_by(5)
        ann.leave()
        await bo.until(lambda p: not p.last["seats"][0]["online"])
        await h.time.pass_by(BLITZ - 5.1)
        back = h.at(code, ANN)
        await back.asked("move")
        assert back.last["clock"]["left"] <= 1
        await h.time.pass_by(0.2)  # it runs out with the player back
        await bo.asked("move")
        back.answer("swap") if back.last["ask"] else None
        await quiet()
        assert await journal(h, code) == [(0, ("keep",), By.TIMEOUT)]
        assert lines(bo) == [("time_out_safe", 0, "Ann")]


# --- away marks --------------------------------------------------------------------------------


def _state() -> TableState:
    seats = put(put((EMPTY,) * 2, 0, person(ANN)), 1, person(BO))
    return TableState(code="FROG-71", game="toy", options={}, clock=BLITZ, seats=seats)


def test_two_time_outs_in_a_row_mark_away_and_any_key_takes_the_mark_off() -> None:
    attendance, state = Attendance(), _state()
    attendance.timed_out(ANN.id)
    assert attendance.away == frozenset()
    assert not attendance.hurries(state, (0,))
    attendance.timed_out(ANN.id)
    assert attendance.away == {ANN.id}
    assert attendance.hurries(state, (0,))
    assert not attendance.hurries(state, (0, 1))  # nobody else's time is cut
    attendance.here(ANN.id)
    assert attendance.away == frozenset()
    assert not attendance.hurries(state, (0,))


def test_keys_alone_do_not_give_the_full_clock_back_for_ever() -> None:
    attendance, state = Attendance(), _state()
    for _ in range(HURRIED_AFTER):
        attendance.timed_out(ANN.id)
        attendance.here(ANN.id)
    assert attendance.away == frozenset()
    assert attendance.hurries(state, (0,))
    attendance.answered(ANN.id)
    assert not attendance.hurries(state, (0,))
    assert AWAY_AFTER < HURRIED_AFTER


async def _long_game(h: House) -> tuple[str, Person, Person]:
    lobby = Person(h.hub.lobby(ANN))
    lobby.ask(CreateTable(game="toy", seats=2, options={"rounds": "500"}, clock=BLITZ))
    code: str = (await lobby.notice("opened"))["opened"]
    ann, bo = h.at(code, ANN), h.at(code, BO)
    bo.ask(Sit(seat=-1))
    await bo.frame(you=1)
    bo.ask(Ready(ready=True))
    await ann.until(lambda p: p.last["seats"][1]["ready"])
    ann.ask(Start())
    await ann.asked("move")
    return code, ann, bo


async def test_an_away_player_gets_a_short_clock_until_a_key_but_no_key_moves_a_running_one() -> (
    None
):
    async with house() as h:
        _, ann, bo = await _long_game(h)
        for missed in (1, 2):
            assert ann.last["clock"]["total"] == BLITZ
            await h.time.pass_by(BLITZ + 0.5)
            # The sealed bets are answered by both, which must not count as a sign of life here.
            while ann.last["waiting"] != [0]:
                if bo.last["ask"] and "answer" not in bo.last["ask"]:
                    bo.answer(bo.last["ask"]["options"][0])
                    await quiet()
                else:
                    await h.time.pass_by(BLITZ + 0.5)
            away = [seat["away"] for seat in bo.last["seats"]]
            assert away == [missed == 2, False]
        assert bo.last["clock"] == {"left": SHORT, "total": SHORT}
        await h.time.pass_by(4)
        ends = bo.last["clock"]
        ann.ask(Here())
        await bo.until(lambda p: not p.last["seats"][0]["away"])
        assert bo.last["clock"]["total"] == ends["total"]
        assert bo.last["clock"]["left"] == SHORT - 4
        await h.time.pass_by(SHORT - 3.5)
        await bo.asked("move")
        bo.answer("keep")
        await quiet()
        assert bo.last["clock"]["total"] == BLITZ


async def test_a_talking_or_returning_player_is_not_away() -> None:
    for sign in ("chat", "return"):
        async with house() as h:
            code, ann, bo = await _long_game(h)
            while not bo.last["seats"][0]["away"]:
                if bo.last["ask"] and "answer" not in bo.last["ask"]:
                    bo.answer(bo.last["ask"]["options"][0])
                    await quiet()
                await h.time.pass_by(BLITZ + 0.5)
            if sign == "chat":
                ann.ask(Chat(text="sorry, the kettle"))
            else:
                ann.leave()
                h.at(code, ANN)
            await bo.until(lambda p: not p.last["seats"][0]["away"])


# --- stepping out ------------------------------------------------------------------------------


async def test_stepping_out_lets_a_bot_play_from_the_seats_own_frames_until_stepping_in() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, clock=BLITZ)
        watcher = h.at(code, CY)
        ann.ask(StepOut())
        await bo.asked("move")  # the bot has moved for Ann
        for one in (ann, bo, watcher):
            seat = one.last["seats"][0]
            assert (seat["name"], seat["kind"], seat["stand_in"]) == ("Ann", "bot", True)
            assert lines(one) == [("bot_plays", 0, "Ann")]
        assert [(seat, by) for seat, _, by in await journal(h, code)] == [(0, By.BOT)]
        bo.answer("keep")
        await bo.asked("bet")
        await quiet()
        assert ann.last["ask"] is None  # nothing is asked of her, though her seat is
        ann.ask(StepIn())
        frame = await ann.until(lambda p: not p.last["seats"][0]["stand_in"])
        assert frame["seats"][0]["kind"] == "player"
        assert lines(bo) == [("bot_plays", 0, "Ann"), ("back", 0, "Ann")]


async def test_a_player_who_stepped_out_cannot_answer_beside_the_bot() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        bo.ask(StepOut())
        await ann.until(lambda p: p.last["seats"][1]["stand_in"])
        ann.answer("keep")
        ann.ask(StepOut())
        await ann.until(lambda p: p.last["seats"][0]["stand_in"])
        ask = next(f["ask"] for f in reversed(ann.frames) if f["ask"])
        ann.ask(Answer(game_no=1, ask=ask["id"], answer=["swap"]))
        await ann.notice("stepped_out")
        await ann.frame(stage="over")
        assert {by for _, _, by in await journal(h, code)} == {By.PLAYER, By.BOT}
        assert sum(by is By.PLAYER for _, _, by in await journal(h, code)) == 1


async def test_a_return_from_another_session_steps_in_and_standing_up_is_for_good() -> None:
    async with house() as h:
        code, ann, bo = await _long_game(h)
        bo.ask(StepOut())
        await ann.until(lambda p: p.last["seats"][1]["stand_in"])
        bo.leave()
        await quiet()
        assert ann.last["seats"][1]["stand_in"]
        back = h.at(code, BO)
        await ann.until(lambda p: not p.last["seats"][1]["stand_in"])
        back.ask(Stand())
        frame = await ann.until(lambda p: lines(p)[-1][0] == "given_up")
        assert lines(ann)[-1] == ("given_up", 1, "Bo")
        assert frame["seats"][1]["kind"] == "bot"
        assert not frame["seats"][1]["stand_in"]
        await back.frame(you=-1)


async def test_a_bots_answer_that_crosses_the_owners_return_is_void() -> None:
    async with house(bots=BotOptions(least=5.0, most=5.0)) as h:
        code, (ann, bo) = await h.playing(BO)
        await ann.asked("move")
        ann.ask(StepOut())
        await bo.until(lambda p: p.last["seats"][0]["stand_in"])
        await h.time.pass_by(4.9)
        ann.ask(StepIn())
        await h.time.pass_by(20)
        assert await journal(h, code) == []
        await ann.asked("move")
        ann.answer("swap")
        await bo.asked("move")
        assert await journal(h, code) == [(0, ("swap",), By.PLAYER)]


async def test_nobody_can_flood_the_log_by_stepping_out_and_in() -> None:
    async with house(bots=BotOptions(least=1000.0, most=1000.0)) as h:
        _, (ann, bo) = await h.playing(BO)
        for _ in range(10):
            ann.ask(StepOut())
            ann.ask(StepIn())
        await ann.until(lambda p: p.codes.count("slow_down") == 6)
        await quiet()
        assert len(lines(bo)) == 8
        assert not bo.last["seats"][0]["stand_in"]
        await h.time.pass_by(16)
        ann.ask(StepOut())
        await bo.until(lambda p: p.last["seats"][0]["stand_in"])


async def test_stepping_out_needs_a_seat_and_a_game() -> None:
    async with house() as h:
        code = await h.opened(ANN)
        ann, cy = h.at(code, ANN), h.at(code, CY)
        await ann.frame(you=0)
        ann.ask(StepOut())
        await ann.notice("wrong_stage")
        ann.ask(StepIn())
        await ann.until(lambda p: p.codes.count("wrong_stage") == 2)
        ann.ask(Start())
        await cy.frame(stage="playing")
        for request in (StepOut(), StepIn()):
            before = len(cy.notices)
            cy.ask(request)
            await cy.until(lambda p, n=before: len(p.notices) > n)  # type: ignore[misc]
            assert cy.codes[-1] == "not_seated"
        ann.ask(StepOut(bot="genius"))
        await ann.notice("bad_bot")
        assert ann.last["seats"][0]["stand_in"] is False


async def test_who_stepped_out_is_still_out_after_a_restart_until_back(tmp_path: Path) -> None:
    path = tmp_path / "undertable.db"
    async with house(path) as h:
        code, ann, bo = await _long_game(h)
        ann.ask(StepOut())
        await bo.until(lambda p: p.last["seats"][0]["stand_in"])
    async with house(path) as h:
        bo = h.at(code, BO)
        frame = await bo.until(lambda p: p.frames)
        assert frame["seats"][0]["stand_in"]
        h.at(code, ANN)
        await bo.until(lambda p: not p.last["seats"][0]["stand_in"])


# --- what a player was shown -------------------------------------------------------------------


async def test_a_return_is_told_how_much_was_shown_before_whatever_session_it_was(
    tmp_path: Path,
) -> None:
    path = tmp_path / "undertable.db"
    async with house(path) as h:
        code, (ann, bo) = await h.playing(BO)
        assert ann.frames[0].get("seen") is None  # before the game
        shown = ann.last["seq"]
        ann.ask(Seen(game_no=1, seq=shown))
        ann.answer("keep")
        await bo.asked("move")
        ann.leave()
        await quiet()
        back = h.at(code, ANN)
        frame = await back.until(lambda p: p.frames)
        assert frame["seen"] == shown < frame["seq"]
        assert "seen" not in bo.last
        back.ask(Seen(game_no=1, seq=10_000))  # no more than there is
        await quiet()
        await h.time.pass_by(EVERY + 1)
    async with house(path) as h:
        again = h.at(code, ANN)
        first = await again.until(lambda p: p.frames)
        assert first["seen"] == frame["seq"]
        other = await h.at(code, BO).until(lambda p: p.frames)
        assert other["seen"] == 0
        watcher = await h.at(code, CY).until(lambda p: p.frames)
        assert "seen" not in watcher


async def test_what_was_shown_is_written_within_seconds_and_wakes_nobody() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        await quiet()
        heard = [len(p.raw) for p in (ann, bo)]
        ann.ask(Seen(game_no=1, seq=2))
        ann.ask(Seen(game_no=9, seq=3))  # of another game
        await quiet()
        assert unpack(dict(await h.store.tables())[code])["seen"][ANN.id] == 0
        await h.time.pass_by(EVERY + 1)
        assert unpack(dict(await h.store.tables())[code])["seen"][ANN.id] == 2
        assert [len(p.raw) for p in (ann, bo)] == heard


# --- twins -------------------------------------------------------------------------------------


async def _story(monkeypatch: pytest.MonkeyPatch, *, seed: bytes, silent: str) -> list[Any]:
    """Let time run out twice with the same public moves; return what a watcher was sent.

    ``silent`` is who of the two leaves the sealed bet unanswered.
    """
    monkeypatch.setattr("server.running.secrets.token_bytes", lambda count: seed * count)
    async with house() as h:
        code, (ann, bo) = await h.playing(BO, clock=BLITZ)
        watcher = h.at(code, CY)
        await watcher.frame(stage="playing")
        await h.time.pass_by(BLITZ + 0.5)
        await bo.asked("move")
        bo.answer("keep")
        await ann.asked("bet")
        await h.time.pass_by(3)
        speaker = bo if silent == "ann" else ann
        speaker.answer("high" if silent == "ann" else "low")
        await h.time.pass_by(BLITZ)
        await ann.asked("move")
        await quiet()
        return [_public(frame) for frame in watcher.frames]


def _public(frame: dict[str, Any]) -> dict[str, Any]:
    """Return a frame without the commitment and the public scores, which differ by right."""
    view = {k: v for k, v in (frame["view"] or {}).items() if k != "scores"}
    events = [{k: v for k, v in e.items() if k != "scores"} for e in frame["events"]]
    return {**frame, "code": "", "commitment": "", "view": view, "events": events}


@pytest.mark.report("throneteki#1054")
async def test_warnings_marks_lines_and_clocks_are_the_same_in_twin_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = await _story(monkeypatch, seed=b"a", silent="ann")
    other = await _story(monkeypatch, seed=b"b", silent="bo")
    assert one == other
    assert any(frame["lines"] for frame in one)
    assert not any(card in repr(one) for card in CARDS)


async def test_players_of_other_tables_are_not_held_up_by_time_outs() -> None:
    async with house() as h:
        await h.playing(BO, clock=BLITZ)
        _, (cy, dee) = await h.playing(player("Dee"), host=CY)
        await h.time.pass_by(BLITZ * 3)
        cy.answer("keep")
        await dee.asked("move")
        assert lines(cy) == []
