"""The process's own terminal as a :class:`server.api.Terminal`, for local play without SSH.

Raw mode, window size and end of input are the operating system's; everything else is exactly what
a session over SSH gets, so that both play the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import termios
import tty
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Final, Self

from server.api import Size, TerminalSink
from tui.environment import LOCAL

__all__ = ["LocalTerminal"]

_CHUNK: Final = 4096
_ENDING: Final = (signal.SIGTERM, signal.SIGHUP)
_FULL: Final = 64 * 1024
"""Bytes that wait for a terminal (one stopped with Ctrl-S, say) before frames are held."""


class LocalTerminal:
    """The terminal on two file descriptors, usable inside ``with`` on a running event loop.

    Entering switches to raw mode and begins to listen; leaving writes what is left and restores
    the terminal's own settings, whatever happened inside. SIGTERM and SIGHUP cancel the task that
    entered, and end in ``SystemExit(128 + number)`` once everything is in order. Raises
    ``termios.error`` when ``input_fd`` is no terminal.
    """

    def __init__(
        self, variables: Mapping[str, str] = LOCAL, *, input_fd: int = 0, output_fd: int = 1
    ) -> None:
        self._in = input_fd
        self._out = output_fd
        self.term = variables.get("TERM", "")
        self.env = {name: value for name, value in variables.items() if name != "TERM"}
        self._loop = asyncio.get_running_loop()
        self._sink: TerminalSink | None = None
        self._early = bytearray()
        self._waiting = bytearray()
        self._fences: list[Callable[[], None]] = []
        self._is_writing = False
        self._is_paused = False
        self._is_lost = False
        self._saved: list[Any] | None = None
        self._task: asyncio.Task[Any] | None = None
        self._signal = 0

    # --- server.api.Terminal ----------------------------------------------------------------

    @property
    def size(self) -> Size:
        """The window's size in cells, 80x24 where the system does not know it."""
        try:
            columns, rows = os.get_terminal_size(self._out)
        except OSError:
            columns, rows = 0, 0
        return Size(columns or 80, rows or 24)

    def bind(self, sink: TerminalSink) -> None:
        """Deliver everything to ``sink`` from now on, what was typed before included."""
        self._sink = sink
        if self._early:
            early, self._early = bytes(self._early), bytearray()
            sink.feed(early)
        if self._is_lost:
            sink.lost()

    def write(self, data: bytes) -> None:
        """Queue bytes for the terminal; they are written as it takes them."""
        if self._is_lost:
            return
        self._waiting += data
        if not self._is_writing:
            self._is_writing = True
            self._loop.add_writer(self._out, self._write_some)
        if len(self._waiting) > _FULL and not self._is_paused:
            self._is_paused = True
            if self._sink is not None:
                self._sink.paused(True)

    def write_error(self, data: bytes) -> None:
        """Queue bytes for the same terminal: here, both streams are one screen."""
        self.write(data)

    def fence(self, reached: Callable[[], None]) -> None:
        """Call ``reached`` once everything queued so far has been handed to the terminal."""
        if self._waiting:
            self._fences.append(reached)
        else:
            self._loop.call_soon(reached)

    # --- the operating system's side --------------------------------------------------------

    def __enter__(self) -> Self:
        """Switch to raw mode and begin to listen."""
        self._saved = termios.tcgetattr(self._in)
        tty.setraw(self._in)
        self._loop.add_reader(self._in, self._read_some)
        self._loop.add_signal_handler(signal.SIGWINCH, self._resized)
        self._task = asyncio.current_task()
        for number in _ENDING:
            self._loop.add_signal_handler(number, self._end, number)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Write what is left and restore the terminal's settings."""
        for number in (signal.SIGWINCH, *_ENDING):
            self._loop.remove_signal_handler(number)
        self._loop.remove_reader(self._in)
        self._loop.remove_writer(self._out)
        with contextlib.suppress(OSError):
            while self._waiting and not self._is_lost:
                del self._waiting[: os.write(self._out, self._waiting[:_CHUNK])]
        if self._saved is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._in, termios.TCSADRAIN, self._saved)
        if kind is asyncio.CancelledError and self._signal:
            raise SystemExit(128 + self._signal)

    def _end(self, number: int) -> None:
        self._signal = number
        if self._task is not None:
            self._task.cancel()

    def _read_some(self) -> None:
        try:
            data = os.read(self._in, _CHUNK)
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        elif self._sink is None:
            self._early += data[: max(0, _CHUNK - len(self._early))]
        else:
            self._sink.feed(data)

    def _write_some(self) -> None:
        try:
            del self._waiting[: os.write(self._out, self._waiting[:_CHUNK])]
        except BlockingIOError:
            return
        except OSError:
            self._hang_up()
            return
        if self._waiting:
            return
        self._loop.remove_writer(self._out)
        self._is_writing = False
        fences, self._fences = self._fences, []
        for reached in fences:
            reached()
        if self._is_paused:
            self._is_paused = False
            if self._sink is not None:
                self._sink.paused(False)

    def _resized(self) -> None:
        if self._sink is not None:
            self._sink.resized(self.size)

    def _hang_up(self) -> None:
        """Take word that the terminal is gone."""
        self._loop.remove_reader(self._in)
        self._loop.remove_writer(self._out)
        if not self._is_lost:
            self._is_lost = True
            if self._sink is not None:
                self._sink.lost()
