"""Tables to learn at: real ones, that belong to nobody else and leave nothing behind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from engine.bots.cued import Cue
from server import classroom
from server.api import Channel, Identity
from server.classroom import Setting
from server.hub import LocalHub
from server.requests import Answer, Rematch, Stand, StepOut, TableRequest, encode
from server.store import Store
from server.wire import unpack
from tests.server.ssh_helpers import eventually

ANN = Identity(id="SHA256:ann", name="Ann", tag="an")
SETTING = Setting(
    game="love_letter",
    drawn={
        "shuffle": [("monokuma", "naegi", "togami", "kirigiri")],
        "letters": [("0",)],
        "fate": [("hope",)],
    },
    cues=((Cue(kind="play", answer=("togami",)), Cue(kind="target", answer=("1",))),),
)  # fmt: skip


@asynccontextmanager
async def server() -> AsyncIterator[LocalHub]:
    hub = LocalHub(Store.in_memory())
    await hub.start()
    try:
        yield hub
    finally:
        await hub.stop()


async def frame(channel: Channel, stage: str = "playing") -> dict[str, Any]:
    """Return the next frame of a stage."""
    while True:
        found: dict[str, Any] = unpack(await channel.receive())
        if found["t"] == "table" and found["stage"] == stage:
            return found


async def refused(channel: Channel, request: TableRequest) -> str:
    """Return why a request was refused."""
    channel.send(encode(request))
    return str((await told(channel))["code"])


async def told(channel: Channel, code: str = "") -> dict[str, Any]:
    """Return the next notice, or the next one with a code."""
    while True:
        found: dict[str, Any] = unpack(await channel.receive())
        if found["t"] == "notice" and found["code"] == (code or found["code"]):
            return found


async def test_a_lesson_begins_by_itself_with_the_deal_that_was_laid_out() -> None:
    async with server() as hub:
        first = await frame(hub.lesson(ANN, SETTING))
        assert first["you"] == 0
        assert [seat["kind"] for seat in first["seats"]] == ["player", "bot"]
        assert first["clock"] is None
        # With two players three cards lie open; then come the hands.
        assert first["ask"]["options"] == ["maizono", "kuwata"]


async def test_the_others_say_their_lines_and_the_rules_are_the_real_ones() -> None:
    async with server() as hub:
        channel = hub.lesson(ANN, SETTING)
        first = await frame(channel)
        bad = Answer(game_no=1, ask=first["ask"]["id"], answer=["monokuma"])
        assert await refused(channel, bad) == "illegal"
        channel.send(encode(Answer(game_no=1, ask=first["ask"]["id"], answer=["kuwata"])))
        again = await frame(channel)
        assert any(event["kind"] == "played" for event in again["events"])


@pytest.mark.parametrize("request_", [Stand(), StepOut(), Rematch()])
async def test_only_what_is_part_of_playing_can_be_asked(request_: TableRequest) -> None:
    async with server() as hub:
        channel = hub.lesson(ANN, SETTING)
        await frame(channel)
        assert await refused(channel, request_) == "bad_request"


async def test_nothing_of_it_is_listed_joined_seen_again_or_kept() -> None:
    async with server() as hub:
        channel = hub.lesson(ANN, SETTING)
        first = await frame(channel)
        assert not hub.listings()
        assert not hub.places(ANN)
        assert not await hub.is_seated(ANN.id)
        assert unpack(await hub.table(ANN, first["code"]).receive())["code"] == "unknown_table"
        assert not await hub.replay(ANN, first["code"])
        assert not await hub.past_games(ANN)


async def test_it_ends_with_the_learners_channel() -> None:
    async with server() as hub:
        channel = hub.lesson(ANN, SETTING)
        await frame(channel)
        assert hub.online() == 1
        channel.close()
        await eventually(lambda: not hub._classroom._lessons)
        assert hub.online() == 0


async def test_one_that_is_left_before_it_has_begun_ends_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(classroom, "MOST", 1)
    async with server() as hub:
        hub.lesson(ANN, SETTING).close()
        await eventually(lambda: not hub._classroom._lessons)
        assert (await frame(hub.lesson(ANN, SETTING)))["you"] == 0


async def test_there_are_only_so_many_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classroom, "MOST", 1)
    async with server() as hub:
        await frame(hub.lesson(ANN, SETTING))
        word = unpack(await hub.lesson(ANN, SETTING).receive())
        assert (word["code"], word["closed"]) == ("too_many_lessons", True)


async def test_it_ends_with_the_server() -> None:
    async with server() as hub:
        channel = hub.lesson(ANN, SETTING)
        await frame(channel)
    last = await told(channel, "stopping")
    assert last["closed"]
    with pytest.raises(EOFError):
        await channel.receive()
