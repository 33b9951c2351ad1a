"""Who loses a seat for good in the middle of a game, and what becomes of the game (N81-8.9)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.codec import decode_entry
from engine.journal import By, Entry
from engine.registry import GAMES
from server.api import Identity
from server.changes import Change
from server.codes import StoreCode, StoreError
from server.requests import (
    AddBot,
    CreateTable,
    Ready,
    Rematch,
    RemoveBot,
    Sit,
    Stand,
    Start,
    StepOut,
)
from server.store import Store
from tests.server.house import ANN, BO, CY, GUS, House, Person, house

NO81 = {"no81": GAMES["no81"]}
GRACE = 61.0
"""A little more than the seconds that a guest without a connection is waited for."""


async def at_war(h: House, *others: Identity, bots: int = 0) -> tuple[str, list[Person]]:
    """Start a game of No.81 of Ann, others and bots, in this order; return code and people."""
    lobby = Person(h.hub.lobby(ANN))
    seats = 1 + len(others) + bots
    lobby.ask(CreateTable(game="no81", seats=seats, options={}, clock=0))
    code: str = (await lobby.notice("opened"))["opened"]
    people = [h.at(code, ANN)]
    await people[0].frame(you=0)
    for who in others:
        one = h.at(code, who)
        one.ask(Sit(seat=-1))
        await one.until(lambda p: p.frames and p.last["you"] >= 0)
        one.ask(Ready(ready=True))
        people.append(one)
    await people[0].until(lambda p: all(s["ready"] for s in p.last["seats"][1 : 1 + len(others)]))
    people[0].ask(Start())
    for one in people:
        await one.asked("character")
    return code, people


async def entries_of(h: House, code: str) -> Sequence[Entry]:
    """Return what the store has of a table's game."""
    kept = await h.store.game(h.hub._tables[code].state.game_id)
    assert kept is not None
    return [decode_entry(data) for data in kept.entries]


async def until_dead(one: Person, seat: int) -> None:
    """Let somebody answer by default until ``seat`` is out."""
    while True:
        await one.until(
            lambda p: p.last["view"]["seats"][seat]["alive"] is False or _asked(p.last["ask"])
        )
        if one.last["view"]["seats"][seat]["alive"] is False:
            return
        ask = one.last["ask"]
        one.answer(*ask["default"])
        await one.until(lambda p, n=ask["id"]: not _same(p, n))  # type: ignore[misc]


def _asked(ask: dict[str, object] | None) -> bool:
    return ask is not None and "answer" not in ask


def _same(one: Person, number: int) -> bool:
    ask = one.last["ask"]
    return ask is not None and ask["id"] == number and "answer" not in ask


def left(one: Person) -> list[tuple[int, str]]:
    """Return who was told of as having left the game for good."""
    return [
        (line["seat"], line["name"])
        for frame in one.frames
        for line in frame["lines"]
        if line["code"] == "left"
    ]


@pytest.mark.rule("N81-8.9")
async def test_who_gives_the_seat_up_in_no81_is_out_and_nobody_plays_it_on() -> None:
    async with house(games=NO81) as h:
        code, (ann, bo) = await at_war(h, BO, bots=1)
        bo.ask(Stand())
        frame = await ann.until(lambda p: p.last["seats"][1]["kind"] == "gone")
        assert left(ann) == [(1, "Bo")]
        seat = frame["seats"][1]
        assert (seat["name"], seat["online"], seat["stand_in"]) == ("Bo", True, False)
        assert 1 not in frame["waiting"]
        await bo.frame(you=-1, ask=None)
        await until_dead(ann, 1)
        assert [(e.seat, e.by) for e in await entries_of(h, code) if e.by is By.LEAVING] == [
            (1, By.LEAVING)
        ]
        bo.ask(Stand())
        await bo.notice("not_seated")


async def test_who_leaves_the_waiting_room_as_the_game_begins_is_not_out_of_the_game() -> None:
    async with house(games=NO81) as h:
        code, (ann, bo) = await at_war(h, BO)
        waiting = next(frame["game_no"] for frame in bo.frames if frame["stage"] == "waiting")
        bo.ask(Stand(game_no=waiting))
        await bo.notice("old_game")
        assert [seat["kind"] for seat in ann.last["seats"]] == ["player", "player"]
        bo.ask(Stand(game_no=bo.last["game_no"]))
        await ann.until(lambda p: p.last["seats"][1]["kind"] == "gone")
        assert not [e for e in await entries_of(h, code) if e.by is By.LEAVING][1:]


@pytest.mark.rule("N81-8.9")
async def test_the_game_is_over_when_all_others_have_left_and_the_seat_is_free_afterwards() -> None:
    async with house(games=NO81) as h:
        _code, (ann, bo) = await at_war(h, BO)
        bo.ask(Stand())
        await ann.until(lambda p: p.last["seats"][1]["kind"] == "gone")
        await until_dead(ann, 1)
        frame = await ann.frame(stage="over")
        assert frame["result"]["winners"] == [0]
        bo.ask(Sit(seat=1))
        await bo.notice("wrong_stage")
        ann.ask(Rematch())
        frame = await ann.frame(stage="waiting")
        assert sorted(s["kind"] for s in frame["seats"]) == ["empty", "player"]
        bo.ask(Sit(seat=-1))
        await bo.until(lambda p: p.last["you"] >= 0)


@pytest.mark.rule("N81-8.9")
async def test_a_guest_who_cannot_come_back_is_out_and_a_lost_line_alone_is_nothing() -> None:
    async with house(games=NO81) as h:
        _code, (ann, bo, gus) = await at_war(h, BO, GUS)
        gus.leave()
        bo.leave()
        await ann.until(lambda p: not any(s["online"] for s in p.last["seats"][1:]))
        await h.time.pass_by(GRACE)
        frame = await ann.until(lambda p: p.last["seats"][2]["kind"] == "gone")
        assert frame["seats"][1]["kind"] == "player"
        assert left(ann) == [(2, "Gus")]


@pytest.mark.rule("N81-8.9")
async def test_who_has_left_is_still_out_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "u.sqlite"
    async with house(path, games=NO81) as h:
        code, (ann, bo) = await at_war(h, BO, bots=1)
        bo.ask(Stand())
        await ann.until(lambda p: p.last["seats"][1]["kind"] == "gone")
    async with house(path, games=NO81) as h:
        again, back = h.at(code, ANN), h.at(code, BO)
        frame = await again.until(lambda p: p.frames)
        assert frame["seats"][1]["kind"] == "gone"
        await back.frame(you=-1)
        await until_dead(again, 1)


@pytest.mark.rule("N81-8.9")
async def test_a_seat_that_is_out_already_goes_to_a_bot_as_in_any_game() -> None:
    async with house(games=NO81) as h:
        code, (ann, bo) = await at_war(h, BO, bots=1)
        running = h.hub._tables[code]._kept.running
        assert running is not None
        running.driver.state.players[1].alive = False
        bo.ask(Stand())
        await ann.until(lambda p: p.last["seats"][1]["kind"] == "bot")
        assert not left(ann)


async def test_leaving_that_cannot_be_stored_is_taken_back_with_the_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with house(games=NO81) as h:
        code, (ann, bo) = await at_war(h, BO, bots=1)
        table = h.hub._tables[code]
        before, entries = table.state, await entries_of(h, code)

        async def full(_self: Store, *_changes: Change) -> None:
            raise StoreError(StoreCode.WRITE_FAILED, path="x")

        with monkeypatch.context() as patched:
            patched.setattr(Store, "write", full)
            bo.ask(Stand())
            await bo.notice("not_stored")
        assert table.state == before
        assert table.running is not None
        assert list(table.running.driver.journal.entries) == list(entries)
        bo.answer(*bo.last["ask"]["default"])
        await bo.until(lambda p: "answer" in (p.last["ask"] or {"answer": ()}))
        bo.ask(Stand())
        await ann.until(lambda p: p.last["seats"][1]["kind"] == "gone")


# --- the host takes a seat ------------------------------------------------------------------


@pytest.mark.rule("N81-8.9")
async def test_the_host_takes_the_seat_of_who_is_away_once_a_bot_stands_in() -> None:
    async with house(games=NO81) as h:
        _code, (ann, bo, cy) = await at_war(h, BO, CY)
        bo.leave()
        await ann.until(lambda p: not p.last["seats"][1]["online"])
        ann.ask(RemoveBot(seat=1))
        await ann.notice("seat_not_absent")
        ann.ask(AddBot(seat=1))
        await ann.until(lambda p: p.last["seats"][1]["stand_in"])
        cy.ask(RemoveBot(seat=1))
        await cy.notice("not_host")
        ann.ask(RemoveBot(seat=1))
        await cy.until(lambda p: p.last["seats"][1]["kind"] == "gone")
        assert left(cy) == [(1, "Bo")]


async def test_the_host_cannot_take_the_seat_of_who_has_only_stepped_out_or_of_a_bot() -> None:
    async with house(games=NO81) as h:
        _code, (ann, bo) = await at_war(h, BO, bots=1)
        bo.ask(StepOut())
        await ann.until(lambda p: p.last["seats"][1]["stand_in"])
        ann.ask(RemoveBot(seat=1))
        await ann.notice("seat_not_absent")
        ann.ask(RemoveBot(seat=2))
        await ann.notice("wrong_stage")
        ann.ask(RemoveBot(seat=9))
        await ann.notice("no_such_seat")
        assert not left(ann)


async def test_in_a_game_without_such_a_rule_the_host_gives_the_seat_to_the_bot_for_good() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        bo.leave()
        await ann.until(lambda p: not p.last["seats"][1]["online"])
        ann.ask(AddBot(seat=1))
        await ann.until(lambda p: p.last["seats"][1]["stand_in"])
        ann.ask(RemoveBot(seat=1))
        await ann.until(lambda p: p.last["seats"][1]["name"] != "Bo")
        assert ann.last["seats"][1]["kind"] == "bot"
        await h.at(code, BO).frame(you=-1)
