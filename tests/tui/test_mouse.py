"""The mouse: off unless wished, a click presses what is written there, and it is always reset."""

from __future__ import annotations

import asyncio

import pytest

from server.gates import Bucket
from tests.tui.fake_terminal import FakeTerminal
from tests.tui.sessions import (
    ANN,
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
from tui.keys import Clicked, Input, KeyReader, Pressed
from tui.screens.clicking import cursor_row, key_at, named_key, same_row
from tui.screens.create import CreatePage
from tui.screens.keys import KeysPage
from tui.screens.lobby import LobbyPage
from tui.screens.settings import SETTINGS, SettingsPage
from tui.widgets.lines import Span, fit, line

ON, OFF = b"\x1b[?1000h\x1b[?1006h", b"\x1b[?1006l\x1b[?1000l"
CTRL_O, CTRL_K, DOWN, RIGHT, ESC = b"\x0f", b"\x0b", b"\x1b[B", b"\x1b[C", b"\x1b"


def click(x: int, y: int, button: int = 0) -> bytes:
    """Return what a terminal sends for a button pressed and let go at a cell."""
    at = f"{button};{x + 1};{y + 1}"
    return f"\x1b[<{at}M\x1b[<{at}m".encode()


def found(terminal: FakeTerminal, text: str) -> tuple[int, int]:
    """Return column and row where ``text`` is on the screen; all before it is one cell wide."""
    return next((row.index(text), y) for y, row in enumerate(terminal.lines()) if text in row)


async def switch_on(app: UndertableApp, terminal: FakeTerminal) -> None:
    """Switch the mouse on in the settings, by keys."""
    await terminal.type(CTRL_O)
    await eventually(lambda: isinstance(app.screen, SettingsPage))
    await terminal.type(DOWN * [one.label for one in SETTINGS].index("Mouse"))
    await terminal.type(RIGHT)
    assert app.comfort.mouse
    await terminal.type(ESC)
    await eventually(lambda: not isinstance(app.screen, SettingsPage))
    await terminal.settle()


# --- bytes to clicks ---------------------------------------------------------------------------


def read(data: bytes, *, mouse: bool = True) -> list[Input]:
    reader = KeyReader()
    reader.mouse = mouse
    return reader.feed(data, 100.0)


def test_a_press_of_the_left_button_is_a_click_and_letting_go_is_nothing() -> None:
    assert read(click(4, 9)) == [Clicked(x=4, y=9)]
    assert read(click(4, 9, button=2)) == []
    assert read(click(4, 9, button=32)) == []


def test_the_wheel_is_the_page_keys() -> None:
    wheel = b"\x1b[<64;1;1M\x1b[<65;1;1M"
    assert read(wheel) == [
        Pressed(key="pageup", character=None), Pressed(key="pagedown", character=None),
    ]  # fmt: skip


def test_reports_mean_nothing_while_the_mouse_is_off_or_when_they_are_nonsense() -> None:
    assert read(click(4, 9), mouse=False) == []
    for junk in (b"\x1b[<0;0;1M", b"\x1b[<0;1M", b"\x1b[<0;1;1;1M", b"\x1b[<;;M", b"\x1b[M !!"):
        assert read(junk) == []


def test_clicks_come_from_a_bucket_as_keys_do() -> None:
    assert len(read(click(1, 1) * 500)) <= 64


# --- cells to keys -----------------------------------------------------------------------------


def test_a_click_is_the_key_that_is_written_there_or_before_it() -> None:
    row = line(" ", Span("c", press="c"), " chat  ", Span("x", press="x"), " remove")
    assert [key_at(row, x) for x in (0, 1, 5, 9, 16, 17, 30)] == ["", "c", "c", "x", "x", "", ""]


def test_wide_characters_take_two_cells() -> None:
    row = line(Span("牌", press="a"), Span("桌", press="b"))
    assert [key_at(row, x) for x in range(5)] == ["a", "a", "b", "b", ""]


def test_a_cut_row_keeps_its_keys() -> None:
    row = fit(line(Span("long enough", press="a"), " and more"), 8)
    assert key_at(row, 3) == "a"


@pytest.mark.parametrize(
    ("shown", "key"),
    [("c", "c"), ("Esc", "escape"), ("F5", "f5"), ("Ctrl-O", "ctrl+o"), ("arrows", ""), ("", "")],
)
def test_keys_by_their_written_names(shown: str, key: str) -> None:
    assert named_key(shown) == key


def test_the_highlighted_row_is_known_by_its_sign() -> None:
    rows = [line(" "), line("   one"), line(" > two"), line("   three")]
    assert cursor_row(rows) == 2
    assert cursor_row(rows[:2]) is None
    assert same_row(line(" > one"), rows[1])
    assert not same_row(rows[2], rows[1])


# --- sessions ----------------------------------------------------------------------------------


async def test_it_is_off_at_first_and_clicks_do_nothing() -> None:
    async with hub() as place, session(place) as (app, terminal):
        assert ON not in terminal.sent
        await terminal.type(click(*found(terminal, "new table")))
        assert isinstance(app.screen, LobbyPage)
    assert b"1000" not in terminal.sent


async def test_switched_on_it_is_remembered_and_the_footer_can_be_clicked() -> None:
    async with hub() as place:
        async with session(place) as (app, terminal):
            await switch_on(app, terminal)
            assert ON in terminal.sent
            await terminal.type(click(*found(terminal, "new table")))
            await eventually(lambda: isinstance(app.screen, CreatePage))
        assert terminal.sent.rindex(OFF) > terminal.sent.rindex(ON)
        async with session(place) as (app, terminal):
            await eventually(lambda: ON in terminal.sent)


async def test_options_and_cards_are_clicked_twice_as_their_keys_are_pressed_twice() -> None:
    async with hub() as place:
        place.remember(ANN, settings={"mouse": True})
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await asked(app, terminal)
            choice = state_of(app).choices[-1]
            y = next(
                y for y, row in enumerate(terminal.lines())
                if row.lstrip().startswith(f"{choice.key} ") and y > 5
            ) if choice.secret else found(terminal, f" {choice.key} {choice.label}")[1]  # fmt: skip
            x = 1 + (2 if choice.secret else found(terminal, f" {choice.key} {choice.label}")[0])
            await terminal.type(click(x, y))
            assert state_of(app).choosing.option == choice.option
            before = state_of(app).choosing.ask
            await terminal.type(click(x, y))
            await eventually(lambda: state_of(app).choosing.ask != before or page_of(app).over)


async def test_a_row_of_a_list_is_gone_to_and_a_second_click_enters() -> None:
    async with hub() as place:
        place.remember(ANN, settings={"mouse": True})
        codes = [await table_for(place) for _ in range(3)]
        async with session(place) as (app, terminal):
            await terminal.until(codes[-1])
            lobby = app.screen
            assert isinstance(lobby, LobbyPage)
            assert lobby.row is not None
            other = next(code for code in codes if code != lobby.row["code"])
            await terminal.type(click(*found(terminal, other)))
            assert lobby.row["code"] == other
            await terminal.type(click(*found(terminal, other)))
            await at_stage(app, terminal, "waiting")
            assert page_of(app).code == other


async def test_many_clicks_on_far_rows_are_not_more_work_than_as_many_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hub() as place:
        place.remember(ANN, settings={"mouse": True})
        async with session(place) as (app, terminal):
            await eventually(lambda: ON in terminal.sent)
            await terminal.type(CTRL_K)
            await eventually(lambda: isinstance(app.screen, KeysPage))
            await terminal.settle()
            page, pressed = app.screen, list[str]()
            assert isinstance(page, KeysPage)
            app.steps = Bucket(burst=5, rate=1, clock=lambda: 0.0)
            press = page.press

            def noted(key: str) -> None:
                pressed.append(key)
                press(key)

            monkeypatch.setattr(page, "press", noted)
            last = terminal.size.rows - 2
            await terminal.type(click(3, last) * 9)
            await eventually(lambda: pressed)
            await terminal.settle()
            assert pressed == ["down"] * 5
            await terminal.type(DOWN)
            await eventually(lambda: pressed == ["down"] * 6)


@pytest.mark.parametrize("end", ["left", "lost", "cancelled"])
async def test_the_mode_is_reset_however_the_session_ends(end: str) -> None:
    async with hub() as place:
        place.remember(ANN, settings={"mouse": True})
        async with session(place) as (app, terminal):
            await eventually(lambda: ON in terminal.sent)
            if end == "left":
                app.exit(0)
            elif end == "lost":
                # Nothing reaches who has gone; what was sent is all that there is to reset.
                terminal.lose()
            else:
                app.crashed(ValueError("of the test"))
                app.exit(1)
            await asyncio.sleep(0)
    if end != "lost":
        assert terminal.sent.rindex(OFF) > terminal.sent.rindex(ON)
        assert terminal.sent.rindex(b"\x1b[?1049l") > terminal.sent.rindex(OFF)
