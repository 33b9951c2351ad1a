"""An in-memory :class:`server.api.Terminal` with a terminal emulator behind it.

Use it to look at an App as a client would see it::

    async with on_terminal(MyApp(), FakeTerminal(80, 24)) as terminal:
        await terminal.type(b"j")
        assert "Ann" in terminal.text()
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pyte

from server.api import Size, TerminalSink
from tui.session import SessionApp, run_app

__all__ = ["ColourErasingScreen", "FakeTerminal", "on_terminal"]

STEP, STEPS = 0.015, 10
"""A screen counts as finished after so many steps of so many seconds without output."""
CLEAR = b"\x1b[2J"
LIVENESS = 20.0
"""Seconds after which a test gives up."""


class ColourErasingScreen(pyte.Screen):
    """pyte's screen, which otherwise forgets to colour cells that were never written."""

    def erase_in_display(self, how: int = 0, *arguments: Any, **options: Any) -> None:
        super().erase_in_display(how, *arguments, **options)
        if how == 2:
            for y in range(self.lines):
                for x in range(self.columns):
                    self.buffer[y][x] = self.cursor.attrs


class FakeTerminal:
    """A client: what it is sent is drawn by pyte, what it types goes to the bound sink.

    ``slow`` keeps back the answers to fences until :meth:`answer_fences` is called.
    """

    def __init__(
        self,
        columns: int = 80,
        rows: int = 24,
        *,
        term: str = "xterm-256color",
        env: Mapping[str, str] | None = None,
        slow: bool = False,
    ) -> None:
        self.term = term
        self.env = {"COLORTERM": "truecolor"} if env is None else dict(env)
        self.size = Size(columns, rows)
        self.slow = slow
        self.sent = bytearray()
        self.frames: list[bytes] = []
        self.fences: list[Callable[[], None]] = []
        self.sink: TerminalSink | None = None
        self._is_lost = False
        self._screen = ColourErasingScreen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._wrote = asyncio.Event()

    # --- server.api.Terminal ----------------------------------------------------------------

    def bind(self, sink: TerminalSink) -> None:
        self.sink = sink

    def write(self, data: bytes) -> None:
        if self._is_lost:
            return
        self.sent += data
        self.frames.append(data)
        # pyte has no private "$p" question and would print its last letter.
        self._stream.feed(data.replace(b"\x1b[?2026$p", b""))
        self._wrote.set()

    def write_error(self, data: bytes) -> None:
        self.write(data)

    def fence(self, reached: Callable[[], None]) -> None:
        if self.slow:
            self.fences.append(reached)
        else:
            asyncio.get_running_loop().call_soon(reached)

    # --- the client's side ------------------------------------------------------------------

    def answer_fences(self) -> None:
        """Answer what was kept back, as a slow client does in the end."""
        waiting, self.fences = self.fences, []
        for reached in waiting:
            reached()

    async def type(self, data: bytes) -> None:
        """Type ``data`` in one packet and wait until the screen has settled."""
        self.feed(data)
        await self.settle()

    def feed(self, data: bytes) -> None:
        """Type ``data`` in one packet."""
        assert self.sink is not None
        self.sink.feed(data)

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size."""
        assert self.sink is not None
        self.size = Size(columns, rows)
        self._screen.resize(rows, columns)
        self.sink.resized(self.size)

    def spoil(self) -> None:
        """Write over the screen behind the session's back, as a stray program would."""
        self._stream.feed(b"\x1b[H" + b"#" * 200)

    def lose(self) -> None:
        """Break the connection."""
        assert self.sink is not None
        self._is_lost = True
        self.sink.lost()

    async def painted(self) -> None:
        """Wait for the first frame, which clears the screen; modes alone are no paint."""
        async with asyncio.timeout(LIVENESS):
            while CLEAR not in self.sent:
                self._wrote.clear()
                await self._wrote.wait()

    async def settle(self) -> None:
        """Wait until nothing has been written for a moment.

        The moment is made of short steps: whatever holds up this process holds up the App in it
        too, and must count as one step, not as silence.
        """
        quiet = 0
        async with asyncio.timeout(LIVENESS):
            while quiet < STEPS:
                mark = self.mark()
                await asyncio.sleep(STEP)
                quiet = quiet + 1 if self.mark() == mark else 0

    async def until(self, text: str) -> None:
        """Wait until ``text`` is somewhere on the screen."""
        async with asyncio.timeout(LIVENESS):
            while text not in self.text():
                self._wrote.clear()
                await self._wrote.wait()

    def lines(self) -> list[str]:
        """Return the screen's rows without trailing blanks, as a person would read them."""
        rows = []
        for y in range(self._screen.lines):
            row = self._screen.buffer[y]
            rows.append("".join(row[x].data for x in range(self._screen.columns)).rstrip())
        return rows

    def text(self) -> str:
        """Return the screen as text, one line a row."""
        return "\n".join(self.lines())

    def cell(self, x: int, y: int) -> Any:
        """Return pyte's character (``data``, ``fg``, ``bg``, ``bold`` …) at column and row."""
        return self._screen.buffer[y][x]

    @property
    def title(self) -> str:
        """The window's title."""
        return str(self._screen.title)

    def mark(self) -> int:
        """Return the count of bytes so far; ``sent[mark:]`` is what came since."""
        return len(self.sent)


@asynccontextmanager
async def on_terminal(
    app: SessionApp, terminal: FakeTerminal, *, farewell: Callable[[int], str] | None = None
) -> AsyncIterator[FakeTerminal]:
    """Run ``app`` on ``terminal`` inside the block; leave it at the end if it has not left.

    The block begins once the App has painted (or has ended without).
    """
    task = asyncio.ensure_future(run_app(app, terminal, farewell=farewell))
    try:
        painted = asyncio.ensure_future(terminal.painted())
        await asyncio.wait({task, painted}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            painted.cancel()
        else:
            await painted
        await terminal.settle()
        yield terminal
    finally:
        if not task.done():
            app.exit(0)
        await asyncio.wait_for(task, LIVENESS)
