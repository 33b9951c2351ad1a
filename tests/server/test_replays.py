"""Games seen again: by whom, through whose eyes, and never more of a running one than one's own."""

from __future__ import annotations

import json

import pytest

from engine.codec import decode_entry, decode_header
from engine.errors import JournalError
from engine.event import SPECTATOR
from engine.journal import Journal
from server import game_file
from server.api import Identity, Tape
from server.codes import Code, RequestError
from server.hub import LocalHub
from server.requests import Configure, Ready, Sit, Start
from server.store import Store
from server.wire import pack
from tests.server.house import ANN, BO, CY, House, Person, house, quiet
from tests.server.masked import GAMES as MASKED
from tests.server.masked import NIGHTS, SECONDS, at_night, pass_night
from tests.server.toy import CARDS, GAMES, TOY

EVERY = [SPECTATOR, 0, 1]


async def played(home: House, *, replays: str = "players") -> tuple[str, str]:
    """Let Ann and Bo play a game to its end; return its id and its table's code."""
    code = await home.opened(ANN)
    ann, bo = home.at(code, ANN), home.at(code, BO)
    await ann.frame(you=0)
    ann.ask(Configure(seats=2, options={"fuse": "none"}, clock=0, replays=replays))
    await ann.frame(replays_option=replays)
    bo.ask(Sit(seat=-1))
    bo.ask(Ready(ready=True))
    await ann.until(lambda p: p.last["seats"][1]["ready"])
    ann.ask(Start())
    await ann.frame(stage="playing")
    while not _over(ann):
        await moved(ann, bo)
    return str(ann.last["game_id"]), code


def _over(one: Person) -> bool:
    return bool(one.last["stage"] == "over")


async def moved(*people: Person) -> None:
    """Let everybody who is asked take the first option."""
    await quiet()
    for one in people:
        if one.last["ask"] and "answer" not in one.last["ask"]:
            one.answer(one.last["ask"]["options"][0])
    await quiet()


async def one(home: House, who: Identity, game: str, viewer: int) -> Tape:
    (tape,) = await home.hub.replay(who, game, (viewer,))
    return tape


async def test_players_see_a_finished_game_from_every_seat_and_their_own_by_default() -> None:
    async with house() as home:
        game, _ = await played(home)
        (own,) = await home.hub.replay(BO, game)
        assert (own["viewer"], own["own"], own["viewers"], own["over"]) == (1, 1, EVERY, True)
        tapes = await home.hub.replay(ANN, game, EVERY)
        assert [tape["viewer"] for tape in tapes] == EVERY
        public, ann, bo = tapes
        assert not any("card" in event for event in public["events"])
        assert {e["seat"] for e in ann["events"] if "card" in e} == {0}
        assert {e["seat"] for e in bo["events"] if "card" in e} == {1}
        assert len({len(tape["marks"]) for tape in tapes}) == 1


async def test_a_tape_folds_to_the_view_that_its_viewer_had_at_each_decision() -> None:
    async with house() as home:
        code, people = await home.playing(BO)
        ann, bo = people
        seen: list[tuple[int, dict[str, object]]] = []
        for _ in range(3):
            while not ann.last["ask"] or "answer" in ann.last["ask"]:
                await moved(bo)
            seen.append((ann.last["seq"], ann.last["view"]))
            await moved(ann)
        (tape,) = await home.hub.replay(ANN, code)
        for told, view in seen:
            fold = TOY.fold(2, tape["options"], 0)
            for event in tape["events"][:told]:
                fold.apply(event)
            assert fold.plain() == view
        asked = [mark for mark in tape["marks"] if mark["ask"] is not None]
        assert asked[0]["answer"] == ["keep"]
        assert asked[0]["at"] == seen[0][0]


async def test_a_stranger_sees_what_a_spectator_saw_and_no_seat() -> None:
    async with house() as home:
        game, _ = await played(home)
        (tape,) = await home.hub.replay(CY, game)
        assert (tape["viewer"], tape["viewers"], tape["own"]) == (SPECTATOR, [SPECTATOR], -1)
        shown = {card for event in tape["events"] for card in event.get("shown", ())}
        assert {
            card for card in CARDS if card.encode() in pack({"events": tape["events"]})
        } <= shown
        for viewer in (0, 1):
            with pytest.raises(RequestError) as refused:
                await home.hub.replay(CY, game, (viewer,))
            assert refused.value.code == Code.REPLAY_CLOSED
        with pytest.raises(RequestError):
            await home.hub.export_game(CY, game)


async def test_a_table_may_open_every_view_of_its_games_to_everybody() -> None:
    async with house() as home:
        game, _ = await played(home, replays="all")
        assert (await one(home, CY, game, 0))["viewers"] == EVERY
        assert await home.hub.export_game(CY, game) is not None


async def test_of_a_running_game_its_player_sees_the_own_past_and_nobody_anything_else() -> None:
    async with house() as home:
        code, people = await home.playing(BO)
        await people[0].asked()
        people[0].answer("swap")
        await people[1].asked()
        (tape,) = await home.hub.replay(ANN, code)
        assert (tape["viewer"], tape["over"], tape["id"], tape["seed"]) == (0, False, "", "")
        assert tape["viewers"] == [0]
        mine = {event["card"] for event in tape["events"] if "card" in event}
        assert {card for card in CARDS if card.encode() in pack(tape)} == mine
        assert tape["events"] == [e for f in people[0].frames for e in f["events"]]
        for viewer in (SPECTATOR, 1, 2):
            with pytest.raises(RequestError) as refused:
                await home.hub.replay(ANN, code, (viewer,))
            assert refused.value.code == Code.REPLAY_CLOSED
        game = next(t.state.game_id for t in home.hub._tables.values())
        for who in (ANN, BO, CY):
            assert await home.hub.replay(who, game) == []
            assert await home.hub.export_game(who, game) is None
        for viewers in ((), (SPECTATOR,), (0,), (1,)):
            assert await home.hub.replay(CY, code, viewers) == []
        assert await home.hub.replay(CY, "FROG-00") == []


async def test_seats_that_the_game_does_not_have_are_refused() -> None:
    async with house() as home:
        game, _ = await played(home)
        with pytest.raises(RequestError) as refused:
            await home.hub.replay(ANN, game, (2,))
        assert refused.value.code == Code.NO_SUCH_SEAT


async def test_a_running_masked_game_is_not_seen_again() -> None:
    async with house(games=MASKED) as home:
        code, _people = await at_night(home, BO)
        assert await home.hub.replay(ANN, code) == []


@pytest.mark.parametrize("reveal", ["on", "off"])
@pytest.mark.rule("FD-14.5")
async def test_where_names_stay_hidden_a_tape_tells_no_seat_of_anybody_but_the_own(
    reveal: str,
) -> None:
    async with house(games=MASKED) as home:
        _code, people = await at_night(home, BO, CY, reveal=reveal)
        # After two silent nights bots play on, who are ready at once.
        await pass_night(home, people[0], 2)
        for _ in range(NIGHTS):
            await home.time.pass_by(SECONDS["quick"] + 1)
        over = await people[0].frame(stage="over")
        tapes = await home.hub.replay(BO, over["game_id"], (SPECTATOR, 0, 1, 2))
        hidden = reveal == "off"
        for tape in tapes:
            assert tape["masked"] is hidden
            assert (tape["names"] == ["Ann", "Bo", "Cy"]) or not hidden
            winners = (tape["result"] or {"winners": []})["winners"]
            assert not hidden or set(winners) <= {tape["own"]}
        own = people[1].last["you"]
        assert [tape["own"] for tape in tapes] == [own] * 4
        whole = await home.hub.export_game(BO, over["game_id"])
        assert whole is not None
        assert (whole["names"] == ["Ann", "Bo", "Cy"]) or not hidden


async def test_an_exported_game_is_the_journal_and_reads_back() -> None:
    async with house() as home:
        game, _ = await played(home)
        found = await home.hub.export_game(ANN, game)
        assert found is not None
        back = game_file.read(json.dumps(found))
        kept = await home.store.ended_game(game)
        assert kept is not None
        assert (back.header, back.entries, back.names) == (kept.header, kept.entries, ("Ann", "Bo"))
        journal = Journal(
            header=decode_header(back.header), entries=[decode_entry(e) for e in back.entries]
        )
        assert journal.header.game == "toy"


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "null", '{"undertable": 2}', "[" * 10_000, '{"undertable": 1, "id": "x"}',
     '{"undertable":1,"id":"abcdef01","code":"A","ended":0,"names":[],"header":"?","entries":[]}'],
)  # fmt: skip
def test_anything_else_is_no_game_file(text: str) -> None:
    with pytest.raises(JournalError):
        game_file.read(text)


async def test_in_ones_own_store_every_view_is_open() -> None:
    async with house() as home:
        game, _ = await played(home)
        kept = await home.store.ended_game(game)
        assert kept is not None
        own = LocalHub(Store.in_memory(), games=GAMES, open_replays=True)
        await own.start()
        whole = json.dumps(await home.hub.export_game(ANN, game))
        await game_file.keep(own._store, game_file.read(whole))
        (tape,) = await own.replay(CY, game, (1,))
        assert tape["events"] == (await one(home, ANN, game, 1))["events"]
        await own.stop()
