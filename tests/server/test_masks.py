"""Who sits behind which seat of a masked game, who is here and who is a bot: nobody's to know."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest

from server import masks
from server.api import Identity
from server.bots import BotOptions
from server.requests import AddBot, Chat, Rematch, Stand, StepIn, StepOut
from server.seats import Seat, bot_name, person
from server.table_state import TableState
from tests.server.house import BO, CY, GUS, Person, house, player, quiet
from tests.server.masked import GAMES, MASKED, NIGHTS, SECONDS, at_night, pass_night, tell_table
from tests.server.test_steps import answers, heard, night_of

NIGHT = SECONDS["quick"]
SLOW = BotOptions(least=10_000.0, most=10_000.0)
DEE = player("Dee")


def who_plays(one: Person) -> list[tuple[Any, ...]]:
    """Return the account list of the newest frame, without the viewer's own entry."""
    seats = one.last["seats"]
    return [tuple(s.values()) for i, s in enumerate(seats) if i != one.last["you"]]


async def to_the_end(*people: Person) -> None:
    for night in range(NIGHTS):
        for one in people:
            await one.until(lambda p, n=night: night_of(p) == n)  # type: ignore[misc]
            await tell_table(one, "ready")


@pytest.mark.rule("FD-2.7")
async def test_the_list_of_who_plays_is_the_same_whoever_comes_goes_or_is_played_by_a_bot() -> None:
    async with house(games=GAMES, bots=SLOW) as h:
        code, (ann, bo, gus) = await at_night(h, BO, GUS, bots=1, pace="daily")
        watcher = h.at(code, CY)
        await watcher.frame(stage="playing")
        listed = who_plays(watcher)
        before = heard((ann, watcher))
        bo.ask(StepOut())
        await bo.until(lambda p: p.last["seats"][p.last["you"]]["stand_in"])
        gus.leave()
        await h.time.pass_by(61)  # now a guest cannot come back
        bo.leave()
        h.at(code, BO)
        await h.time.pass_by(1)
        assert heard((ann, watcher)) == before
        later = h.at(code, DEE)
        await later.frame(stage="playing")
        assert who_plays(later) == listed
        assert [(s["name"], s["kind"]) for s in later.last["seats"]] == [
            ("Abacus", "bot"), ("Ann", "player"), ("Bo", "player"), ("Gus", "guest"),
        ]  # fmt: skip
        flags = [(s["online"], s["ready"], s["stand_in"], s["away"]) for s in later.last["seats"]]
        assert flags == [(True, True, False, False)] * 4
        assert watcher.last["lines"] == later.last["lines"] == []


async def test_lists_are_in_the_order_of_names_but_for_the_viewers_own_seat() -> None:
    async with house(games=GAMES) as h:
        _, people = await at_night(h, BO, CY, DEE)
        for one in people:
            seats, you = one.last["seats"], one.last["you"]
            others = [s["name"] for i, s in enumerate(seats) if i != you]
            assert others == sorted(others)
            assert seats[you]["name"] not in others
        assert sorted(p.last["you"] for p in people) == [0, 1, 2, 3]


def test_seats_are_dealt_afresh_and_not_from_anything_that_is_shown_later() -> None:
    seats = tuple(person(Identity(id=f"SHA256:{n}", name=f"P{n}")) for n in range(15))
    state = TableState(code="FROG-71", game="masked", options={}, clock=0, seats=seats)
    one, other = masks.dealt(state), masks.dealt(state)
    assert set(one.seats) == set(other.seats) == set(seats)
    assert not one.seats == other.seats == seats


async def test_who_stands_up_is_replaced_unseen_and_keeps_no_second_pair_of_eyes() -> None:
    async with house(games=GAMES, bots=SLOW) as h:
        code, (ann, bo) = await at_night(h, BO)
        before = heard([ann])
        bo.ask(Stand())
        frame = await bo.until(lambda p: p.last["seats"][p.last["you"]]["stand_in"])
        assert frame["ask"] is None
        watching = h.at(code, BO, watch=True)
        # One who plays may not watch as well (FD-15.5): it is the own seat that is seen.
        assert (await watching.until(lambda p: p.frames))["you"] == frame["you"]
        await quiet()
        assert heard([ann]) == before
        assert ann.last["watchers"] == []


@pytest.mark.rule("FD-15.5")
async def test_nobody_talks_beside_a_masked_game_neither_player_nor_watcher() -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO)
        watcher = h.at(code, CY)
        await watcher.frame(stage="playing")
        for one in (ann, watcher):
            one.ask(Chat(text="psst"))
            await one.notice("chat_closed")
        await to_the_end(ann, bo)
        await bo.frame(stage="over")
        ann.ask(Chat(text="well played"))
        await bo.until(lambda p: any(f["chat"] for f in p.frames))


async def test_the_host_can_neither_ask_who_is_here_nor_put_a_bot_on_a_seat() -> None:
    async with house(games=GAMES) as h:
        _, (ann, bo) = await at_night(h, BO)
        bo.leave()
        await quiet()
        for seat in (0, 1):
            ann.ask(AddBot(seat=seat))
        await ann.until(lambda p: p.codes == ["wrong_stage"] * 2)
        assert ann.last["host"]


async def test_a_host_who_leaves_makes_nobody_else_host_while_the_game_runs() -> None:
    async with house(games=GAMES) as h:
        _, (ann, bo) = await at_night(h, BO)
        before = heard([bo])
        ann.leave()
        await quiet()
        assert heard([bo]) == before
        assert not bo.last["host"]


async def test_the_lobby_names_who_plays_in_order_and_nobody_who_is_awaited() -> None:
    async with house(games=GAMES) as h:
        _, (ann, _bo) = await at_night(h, BO, host=DEE)
        lobbies = {who.name: Person(h.hub.lobby(who)) for who in (DEE, BO, CY)}
        await h.time.pass_by(0.3)

        def row(name: str) -> dict[str, Any]:
            found: dict[str, Any] = lobbies[name].last["tables"][0]
            return found

        until = round(h.time.wall() - h.time.now() + 1000 + NIGHT)
        assert row("Cy")["names"] == ["Bo", "Dee"]
        assert "until" not in row("Cy")
        for name in ("Dee", "Bo"):
            assert (row(name)["your_turn"], row(name)["awaited"]) == (True, [])
            assert (row(name)["kind"], row(name)["until"]) == ("night", until)
        before = heard((lobbies["Bo"], lobbies["Cy"]))
        await tell_table(ann, "ready")
        await h.time.pass_by(0.3)
        assert not row("Dee")["your_turn"]
        assert heard((lobbies["Bo"], lobbies["Cy"])) == before


@pytest.mark.rule("FD-15.6")
async def test_a_bot_plays_for_who_is_silent_for_long_until_a_return_and_nobody_is_told() -> None:
    async with house(games=GAMES, bots=BotOptions()) as h:
        code, (ann, bo, dee) = await at_night(h, BO, DEE)
        seat = bo.last["you"]
        for night in (0, 1):
            for one in (ann, dee):
                await tell_table(one, "ready")
            assert night_of(dee) == night
            await pass_night(h, dee)
        assert night_of(dee) == 2
        assert {by for s, _, by in await answers(h, code) if s == seat} == {"timeout"}
        listed = who_plays(dee)
        before = heard([dee])
        await h.time.pass_by(NIGHT / 2 + 1)
        told = [(s, a) for s, a, by in await answers(h, code) if by == "bot"]
        assert told == [(seat, ("note", "bot"))] * 3 + [(seat, ("ready",))]
        assert heard([dee]) == before
        assert who_plays(dee) == listed
        assert bo.last["seats"][seat]["stand_in"]
        bo.ask(StepIn())
        await bo.asked("night")
        await tell_table(bo, "note", "back")
        await h.time.pass_by(10)
        assert {by for s, a, by in await answers(h, code) if a == ("note", "back")} == {"player"}
        assert heard([dee]) == before
        assert who_plays(dee) == listed
        assert all(not frame["lines"] for frame in dee.frames)


@pytest.mark.rule("FD-15.6")
@pytest.mark.parametrize("sign", ["answer", "visit"])
async def test_any_request_or_a_visit_takes_a_seat_back_from_the_bot_of_the_silent(
    sign: str,
) -> None:
    async with house(games=GAMES, bots=SLOW) as h:
        code, (_ann, bo) = await at_night(h, BO)
        await pass_night(h, bo, 2)
        await bo.until(lambda p: p.last["seats"][p.last["you"]]["stand_in"])
        if sign == "visit":
            bo = h.at(code, BO)
        else:
            bo.ask(Chat(text="here"))
            await bo.notice("chat_closed")
        await bo.asked("night")
        await tell_table(bo, "ready")


# --- twins ----------------------------------------------------------------------------------------


async def _evening(monkeypatch: pytest.MonkeyPatch, *, busy: bool) -> list[list[dict[str, Any]]]:
    """Play one night and begin another; return what all but Bo were sent.

    Bo is ready at the start, or (``busy``) does all that can be done unseen before.
    """
    monkeypatch.setattr("server.running.secrets.token_bytes", lambda count: b"s" * count)
    monkeypatch.setattr("server.masks.secrets.SystemRandom", lambda: random.Random(1))
    async with house(games=GAMES, bots=SLOW) as h:
        code, (ann, bo, gus) = await at_night(h, BO, GUS, bots=1, pace="daily")
        watcher, lobby = h.at(code, CY), Person(h.hub.lobby(CY))
        await watcher.frame(stage="playing")
        await h.time.pass_by(1)
        if busy:
            await tell_table(bo, "note", "one")
            await tell_table(bo, "ready")
            await tell_table(bo, "wait")
            bo.ask(StepOut())
            await bo.until(lambda p: p.last["ask"] is None)
            bo.ask(StepIn())
            await bo.asked("night")
            bo.answer("nonsense")
            await bo.notice("illegal")
            bo.leave()
            await quiet()
            bo = h.at(code, BO)
            await bo.asked("night")
            second = h.at(code, BO, watch=True)
            await second.until(lambda p: p.frames)
        await tell_table(bo, "ready")
        await h.time.pass_by(100)
        if busy:
            bo.ask(Stand())
        await tell_table(ann, "ready")
        await pass_night(h, ann)
        return [[_plain(f) for f in one.frames] for one in (ann, gus, watcher, lobby)]


def _plain(frame: dict[str, Any]) -> dict[str, Any]:
    """Return a frame without the table's code, which is drawn for each table."""
    tables = [{**row, "code": ""} for row in frame.get("tables", [])]
    return {**frame, "code": "", "tables": tables}


@pytest.mark.rule("FD-3.3", "FD-16.1")
async def test_whatever_one_does_unseen_everybody_else_gets_the_same_frames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calm = await _evening(monkeypatch, busy=False)
    busy = await _evening(monkeypatch, busy=True)
    for one, other in zip(calm, busy, strict=True):
        assert one == other
    assert night_of_frame(calm[0][-1]) == 1


def night_of_frame(frame: dict[str, Any]) -> int:
    night: int = frame["view"]["night"]
    return night


# --- after the end --------------------------------------------------------------------------------


@pytest.mark.parametrize("reveal", ["on", "off"])
async def test_after_the_end_seats_are_shown_as_they_were_unless_the_host_keeps_them_hidden(
    reveal: str,
) -> None:
    async with house(games=GAMES) as h:
        code, (ann, bo) = await at_night(h, BO, reveal=reveal)
        chairs = {p.last["you"]: p.last["seats"][p.last["you"]]["name"] for p in (ann, bo)}
        winner = ann if chairs[0] == "Ann" else bo
        await tell_table(winner, "note", "one more than anybody")
        await to_the_end(ann, bo)
        watcher = h.at(code, CY)
        frame = await watcher.frame(stage="over")
        story = await h.hub.finished_game(frame["game_id"])
        assert story is not None
        (past,) = await h.hub.past_games(BO)
        if reveal == "on":
            named = [chairs[0], chairs[1]]
            assert [s["name"] for s in frame["seats"]] == story["names"] == past["names"] == named
            assert frame["result"]["winners"] == story["winners"] == [0]
        else:
            assert [s["name"] for s in frame["seats"]] == ["Ann", "Bo"]
            assert frame["result"] == {"winners": [], "scores": [0, 0]}
            assert (story["names"], story["winners"]) == (["Ann", "Bo"], [])
            assert past["names"] == ["Ann", "Bo"]
            mine = (await winner.frame(stage="over"))["result"]
            assert mine == {"winners": [0], "scores": [1, 0]}
        assert frame["seed"]
        ann.ask(Chat(text="well played"))
        said = (await watcher.until(lambda p: p.last["chat"]))["chat"]
        assert said == [
            {"seat": -1 if reveal == "off" else ann.last["you"], "name": "Ann",
             "text": "well played"}
        ]  # fmt: skip


@pytest.mark.parametrize("chairs", list(permutations(range(3))))
async def test_who_is_host_after_the_host_of_a_hidden_game_says_nothing_of_the_seats(
    chairs: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def seated(_chance: object, seats: list[Seat]) -> None:
        by_name = sorted(seats, key=lambda seat: seat.name)
        seats[:] = [by_name[chair] for chair in chairs]

    monkeypatch.setattr(random.SystemRandom, "shuffle", seated)
    async with house(games=GAMES) as h:
        _, (ann, bo, cy) = await at_night(h, BO, CY, reveal="off")
        await to_the_end(ann, bo, cy)
        await ann.frame(stage="over")
        ann.ask(Stand())
        await bo.until(lambda p: p.last["host"])
        assert not cy.last["host"]


async def test_the_order_after_a_rematch_says_nothing_of_the_game_before() -> None:
    seats = tuple(person(Identity(id=f"SHA256:{n}", name=f"P{n}")) for n in range(12))
    seats = (*seats, bot_name((), "heuristic"), person(GUS))
    state = TableState(code="FROG-71", game="masked", options={}, clock=0, seats=seats)
    again = masks.cleared(state, frozenset())
    assert [s.name for s in again.seats] != [s.name for s in seats]
    # A guest who was not seen to leave makes room now.
    assert sorted(s.name for s in again.seats) == sorted([*(s.name for s in seats[:-1]), ""])
    async with house(games=GAMES) as h:
        _, (ann, bo) = await at_night(h, BO)
        await to_the_end(ann, bo)
        await ann.frame(stage="over")
        ann.ask(Rematch())
        frame = await bo.frame(stage="waiting")
        assert sorted(s["name"] for s in frame["seats"]) == ["Ann", "Bo"]
    assert masks.is_masked(MASKED, state) is False
