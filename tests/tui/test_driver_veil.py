"""The driver under a veil: bursts of public sizes, whatever there is to show."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from tests.tui.fake_terminal import FakeTerminal, on_terminal
from tests.tui.test_driver import Board
from tui.driver import SessionDriver


def masked(app: Board) -> SessionDriver:
    """Put the veil on, with no clock and no recent key."""
    driver = app._driver
    assert isinstance(driver, SessionDriver)
    driver.veil.on = True
    return driver


@pytest.mark.rule("FD-16.1", "FD-3.3")
async def test_a_beat_has_its_size_whatever_there_is_to_show() -> None:
    app = Board()
    async with on_terminal(app, FakeTerminal()) as terminal:
        driver = masked(app)
        for text in ("", "a report", "notices\n" * 9):
            app.query_one("#log", Static).update(text)
            await terminal.settle()
            mark = terminal.mark()
            driver.beat(4096)
            assert terminal.mark() - mark == 4096
        assert terminal.lines()[0] == "notices"


async def test_what_was_drawn_without_a_key_waits_for_the_beat() -> None:
    app = Board()
    async with on_terminal(app, FakeTerminal()) as terminal:
        driver = masked(app)
        mark = terminal.mark()
        app.query_one("#log", Static).update("psst")
        await terminal.settle()
        assert terminal.mark() == mark
        driver.beat(512)
        assert terminal.mark() - mark == 512
        assert terminal.lines()[0].startswith("psst")


async def test_an_echo_comes_at_once_in_one_size() -> None:
    app = Board()
    async with on_terminal(app, FakeTerminal()) as terminal:
        masked(app)
        mark = terminal.mark()
        await terminal.type(b"\x1b[B")
        assert terminal.mark() - mark in {64, 768}
        mark = terminal.mark()
        await terminal.type(b"\x1b[A")
        assert terminal.mark() - mark in {64, 768}


async def test_what_does_not_fit_comes_with_the_next_beats() -> None:
    app = Board()
    async with on_terminal(app, FakeTerminal()) as terminal:
        driver = masked(app)
        app.query_one("#log", Static).update("\n".join(f"{n} 雪輝日記" * 6 for n in range(12)))
        await terminal.settle()
        for _ in range(8):
            mark = terminal.mark()
            driver.beat(512)
            assert terminal.mark() - mark == 512
        assert terminal.lines()[11].startswith("11 雪輝日記")
