"""A Textual driver over a :class:`server.api.Terminal`: one session's screen and keyboard.

No thread, no signal handler, no termios: those belong to the process, and many sessions share it.
Textual paints into a wanted grid (:meth:`SessionDriver.paint`); :meth:`SessionDriver.flush` sends
what differs unless back-pressure holds it, and then the newest grid is sent when the link is free.
Textual itself writes nothing to the terminal.
"""

from __future__ import annotations

import asyncio
import contextvars
import math
from collections.abc import Callable
from functools import wraps
from typing import Any, BinaryIO, Final, TextIO, TypeVar, cast

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size as TextualSize

from server import counts
from server.api import Size, Terminal
from server.counts import Count
from tui import tuning
from tui.cells import Grid
from tui.colour import PALETTES, PLAIN, Depth
from tui.differ import Differ
from tui.fence import PATIENCE, Flow
from tui.keys import (
    ESCAPE_DELAY,
    Clicked,
    CursorReport,
    Input,
    KeyReader,
    Pasted,
    Pressed,
    SyncReport,
)
from tui.meter import Meter
from tui.signs import PROBE, PROBE_AT, is_narrow
from tui.textual_private import paint, painted_size
from tui.veil import ECHO_SECONDS, Sizes, Veil, echo_size, step_size
from tui.window import Window

__all__ = ["MAX_SIZE", "SessionDriver"]

MAX_SIZE: Final = Size(500, 200)

_RESIZE_PAUSE: Final = 0.1
_RESIZE_CELLS_PER_SECOND: Final = 50_000
"""How fast one client may have its window laid out anew: a storm of sizes must not stop others."""

_SYNC_BEGIN: Final = b"\x1b[?2026h"
_SYNC_END: Final = b"\x1b[?2026l"
_SYNC_FROM: Final = 512
"""Bytes of a frame from which tearing can be seen; smaller ones arrive in one packet."""

_SOON: Final = 1 / 120
"""Seconds in which what is laid into the grid is gathered into one frame."""

_LEAST_PADDING: Final = 3
_SPARE: Final = len(_SYNC_BEGIN + _SYNC_END) + _LEAST_PADDING
"""Bytes of a beat that are not for what differs."""

_NO_COLOUR_ERASE: Final = ("screen", "vt", "dumb", "ansi", "cygwin", "sun", "unknown")
"""Terminals that erase to their own background instead of the current one."""


_Sink = TypeVar("_Sink", bound=Callable[..., None])


def _guarded(method: _Sink) -> _Sink:
    """Make a fault end this session's App, and never reach the connection that called."""

    @wraps(method)
    def call(self: SessionDriver, *arguments: Any) -> None:
        try:
            method(self, *arguments)
        except Exception as error:  # noqa: BLE001 - the App's own handler logs it
            self._failed(error)

    return cast(_Sink, call)


class SessionDriver(Driver):
    """Drives one App on one terminal; also the terminal's sink (``server.api.TerminalSink``).

    ``least`` is the smallest size that the App is laid out for; on a smaller terminal ``notice``
    gives the lines that are shown instead of the screen. ``lost`` is called when the client is
    gone, ``failed`` with an error that must end the App, ``measured`` with the terminal's answer
    whether signs of one cell take one cell there, if it ever answers, ``clicked`` with column
    and row of each press of the mouse, ``heard`` with the seconds that each fence took
    and the bytes a second that the link carried meanwhile.
    """

    def __init__(
        self,
        app: App[Any],
        terminal: Terminal,
        *,
        depth: Depth,
        least: Size,
        notice: Callable[[Size], list[str]],
        lost: Callable[[], None],
        failed: Callable[[Exception], None],
        measured: Callable[[bool], None],
        clicked: Callable[[int, int], None],
        heard: Callable[[float, float], None],
    ) -> None:
        self._terminal = terminal
        self.veil = self.new_veil()
        """Shapes what is sent; a table's channel brings its own (:mod:`tui.veiled`)."""
        self._owed = 0
        """Bytes of a beat that is due."""
        self._actual = _clamped(terminal.size)
        self._least = least
        wide, high = self.app_size
        super().__init__(app, mouse=False, size=(wide, high))
        self._notice = notice
        self._on_lost = lost
        self._failed = failed
        self._measured = measured
        self._clicked = clicked
        self._is_measuring = False
        self.depth = depth
        self._palette = PALETTES[depth]
        self._wanted = Grid(Size(0, 0))
        self._differ = Differ(
            erases_in_colour=not terminal.term.lower().startswith(_NO_COLOUR_ERASE)
        )
        self._cursor: tuple[int, int] | None = None
        self.meter = Meter(self._loop.time)
        self._on_heard = heard
        self._flow = Flow(terminal.fence, self._loop.time, self.flush, self._heard)
        self.pause = 0.0
        """Seconds at least between two frames that are no echo of the player's own input."""
        self._next = self._typed = -math.inf
        self._pausing: asyncio.TimerHandle | None = None
        self._soon: asyncio.TimerHandle | None = None
        self._keys = KeyReader()
        self._escape: asyncio.TimerHandle | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._newest = self._actual
        self._window = Window(terminal.term)
        self._knows_sync = False
        self._entered = False
        self._gone = False
        self.skipped = 0
        """Frames that were held and replaced by a newer one or sent later."""

    # --- modes ------------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Enter full screen and begin to take input."""
        self._entered = True
        self._is_measuring = True
        self._keys.expect_report(self._loop.time())
        self._write(self._window.enter() + PROBE)
        # In an empty context: the loop keeps a cancelled timer's context, and with it this App,
        # until the timer would have run.
        self._patience = self._loop.call_later(PATIENCE, self.flush, context=contextvars.Context())
        self._terminal.bind(self)

    def disable_input(self) -> None:
        """Take no more input (what still comes is dropped)."""
        if self._escape is not None:
            self._escape.cancel()
            self._escape = None

    def stop_application_mode(self) -> None:
        """Reset every mode that was set and leave full screen; idempotent."""
        self.disable_input()
        for timer in (self._patience, self._resizing, self._pausing, self._soon):
            if timer is not None:
                timer.cancel()
        if self._entered:
            self._entered = False
            self._write(self._window.leave())

    # --- output -----------------------------------------------------------------------------

    @property
    def app_size(self) -> Size:
        """The size that the App is laid out for: the terminal's, but never below the least."""
        return Size(
            max(self._actual.columns, self._least.columns), max(self._actual.rows, self._least.rows)
        )

    def paint(self, update: object, cursor: tuple[int, int] | None) -> None:
        """Paint a compositor update into the wanted grid; nothing is sent."""
        size = painted_size(update)
        if size is not None and self._wanted.size != Size(size.width, size.height):
            self._wanted = Grid(Size(size.width, size.height))
        grid, rendition = self._wanted, self._palette.rendition
        paint(update, lambda x, y, text, style: grid.put(x, y, text, rendition(style)))
        self._cursor = cursor

    @property
    def grid(self) -> Grid:
        """What should be on the terminal, for whoever lays pieces into it."""
        return self._wanted

    def flush_soon(self) -> None:
        """Send what was laid into the grid, together with what else is laid in a moment."""
        if self._soon is None:
            self._soon = self._loop.call_later(
                _SOON, self._flush_now, context=contextvars.Context()
            )

    @_guarded
    def _flush_now(self) -> None:
        self._soon = None
        self.flush()

    @_guarded
    def flush(self) -> None:
        """Send what differs from the terminal, or remember to when the link is free.

        While a veil is on, what is no echo waits for a beat.
        """
        if not self._owed and not self.veil.may_send():
            return
        if self.pause and not self.veil.on and not self._may_follow():
            return
        self._send()

    def _may_follow(self) -> bool:
        """Return whether another frame may follow now; if not, it is sent when it may."""
        now = self._loop.time()
        if now - self._typed < ECHO_SECONDS or now >= self._next:
            self._next = now + self.pause
            return True
        if self._pausing is None:
            self._pausing = self._loop.call_at(
                self._next, self._paused_long_enough, context=contextvars.Context()
            )
        return False

    @_guarded
    def _paused_long_enough(self) -> None:
        self._pausing = None
        self.flush()

    @_guarded
    def beat(self, size: int) -> None:
        """Send ``size`` bytes as soon as the link is free, of which what differs is a part."""
        self._owed = max(self._owed, size)
        self._send()

    def _send(self) -> None:
        if not self._entered or self._gone:
            return
        grid = self._grid()
        if grid is None:
            return
        if not self._flow.may_send():
            self.skipped += 1
            counts.add(Count.FRAMES_SKIPPED)
            return
        exact, self._owed = self._owed, 0
        beside = self._window.take()
        room = exact - len(beside) - _SPARE if exact else None
        frame = self._differ.frame(grid, self._cursor if grid is self._wanted else None, room)
        if self._knows_sync and (len(frame) >= _SYNC_FROM or b"\x1b[2J" in frame):
            frame = _SYNC_BEGIN + frame + _SYNC_END
        frame += beside
        if self.veil.on:
            size = exact if exact >= len(frame) + _LEAST_PADDING else echo_size(len(frame))
            frame += self._differ.padding(size - len(frame))
        if frame:
            self._write(frame)

    def new_veil(self) -> Veil:
        """Return a veil that is off, for one more channel."""
        return Veil(beat=self.beat, sizes=Sizes(step=self._step_size))

    def fence(self, reached: Callable[[], None]) -> None:
        """Call ``reached`` once everything sent so far has reached the client."""
        if self.veil.on:
            self._flow.when_reached(reached)
        else:
            self._terminal.fence(reached)

    def ask_round_trip(self) -> None:
        """Measure the round trip now; not while a veil is on, when nothing may be sent for it."""
        if not self.veil.on:
            begun = self._loop.time()
            self._terminal.fence(lambda: self.meter.answered(self._loop.time() - begun))

    def _heard(self, seconds: float, rate: float) -> None:
        self.meter.answered(seconds)
        self._on_heard(seconds, rate)

    def _step_size(self) -> int:
        return step_size(self._actual)

    def _grid(self) -> Grid | None:
        """Return what should be on the terminal, or ``None`` while a new layout is on its way."""
        if self._actual.columns < self._least.columns or self._actual.rows < self._least.rows:
            grid = Grid(self._actual)
            for y, line in enumerate(self._notice(self._actual)):
                grid.put(0, y, line, PLAIN)
            return grid
        return self._wanted if self._wanted.size == self._actual else None

    def _write(self, data: bytes) -> None:
        if not self._gone:
            self._terminal.write(data)
            self.meter.sent(len(data))
            self._flow.sent(len(data))

    def write(self, data: str) -> None:
        """Ignore what Textual would write itself: it knows neither the grid nor the terminal."""

    def redraw(self) -> None:
        """Clear and paint everything again."""
        self._differ.forget()
        self.flush()

    def paint_afresh(self) -> None:
        """Let the next frame clear and paint everything: the shorter way when all of it changes."""
        self._differ.forget()

    def ring(self) -> None:
        """Ring the terminal's bell, once per frame at most."""
        self._window.ring()
        self.flush()

    def set_title(self, text: str) -> None:
        """Set the window's title where the terminal has one; the old one is restored at the end."""
        self._window.set_title(text)
        self.flush()

    def use_mouse(self, on: bool) -> None:
        """Take clicks from now on, or leave the mouse to the terminal's own selecting."""
        self._keys.mouse = on
        self._window.use_mouse(on)
        self.flush()

    def copy(self, text: str) -> bool:
        """Offer ``text`` to the player's clipboard; say whether the terminal was asked to take it.

        No terminal says whether it has.
        """
        self._window.copy(text)
        self.flush()
        return self._window.copies

    def use_depth(self, depth: Depth) -> None:
        """Draw in another colour depth from the next full repaint on."""
        self.depth = depth
        self._palette = PALETTES[depth]
        self._differ.forget()

    # --- the terminal's sink ----------------------------------------------------------------

    @_guarded
    def feed(self, data: bytes) -> None:
        """Take bytes that the client typed."""
        tuning.busy()
        self.veil.typed()
        self._typed = self._loop.time()
        self._take(self._keys.feed(data, self._loop.time()))
        if self._escape is not None:
            self._escape.cancel()
            self._escape = None
        if self._keys.pending:
            self._escape = self._loop.call_later(ESCAPE_DELAY, self._escape_timeout)

    @_guarded
    def resized(self, size: Size) -> None:
        """Take the window's new size; whatever it shows now is not known any more."""
        self._newest = _clamped(size)
        self.veil.typed()
        if self._resizing is None:
            self._resize()

    def _resize(self) -> None:
        """Lay out for the newest size; the larger it is, the longer until the next may come."""
        self._resizing = None
        size = self._newest
        if size == self._actual:
            return
        pause = _RESIZE_PAUSE + size.columns * size.rows / _RESIZE_CELLS_PER_SECOND
        self._resizing = self._loop.call_later(
            pause, self._resize_later, context=contextvars.Context()
        )
        before = self.app_size
        self._actual = size
        self._differ.forget()
        if self.app_size != before:
            wide, high = self.app_size
            self._size = (wide, high)
            self._post(events.Resize(TextualSize(wide, high), TextualSize(wide, high)))
        self.flush()

    @_guarded
    def _resize_later(self) -> None:
        self._resize()

    @_guarded
    def paused(self, paused: bool) -> None:
        """Take the channel's own word that its buffers are full or free again."""
        self._flow.paused(paused)

    def lost(self) -> None:
        """Take word that the client is gone."""
        self._gone = True
        self.disable_input()
        self._on_lost()

    @_guarded
    def _escape_timeout(self) -> None:
        self._escape = None
        self._take(self._keys.timeout())

    def _take(self, inputs: list[Input]) -> None:
        for item in inputs:
            match item:
                case Pressed():
                    self._post(events.Key(item.key, item.character))
                case Pasted():
                    self._post(events.Paste(item.text))
                case SyncReport():
                    self._knows_sync = True
                case CursorReport():
                    self._measure(item)
                case Clicked():
                    self._clicked(item.x, item.y)

    def _measure(self, report: CursorReport) -> None:
        """Take the answer to the probe; one that we did not ask for means nothing."""
        if self._is_measuring and report.row == PROBE_AT:
            self._is_measuring = False
            self._measured(is_narrow(report.column))

    def _post(self, event: events.Event) -> None:
        if self._entered:
            event.set_sender(self._app)
            self._app.post_message(event)

    # --- what would act on the server -------------------------------------------------------

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

    def deliver_binary(self, binary: BinaryIO | TextIO, **_where: object) -> None:
        """Save nothing: the disk would be the server's."""
        binary.close()


def _clamped(size: Size) -> Size:
    """Return ``size`` within 1x1 and :data:`MAX_SIZE`."""
    columns, rows = size
    return Size(min(max(columns, 1), MAX_SIZE.columns), min(max(rows, 1), MAX_SIZE.rows))
