"""What a player leaves at the seat for the next connection, and that nobody else gets any of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.jotted import EVERY
from server.requests import Put, Ready, Rematch, Stand, Start
from server.wire import unpack
from tests.server.house import ANN, BO, CY, Person, house, quiet

ALWAYS = Put(game_no=1, name="always", words=["w_guard"])
DRAFT = Put(game_no=1, name="deck", words=["K-punch", "A-attack_cold"])
BOTH = {"always": ["w_guard"], "deck": ["K-punch", "A-attack_cold"]}


async def first_of(one: Person) -> dict[str, object]:
    await one.until(lambda p: p.frames)
    return one.frames[0]


async def test_what_was_left_comes_back_with_every_new_connection_of_its_player_alone() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        assert "drawer" not in ann.frames[0]
        ann.ask(ALWAYS)
        ann.ask(DRAFT)
        # The older connection may still be open.
        back = h.at(code, ANN)
        assert (await first_of(back))["drawer"] == BOTH
        ann.leave()
        back.leave()
        await quiet()
        assert (await first_of(h.at(code, ANN)))["drawer"] == BOTH
        for other in (h.at(code, BO), h.at(code, CY), h.at(code, ANN, watch=True)):
            assert "drawer" not in await first_of(other)
        assert not [frame for frame in bo.frames if "drawer" in frame]


async def test_it_outlives_the_server_and_ends_with_the_game(tmp_path: Path) -> None:
    path = tmp_path / "undertable.db"
    async with house(path) as h:
        code, (ann, _bo) = await h.playing(BO)
        ann.ask(ALWAYS)
        await quiet()
    async with house(path) as h:
        ann, bo = h.at(code, ANN), h.at(code, BO)
        assert (await first_of(ann))["drawer"] == {"always": ["w_guard"]}
        await _to_the_end(ann, bo)
        ann.ask(Rematch())
        await bo.frame(stage="waiting")
        bo.ask(Ready(ready=True))
        await ann.until(lambda p: all(s["ready"] or s["host"] for s in p.last["seats"]))
        host = next(p for p in (ann, bo) if p.last["host"])
        host.ask(Start())
        await ann.frame(stage="playing", game_no=2)
        assert "drawer" not in await first_of(h.at(code, ANN))


@pytest.mark.parametrize("written", [False, True])
async def test_nothing_is_kept_of_a_player_who_leaves_for_good(written: bool) -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        bo.ask(DRAFT)
        ann.ask(ALWAYS)
        await quiet()
        if written:
            await h.time.pass_by(EVERY + 1)
        bo.ask(Stand())
        await bo.frame(you=-1)
        await h.time.pass_by(EVERY + 1)
        stored = unpack(dict(await h.store.tables())[code])["drawers"]
        assert stored == {ANN.id: {"always": list(ALWAYS.words)}}


async def _to_the_end(*people: Person) -> None:
    """Play the toy game on until it is over."""
    while people[0].last["stage"] == "playing":
        asked = [p for p in people if p.last["ask"] and "answer" not in p.last["ask"]]
        for one in asked:
            one.answer(*one.last["ask"]["default"])
        await quiet()


async def test_leaving_something_wakes_nobody_and_is_written_within_seconds() -> None:
    async with house() as h:
        code, (ann, bo) = await h.playing(BO)
        watcher = h.at(code, CY)
        await quiet()
        heard = [len(p.raw) for p in (ann, bo, watcher)]
        ann.ask(DRAFT)
        await quiet()
        assert unpack(dict(await h.store.tables())[code])["drawers"] == {}
        await h.time.pass_by(EVERY + 1)
        stored = unpack(dict(await h.store.tables())[code])["drawers"]
        assert stored == {ANN.id: {"deck": list(DRAFT.words)}}
        assert [len(p.raw) for p in (ann, bo, watcher)] == heard


async def test_no_words_empty_it_and_words_of_another_game_or_of_a_watcher_go_nowhere() -> None:
    async with house() as h:
        code, (ann, _bo) = await h.playing(BO)
        ann.ask(ALWAYS)
        ann.ask(Put(game_no=2, name="always", words=["w_event"]))
        h.at(code, CY).ask(ALWAYS)
        assert (await first_of(h.at(code, ANN)))["drawer"] == {"always": ["w_guard"]}
        assert "drawer" not in await first_of(h.at(code, CY))
        ann.ask(Put(game_no=1, name="always", words=[]))
        assert "drawer" not in await first_of(h.at(code, ANN))


@pytest.mark.parametrize(
    "put",
    [
        Put(game_no=1, name="n" * 65, words=["w"]),
        Put(game_no=1, name="n", words=["w" * 65]),
        Put(game_no=1, name="n", words=["w"] * 65),
    ],
    ids=["long name", "long word", "many words"],
)
async def test_a_drawer_holds_only_so_much(put: Put) -> None:
    async with house() as h:
        code, (ann, _bo) = await h.playing(BO)
        ann.ask(put)
        await ann.notice("bad_request")
        assert "drawer" not in await first_of(h.at(code, ANN))


async def test_a_drawer_has_only_so_many_names() -> None:
    async with house() as h:
        code, (ann, _bo) = await h.playing(BO)
        for number in range(9):
            ann.ask(Put(game_no=1, name=str(number), words=["w"]))
        await ann.notice("bad_request")
        found = (await first_of(h.at(code, ANN)))["drawer"]
        assert found == {str(number): ["w"] for number in range(8)}
