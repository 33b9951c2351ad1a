"""How friends come to a table: what is copied, and what can be selected by hand."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest

from server.api import Connection, Size
from tests.tui.fake_terminal import FakeTerminal, on_terminal
from tests.tui.lines import at_table
from tests.tui.sessions import ANN, at_stage, hub, page_of, session, table_for
from tui.app import UndertableApp
from tui.texts.invite import invitation
from tui.window import Window

COPY = b"\x1b]52;c;"
REACHED = ("games.example.org", 2222)
LINE = "ssh -t -p 2222 NAME@games.example.org join "


def copied(terminal: FakeTerminal) -> str:
    packed = terminal.sent.partition(COPY)[2].partition(b"\a")[0]
    return base64.b64decode(packed).decode()


@pytest.mark.parametrize(
    ("reached", "line"),
    [
        (REACHED, LINE + "FROG-71"),
        (("192.0.2.7", 22), "ssh -t NAME@192.0.2.7 join FROG-71"),
        (("2001:db8::1", 2222), "ssh -t -p 2222 NAME@2001:db8::1 join FROG-71"),
    ],
)
def test_the_line_is_what_openssh_takes(reached: tuple[str, int], line: str) -> None:
    assert invitation("FROG-71", reached) == ["FROG-71", line]


def test_where_nobody_can_come_from_outside_there_is_the_code_alone() -> None:
    assert invitation("FROG-71", None) == ["FROG-71"]


@pytest.mark.parametrize("size", [Size(60, 20), Size(120, 40)], ids=["60x20", "120x40"])
@pytest.mark.parametrize("language", ["en", "zh_Hant"])
async def test_one_key_copies_both_and_each_stands_alone_in_its_row(
    size: Size, language: str
) -> None:
    async with hub() as place:
        code = await table_for(place)
        terminal = FakeTerminal(size.columns, size.rows, env={"LANG": f"{language}.UTF-8"})
        place.remember(ANN, language=language)
        connection = Connection(who=ANN, terminal=terminal, hub=place, reached=REACHED)
        app = UndertableApp(connection, start_table=code)
        async with on_terminal(app, terminal):
            await at_stage(app, terminal, "waiting")
            await terminal.type(b"y")
            assert copied(terminal) == f"{code}\n{LINE}{code}"
            rows = terminal.lines()
            assert code in rows
            assert LINE + code in rows
            await terminal.type(b"\x1b")
            await at_stage(app, terminal, "waiting")
            assert page_of(app).code == code


async def test_a_terminal_that_may_not_like_it_is_not_asked_and_the_page_says_so() -> None:
    async with hub() as place:
        code = await table_for(place)
        terminal = FakeTerminal(term="linux", env={"LANG": "en_US.UTF-8"})
        app = UndertableApp(
            replace(Connection(who=ANN, terminal=terminal, hub=place), reached=REACHED),
            start_table=code,
        )
        async with on_terminal(app, terminal):
            await at_stage(app, terminal, "waiting")
            await terminal.type(b"y")
            await terminal.until("Your terminal may not be asked to copy")
            assert COPY not in terminal.sent


async def test_nothing_is_copied_unasked() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with session(place, code=code) as (app, terminal):
            await at_stage(app, terminal, "waiting")
            assert COPY not in terminal.sent


def test_what_is_copied_is_bounded() -> None:
    window = Window("xterm-256color")
    window.copy("x" * 100_000)
    assert len(window.take()) < 2048
    assert window.take() == b""


async def test_lines_tell_the_same() -> None:
    async with hub() as place:
        code = await table_for(place)
        async with at_table(place, code) as wire:
            wire.type("invite")
            await wire.until(f"\n{code}\n")
