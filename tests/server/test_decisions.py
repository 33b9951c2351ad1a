"""A player who is asked several things before anybody is told: nothing of it is to be noticed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.chance import Dice
from engine.event import SPECTATOR
from engine.game import AskView
from engine.journal import By
from server.absent import Late
from server.bots import BotOptions
from server.deadlines import SECONDS, Pace
from server.requests import Configure, Ready, Sit, Start
from server.windows import WindowPace
from tests.server.asking import ASKING
from tests.server.house import ANN, BO, CY, House, Person, house, quiet
from tests.server.test_absent import journal, lines

BLITZ = SECONDS[Pace.BLITZ]
SWAP = ("swap", "right", "spite")


@asynccontextmanager
async def asked() -> AsyncIterator[tuple[House, str, Person, list[Person]]]:
    """Open a table where Ann is asked for a move, and Bo in his seat and Cy look on."""
    async with house(games=ASKING) as h:
        code, (ann, bo) = await h.playing(BO, clock=BLITZ)
        others = [bo, h.at(code, CY, watch=True), Person(h.hub.lobby(BO))]
        await ann.asked("move")
        for one in others:
            await one.until(lambda p: p.frames)
        await quiet()
        yield h, code, ann, others


async def answered(one: Person, *answers: str) -> None:
    """Let somebody answer one question after the other, each once it is put."""
    for answer in answers:
        ask = (await one.asked())["id"]
        one.answer(answer)
        await one.until(lambda p, ask=ask: (p.last["ask"] or {}).get("id") != ask)  # type: ignore[misc]
    await quiet()


@pytest.mark.rule("N81-20.3")
async def test_nobody_else_is_sent_anything_before_all_are_told() -> None:
    async with asked() as (h, _code, ann, others):
        heard = [len(one.raw) for one in others]
        for answer in SWAP:
            assert [len(one.raw) for one in others] == heard
            await h.time.pass_by(2)
            await answered(ann, answer)
        now = [len(one.raw) for one in others]
        assert all(one > before for one, before in zip(now[:2], heard, strict=False))


@pytest.mark.rule("N81-20.3")
async def test_what_others_are_sent_is_the_same_with_one_question_or_three() -> None:
    sent = []
    for answers in (("keep",), SWAP):
        async with asked() as (h, _code, ann, others):
            before = [len(one.frames) for one in others]
            await h.time.pass_by(6)
            await answered(ann, *answers)
            frames = [one.frames[n:] for one, n in zip(others, before, strict=True)]
            sent.append([[_comparable(f) for f in mine] for mine in frames])
    assert sent[0] == sent[1]


def _comparable(frame: Mapping[str, Any]) -> dict[str, Any]:
    """Return a frame without what is drawn anew for each game and table."""
    fresh = {"code", "commitment", "tables", "game_id"}
    return {name: value for name, value in frame.items() if name not in fresh}


async def test_the_player_is_asked_everything_by_its_own_kind_on_one_clock() -> None:
    async with asked() as (h, _code, ann, _others):
        kinds, left = [], []
        for answer in (*SWAP,):
            kinds.append((ann.last["ask"]["kind"], ann.last["waiting_kind"]))
            left.append((ann.last["clock"]["total"], round(ann.last["clock"]["left"])))
            await h.time.pass_by(3)
            await answered(ann, answer)
        assert kinds == [("move", "move"), ("which", "move"), ("why", "move")]
        assert left == [(BLITZ, BLITZ), (BLITZ, BLITZ - 3), (BLITZ, BLITZ - 6)]


@pytest.mark.rule("N81-15.7", "N81-15.8")
@pytest.mark.parametrize("said", [(), ("swap",), ("swap", "right")])
async def test_time_that_is_up_is_up_for_all_of_it_at_the_same_moment(
    said: tuple[str, ...],
) -> None:
    safe = {0: ("keep",), 1: ("left", "fun"), 2: ("fun",)}
    async with asked() as (h, code, ann, (bo, *_rest)):
        await answered(ann, *said)
        heard = len(bo.raw)
        await h.time.pass_by(BLITZ - 1)
        assert len(bo.raw) == heard
        await h.time.pass_by(1.5)
        found = [(values[0], by) for _seat, values, by in await journal(h, code)]
        assert found == [
            *((answer, By.PLAYER) for answer in said),
            *((answer, By.TIMEOUT) for answer in safe[len(said)]),
        ]
        assert lines(bo) == [("time_out_safe", 0, "Ann")]
        await bo.asked("move")


class Swapper:
    """Swaps, and notes what it was asked."""

    def __init__(self, noted: list[str]) -> None:
        self._noted = noted

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> tuple[str, ...]:
        self._noted.append(ask.kind)
        return (ask.options[-1],)


@pytest.mark.parametrize("said", [(), ("swap",)])
async def test_a_bot_that_decides_for_who_is_late_decides_all_of_it(said: tuple[str, ...]) -> None:
    """Also where the player was warned at one question and is at another when time is up."""
    noted: list[str] = []
    toy = ASKING["toy"]
    game = replace(toy, bots={**toy.bots, "heuristic": lambda: Swapper(noted)})
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
        await ann.asked("move")
        await h.time.pass_by(BLITZ - 5)
        await answered(ann, *said)
        await h.time.pass_by(6)
        assert [values[0] for _seat, values, _by in await journal(h, code)] == list(SWAP)
        assert noted == ["move", "which", "why"]
        assert lines(bo) == [("time_out_bot", 0, "Ann")]


async def test_after_a_restart_it_is_the_same_decision_with_the_next_question(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.db"
    async with house(path, games=ASKING) as h:
        code, (ann, _bo) = await h.playing(BO)
        await answered(ann, "swap")
    async with house(path, games=ASKING) as h:
        ann, bo = h.at(code, ANN), h.at(code, BO)
        await ann.asked("which")
        await bo.frame(waiting=[0], waiting_kind="move")
        await answered(ann, "left", "fun")
        await bo.asked("move")


async def test_only_a_windows_first_answer_is_held_for_the_moment_that_was_drawn() -> None:
    toy = replace(ASKING["toy"], windows=frozenset({"move"}))
    bots = BotOptions(least=0.0, most=0.0, dice=lambda: Dice("same"))
    async with house(games={"toy": toy}, bots=bots, windows=WindowPace()) as h:
        _code, (ann, bo) = await h.playing(BO)
        await ann.asked("move")
        ann.answer("swap")
        await quiet()
        assert ann.last["ask"]["kind"] == "move"
        await h.time.pass_by(2)
        await ann.asked("which")
        await answered(ann, "left", "fun")
        await bo.asked("move")


async def test_a_tape_has_an_own_question_each_and_of_others_decisions_only() -> None:
    async with house(games=ASKING) as h:
        code, (ann, bo) = await h.playing(BO)
        await answered(ann, *SWAP)
        await answered(bo, "keep")
        await answered(ann, "swap")
        (mine,) = await h.hub.replay(ANN, code, (0,))
        (other,) = await h.hub.replay(BO, code, (1,))
        marks = [(mark["decision"], mark["kind"], mark["answer"]) for mark in mine["marks"]]
        assert marks == [
            (1, "move", ["swap"]), (1, "move", ["right"]), (1, "move", ["spite"]),
            (2, "move", None), (3, "move", ["swap"]), (3, "move", None),
        ]  # fmt: skip
        assert [mark["ask"]["kind"] for mark in mine["marks"] if mark["ask"]] == [
            "move", "which", "why", "move", "which",
        ]  # fmt: skip
        assert [(mark["decision"], mark["answer"]) for mark in other["marks"]] == [
            (1, None), (2, ["keep"]), (3, None),
        ]  # fmt: skip


async def test_a_spectators_tape_of_a_finished_game_has_a_mark_for_each_decision() -> None:
    async with house(games=ASKING) as h:
        _code, (ann, bo) = await h.playing(BO)
        for one in (ann, bo, ann, bo):
            await answered(one, *SWAP)
        await ann.frame(stage="over")
        public, own = await h.hub.replay(ANN, ann.last["game_id"], (SPECTATOR, 0))
        assert [mark["decision"] for mark in public["marks"]] == [1, 2, 3, 4]
        assert [mark["decision"] for mark in own["marks"]] == [1, 1, 1, 2, 3, 3, 3, 4]
