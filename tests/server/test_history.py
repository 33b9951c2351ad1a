"""Finished games: only those, only what was public, and a check that a changed draw fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.api import Identity, TableFrame
from server.bots import BotOptions
from server.changes import Append
from server.hub import LocalHub
from server.requests import Answer, CreateTable, Start, encode
from server.store import Store
from server.wire import unpack

ANN = Identity(id="SHA256:ann", name="Ann", tag="an")
BO = Identity(id="SHA256:bo", name="Bo", tag="bo")


@pytest.fixture
async def hub() -> AsyncIterator[LocalHub]:
    found = LocalHub(Store.in_memory(), bots=BotOptions(least=0.0, most=0.0))
    await found.start()
    yield found
    await found.stop()


async def played(hub: LocalHub, *, stop_at_first_ask: bool = False) -> TableFrame:
    """Play one game of Ann against three bots and return her last frame, or the first that asks.

    Bots alone do not end a game of seven wins.
    """
    options = {"wins": "7" if stop_at_first_ask else "1"}
    code = await hub.create(
        ANN, CreateTable(game="love_letter", seats=4, options=options, clock=0, bots=3)
    )
    channel = hub.table(ANN, code)
    channel.send(encode(Start()))
    async with asyncio.timeout(30):
        while True:
            frame = unpack(await channel.receive())
            if frame["t"] != "table":
                continue
            if frame["stage"] == "over" or (stop_at_first_ask and frame["ask"]):
                channel.close()
                return frame  # type: ignore[return-value]
            if frame["ask"]:
                ask = frame["ask"]
                answer = Answer(game_no=frame["game_no"], ask=ask["id"], answer=ask["options"][:1])
                channel.send(encode(answer))


async def test_a_finished_game_is_told_as_a_spectator_saw_it(hub: LocalHub) -> None:
    last = await played(hub)
    found = await hub.finished_game(last["game_id"])
    assert found is not None
    assert found["id"] == last["game_id"]
    assert found["names"][0] == "Ann"
    assert found["seed"] == last["seed"]
    watcher = hub.table(BO, last["code"], watch=True)
    frame = unpack(await watcher.receive())
    assert found["events"] == frame["events"]
    watcher.close()


async def test_the_first_eight_digits_are_enough_and_fewer_or_others_are_not(hub: LocalHub) -> None:
    game = (await played(hub))["game_id"]
    assert (await hub.finished_game(game[:8].upper())) is not None
    for wrong in ("", game[:7], game[:8] + "zz", "%", "_" * 8, game + "0", "é" * 8, "\0" * 9):
        assert await hub.finished_game(wrong) is None
        assert await hub.verify_game(wrong) is None


async def test_of_a_running_game_nothing_is_told_not_even_that_it_exists(hub: LocalHub) -> None:
    running = await played(hub, stop_at_first_ask=True)
    assert running["stage"] == "playing"
    assert "game_id" not in running
    found = next(t.state.game_id for t in hub._tables.values())
    assert await hub.finished_game(found) is None
    assert await hub.verify_game(found) is None
    assert await hub.past_games(ANN) == []


async def test_past_games_are_the_players_own_the_newest_first(hub: LocalHub) -> None:
    games = [(await played(hub))["game_id"] for _ in range(3)]
    assert [game["id"] for game in await hub.past_games(ANN)] == games[::-1]
    assert await hub.past_games(BO) == []


async def test_a_game_verifies_against_its_own_commitment_and_no_other(hub: LocalHub) -> None:
    last = await played(hub)
    good = await hub.verify_game(last["game_id"], last["commitment"])
    assert good is not None
    assert (good["code"], good["commitment"]) == ("", last["commitment"])
    assert 0 < good["draws"] < good["entries"]
    for other in ("0" * 64, "x", "é"):
        bad = await hub.verify_game(last["game_id"], other)
        assert bad is not None
        assert bad["code"] == "commitment"


async def test_a_journal_that_was_tampered_with_does_not_verify(hub: LocalHub) -> None:
    last = await played(hub)
    kept = await hub._store.ended_game(last["game_id"])
    assert kept is not None
    again = Append(game=kept.id, first=len(kept.entries), entries=(kept.entries[0],))
    await hub._store.write(again)
    found = await hub.verify_game(kept.id)
    assert found is not None
    assert found["code"]
