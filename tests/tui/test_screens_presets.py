"""Presets on the screen: taken into the form, saved from it, forgotten, never beyond a limit."""

from __future__ import annotations

import pytest

from server.api import Size
from server.changes import SaveDeck
from server.decks import PRESETS
from server.hub import LocalHub
from server.wire import pack
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.sessions import ANN, at_stage, eventually, hub, session, state_of, table_for
from tui.app import UndertableApp
from tui.presets import shelf
from tui.screens.create import CreatePage
from tui.screens.lobby import LobbyPage
from tui.screens.presets import PresetsPage
from tui.screens.table import TablePage

DOWN, LEFT, RIGHT, BACK = b"\x1b[B", b"\x1b[D", b"\x1b[C", b"\x7f"
SIZES = (Size(60, 20), Size(80, 24), Size(120, 40))


def form_of(app: UndertableApp) -> CreatePage:
    page = app.screen
    assert isinstance(page, CreatePage)
    return page


async def at_form(app: UndertableApp, terminal: FakeTerminal) -> None:
    await eventually(lambda: isinstance(app.screen, LobbyPage))
    await terminal.settle()
    await terminal.type(b"n")
    await eventually(lambda: isinstance(app.screen, CreatePage))


async def at_presets(app: UndertableApp, terminal: FakeTerminal) -> PresetsPage:
    await terminal.type(b"p")
    await eventually(lambda: isinstance(app.screen, PresetsPage))
    await terminal.settle()
    page = app.screen
    assert isinstance(page, PresetsPage)
    return page


async def keep(place: LocalHub, name: str, *words: str) -> None:
    packed = pack({"cards": list(words)})
    await place._store.write(
        SaveDeck(player=ANN.id, shelf=shelf("love_letter"), name=name, cards=packed)
    )


async def test_a_preset_fills_the_form_in_and_the_table_is_made_of_it() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await at_form(app, terminal)
        await at_presets(app, terminal)
        assert "Full evening" in terminal.text()
        await terminal.type(DOWN)
        assert "4 seats, normal, 90 s, " in terminal.text()
        await terminal.type(b"\r")
        await eventually(lambda: isinstance(app.screen, CreatePage))
        assert form_of(app).form.options["wins"] == "4"
        await terminal.type(b"\r")
        await at_stage(app, terminal, "waiting")
        assert state_of(app).frame["options"]["wins"] == "4"


async def test_what_stands_in_the_form_is_saved_under_a_name_and_there_at_the_next_visit() -> None:
    async with hub() as place:
        async with session(place) as (app, terminal):
            await at_form(app, terminal)
            await terminal.type(DOWN + LEFT)
            seats = form_of(app).form.seats
            await terminal.type(b"s")
            await terminal.type(b"Sunday")
            await terminal.type(b"\r")
            await terminal.until("Saved as 'Sunday'.")
        async with session(place) as (app, terminal):
            await at_form(app, terminal)
            page = await at_presets(app, terminal)
            await eventually(lambda: page.preset.own)
            assert page.preset.name == "Sunday"
            await terminal.type(b"\r")
            await eventually(lambda: isinstance(app.screen, CreatePage))
            assert form_of(app).form.seats == seats


async def test_what_is_gone_is_told_when_a_preset_is_taken() -> None:
    async with hub() as place:
        await keep(place, "old", "seats=2", "pool=despair")
        async with session(place) as (app, terminal):
            await at_form(app, terminal)
            page = await at_presets(app, terminal)
            await eventually(lambda: page.preset.own)
            await terminal.until("pool: despair")
            await terminal.type(b"\r")
            await eventually(lambda: isinstance(app.screen, CreatePage))
            await terminal.until("left out: pool: despair")
            assert form_of(app).form.seats == 2


async def test_only_one_s_own_can_be_forgotten() -> None:
    async with hub() as place:
        await keep(place, "mine", "seats=2")
        async with session(place) as (app, terminal):
            await at_form(app, terminal)
            page = await at_presets(app, terminal)
            await eventually(lambda: page.preset.own)
            await terminal.type(b"x")
            await eventually(lambda: not page.preset.own)
            count = len(page._found)
            await terminal.type(b"x")
            assert len(page._found) == count
            assert await place.decks(ANN, shelf("love_letter")) == []


async def test_when_there_is_no_room_it_is_said_and_nothing_is_lost() -> None:
    async with hub() as place:
        for number in range(PRESETS):
            await keep(place, f"n{number}", "seats=2")
        async with session(place) as (app, terminal):
            await at_form(app, terminal)
            await terminal.type(b"s")
            await terminal.type(b"one more")
            await terminal.type(b"\r")
            await terminal.until("12 set-ups saved")
            assert len(await place.decks(ANN, shelf("love_letter"))) == PRESETS


async def test_what_cannot_be_played_is_not_saved_and_it_is_said_why() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await at_form(app, terminal)
        await terminal.type(DOWN + RIGHT)  # five seats, without the house rule for them
        await terminal.type(b"s")
        await terminal.type(b"mine")
        await terminal.type(b"\r")
        await terminal.until("house rule")
        assert await place.decks(ANN, shelf("love_letter")) == []


async def test_a_preset_changes_a_table_that_waits_and_its_bots_stay() -> None:
    async with hub() as place:
        code = await table_for(place, bots=1)
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            await terminal.type(b"o")
            await eventually(lambda: isinstance(app.screen, CreatePage))
            await at_presets(app, terminal)
            await terminal.type(DOWN + DOWN)
            await terminal.type(b"\r")
            await eventually(lambda: isinstance(app.screen, CreatePage))
            await terminal.type(b"\r")
            await eventually(
                lambda: isinstance(app.screen, TablePage) and len(state_of(app).frame["seats"]) == 2
            )
            assert [seat["kind"] for seat in state_of(app).frame["seats"]] == ["player", "bot"]
            assert state_of(app).frame["options"]["wins"] == "5"


@pytest.mark.parametrize("language", ["en", "zh_Hant"])
@pytest.mark.parametrize("size", SIZES)
async def test_list_and_form_fit_every_size(size: Size, language: str) -> None:
    async with hub() as place:
        await keep(place, "週日", "seats=2", "late=bot", "watch=300", "replays=all", "pool=x")
        async with session(place, size=size, language=language) as (app, terminal):
            await at_form(app, terminal)
            assert "Enter" in terminal.lines()[-1]
            page = await at_presets(app, terminal)
            await eventually(lambda: page.preset.own)
            await terminal.settle()
            assert "週日" in terminal.text().replace(" ", "")
            assert all(len(p.rows) <= max(1, p.size.height) for p in page.panes.values())
            await terminal.type(BACK)
            await eventually(lambda: isinstance(app.screen, CreatePage))
            await terminal.type(b"s")
            assert form_of(app).entry.open
