"""What a player has played, on the screen: games, totals, people, and the way between them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from server.api import Identity, Size
from server.hub import LocalHub
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.records import an_evening
from tests.tui.sessions import eventually, hub, session
from tui.app import UndertableApp
from tui.screens.lobby import LobbyPage
from tui.screens.replay import ReplayPage
from tui.screens.replays import Leaf, ReplaysPage

SMALL = Size(80, 24)
SIZES = (Size(60, 20), SMALL, Size(120, 40))
LEFT, RIGHT, DOWN, UP = b"\x1b[D", b"\x1b[C", b"\x1b[B", b"\x1b[A"


def shown(app: UndertableApp) -> ReplaysPage:
    page = app.screen
    assert isinstance(page, ReplaysPage)
    return page


@asynccontextmanager
async def opened(
    place: LocalHub, size: Size = SMALL, language: str = "en"
) -> AsyncIterator[tuple[UndertableApp, FakeTerminal]]:
    """Open the page from the lobby, once it has its games."""
    async with session(place, size=size, language=language) as (app, terminal):
        await eventually(lambda: isinstance(app.screen, LobbyPage))
        await terminal.settle()
        await terminal.type(b"y")
        await eventually(lambda: isinstance(app.screen, ReplaysPage) and app.screen.games)
        await terminal.settle()
        yield app, terminal


async def test_games_say_what_the_player_was_and_how_it_ended() -> None:
    async with hub() as place:
        await an_evening(place)
        async with opened(place) as (_app, terminal):
            assert "Love Letter of Despair" in terminal.text()
            assert "Future Diary, normal" in terminal.text()
            await terminal.type(DOWN)
            assert "Karma" in terminal.text()
            await terminal.type(DOWN)
            told = terminal.text()
            assert "Cold and Warm" in told
            assert "won. Your seat: 2 of 3. You were" in " ".join(told.split())
            await terminal.type(DOWN)
            assert "Place 1 of 3." in terminal.text()
            assert "With Bo and Cy." in " ".join(terminal.text().split())


async def test_totals_open_the_games_of_their_kind_and_back_leads_there_again() -> None:
    async with hub() as place:
        await an_evening(place)
        async with opened(place) as (app, terminal):
            await terminal.type(RIGHT)
            assert shown(app).leaf is Leaf.TOTALS
            assert shown(app).count == 4
            assert "1 game, " in terminal.text()
            await terminal.type(DOWN + b"\r")
            assert shown(app).leaf is Leaf.GAMES
            assert len(shown(app).games) == 1
            await terminal.type(b"\x7f")
            assert shown(app).leaf is Leaf.TOTALS
            await terminal.type(b"\x7f")
            await eventually(lambda: isinstance(app.screen, LobbyPage))


async def test_people_show_how_one_stands_and_open_the_games_together() -> None:
    async with hub() as place:
        await an_evening(place)
        async with opened(place) as (app, terminal):
            await terminal.type(LEFT)
            assert shown(app).leaf is Leaf.PEOPLE
            assert [name in terminal.text() for name in ("Bo~", "Cy~")] == [True, True]
            told = " ".join(terminal.text().split())
            assert "4 games together. Against each other 2: you won 1, they won 0." in told
            assert "On one side 1, won 1. In 1 it stays hidden" in told
            await terminal.type(DOWN)
            assert "3 games together." in terminal.text()
            await terminal.type(b"\r")
            assert len(shown(app).games) == 3
            assert "Cy~" in terminal.text()


async def test_from_a_person_s_games_one_is_seen_again() -> None:
    async with hub() as place:
        await an_evening(place)
        async with opened(place) as (app, terminal):
            await terminal.type(LEFT + b"\r")
            await terminal.type(b"\r")
            await eventually(lambda: isinstance(app.screen, ReplayPage))


async def test_who_has_played_nothing_is_told_so_and_keys_do_no_harm() -> None:
    async with hub() as place:
        await an_evening(place)
        async with session(place, Identity(id="SHA256:new", name="New", tag="nw")) as (
            app,
            terminal,
        ):
            await eventually(lambda: isinstance(app.screen, LobbyPage))
            await terminal.settle()
            await terminal.type(b"y")
            await terminal.until("no game here yet")
            for keys in (DOWN, b"\r", RIGHT, UP, b"\r", RIGHT, b"\r"):
                await terminal.type(keys)
            assert "with anybody else" in terminal.text()


@pytest.mark.parametrize("language", ["en", "zh_Hant"])
@pytest.mark.parametrize("size", SIZES)
async def test_every_list_fits_every_size(size: Size, language: str) -> None:
    async with hub() as place:
        await an_evening(place)
        async with opened(place, size, language) as (app, terminal):
            for leaf in Leaf:
                assert shown(app).leaf is leaf
                rows = terminal.lines()
                assert len(rows) == size.rows
                for pane in shown(app).panes.values():
                    assert len(pane.rows) <= max(1, pane.size.height)
                if leaf is not Leaf.GAMES:
                    heads = [row for row in rows if "%" in row or "won" in row or "勝" in row]
                    assert heads
                    assert not any(row.rstrip().endswith("..") for row in heads)
                await terminal.type(RIGHT)
