"""Where all sit in a rematch: one seat on, as before, or drawn anew; and everybody is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from server.api import Identity, Stage
from server.requests import Configure, CreateTable, Ready, Rematch, Sit, Stand, Start
from server.seating import Seating, reseated
from server.seats import EMPTY, Seat, bot_name, person
from server.table_state import TableState
from server.wire import pack, unpack
from tests.server.house import ANN, BO, CY, GUS, House, Person, house
from tests.server.masked import GAMES, at_night
from tests.server.test_masks import to_the_end
from tests.server.test_table import play_out


def table(seating: str, *people: Identity) -> TableState:
    seats: tuple[Seat, ...] = tuple(map(person, people))
    return TableState(
        code="FROG-71", game="toy", options={}, clock=0, seats=seats, host=people[0].id,
        stage=Stage.OVER, seating=seating,
    )  # fmt: skip


def names(state: TableState) -> list[str]:
    return [seat.name for seat in state.seats]


def test_everybody_moves_on_by_one_seat_and_after_all_have_it_is_as_before() -> None:
    state = table(Seating.ROTATE, ANN, BO, CY)
    once = reseated(state)
    assert names(once) == ["Bo", "Cy", "Ann"]
    assert once.host == ANN.id
    assert reseated(reseated(once)) == state


def test_bots_and_empty_seats_move_with_the_people() -> None:
    state = table(Seating.ROTATE, ANN, BO)
    state = replace(state, seats=(*state.seats, bot_name(state.seats, "heuristic"), EMPTY))
    assert [str(seat.kind) for seat in reseated(state).seats] == [
        "player",
        "bot",
        "empty",
        "player",
    ]


def test_seats_are_kept_where_the_table_wants_it_so() -> None:
    state = table(Seating.KEEP, ANN, BO, CY)
    assert reseated(state) == state


def test_seats_that_are_drawn_anew_are_the_same_people_on_any_of_them() -> None:
    state = table(Seating.SHUFFLE, ANN, BO, CY)
    found = {tuple(names(reseated(state))) for _ in range(200)}
    assert all(sorted(one) == ["Ann", "Bo", "Cy"] for one in found)
    assert len(found) == 6


def test_a_table_of_an_earlier_version_moves_on() -> None:
    old = table(Seating.ROTATE, ANN, BO).plain()
    del old["seating"]
    assert TableState.from_plain(unpack(pack(old))).seating == Seating.ROTATE
    kept = table(Seating.KEEP, ANN, BO)
    assert TableState.from_plain(unpack(pack(kept.plain()))) == kept


async def three(h: House) -> tuple[str, list[Person], Person]:
    """Let three play to the end, with Gus watching."""
    code, people = await h.playing(BO, CY)
    watcher = h.at(code, GUS, watch=True)
    await play_out(*people)
    return code, people, watcher


async def test_a_rematch_moves_all_on_and_tells_everybody_who_has_the_first_seat() -> None:
    async with house() as h:
        _code, (ann, bo, cy), watcher = await three(h)
        cy.ask(Rematch())
        for one in (ann, bo, cy, watcher):
            notice = await one.notice("reseated")
            assert notice["params"] == {"seating": "rotate", "name": "Bo"}
            frame = await one.frame(stage="waiting")
            assert [seat["name"] for seat in frame["seats"]] == ["Bo", "Cy", "Ann"]
        assert [one.last["you"] for one in (ann, bo, cy)] == [2, 0, 1]
        assert ann.last["host"]


async def test_who_asks_twice_or_too_late_moves_nobody() -> None:
    async with house() as h:
        _code, (ann, bo, _cy), _watcher = await three(h)
        ann.ask(Rematch())
        bo.ask(Rematch())
        await bo.notice("wrong_stage")
        assert [seat["name"] for seat in bo.last["seats"]] == ["Bo", "Cy", "Ann"]
        assert bo.codes.count("reseated") == 1


async def test_the_next_game_is_played_from_the_new_seats() -> None:
    async with house() as h:
        _code, (ann, bo, cy), _watcher = await three(h)
        ann.ask(Rematch())
        for one in (bo, cy):
            await one.frame(stage="waiting")
            one.ask(Ready(ready=True))
        await ann.until(lambda p: sum(s["ready"] for s in p.last["seats"]) == 2)
        ann.ask(Start())
        await bo.asked("move")  # the toy's first seat begins
        await play_out(ann, bo, cy)
        assert [game["seat"] for game in await h.hub.past_games(ANN)] == [2, 0]


async def test_the_host_says_how_it_is_and_a_word_that_nobody_knows_is_refused() -> None:
    async with house() as h:
        code = await h.opened(seats=2)
        ann = h.at(code, ANN)
        await ann.frame(seating_option="rotate")
        ann.ask(Configure(seats=2, options={"fuse": "none"}, clock=0, seating="keep"))
        await ann.frame(seating_option="keep")
        ann.ask(Configure(seats=3, options={"fuse": "none"}, clock=0))
        frame = await ann.until(lambda p: len(p.last["seats"]) == 3)
        assert frame["seating_option"] == "keep"
        ann.ask(Configure(seats=3, options={"fuse": "none"}, clock=0, seating="dance"))
        assert (await ann.notice("bad_seating"))["params"]["choices"] == list(map(str, Seating))
        lobby = Person(h.hub.lobby(BO))
        lobby.ask(
            CreateTable(game="toy", seats=2, options={"fuse": "none"}, clock=0, seating="dance")
        )
        await lobby.notice("bad_seating")


async def test_it_is_kept_over_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "u.db"
    async with house(path) as h:
        code, (ann, bo) = await h.playing(BO)
        await play_out(ann, bo)
        ann.ask(Rematch())
        await bo.frame(stage="waiting")
    async with house(path) as h:
        frame = await h.at(code, ANN).frame(stage="waiting")
        assert [seat["name"] for seat in frame["seats"]] == ["Bo", "Ann"]


async def test_a_first_seat_that_somebody_left_is_named_for_nobody() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        await play_out(ann, bo)
        bo.ask(Stand())
        await ann.until(lambda p: p.last["seats"][1]["kind"] == "empty")
        ann.ask(Rematch())
        assert (await ann.notice("reseated"))["params"]["name"] == ""
        cy = h.at(code, CY)
        cy.ask(Sit(seat=0))
        await ann.until(lambda p: p.last["seats"][0]["name"] == "Cy")


@pytest.mark.rule("FD-15.5")
async def test_of_a_masked_game_nothing_is_said_of_seats() -> None:
    async with house(games=GAMES) as h:
        _code, (ann, bo) = await at_night(h, BO, bots=1)
        await to_the_end(ann, bo)
        await ann.frame(stage="over")
        ann.ask(Rematch())
        await bo.frame(stage="waiting")
        assert "reseated" not in [*ann.codes, *bo.codes]
