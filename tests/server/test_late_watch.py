"""Watchers who are late: one earlier moment, whole, and nothing of the present (issue 6)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.registry import GAMES
from server.codes import Code
from server.late_watch import ROUND
from server.requests import AskEyes, Chat, Configure, CreateTable, GiveEyes, Ready, Sit, Start
from tests.server.house import ANN, BO, CY, House, Person, house, player, quiet
from tests.server.masked import GAMES as MASKED

DEE = player("Dee")
MINUTE = 60


async def begun(
    home: House,
    watch: int,
    *,
    game: str = "toy",
    seats: int = 2,
    options: Mapping[str, str] | None = None,
) -> tuple[str, list[Person]]:
    """Start a game of Ann and Bo whose watchers are ``watch`` seconds late."""
    lobby = Person(home.hub.lobby(ANN))
    lobby.ask(CreateTable(game=game, seats=seats, options=options or {}, clock=0, watch=watch))
    code: str = (await lobby.notice("opened"))["opened"]
    lobby.leave()
    ann, bo = home.at(code, ANN), home.at(code, BO)
    await ann.frame(you=0)
    bo.ask(Sit(seat=1))
    bo.ask(Ready(ready=True))
    await ann.until(lambda p: p.last["seats"][1]["ready"])
    ann.ask(Start())
    for one in (ann, bo):
        await one.frame(stage="playing")
    return code, [ann, bo]


def told(one: Person) -> list[dict[str, Any]]:
    return [event for frame in one.frames for event in frame["events"]]


async def keep(one: Person) -> None:
    await one.asked()
    one.answer("keep")
    await quiet()


async def test_a_watcher_sees_a_move_a_minute_after_it_was_made_and_not_before() -> None:
    async with house() as home:
        code, (ann, _bo) = await begun(home, MINUTE)
        cy = home.at(code, CY, watch=True)
        first = await cy.frame(stage="playing")
        assert (first["late"], first["watch_option"], first["waiting"]) == (True, MINUTE, [])
        before = len(cy.raw)
        await keep(ann)
        ann.ask(Chat(text="I kept it"))
        await home.time.pass_by(MINUTE - 1)
        # Not even a frame comes: that would tell when something has happened.
        assert len(cy.raw) == before
        await home.time.pass_by(1)
        assert told(cy)[-1]["kind"] == "kept"
        assert cy.last["view"]["kept"] == [0]
        assert cy.last["waiting"] == [1]
        assert [line["text"] for frame in cy.frames for line in frame["chat"]] == ["I kept it"]


async def test_whoever_comes_later_is_as_late_and_no_later() -> None:
    async with house() as home:
        code, (ann, bo) = await begun(home, MINUTE)
        await keep(ann)
        await home.time.pass_by(40)
        await keep(bo)
        await home.time.pass_by(30)
        cy = home.at(code, CY, watch=True)
        await cy.frame(stage="playing")
        assert [event["kind"] for event in told(cy)].count("kept") == 1
        await home.time.pass_by(40)
        assert [event["kind"] for event in told(cy)].count("kept") == 2


async def test_players_and_bots_are_never_late_and_watchers_talk_at_once() -> None:
    async with house() as home:
        code, (ann, bo) = await begun(home, 300)
        cy, dee = home.at(code, CY, watch=True), home.at(code, DEE, watch=True)
        await dee.frame(stage="playing")
        await keep(ann)
        assert told(bo)[-1]["kind"] == "kept"
        assert "late" not in bo.last
        cy.ask(Chat(text="psst"))
        await dee.until(lambda p: any(frame["chat"] for frame in p.frames))
        assert [line["text"] for frame in dee.frames for line in frame["chat"]] == ["psst"]
        assert not any(frame["chat"] for frame in ann.frames)


async def test_at_the_end_everybody_sees_all_and_no_line_twice() -> None:
    async with house() as home:
        code, people = await begun(home, 300)
        cy = home.at(code, CY, watch=True)
        await cy.frame(stage="playing")
        cy.ask(Chat(text="psst"))
        people[0].ask(Chat(text="hello"))
        for _ in range(40):
            if people[0].last["stage"] == "over":
                break
            for one in people:
                await quiet()
                if one.last["ask"] and "answer" not in one.last["ask"]:
                    one.answer(one.last["ask"]["options"][0])
        over = await cy.frame(stage="over")
        assert "late" not in over
        said = [line["text"] for frame in cy.frames for line in frame["chat"]]
        assert sorted(said) == ["hello", "psst"]
        fresh = home.at(code, DEE, watch=True)
        await fresh.frame(stage="over")
        assert told(cy) == told(fresh)


async def test_until_the_round_is_over_only_the_rounds_before_are_seen() -> None:
    async with house(games={"love_letter": GAMES["love_letter"]}) as home:
        options = {"wins": "3"}
        code, people = await begun(home, ROUND, game="love_letter", options=options)
        cy = home.at(code, CY, watch=True)
        opening = (await cy.frame(stage="playing"))["seq"]
        seen: dict[int, set[int]] = {}
        while people[0].last["stage"] == "playing":
            for one in people:
                if one.last["stage"] == "playing" and one.last["ask"]:
                    one.answer(one.last["ask"]["options"][0])
                    await quiet()
            await home.time.pass_by(1000)
            if people[0].last["stage"] == "playing":
                seen.setdefault(people[0].last["view"]["round"], set()).add(cy.last["seq"])
        await cy.frame(stage="over")
        begun_at = [i for i, e in enumerate(told(cy)) if e["kind"] == "round_started"]
        assert len(begun_at) >= 3
        for number, counts in seen.items():
            # Of the first round what was told before anybody did anything.
            assert counts == {max(opening, begun_at[number - 1])}, number


async def test_after_a_restart_watchers_still_are_not_shown_the_present(tmp_path: Path) -> None:
    path = tmp_path / "store"
    async with house(path) as home:
        code, (ann, _bo) = await begun(home, MINUTE)
        await keep(ann)
    async with house(path) as home:
        ann, cy = home.at(code, ANN), home.at(code, CY, watch=True)
        await ann.frame(stage="playing")
        await cy.frame(stage="playing")
        assert not any(event["kind"] == "kept" for event in told(cy))
        await home.time.pass_by(MINUTE)
        assert any(event["kind"] == "kept" for event in told(cy))


async def test_an_idle_table_wakes_up_for_nobody() -> None:
    async with house() as home:
        code, (ann, _bo) = await begun(home, MINUTE)
        cy = home.at(code, CY, watch=True)
        await cy.frame(stage="playing")
        await keep(ann)
        await home.time.pass_by(3 * MINUTE)
        count = len(cy.raw)
        await home.time.pass_by(100 * MINUTE)
        assert len(cy.raw) == count
        assert home.hub._tables[code]._late.due_at(home.time.now()) is None


@pytest.mark.parametrize("watch", [1, -2, 59, 10**9])
async def test_other_delays_are_refused(watch: int) -> None:
    async with house() as home:
        lobby = Person(home.hub.lobby(ANN))
        lobby.ask(CreateTable(game="toy", seats=2, options={}, clock=0, watch=watch))
        await lobby.notice(Code.BAD_WATCH)
        code = await home.opened(ANN)
        ann = home.at(code, ANN)
        await ann.frame(you=0)
        if watch != -2:  # which leaves it as it is
            ann.ask(Configure(seats=2, options={"fuse": "none"}, clock=0, watch=watch))
            await ann.notice(Code.BAD_WATCH)
        lobby.ask(CreateTable(game="toy", seats=2, options={}, clock=0, replays="nobody"))
        await lobby.notice(Code.BAD_REPLAYS)


async def test_in_a_masked_game_nobody_is_late_since_all_screens_change_together() -> None:
    async with house(games=MASKED) as home:
        lobby = Person(home.hub.lobby(ANN))
        lobby.ask(CreateTable(game="masked", seats=3, options={}, clock=0, watch=MINUTE))
        refused = await lobby.notice(Code.BAD_WATCH)
        assert refused["params"]["choices"] == [0]


async def test_eyes_that_are_given_are_as_late_as_all_watching() -> None:
    async with house() as home:
        code, (ann, _bo) = await begun(home, MINUTE)
        cy = home.at(code, CY, watch=True)
        await cy.frame(stage="playing")
        cy.ask(AskEyes(seat=0))
        await ann.until(lambda p: p.last.get("eyes"))
        ann.ask(GiveEyes(number=ann.last["eyes"][0]["number"]))
        await cy.until(lambda p: p.last.get("through") == 0)
        held = cy.last["view"]["card"]
        assert held == ann.last["view"]["card"]
        await ann.asked()
        ann.answer("swap")
        await quiet()
        assert cy.last["view"]["card"] == held
        await home.time.pass_by(MINUTE)
        assert cy.last["view"]["card"] == ann.last["view"]["card"] != held
