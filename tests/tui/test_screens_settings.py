"""The page of settings: changed at once, kept for the player; and a link that turns out slow."""

from __future__ import annotations

import math

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
    start,
    table_for,
)
from tui.app import UndertableApp
from tui.comfort import Link
from tui.screens.keys import KeysPage
from tui.screens.looks import LooksPage
from tui.screens.settings import SETTINGS, SettingsPage

CTRL_O, UP, DOWN, LEFT, RIGHT = b"\x0f", b"\x1b[A", b"\x1b[B", b"\x1b[D", b"\x1b[C"
ENTER, ESC = b"\r", b"\x1b"
LABELS = [setting.label for setting in SETTINGS]
POOR, GOOD, RATE = 2.0, 0.05, 50_000.0


async def opened(app: UndertableApp, terminal: FakeTerminal, label: str) -> None:
    """Open the page and go to a row."""
    await terminal.type(CTRL_O)
    await eventually(lambda: isinstance(app.screen, SettingsPage))
    for _ in range(LABELS.index(label)):
        await terminal.type(DOWN)


@pytest.mark.parametrize("size", [Size(60, 20), Size(120, 40)], ids=["60x20", "120x40"])
@pytest.mark.parametrize("language", ["en", "zh_Hant", "zh_Hans"])
async def test_everything_is_on_the_page_in_every_size(size: Size, language: str) -> None:
    async with hub() as place, session(place, size=size, language=language) as (app, terminal):
        await opened(app, terminal, "Link")
        rows = terminal.text()
        # Label, value and meter stand there whole: nothing was cut.
        assert ".." not in "\n".join(rows.splitlines()[:12])
        assert "B/s" in rows
        assert "KB" in rows


async def test_choices_are_in_force_at_once_and_kept_for_the_player_alone() -> None:
    async with hub() as place:
        async with session(place) as (app, terminal):
            await opened(app, terminal, "Link")
            await terminal.type(RIGHT)
            assert app.comfort.link is Link.LOW
            assert app.theme_worn.id == "ansi"
            await terminal.type(DOWN * (LABELS.index("Keep still") - LABELS.index("Link")))
            await terminal.type(ENTER)
            assert app.comfort.still
        assert (await place.player(ANN))["settings"]["link"] == "low"
        async with session(place) as (app, _terminal):
            await eventually(lambda: app.theme_worn.id == "ansi")
            assert app.comfort.still
        async with session(place, BO) as (app, _terminal):
            assert app.comfort.link is Link.AUTO
            assert app.theme_worn.id != "ansi"


async def test_it_leads_to_looks_and_keys_and_changes_the_language() -> None:
    async with hub() as place, session(place) as (app, terminal):
        await opened(app, terminal, "Language")
        await terminal.type(RIGHT)
        await eventually(lambda: app.language == "zh_Hant")
        await terminal.type(LEFT)
        await eventually(lambda: app.language == "en")
        for label, kind in (("Look", LooksPage), ("Keys", KeysPage)):
            await terminal.type(DOWN)
            assert label in terminal.text()
            await terminal.type(ENTER)
            await eventually(lambda kind=kind: isinstance(app.screen, kind))  # type: ignore[misc]
            await terminal.type(ESC)
            await eventually(lambda: isinstance(app.screen, SettingsPage))


async def test_a_link_that_turns_out_slow_is_spared_says_so_and_recovers() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            worn = app.theme_worn
            for _ in range(3):
                app.heard(POOR, RATE)
            await terminal.until("Your link is slow")
            assert app.theme_worn.id == "ansi"
            await terminal.until("(slow link)")
            for _ in range(6):
                app.heard(GOOD, RATE)
            await terminal.until("Your link is quick again")
            assert app.theme_worn is worn
            assert "(slow link)" not in terminal.text()


@pytest.mark.parametrize("link", [Link.FULL, Link.LOW])
async def test_who_has_chosen_is_not_overruled(link: Link) -> None:
    async with hub() as place:
        place.remember(ANN, settings={"link": link.value})
        async with session(place) as (app, terminal):
            await eventually(lambda: app.comfort.link is link)
            worn = app.theme_worn
            for seconds in (*[POOR] * 6, *[GOOD] * 12):
                app.heard(seconds, RATE)
            await terminal.settle()
            assert app.theme_worn is worn
            assert "Your link" not in terminal.text()


async def test_while_output_is_shaped_the_link_is_not_judged() -> None:
    async with hub() as place, session(place) as (app, terminal):
        assert app._session_driver is not None
        app._session_driver.veil.on = True
        assert app.is_veiled
        for _ in range(6):
            app.heard(POOR, RATE)
        app._session_driver.veil.on = False
        await terminal.settle()
        assert not app._judge.is_poor


async def test_a_spared_link_gets_one_picture_for_many_changes_and_an_echo_at_once() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            driver = app._session_driver
            assert driver is not None
            driver.pause = 3600.0
            driver._typed = -math.inf
            driver._next = driver._loop.time() + driver.pause
            mark = terminal.mark()
            for number in range(5):
                page_of(app).tell(f"news {number}")
                await terminal.settle()
            assert terminal.mark() == mark
            await terminal.type(b"l")
            assert terminal.mark() > mark
            driver.pause = 0.0
            await start(app, terminal)


async def test_the_clock_and_a_replay_keep_still_where_wished() -> None:
    async with hub() as place:
        place.remember(ANN, settings={"still": True})
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            await terminal.type(b"y")
            await terminal.until("decision")
            await terminal.type(b" ")
            await terminal.settle()
            mark = terminal.mark()
            await terminal.settle()
            assert terminal.mark() == mark
            assert getattr(app.screen, "_timer", None) is None


async def test_the_same_settings_are_told_and_changed_in_lines() -> None:
    async with hub() as place, connected(place) as (wire, _task):
        wire.type("settings")
        await wire.until("link\tauto (as it shows itself)")
        wire.type("settings mouse on", "settings link LOW", "settings still on")
        await wire.until("still\ton")
        kept = (await place.player(ANN))["settings"]
        assert (kept["mouse"], kept["link"], kept["still"]) == (True, "low", True)
        wire.type("settings link slow")
        await wire.until("Usage: settings")
