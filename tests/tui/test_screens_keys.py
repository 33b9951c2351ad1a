"""The page of keys, and what a key moved there does on every page and in lines."""

from __future__ import annotations

import pytest

from server.api import Size
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.lines import connected
from tests.tui.sessions import (
    ANN,
    BO,
    asked,
    at_stage,
    eventually,
    hub,
    page_of,
    session,
    state_of,
    table_for,
)
from tui.app import UndertableApp
from tui.keymap import Keymap
from tui.screens.create import CreatePage
from tui.screens.keys import KeysPage
from tui.screens.lobby import LobbyPage

CTRL_K, DOWN, ENTER, ESC = b"\x0b", b"\x1b[B", b"\r", b"\x1b"


async def opened(app: UndertableApp, terminal: FakeTerminal, label: str) -> KeysPage:
    """Open the page and go to the command with that label."""
    await terminal.type(CTRL_K)
    await eventually(lambda: isinstance(app.screen, KeysPage))
    page = app.screen
    assert isinstance(page, KeysPage)
    for _step in range(80):
        if page.command.label == label:
            break
        await terminal.type(DOWN)
    assert page.command.label == label
    return page


async def left(app: UndertableApp, terminal: FakeTerminal) -> None:
    await terminal.type(ESC)
    await eventually(lambda: not isinstance(app.screen, KeysPage))
    await terminal.settle()


async def test_a_key_is_changed_kept_for_the_player_and_shown_by_the_footer() -> None:
    async with hub() as place:
        async with session(place) as (app, terminal):
            await opened(app, terminal, "new table")
            await terminal.type(ENTER)
            assert "Press the new key" in terminal.text()
            await terminal.type(b"m")
            await left(app, terminal)
            assert "m new table" in terminal.text()
            assert "Press m to make one." in terminal.text()
            await terminal.type(b"n")
            assert isinstance(app.screen, LobbyPage)
            await terminal.type(b"m")
            await eventually(lambda: isinstance(app.screen, CreatePage))
        async with session(place) as (_app, terminal):
            await terminal.until("m new table")
        async with session(place, BO) as (_app, terminal):
            await terminal.until("n new table")


async def test_a_taken_key_is_told_and_refused_and_esc_leaves_it_as_it_was() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await opened(app, terminal, "new table")
        await terminal.type(ENTER)
        await terminal.type(b"j")
        assert "j is the key of 'join by code' there." in terminal.text()
        await terminal.type(ENTER)
        await terminal.type(DOWN)
        assert "keep their meaning" in terminal.text()
        await terminal.type(ENTER)
        await terminal.type(ESC)
        await eventually(lambda: "Press the new key" not in terminal.text())
        await left(app, terminal)
        assert "n new table" in terminal.text()


async def test_own_keys_come_back_one_by_one_and_all_at_once() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await opened(app, terminal, "new table")
        await terminal.type(ENTER)
        await terminal.type(b"m")
        await terminal.type(b"x")
        assert not app.record["settings"]["keys"]
        await terminal.type(ENTER)
        await terminal.type(b"m")
        await terminal.type(b"r")
        assert app.record["settings"]["keys"]
        await terminal.type(b"r")
        assert not app.record["settings"]["keys"]


@pytest.mark.parametrize("size", [Size(60, 20), Size(120, 40)], ids=["60x20", "120x40"])
async def test_at_a_table_prompts_help_and_palette_name_the_moved_keys(size: Size) -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code, size=size) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            keys = Keymap(moved={"waiting.StartGame": "'", "table.Hide": ";"})
            app._home.run(app.keep_keys, keys)
            await terminal.until("press ' to start")
            await terminal.type(b"s")
            assert page_of(app).waiting
            await terminal.type(b"?")
            await terminal.until("'        Start the game")
            await terminal.type(ESC)
            await at_stage(app, terminal, "waiting")
            await terminal.type(b"\x10")
            await terminal.type(b"'")
            await eventually(lambda: not isinstance(app.screen, KeysPage))
            await eventually(lambda: page_of(app).started or page_of(app).over)


async def test_a_moved_key_works_in_a_game_and_choices_keep_theirs() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            app._home.run(app.keep_keys, Keymap(moved={"table.Hide": ";"}))
            await terminal.type(b"h")
            assert not state_of(app).hidden
            await terminal.type(b";")
            assert state_of(app).hidden
            await terminal.until("; shows it again")
            await terminal.type(b";")
            assert not state_of(app).hidden


async def test_keys_are_listed_changed_and_given_back_in_lines() -> None:
    async with hub() as place, connected(place) as (wire, _task):
        wire.type("shortcuts")
        await wire.until("table.chat\tc\tchat")
        wire.type("shortcuts table.chat n")
        await wire.until("n is the key of 'notes' there.")
        wire.type("shortcuts Table.Chat F5")
        await wire.until("F5: chat.")
        assert (await place.player(ANN))["settings"]["keys"] == {"table.Chat": "f5"}
        wire.type("shortcuts table.chat own", "shortcuts table.nothing x", "shortcuts a b c")
        await wire.until("c: chat.")
        await wire.until("There is no such command")
        await wire.until("Usage: shortcuts")
        wire.type("shortcuts lobby.newtable m", "shortcuts reset")
        await wire.until("its own key again")
        assert (await place.player(ANN))["settings"]["keys"] == {}
