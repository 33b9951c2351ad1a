"""Presets as words: listed, kept from a table, taken for a new one, forgotten."""

from __future__ import annotations

import pytest

from server.api import ExitStatus
from server.changes import SaveDeck
from server.wire import pack
from tests.tui.lines import connected, hub
from tests.tui.sessions import ANN, eventually, table_for
from tui.presets import shelf


async def test_presets_are_listed_by_game_with_what_they_are() -> None:
    async with hub() as place:
        async with connected(place, command="presets") as (wire, task):
            assert await task == ExitStatus.OK
            assert "No.81: new no81 preset=..." in wire.text
            assert "  quick  Quick game: 4 seats, blitz, 20 s" in wire.text
        async with connected(place, command="presets future_diary", language="zh_Hant") as (
            wire,
            task,
        ):
            assert await task == ExitStatus.OK
            assert "days  分多天進行" in wire.text
            assert "No.81" not in wire.text


async def test_a_new_table_is_made_of_a_preset_and_of_what_is_said_beside_it() -> None:
    async with hub() as place, connected(place) as (wire, _task):
        wire.type("new love_letter preset=Full evening seats=3", "options")
        await wire.until("wins=4")
        await wire.until("clock=90")
        assert [listing.row["seats"] for listing in place.listings()] == [3]


async def test_a_table_s_set_up_is_kept_taken_again_and_forgotten() -> None:
    async with hub() as place:
        code = await table_for(place, bots=1)
        async with connected(place, command=f"line {code}") as (wire, _task):
            wire.type("options wins=6 late=bot seating=shuffle", "keep Sunday night")
            await wire.until("Saved as 'Sunday night'.")
            wire.type("leave", "presets love_letter")
            await wire.until("  Sunday night  4 seats, 1 bot")
            wire.type("new love_letter preset=sunday night wins=2", "options")
            await wire.until("seating=shuffle")
            await wire.until("wins=2")
            await wire.until("late=bot")
            wire.type("presets forget love_letter Sunday night")
            await wire.until("'Sunday night' is forgotten.")
        assert await place.decks(ANN, shelf("love_letter")) == []


async def test_what_is_gone_of_a_preset_is_told_and_the_table_made_without_it() -> None:
    async with hub() as place:
        packed = pack({"cards": ["seats=2", "pool=despair"]})
        await place._store.write(
            SaveDeck(player=ANN.id, shelf=shelf("love_letter"), name="old", cards=packed)
        )
        async with connected(place) as (wire, _task):
            wire.type("new love_letter preset=old")
            await wire.until("left out: pool: despair")
            await eventually(place.listings)
            assert place.listings()[0].row["seats"] == 2


@pytest.mark.parametrize(
    "line",
    ["new love_letter preset=nothing", "presets chess", "presets forget love_letter",
     "presets forget love_letter quick", "presets forget love_letter nothing", "keep"],
)  # fmt: skip
async def test_what_cannot_be_is_said(line: str) -> None:
    async with hub() as place, connected(place) as (wire, _task):
        wire.type(line, "whoami")
        await wire.until("SHA256:ann")
        assert wire.errors.strip()
