"""The driver on a terminal: frames, sizes, modes, keys and what never reaches the server."""

from __future__ import annotations

import asyncio
import io
import os
from pathlib import Path
from typing import ClassVar

import pytest
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from server.api import Size
from tests.tui.fake_terminal import LIVENESS, FakeTerminal, on_terminal
from tui.colour import Depth
from tui.session import SessionApp


class Board(SessionApp):
    """A screen of fixed size with a highlight, an input and a record of keys."""

    CSS = """
    Screen { background: #101820; color: #e0e0e0; }
    #log { height: 12; background: #182430; }
    .option { height: 1; }
    .-chosen { background: #0078d4; }
    Input { border: none; height: 1; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)"),
        Binding("up", "move(-1)"),
    ]
    AUTO_FOCUS = None

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self.pressed: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static("\n".join(f"event number {row} 發生了" for row in range(12)), id="log")
        for number in range(4):
            yield Static(f"option {number}", classes="option" + " -chosen" * (not number))
        field = Input(id="field")
        field.cursor_blink = False
        yield field

    def on_key(self, event: object) -> None:
        self.pressed.append(getattr(event, "key", ""))

    def action_move(self, step: int) -> None:
        options = list(self.query(".option"))
        options[self.at].remove_class("-chosen")
        self.at = (self.at + step) % len(options)
        options[self.at].add_class("-chosen")


@pytest.mark.report("charmbracelet/wish#392")
async def test_the_first_paint_comes_without_a_window_change_and_is_small() -> None:
    async with on_terminal(Board(), FakeTerminal(80, 24)) as terminal:
        assert "event number 11 發生了" in terminal.text()
        assert len(terminal.sent) <= 5 * 1024


async def test_a_highlight_move_and_a_typed_character_are_small_and_idle_is_nothing() -> None:
    app = Board()
    async with on_terminal(app, FakeTerminal(80, 24)) as terminal:
        mark = terminal.mark()
        await terminal.type(b"\x1b[B")
        assert 0 < terminal.mark() - mark <= 100
        app.query_one(Input).focus()
        await terminal.type(b"x")
        mark = terminal.mark()
        await terminal.type(b"y")
        assert "xy" in terminal.text()
        assert 0 < terminal.mark() - mark <= 60
        mark = terminal.mark()
        await asyncio.sleep(1.0)
        assert terminal.mark() == mark


async def test_keys_arrive_in_order() -> None:
    app = Board()
    async with on_terminal(app, FakeTerminal(80, 24)) as terminal:
        await terminal.type(b"jjj\r")
        assert app.pressed == ["j", "j", "j", "enter"]


@pytest.mark.report("Textualize/textual#4816")
async def test_trap_7_a_lone_escape_arrives_by_itself() -> None:
    app = Board()
    async with on_terminal(app, FakeTerminal(80, 24)) as terminal:
        terminal.feed(b"\x1b")
        await asyncio.sleep(1.0)
        assert app.pressed == ["escape"]
        terminal.feed(b"\x1b")
        await asyncio.sleep(0.1)
        await terminal.type(b"[A")
        assert app.pressed.count("escape") == 1
        assert app.at == 3


async def test_a_paste_goes_into_a_focused_input_and_moves_nothing() -> None:
    app = Board()
    async with on_terminal(app, FakeTerminal(80, 24)) as terminal:
        await terminal.type(b"\x1b[B" + b"a move or two\r" * 30)
        assert app.pressed == []
        app.query_one(Input).focus()
        await terminal.type(b"\x1b[200~pasted words\x1b[201~")
        assert app.query_one(Input).value == "pasted words"


@pytest.mark.report("haliphax/xthulu#177", "Textualize/textual#2502", "gambit (source)")
async def test_a_storm_of_sizes_harms_nothing() -> None:
    app = Board()
    terminal = FakeTerminal(80, 24)
    async with on_terminal(app, terminal):
        for size in [(1, 1), (500, 200), (3, 90), (59, 20), (60, 19), (200, 1), (120, 40)]:
            terminal.resize(*size)
            await asyncio.sleep(0.02)
        assert terminal.sink is not None
        for wild in [Size(0, 0), Size(2**32 - 1, 2**32 - 1), Size(-5, 10)]:
            terminal.sink.resized(wild)
            await asyncio.sleep(0.02)
        terminal.resize(100, 30)
        await terminal.settle()
        assert "event number 11" in terminal.text()
        terminal.resize(80, 24)
        await terminal.settle()
        assert "option 3" in terminal.text()
        assert app.size == (80, 24)


class Counting(Board):
    """Counts how often it is laid out anew."""

    resizes = 0

    def on_resize(self) -> None:
        self.resizes += 1


async def test_a_storm_of_sizes_costs_few_layouts() -> None:
    app = Counting()
    terminal = FakeTerminal(80, 24)
    async with on_terminal(app, terminal):
        before = app.resizes
        for columns in range(100, 500):
            terminal.resize(columns, 30)
        terminal.resize(90, 30)
        await asyncio.sleep(1.0)
        await terminal.settle()
        assert app.size == (90, 30)
        assert "option 3" in terminal.text()
        assert app.resizes - before <= 4


async def test_a_terminal_that_is_too_small_says_so_and_loses_nothing() -> None:
    app = Board()
    terminal = FakeTerminal(40, 10)
    async with on_terminal(app, terminal):
        assert terminal.text().startswith("60x20!\n40x10")
        assert app.size == (60, 20)
        terminal.resize(70, 22)
        await terminal.settle()
        assert "option 3" in terminal.text()
        terminal.resize(59, 22)
        await terminal.settle()
        assert "option" not in terminal.text()
        await terminal.type(b"\x1b[B")
        terminal.resize(60, 20)
        await terminal.settle()
        assert "option 3" in terminal.text()
        assert app.at == 1


async def test_a_size_that_comes_back_before_the_layout_is_painted_again() -> None:
    terminal = FakeTerminal(80, 24)
    async with on_terminal(Board(), terminal):
        terminal.resize(90, 30)
        terminal.resize(80, 24)
        await terminal.settle()
        assert "option 3" in terminal.text()


@pytest.mark.report("htop#849")
async def test_every_mode_that_was_set_is_reset_in_the_end() -> None:
    terminal = FakeTerminal(80, 24)
    app = Board()
    async with on_terminal(app, terminal):
        app.set_title("your turn")
        await terminal.settle()
    sent = terminal.sent.decode()
    for mode in ("1049", "2004"):
        assert sent.rindex(f"\x1b[?{mode}l") > sent.rindex(f"\x1b[?{mode}h")
    for mode in ("25", "7"):
        assert sent.rindex(f"\x1b[?{mode}h") > sent.rindex(f"\x1b[?{mode}l")
    assert sent.index("\x1b[22;0t") < sent.index("your turn") < sent.index("\x1b[23;0t")
    assert sent.endswith("\x1b[?1049l")
    for mode in ("1000", "1002", "1003", "1004", "1006", "1015", "2048"):
        assert f"?{mode}" not in sent
    assert "\x1b[>" not in sent, "a key protocol that only some terminals have"


async def test_trap_9_only_synchronised_output_is_asked_for_and_used_for_large_frames() -> None:
    terminal = FakeTerminal(80, 24)
    app = Board()
    async with on_terminal(app, terminal):
        questions = [part for part in terminal.sent.split(b"\x1b[?") if b"$p" in part[:6]]
        assert len(questions) == 1
        await terminal.type(b"\x1b[?2026;2$y")
        mark = terminal.mark()
        app.redraw()
        assert terminal.sent[mark:].startswith(b"\x1b[?2026h")
        assert terminal.sent.endswith(b"\x1b[?2026l")
        mark = terminal.mark()
        await terminal.type(b"\x1b[B")
        assert b"2026" not in terminal.sent[mark:]


async def test_title_and_bell_are_written_beside_the_grid() -> None:
    terminal = FakeTerminal(80, 24)
    app = Board()
    async with on_terminal(app, terminal):
        app.set_title("FROG-71: your\x1b]0;turn\x07")
        app.ring()
        await terminal.settle()
        assert terminal.title == "FROG-71: your]0;turn"
        assert terminal.sent.endswith(b"\a")


async def test_a_terminal_without_a_title_gets_none() -> None:
    terminal = FakeTerminal(80, 24, term="linux")
    app = Board()
    async with on_terminal(app, terminal):
        app.set_title("your turn")
        await terminal.settle()
        assert b"\x1b]" not in terminal.sent


async def test_redraw_repairs_a_spoilt_screen() -> None:
    terminal = FakeTerminal(80, 24)
    app = Board()
    async with on_terminal(app, terminal):
        before = terminal.text()
        terminal.spoil()
        assert terminal.text() != before
        app.redraw()
        assert terminal.text() == before


@pytest.mark.report("asyncssh#664")
async def test_a_client_that_stops_reading_gets_the_newest_screen_in_the_end() -> None:
    terminal = FakeTerminal(80, 24)
    app = Board()
    async with on_terminal(app, terminal):
        terminal.slow = True
        label = app.query_one("#log", Static)
        for round_ in range(60):
            label.update("\n".join(f"{round_} {row} " + "x" * 40 for row in range(12)))
            await asyncio.sleep(0.02)
        held = len(terminal.sent)
        assert held < 300_000
        assert app._session_driver is not None
        async with asyncio.timeout(LIVENESS):
            while "59 11 " not in terminal.text():
                terminal.answer_fences()
                await asyncio.sleep(0.01)


async def test_a_paused_channel_gets_no_frame_until_it_resumes() -> None:
    terminal = FakeTerminal(80, 24)
    app = Board()
    async with on_terminal(app, terminal):
        assert terminal.sink is not None
        terminal.sink.paused(True)
        mark = terminal.mark()
        await terminal.type(b"\x1b[B\x1b[B")
        assert terminal.mark() == mark
        terminal.sink.paused(False)
        await terminal.settle()
        assert terminal.mark() > mark
        assert app._session_driver is not None
        assert app._session_driver.skipped > 0


async def test_urls_and_files_stay_off_the_server(tmp_path: Path) -> None:
    terminal = FakeTerminal(80, 24)
    app = Board()
    async with on_terminal(app, terminal):
        mark = terminal.mark()
        app.open_url("https://example.org")
        app.copy_to_clipboard("secret")
        app.deliver_text(io.StringIO("hand"), save_directory=tmp_path, save_filename="hand.txt")
        assert not list(app.get_system_commands(app.screen))
        await terminal.settle()
        assert terminal.mark() == mark
        assert os.listdir(tmp_path) == []  # noqa: PTH208 - no pathlib inside a coroutine
        assert app._driver is not None
        assert not app._driver.can_suspend


@pytest.mark.report("charmbracelet/wish#262", "bubbletea#1040")
async def test_trap_1_sessions_of_all_depths_at_once_get_their_own_colours() -> None:
    clients = {
        Depth.TRUECOLOR: FakeTerminal(80, 24, env={"COLORTERM": "truecolor"}),
        Depth.COLOURS_256: FakeTerminal(80, 24, env={}),
        Depth.COLOURS_16: FakeTerminal(80, 24, term="xterm", env={}),
        Depth.MONO: FakeTerminal(80, 24, env={"NO_COLOR": "1"}),
    }

    async def play(terminal: FakeTerminal) -> None:
        async with on_terminal(Board(), terminal):
            for _ in range(3):
                await terminal.type(b"\x1b[B")

    async with asyncio.timeout(60):
        await asyncio.gather(*map(play, clients.values()))
    sent = {depth: bytes(terminal.sent) for depth, terminal in clients.items()}
    assert b"8;2;" in sent[Depth.TRUECOLOR]
    assert b"8;5;" not in sent[Depth.TRUECOLOR]
    assert b"8;5;" in sent[Depth.COLOURS_256]
    assert b"8;2;" not in sent[Depth.COLOURS_256]
    for depth in (Depth.COLOURS_16, Depth.MONO):
        assert b"8;2;" not in sent[depth]
        assert b"8;5;" not in sent[depth]
    # Trap 6: no grey either, only attributes.
    assert b"3" not in {part[:1] for part in sent[Depth.MONO].split(b"\x1b[") if part[1:3] == b"m"}
    texts = {"\n".join(terminal.lines()) for terminal in clients.values()}
    assert len(texts) == 1


async def test_the_depth_can_be_changed_inside() -> None:
    terminal = FakeTerminal(80, 24)
    app = Board()
    async with on_terminal(app, terminal):
        before, mark = terminal.text(), terminal.mark()
        app.set_depth(Depth.COLOURS_256)
        await terminal.settle()
        assert b"8;5;" in terminal.sent[mark:]
        assert b"8;2;" not in terminal.sent[mark:]
        assert terminal.text() == before
