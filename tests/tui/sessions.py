"""Sessions of the real App on a hub with instant bots and a terminal emulator, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from server.api import Connection, Identity, Size
from server.bots import BotOptions
from server.hub import LocalHub
from server.requests import Answer, CreateTable, Start, encode
from server.store import Store
from server.windows import AT_ONCE
from server.wire import unpack
from tests.tui.fake_terminal import FakeTerminal, on_terminal
from tui.app import UndertableApp
from tui.screens.state import TableState
from tui.screens.table import TablePage

__all__ = [
    "ANN", "BO", "LANG", "asked", "at_stage", "eventually", "finished", "hub", "page_of", "play_on",
    "session", "start", "state_of", "table_for", "view_of",
]  # fmt: skip

ANN = Identity(id="SHA256:ann", name="Ann", tag="an")
BO = Identity(id="SHA256:bo", name="Bo", tag="bo")
LANG = {"en": "en_US.UTF-8", "zh_Hant": "zh_TW.UTF-8", "zh_Hans": "zh_CN.UTF-8"}
SMALL = Size(80, 24)
LIVENESS = 60.0


@asynccontextmanager
async def hub() -> AsyncIterator[LocalHub]:
    found = LocalHub(Store.in_memory(), bots=BotOptions(least=0.0, most=0.0), windows=AT_ONCE)
    await found.start()
    try:
        yield found
    finally:
        await found.stop()


@asynccontextmanager
async def session(
    place: LocalHub,
    who: Identity = ANN,
    *,
    size: Size = SMALL,
    language: str = "en",
    code: str | None = None,
    watch: bool = False,
) -> AsyncIterator[tuple[UndertableApp, FakeTerminal]]:
    """Run one player's App; ``language`` sets the client's LANG, anything unknown leaves ``C``."""
    env = {"LANG": LANG.get(language, "C"), "COLORTERM": "truecolor"}
    terminal = FakeTerminal(size.columns, size.rows, env=env)
    connection = Connection(who=who, terminal=terminal, hub=place)
    app = UndertableApp(connection, start_table=code, watch=watch)
    async with on_terminal(app, terminal):
        yield app, terminal


async def table_for(place: LocalHub, *, bots: int = 3, clock: int = 0) -> str:
    """Make Ann's table for four."""
    request = CreateTable(game="love_letter", seats=4, options={}, clock=clock, bots=bots)
    return await place.create(ANN, request)


async def eventually(true: Callable[[], Any]) -> None:
    """Wait until ``true()``; a generous bound keeps a broken test from hanging."""
    async with asyncio.timeout(LIVENESS):
        while not true():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.02)


async def at_stage(app: UndertableApp, terminal: FakeTerminal, stage: str) -> None:
    """Wait until a table is shown at ``stage``, and drawn."""
    await eventually(lambda: isinstance(app.screen, TablePage) and page_of(app).stage == stage)
    await terminal.settle()


def page_of(app: UndertableApp) -> TablePage:
    page = app.screen
    assert isinstance(page, TablePage)
    return page


def state_of(app: UndertableApp) -> TableState:
    state = page_of(app).state
    assert state is not None
    return state


def view_of(app: UndertableApp) -> dict[str, Any]:
    view = state_of(app).frame["view"]
    assert view is not None
    return view


async def start(app: UndertableApp, terminal: FakeTerminal) -> None:
    """Start the game in the waiting room."""
    await eventually(lambda: isinstance(app.screen, TablePage) and page_of(app).hosting)
    await terminal.type(b"s")
    await eventually(lambda: page_of(app).stage != "waiting")


async def asked(app: UndertableApp, terminal: FakeTerminal) -> None:
    """Start games until one asks this player; some end before that."""
    await start(app, terminal)
    while True:
        await eventually(lambda: page_of(app).asking or page_of(app).over)
        await terminal.settle()
        if page_of(app).asking:
            return
        await terminal.type(b"r")
        await eventually(lambda: page_of(app).waiting)
        await start(app, terminal)


async def play_on(app: UndertableApp, terminal: FakeTerminal) -> None:
    """Take the first option of everything that is asked until the game is over."""
    async with asyncio.timeout(LIVENESS):
        while page_of(app).stage == "playing":
            if page_of(app).asking:
                await terminal.settle()
                terminal.feed(b"\x1b[C\r")
            await asyncio.sleep(0.05)
    await terminal.settle()


def _by_default(frame: Mapping[str, Any]) -> Sequence[str]:
    return list(frame["ask"]["default"])


async def finished(
    home: LocalHub,
    game: str,
    seats: int = 4,
    options: Mapping[str, str] | None = None,
    answer: Callable[[Mapping[str, Any]], Sequence[str]] = _by_default,
) -> str:
    """Play a whole game of Ann and bots, behind the scenes; return its id."""
    request = CreateTable(game=game, seats=seats, options=options or {}, clock=0, bots=seats - 1)
    code = await home.create(ANN, request)
    channel = home.table(ANN, code)
    channel.send(encode(Start()))
    while True:
        frame = unpack(await channel.receive())
        if frame["t"] == "table" and frame["stage"] == "over":
            channel.close()
            return str(frame["game_id"])
        ask = frame.get("ask")
        if ask and ask.get("answer") is None and not ask["settled"]:
            said = Answer(game_no=frame["game_no"], ask=ask["id"], answer=list(answer(frame)))
            channel.send(encode(said))
