"""What a player has played: totals and head-to-head, of all keys, and nothing that stays hidden."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from itertools import permutations
from types import MappingProxyType

import pytest

from engine.codec import encode_header
from engine.event import Value
from engine.game import ALONE, Game, Part
from engine.journal import Header
from engine.registry import GAMES
from server import store as module
from server.api import Met, PastGame, Record, Stage
from server.changes import EndGame, NewGame, SaveTable, Score
from server.played import EndedGame
from server.records import record_of
from server.requests import Stand
from server.store import Store
from server.wire import pack
from tests.server.house import ANN, BO, CY, GUS, House, house, player
from tests.server.test_table import play_out

ME, OTHER, THIRD = "SHA256:me", "SHA256:other", "SHA256:third"
COLD, WARM = Part(side="cold", roles=("ke_zhi",)), Part(side="warm", roles=("lu_niang",))


def same(key: str) -> str:
    return key


def seat(who: str, *, won: bool = False, score: int = 0, part: Part = ALONE) -> Score:
    return Score(player=who, name=who[7:].title(), score=score, won=won, part=part)


def kept(
    *results: Score,
    game: str = "love_letter",
    ended: float = 1.0,
    options: Mapping[str, Value] | None = None,
) -> EndedGame:
    found = GAMES[game]
    full = found.configure(max(len(results), found.min_seats), options or {})
    header = Header(game=game, rules_version=1, seats=len(results), options=full, seed=bytes(32))
    names = [one.name for one in results]
    return EndedGame(
        id=f"{ended:032}", code="FROG-71", header=encode_header(header),
        seats=pack({"names": names, "owners": [one.player for one in results]}), ended=ended,
        results=results,
    )  # fmt: skip


def record(*games: EndedGame, who: str = ME, known: dict[str, Game] | None = None) -> Record:
    return record_of(who, games, same, known or GAMES)


def met(found: Record) -> Met:
    (one,) = found["met"]
    return one


def test_totals_are_counted_by_game_and_mode_the_most_played_first() -> None:
    cold = {"mode": "coldwarm"}
    found = record(
        kept(seat(ME, won=True), seat(OTHER)),
        kept(seat(ME), seat(OTHER, won=True)),
        kept(seat(ME, won=True), seat(OTHER), game="no81", options=cold),
        kept(seat(ME), seat(OTHER), game="no81", options={"mode": "karma"}),
        kept(seat(ME), seat(OTHER), game="no81", options={"mode": "karma"}),
        kept(seat(ME), seat(OTHER), game="no81", options={"mode": "karma"}),
    )
    assert [(t["game"], t["mode"], t["played"], t["won"]) for t in found["totals"]] == [
        ("no81", "karma", 3, 0), ("love_letter", "", 2, 1), ("no81", "coldwarm", 1, 1),
    ]  # fmt: skip


def test_where_each_plays_for_itself_it_is_counted_who_of_two_has_won() -> None:
    one = met(
        record(
            kept(seat(ME, won=True), seat(OTHER)),
            kept(seat(ME), seat(OTHER, won=True)),
            kept(seat(ME), seat(OTHER), seat("", won=True)),
        )
    )
    assert (one["games"], one["against"], one["won"], one["lost"]) == (3, 3, 1, 1)
    assert one["beside"] == 0


def test_in_games_of_sides_one_side_and_the_other_are_counted_apart() -> None:
    one = met(
        record(
            kept(seat(ME, won=True, part=COLD), seat(OTHER, won=True, part=COLD)),
            kept(seat(ME, part=COLD), seat(OTHER, part=COLD)),
            kept(seat(ME, part=COLD), seat(OTHER, won=True, part=WARM)),
        )
    )
    assert (one["beside"], one["won_beside"]) == (2, 1)
    assert (one["against"], one["won"], one["lost"]) == (1, 0, 1)


def test_where_it_stays_hidden_who_sat_where_nothing_but_the_own_part_is_told() -> None:
    first, second = Part(side="first_loop", roles=("first",)), Part(side="second_loop")
    seats = [seat(ME, won=True, part=first), seat(OTHER, won=True, part=first)]
    seats += [seat(who, part=second) for who in (THIRD, "", "")]
    shown = record(kept(*seats, game="future_diary"))
    hidden = record(kept(*seats, game="future_diary", options={"reveal": "off"}))
    assert [one["beside"] for one in shown["met"]] == [1, 0]
    for one in hidden["met"]:
        assert one["games"] == 1
        assert not any(one[k] for k in ("against", "won", "lost", "beside", "won_beside"))
    (game,) = hidden["games"]
    assert (game["hidden"], game["seat"], game["rank"]) == (True, -1, 0)
    assert (game["side"], game["roles"], game["won"]) == ("first_loop", ["first"], True)
    assert game["names"] == sorted(game["names"])


@pytest.mark.parametrize("changed", range(1, 5))
def test_of_a_hidden_game_the_record_is_the_same_whatever_the_others_were(changed: int) -> None:
    one, two = Part(side="first_loop", roles=("second",)), Part(side="second_loop", roles=("6",))
    seats = [seat(ME, won=True, part=one)]
    seats += [seat(who, part=two) for who in (OTHER, THIRD, "", "SHA256:fourth")]
    before = record(kept(*seats, game="future_diary", options={"reveal": "off"}))
    seats[changed] = replace(seats[changed], won=True, score=1, part=one)
    assert record(kept(*seats, game="future_diary", options={"reveal": "off"})) == before


def test_of_a_hidden_game_the_record_is_the_same_however_all_sat() -> None:
    results = seat(ME), seat(OTHER, won=True, score=2), seat(THIRD, score=1), seat("SHA256:fourth")
    found = [
        record(kept(*sat, game="future_diary", options={"reveal": "off"}))
        for sat in permutations(results)
    ]
    assert all(one == found[0] for one in found)
    assert [one["name"] for one in found[0]["met"]] == ["Fourth", "Other", "Third"]


def test_a_game_that_is_not_there_any_more_may_have_been_a_hidden_one() -> None:
    results = seat(OTHER), seat(ME, won=True, score=2), seat("SHA256:fourth", score=1)
    (game,) = record(kept(*results), known={"toy": GAMES["no81"]})["games"]
    assert (game["hidden"], game["seat"], game["rank"]) == (True, -1, 0)
    assert game["names"] == ["Fourth", "Me", "Other"]


def test_a_place_is_told_only_where_scores_say_more_than_who_has_won() -> None:
    def rank(*results: Score) -> int:
        return record(kept(*results))["games"][0]["rank"]

    assert rank(seat(OTHER, won=True, score=3), seat(ME, score=1), seat("", score=2)) == 3
    assert rank(seat(OTHER, won=True, score=1), seat(ME), seat("")) == 0


def test_nobody_has_won_a_game_that_was_drawn() -> None:
    (drawn,) = record(kept(seat(ME), seat(OTHER)))["games"]
    (lost,) = record(kept(seat(ME), seat(OTHER, won=True)))["games"]
    assert (drawn["drawn"], drawn["won"]) == (True, False)
    assert (lost["drawn"], lost["won"]) == (False, False)


def test_guests_and_bots_are_named_in_the_game_and_counted_nowhere_else() -> None:
    found = record(kept(seat(ME), seat("guest:77"), seat("")))
    assert found["met"] == []
    assert len(found["games"][0]["names"]) == 3


def test_nobody_else_s_key_is_in_a_record() -> None:
    found = record(kept(seat(ME), seat(OTHER), seat(THIRD)))
    assert OTHER not in str(found)
    assert THIRD not in str(found)
    assert [one["tag"] for one in found["met"]] == ["ther", "hird"]


def test_games_name_those_who_were_there_by_their_number() -> None:
    found = record(
        kept(seat(ME), seat(OTHER), ended=3.0),
        kept(seat(ME), seat(THIRD), ended=2.0),
        kept(seat(ME), seat(THIRD), seat(OTHER), ended=1.0),
    )
    assert [one["number"] for one in found["met"]] == [0, 1]
    assert [game["met"] for game in found["games"]] == [[0], [1], [0, 1]]


def test_two_keys_that_are_one_person_now_are_one_in_the_games_before_too() -> None:
    joined = {"SHA256:laptop": ME, "SHA256:phone": OTHER}
    found = record_of(
        ME,
        [
            kept(seat("SHA256:laptop", won=True), seat(OTHER), ended=2.0),
            kept(seat(ME), seat("SHA256:laptop", won=True), seat("SHA256:phone"), ended=1.0),
        ],
        lambda key: joined.get(key, key),
        GAMES,
    )
    (one,) = found["met"]
    assert (one["name"], one["games"], one["won"], one["lost"]) == ("Other", 2, 2, 0)
    assert [game["won"] for game in found["games"]] == [True, True]


def test_a_game_that_is_not_there_any_more_is_still_counted() -> None:
    found = record(kept(seat(ME, won=True), seat(OTHER)), known={"toy": GAMES["no81"]})
    assert [(t["game"], t["played"]) for t in found["totals"]] == [("love_letter", 1)]


# --- in a store, and in a running server ---


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    kept = Store.in_memory()
    yield kept
    kept.close()


async def test_the_store_gives_whole_games_the_newest_first_and_no_more_than_asked(
    store: Store,
) -> None:
    header = kept(seat(ME)).header
    for number in range(4):
        name = f"game{number}"
        await store.write(
            NewGame(id=name, code="OWL-12", header=header, seats=pack({"names": []})),
            EndGame(
                game=name,
                status="over" if number < 3 else "frozen",
                scores=(
                    Score(player=ME, name="Me", score=2, won=True, part=COLD),
                    Score(player="", name="Crank", score=0, won=False),
                ),
            ),
        )
    found = await store.played(ME, 2)
    assert [one.id for one in found] == ["game2", "game1"]
    assert found[0].results[0].part == COLD
    assert found[0].results[1].part == ALONE
    assert await store.played(OTHER, 9) == []


async def test_what_a_table_writes_does_not_wait_for_the_whole_of_a_long_record(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PIECE", 2)
    header = kept(seat(ME)).header
    scores = (Score(player=ME, name="Me", score=2, won=True),)
    for number in range(9):
        name = f"game{number}"
        await store.write(
            NewGame(id=name, code="OWL-12", header=header, seats=pack({"names": []})),
            EndGame(game=name, status="over", scores=scores),
        )
    done = []

    async def read() -> None:
        assert len(await store.played(ME, 99)) == 9
        done.append("read")

    async def written() -> None:
        await store.write(SaveTable(code="OWL-12", state=b"1"))
        done.append("written")

    await asyncio.gather(read(), written())
    assert done == ["written", "read"]


async def test_a_record_has_what_was_finished_and_nothing_of_what_runs() -> None:
    async with house() as h:
        _code, people = await h.playing(BO)
        assert await h.hub.record(ANN) == Record(games=[], totals=[], met=[])
        await play_out(*people)
        found = await h.hub.record(ANN)
        assert [one["name"] for one in found["met"]] == ["Bo"]
        assert found["games"] == [
            PastGame(**{**one, "met": [0]}) for one in await h.hub.past_games(ANN)
        ]
        assert await h.hub.record(player("Cy")) == Record(games=[], totals=[], met=[])


async def test_a_key_that_is_joined_brings_its_games_along_and_takes_them_when_it_goes() -> None:
    async with house() as h:
        _code, people = await h.playing(BO)
        await play_out(*people)
        game = people[1].last["game_id"]
        keyring = h.hub.books.keyring
        await keyring.join(BO.id, await keyring.new_code(CY.id))
        found = await h.hub.record(CY)
        assert [one["id"] for one in found["games"]] == [game]
        assert [one["name"] for one in found["met"]] == ["Ann"]
        assert [tape["own"] for tape in await h.hub.replay(CY, game)] == [1]
        assert [one["tag"] for one in (await h.hub.record(ANN))["met"]] == [CY.id[-4:]]
        await keyring.remove(CY.id, BO.id)
        assert (await h.hub.record(CY))["games"] == []
        assert len((await h.hub.record(BO))["games"]) == 1


async def test_what_a_guest_played_is_the_guest_s_for_the_visit_and_nobody_s_afterwards() -> None:
    async with house() as h:
        _code, people = await h.playing(GUS)
        await play_out(*people)
        assert len((await h.hub.record(GUS))["games"]) == 1
        people[1].leave()
        await h.time.pass_by(61.0)
        await h.hub._players.settled()
        assert (await h.hub.record(GUS))["games"] == []
        found = await h.hub.record(ANN)
        assert found["games"][0]["names"] == ["Ann", "Gus"]
        assert found["met"] == []


async def seats_left(h: House, code: str) -> None:
    one = h.at(code, BO)
    one.ask(Stand())
    await one.frame(you=-1)


async def test_leaving_the_table_after_a_game_takes_nothing_away() -> None:
    async with house() as h:
        code, people = await h.playing(BO)
        await play_out(*people)
        assert people[0].last["stage"] == Stage.OVER
        await seats_left(h, code)
        assert len((await h.hub.record(BO))["games"]) == 1


def test_every_game_says_its_part_of_each_seat() -> None:
    assert MappingProxyType(GAMES)["no81"].mode == "mode"
    assert GAMES["future_diary"].mode == "pace"
    assert all(g.mode in {"", *(spec.id for spec in g.options)} for g in GAMES.values())
