"""A client that gets lines: reading what it types, writing as fast as it takes it.

With a PTY lines end in CR LF, what is typed is echoed, and output that comes while something is
being typed stands above it.

While a masked game is played, lines wait for what :mod:`tui.veil` allows, and are filled up with
NULs, which terminals have always ignored.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from server.api import ExitStatus, Size, Terminal
from tui.line.editor import Key, LineEditor
from tui.veil import Sizes, Veil, echo_size

__all__ = ["Heard", "LineTerminal"]

CHUNK: Final = 16 * 1024
"""Characters written at once; then the client must have taken them."""
_LINES: Final = 256
"""Lines that may wait to be carried out."""
_WIDEST: Final = 8
"""Bytes for a character of a line that is too long for a beat, with room for what is typed."""
_STEP: Final = 2048
"""Bytes of the beat of a new step: what happened to all and, in short, to this player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A line or a key, and when it came (seconds of the loop's clock)."""

    what: str | Key
    at: float


class LineTerminal:
    """The sink of one terminal for line mode and for commands."""

    def __init__(self, terminal: Terminal, *, pty: bool) -> None:
        self._terminal = terminal
        self._pty = pty
        self._newline = "\r\n" if pty else "\n"
        self._editor = LineEditor(echo=pty)
        self._heard: deque[Heard] = deque()
        self._news = asyncio.Event()
        self._free = asyncio.Event()
        self._free.set()
        self._interrupted: asyncio.Task[Sequence[str]] | None = None
        self.is_lost = False
        self.veil = self.new_veil()
        self._held: list[str] = []
        """Lines that wait for a beat."""
        self._reached: list[Callable[[], None]] = []
        terminal.bind(self)

    # --- server.api.TerminalSink ---

    def feed(self, data: bytes) -> None:
        """Take bytes that the client typed."""
        self.veil.typed()
        found, echo = self._editor.feed(data)
        if echo:
            self._terminal.write(echo.encode())
        now = asyncio.get_running_loop().time()
        for what in found:
            if what is Key.INTERRUPT and self._interrupted is not None:
                self._interrupted.cancel()
            full = len(self._heard) >= _LINES and what is not Key.END
            if not full:
                self._heard.append(Heard(what=what, at=now))
            elif self._heard[-1].what is not Key.TOO_MANY:
                self._heard.append(Heard(what=Key.TOO_MANY, at=now))
        if found:
            self._news.set()

    def resized(self, size: Size) -> None:
        """Lines need no width."""

    def paused(self, paused: bool) -> None:
        """Stop writing, or go on."""
        if paused:
            self._free.clear()
        else:
            self._free.set()

    def lost(self) -> None:
        """Let everything that waits for the client end."""
        self.is_lost = True
        self._free.set()
        self._heard.append(Heard(what=Key.END, at=asyncio.get_running_loop().time()))
        self._news.set()

    # --- for line mode ---

    async def read(self) -> Heard:
        """Return the next line or key; may be cancelled without losing any."""
        while not self._heard:
            self._news.clear()
            await self._news.wait()
        return self._heard.popleft()

    async def put(self, lines: Iterable[str]) -> None:
        """Write lines, and wait until the client has taken them."""
        await self._write(lines, self._terminal.write)

    async def complain(self, line: str) -> None:
        """Write one line to the client's standard error."""
        await self._write([line], self._terminal.write_error)

    def fence(self, reached: Callable[[], None]) -> None:
        """Call ``reached`` once what was written has reached the client."""
        if self.veil.on:
            # A fence of its own would tell who has read something.
            self._reached.append(reached)
        else:
            self._terminal.fence(reached)

    async def _write(self, lines: Iterable[str], write: Callable[[bytes], None]) -> None:
        if self.veil.on and not self.veil.may_send():
            self._held += lines
            return
        held, self._held = self._held, []
        text = self._text([*held, *lines])
        if self.veil.on:
            data = text.encode()
            text += "\0" * (echo_size(len(data)) - len(data))
        for start in range(0, len(text), CHUNK):
            write(text[start : start + CHUNK].encode())
            await self._free.wait()

    def _text(self, lines: Iterable[str]) -> str:
        """Return lines as they are written; what is being typed stands below them again."""
        text = "".join(line + self._newline for line in lines)
        typed = self._editor.text if self._pty else ""
        return self._newline + text + typed if typed and text else text

    # --- while a masked game is played ---

    async def release(self) -> None:
        """Write what still waits for a beat: the session ends, which can be seen anyway."""
        self.veil.lift()
        await self.put(())
        if not self.is_lost:
            self._call_reached()

    def new_veil(self) -> Veil:
        """Return a veil that is off, for one more table."""
        return Veil(beat=self._beat, sizes=Sizes(step=lambda: _STEP))

    def _beat(self, size: int) -> None:
        """Write the lines that fit into ``size`` bytes, and exactly so many; all of them with 0.

        On a link that does not take them they wait for the next beat.
        """
        if not self._free.is_set():
            return
        count = len(self._held)
        while count and size and len(self._text(self._held[:count]).encode()) > size:
            count -= 1
        if self._held and not count:
            line, short = self._held[0], size // _WIDEST
            self._held[:1] = [line[:short], line[short:]]
            count = 1
        data = self._text(self._held[:count]).encode()
        del self._held[:count]
        self._terminal.write(data + b"\0" * (size - len(data)))
        self._call_reached()

    def _call_reached(self) -> None:
        reached, self._reached = self._reached, []
        for call in reached:
            call()

    # --- for commands ---

    async def run(self, lines: Callable[[], Awaitable[Sequence[str]]]) -> ExitStatus:
        """Print a command's lines, which are asked for once it begins; Ctrl-C ends it."""

        async def printed() -> Sequence[str]:
            found = await lines()
            await self.put(found)
            return found

        self._interrupted = asyncio.ensure_future(printed())
        task = self._interrupted
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            task.cancel()
            raise
        if task.cancelled():
            return ExitStatus.INTERRUPTED
        task.result()
        return ExitStatus.ERROR if self.is_lost else ExitStatus.OK
