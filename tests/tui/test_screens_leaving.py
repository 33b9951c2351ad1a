"""Keys that arrive while a session is on its way out."""

from __future__ import annotations

import pytest

from server.api import Connection, ExitStatus, TerminalSink
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.sessions import ANN, at_stage, eventually, hub, page_of, session, table_for
from tui.app import UndertableApp
from tui.session import run_app

GONE = b"\x1b[?1049l"
"""The full screen is left."""


async def test_a_key_typed_while_the_page_is_taken_apart_crashes_nothing() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, ANN, code=code) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            # What an App does at its end, caught in the middle: the children go first.
            await page_of(app).entry.remove()
            terminal.feed(b"c")
            await terminal.settle()
            assert not app.failed


async def test_a_setting_changed_in_the_moment_of_a_cut_off_is_kept() -> None:
    async with hub() as place:
        async with session(place) as (app, terminal):
            app.remember(settings={"theme": "mono"})
            terminal.lose()
        assert (await place.player(ANN))["settings"] == {"theme": "mono"}


class GoneTerminal(FakeTerminal):
    """A client that was lost between its login and its first page."""

    def bind(self, sink: TerminalSink) -> None:
        super().bind(sink)
        self.lose()


async def test_a_client_that_goes_before_its_first_page_crashes_nothing() -> None:
    async with hub() as place:
        terminal = GoneTerminal()
        app = UndertableApp(Connection(who=ANN, terminal=terminal, hub=place))
        assert await run_app(app, terminal) == ExitStatus.INTERRUPTED
        assert not app.failed


@pytest.mark.parametrize("key", [b"q", b"\x03"])
async def test_leaving_is_asked_for_twice_and_any_key_between_takes_it_back(key: bytes) -> None:
    async with hub() as place, session(place) as (app, terminal):
        await terminal.until("new table")
        for between in (b"\x1b[A", b"x"):
            await terminal.type(key)
            assert "Press the same key again" in terminal.text()
            await terminal.type(between)
            assert "Press the same key again" not in terminal.text()
        await terminal.type(key)
        assert GONE not in terminal.sent
        terminal.feed(key)
        await eventually(lambda: GONE in terminal.sent)
        assert not app.failed
