"""The process's own terminal, on a real pseudo-terminal."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator

import pyte
import pytest
from textual.app import ComposeResult
from textual.widgets import Static

from server.api import ExitStatus, Size
from tests.tui.fake_terminal import LIVENESS
from tui.local import LocalTerminal
from tui.session import SessionApp, run_app


class Page(SessionApp):
    """Shows the last key; q leaves."""

    def compose(self) -> ComposeResult:
        yield Static("welcome")

    def on_key(self, event: object) -> None:
        key = getattr(event, "key", "")
        if key == "q":
            self.exit(0)
        self.query_one(Static).update(f"pressed {key} at {self.size.width}x{self.size.height}")


def resize(fd: int, columns: int, rows: int) -> None:
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Window:
    """The other end of a pseudo-terminal, with an emulator that draws it."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        resize(self.slave, 80, 24)
        os.set_blocking(self.master, False)
        self.sent = b""
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)

    def read(self) -> None:
        try:
            data = os.read(self.master, 65536)
        except (BlockingIOError, OSError):
            return
        self.sent += data
        self.stream.feed(data.replace(b"\x1b[?2026$p", b""))

    async def until(self, text: str) -> None:
        async with asyncio.timeout(LIVENESS):
            while not any(text in line for line in self.screen.display):
                self.read()
                await asyncio.sleep(0.01)


@pytest.fixture
def window() -> Iterator[Window]:
    window = Window()
    yield window
    for fd in (window.master, window.slave):
        try:
            os.close(fd)
        except OSError:
            continue


async def test_a_local_session_is_drawn_typed_to_resized_and_left_in_order(window: Window) -> None:
    before = termios.tcgetattr(window.slave)
    fds = {"input_fd": window.slave, "output_fd": window.slave}
    with LocalTerminal({"TERM": "xterm", "COLORTERM": "truecolor"}, **fds) as terminal:
        assert terminal.size == Size(80, 24)
        assert terminal.env == {"COLORTERM": "truecolor"}
        task = asyncio.create_task(run_app(Page(), terminal, farewell=lambda status: f"{status}!"))
        await window.until("welcome")
        os.write(window.master, b"\x03\x1a\x1b[A")
        await window.until("pressed up at 80x24")
        resize(window.slave, 100, 30)
        window.screen.resize(30, 100)
        os.kill(os.getpid(), signal.SIGWINCH)
        await asyncio.sleep(0.2)
        os.write(window.master, b"k")
        await window.until("pressed k at 100x30")
        os.write(window.master, b"q")
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK
    await window.until("0!")
    assert window.sent.endswith(b"\x1b[?1049l0!\r\n")
    assert termios.tcgetattr(window.slave) == before


async def test_what_is_typed_before_the_session_is_not_lost(window: Window) -> None:
    fds = {"input_fd": window.slave, "output_fd": window.slave}
    with LocalTerminal({"TERM": "xterm"}, **fds) as terminal:
        os.write(window.master, b"j")
        await asyncio.sleep(0.05)
        task = asyncio.create_task(run_app(Page(), terminal))
        await window.until("pressed j")
        os.write(window.master, b"q")
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.OK


async def test_a_fence_waits_for_what_was_written(window: Window) -> None:
    fds = {"input_fd": window.slave, "output_fd": window.slave}
    reached: list[str] = []
    with LocalTerminal({}, **fds) as terminal:
        terminal.write(b"x" * 3000)
        terminal.fence(lambda: reached.append("after"))
        assert reached == []
        async with asyncio.timeout(LIVENESS):
            while window.sent.count(b"x") < 3000 or not reached:
                window.read()
                await asyncio.sleep(0.01)
        terminal.fence(lambda: reached.append("empty"))
        await asyncio.sleep(0.01)
    assert reached == ["after", "empty"]


async def test_a_terminal_that_hangs_up_ends_the_session(window: Window) -> None:
    fds = {"input_fd": window.slave, "output_fd": window.slave}
    with LocalTerminal({"TERM": "xterm"}, **fds) as terminal:
        task = asyncio.create_task(run_app(Page(), terminal))
        await window.until("welcome")
        os.close(window.master)
        assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.INTERRUPTED


def test_a_pipe_is_refused() -> None:
    async def enter() -> None:
        reader, writer = os.pipe()
        with LocalTerminal({}, input_fd=reader, output_fd=writer):
            pytest.fail("a pipe is no terminal")

    with pytest.raises(termios.error):
        asyncio.run(enter())


def test_sigterm_puts_the_terminal_in_order(window: Window) -> None:
    before = termios.tcgetattr(window.slave)
    code = (
        "import asyncio\n"
        "import tui\n"
        "from tests.tui.test_driver_local import LocalTerminal, Page, run_app\n"
        "async def main():\n"
        "    with LocalTerminal() as terminal:\n"
        "        await run_app(Page(), terminal)\n"
        "asyncio.run(main())\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=window.slave,
        stdout=window.slave,
        stderr=subprocess.PIPE,
        env={**os.environ, "TERM": "xterm"},
    )
    end = time.monotonic() + LIVENESS
    while not any("welcome" in line for line in window.screen.display):
        assert time.monotonic() < end
        window.read()
        time.sleep(0.02)
    process.terminate()
    _, errors = process.communicate(timeout=LIVENESS)
    window.read()
    assert process.returncode == 128 + signal.SIGTERM
    assert errors == b""
    assert window.sent.endswith(b"\x1b[?1049l")
    assert termios.tcgetattr(window.slave) == before
