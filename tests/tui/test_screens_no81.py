"""Whole games of No.81 on the real screens: hub, bots, App, driver, terminal emulator."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.games.no81.game import GAME
from engine.games.no81.terms import AskKind
from server.api import Size
from server.bots import BotOptions
from server.hub import LocalHub
from server.requests import CreateTable
from server.store import Store
from server.windows import AT_ONCE
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.sessions import (
    ANN,
    BO,
    LIVENESS,
    at_stage,
    eventually,
    page_of,
    session,
    start,
    state_of,
    view_of,
)
from tui import i18n
from tui.app import UndertableApp
from tui.i18n import _
from tui.screens.table import TablePage
from tui.texts import no81


@asynccontextmanager
async def hub() -> AsyncIterator[LocalHub]:
    games = {GAME.id: GAME}
    found = LocalHub(
        Store.in_memory(), games=games, bots=BotOptions(least=0.0, most=0.0), windows=AT_ONCE
    )
    await found.start()
    try:
        yield found
    finally:
        await found.stop()


async def table(place: LocalHub, mode: str, seats: int, bots: int | None = None) -> str:
    """Make Ann's table, short enough that attrition ends it."""
    options = {"mode": mode, "round_limit": "5"}
    request = CreateTable(
        game="no81", seats=seats, options=options, clock=0,
        bots=seats - 1 if bots is None else bots,
    )  # fmt: skip
    return await place.create(ANN, request)


async def asked(app: UndertableApp, terminal: FakeTerminal, kind: str) -> None:
    """Answer whatever comes until ``kind`` is asked."""
    async with asyncio.timeout(LIVENESS):
        while True:
            await eventually(lambda: page_of(app).asking or page_of(app).over)
            await terminal.settle()
            ask = state_of(app).frame["ask"]
            if page_of(app).over or (ask is not None and ask["kind"] == kind):
                return
            await answer(app, terminal)


async def answer(app: UndertableApp, terminal: FakeTerminal) -> None:
    """Pass what can be passed; take the first that offers itself of anything else."""
    state = state_of(app)
    ask = state.frame["ask"]
    if not page_of(app).asking or ask is None or state.choosing.ask != ask["id"]:
        return
    before = ask["id"]
    if state.bench is not None:
        pick = ask["kind"] == AskKind.CHARACTER
        await terminal.type(b"11" if pick else b"\r\r")  # decks are filled in already
    elif any(choice.key == "p" for choice in state.choices):
        await terminal.type(b"pp")
    elif state.choosing.several:
        await terminal.type(b"\x1b[C " * ask["least"] + b"\r\r")
    else:
        await terminal.type(b"\x1b[C\r")

    def gone() -> bool:
        now = state_of(app).frame["ask"]
        return page_of(app).over or now is None or now["id"] != before or "answer" in now

    await eventually(gone)


@pytest.mark.parametrize(
    ("language", "size", "mode", "seats"),
    [
        ("en", Size(80, 24), "coldwarm", 3),
        ("zh_Hant", Size(120, 40), "karma", 2),
        ("zh_Hant", Size(60, 20), "identity", 4),
    ],
)
@pytest.mark.soak
async def test_a_whole_game_with_bots(language: str, size: Size, mode: str, seats: int) -> None:
    async with hub() as place:
        code = await table(place, mode, seats)
        async with session(place, size=size, language=language, code=code) as (app, terminal):
            await start(app, terminal)
            i18n.begin(language)
            await terminal.until(no81.mode_name(mode))
            async with asyncio.timeout(2 * LIVENESS):
                while page_of(app).stage == "playing":
                    await answer(app, terminal)
                    await asyncio.sleep(0.01)
            await terminal.settle()
            assert page_of(app).over
            await terminal.until(_("GAME OVER"))
            result = view_of(app)["result"]
            assert no81.result_line(result["why"]) in terminal.text()
            await terminal.type(b"r")
            await at_stage(app, terminal, "waiting")
            i18n.begin()


@pytest.mark.rule("N81-6.13")
async def test_a_window_that_is_always_passed_asks_no_more_until_the_player_wants_it() -> None:
    async with hub() as place:
        code = await table(place, "coldwarm", 2)
        async with session(place, code=code) as (app, terminal):
            await start(app, terminal)
            await asked(app, terminal, AskKind.W_GUARD)
            if page_of(app).over:
                pytest.skip("nobody attacked this player in this game")
            await terminal.type(b".")
            await terminal.until("passed from now on")
            state = state_of(app)
            assert state.always == {AskKind.W_GUARD}
            # Another connection of the same player finds it, and asks no more either.
            async with session(place, code=code) as (second, _):
                await eventually(lambda: isinstance(second.screen, TablePage))
                await eventually(lambda: page_of(second).state is not None)
                assert state_of(second).always == {AskKind.W_GUARD}
            seen = len(state.events)
            async with asyncio.timeout(LIVENESS):
                while page_of(app).stage == "playing" and len(state.events) < seen + 200:
                    if not state.passes:
                        await answer(app, terminal)
                    await asyncio.sleep(0.01)
            # Nothing but the standing answer could go on at such a window.
            assert page_of(app).over or len(state.events) >= seen + 200
            await asked(app, terminal, AskKind.PLAY)
            if not page_of(app).over:
                await terminal.type(b".")
                assert state.always == set()


async def test_hide_takes_hand_and_choices_off_the_screen() -> None:
    async with hub() as place:
        code = await table(place, "coldwarm", 2)
        async with session(place, code=code) as (app, terminal):
            await start(app, terminal)
            await asked(app, terminal, AskKind.PLAY)
            held = f"hand {len(view_of(app)['hand'])}, limit"
            await terminal.until(held)
            await terminal.type(b"h")
            await eventually(lambda: held not in terminal.text())
            await terminal.type(b"h")
            await terminal.until(held)


async def test_a_spectator_sees_the_board_and_no_private_pane() -> None:
    async with hub() as place:
        code = await table(place, "coldwarm", 3)
        async with (
            session(place, code=code) as (app, terminal),
            session(place, who=BO, code=code, watch=True) as (_watching, other),
        ):
            await start(app, terminal)
            await asked(app, terminal, AskKind.PLAY)
            for seat in view_of(app)["seats"]:
                # A long name is cut where the column ends.
                await other.until(no81.character_name(seat["character"])[:8])
            assert _("only you") not in other.text()
