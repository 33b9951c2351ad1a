"""Hints in a running session: one key, no frame sent, gone with Esc or with any move."""

from __future__ import annotations

import pytest

from tests.tui.lines import at_table
from tests.tui.sessions import (
    asked,
    eventually,
    hub,
    page_of,
    session,
    start,
    state_of,
    table_for,
)
from tui.screens.table import TablePage


@pytest.mark.parametrize(
    ("language", "title"), [("en", "what you could do"), ("zh_Hant", "你能做什麼")]
)
async def test_the_key_shows_hints_and_esc_goes_back_without_a_word_to_the_table(
    language: str, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, code=code, language=language) as (app, terminal):
            await eventually(lambda: isinstance(app.screen, TablePage))
            await asked(app, terminal)
            sent: list[object] = []
            monkeypatch.setattr(page_of(app), "send", sent.append)
            await terminal.type(b"=")
            await terminal.until(title)
            assert "LL-" in terminal.text()
            await terminal.type(b"\x1b[B\x1b[6~")
            assert state_of(app).hinting
            await terminal.type(b"h")
            await eventually(lambda: state_of(app).hidden)
            await terminal.settle()
            assert title not in terminal.text()
            await terminal.type(b"h")
            await terminal.until(title)
            await terminal.type(b"\x1b")
            await eventually(lambda: not state_of(app).hinting)
            await terminal.settle()
            assert title not in terminal.text()
            assert isinstance(app.screen, TablePage)
            assert not [one for one in sent if type(one).__name__ != "Seen"]


async def test_an_options_key_leaves_the_hints_and_highlights_the_option() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, code=code) as (app, terminal):
            await eventually(lambda: isinstance(app.screen, TablePage))
            await asked(app, terminal)
            await terminal.type(b"=")
            await eventually(lambda: state_of(app).hinting)
            key = state_of(app).choices[0].key
            await terminal.type(key.encode())
            await eventually(lambda: state_of(app).choosing.at == 0)
            assert not state_of(app).hinting


async def test_watchers_and_those_who_wait_have_no_hints() -> None:
    async with hub() as home:
        code = await table_for(home)
        async with session(home, code=code) as (app, terminal):
            await eventually(lambda: isinstance(app.screen, TablePage) and page_of(app).hosting)
            assert not page_of(app).may_hint
            await terminal.type(b"=")
            assert not state_of(app).hinting
            await start(app, terminal)


async def test_line_mode_gives_hints_by_a_word() -> None:
    async with hub() as home:
        while True:
            code = await table_for(home)
            async with at_table(home, code) as wire:
                await wire.until("'start'")
                wire.type("start")
                if await wire.until("Your turn.", "GAME OVER") == "GAME OVER":
                    continue
                from_here = len(wire.out)
                wire.type("hint")
                await wire.until("[LL-", start=from_here)
                said = wire.lines(from_here)
                assert any(line.startswith("1") for line in said), said
                assert any("[LL-" in line for line in said)
                assert not wire.errors
                return
