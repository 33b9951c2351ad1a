"""One connection, one App, one fresh context: running a session from its first byte to its last.

:class:`SessionApp` is the base of every full-screen App. :func:`run_app` runs one on a terminal and
puts the terminal back in order however the session ends.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import SystemCommand
from textual.driver import Driver
from textual.screen import Screen

from server import logs
from server.api import Channel, ExitStatus, Size, Terminal
from tui import gallery, tuning
from tui.colour import Depth, depth_for
from tui.driver import SessionDriver
from tui.meter import Meter
from tui.textual_private import PrivateApp
from tui.veiled import VeiledChannel

__all__ = ["SessionApp", "SessionScreen", "run_app"]

_PATIENCE = 3.0
"""Seconds that a cancelled App gets for an orderly end."""


class SessionScreen(Screen[None], inherit_bindings=False):
    """Base of the Apps' screens: told whenever the library's compositor has painted them."""

    def painted(self) -> None:
        """Take note of it."""


class SessionApp(PrivateApp):
    """Base of the Apps that players see.

    Without a terminal (``run_test``) it is an ordinary App. A subclass may set the title, ring,
    redraw, and change the colour depth; it should override :meth:`too_small` to speak the
    player's language.
    """

    MIN_SIZE: ClassVar[Size] = Size(60, 20)
    """The smallest terminal that the screens are laid out for, in cells."""

    def __init__(self) -> None:
        super().__init__()
        self.animation_level = "none"
        self.terminal: Terminal | None = None
        self.depth = Depth.TRUECOLOR
        self.client_lost = False
        self.failed = False
        self._session_driver: SessionDriver | None = None

    # --- for subclasses ---------------------------------------------------------------------

    def too_small(self, size: Size) -> list[str]:
        """Return the lines shown instead of the screen on a terminal below :attr:`MIN_SIZE`."""
        return [f"{self.MIN_SIZE.columns}x{self.MIN_SIZE.rows}!", f"{size.columns}x{size.rows}"]

    def measured(self, narrow: bool) -> None:
        """Take the terminal's word whether it shows signs of one cell in one cell.

        Called from the connection's task, before or after the first paint, or never.
        """

    def clicked(self, x: int, y: int) -> None:
        """Take a press of the mouse at a cell; called from the connection's task."""

    def heard(self, seconds: float, rate: float) -> None:
        """Take how long a fence took, and the bytes a second that the link carried meanwhile.

        Called from the connection's task.
        """

    @property
    def canvas(self) -> SessionDriver | None:
        """The driver, while rows may be laid into its grid past the library's compositor."""
        return self._session_driver if gallery.is_shared() and self.draws_now else None

    @property
    def meter(self) -> Meter | None:
        """What is known of the session's link; None without a terminal of ours."""
        return None if self._session_driver is None else self._session_driver.meter

    def ask_round_trip(self) -> None:
        """Measure the round trip now."""
        if self._session_driver is not None:
            self._session_driver.ask_round_trip()

    @property
    def is_veiled(self) -> bool:
        """Whether the session's output is shaped, and nothing may be seen in it."""
        return self._session_driver is not None and self._session_driver.veil.on

    def spare(self, pause: float) -> None:
        """Let ``pause`` seconds pass between two frames that are no echo of the player's input."""
        if self._session_driver is not None:
            self._session_driver.pause = pause

    def use_mouse(self, on: bool) -> None:
        """Take the player's clicks from now on, or not any more."""
        if self._session_driver is not None:
            self._session_driver.use_mouse(on)

    def copy(self, text: str) -> bool:
        """Offer ``text`` to the player's clipboard; return whether the terminal was asked."""
        return self._session_driver is not None and self._session_driver.copy(text)

    def set_title(self, text: str) -> None:
        """Set the title of the player's terminal window."""
        if self._session_driver is not None:
            self._session_driver.set_title(text)

    def ring(self) -> None:
        """Ring the player's bell."""
        if self._session_driver is not None:
            self._session_driver.ring()

    def redraw(self) -> None:
        """Clear the player's terminal and paint everything again."""
        if self._session_driver is not None:
            self._session_driver.redraw()

    def paint_afresh(self) -> None:
        """Let the next frame of this session paint everything, as all of it will have changed."""
        if self._session_driver is not None:
            self._session_driver.paint_afresh()

    def set_depth(self, depth: Depth) -> None:
        """Change the colour depth of this session."""
        self.depth = depth
        if self._session_driver is not None:
            self._session_driver.use_depth(depth)
            self.refresh()

    def veiled(self, channel: Channel) -> Channel:
        """Return a table's channel whose news cannot be told apart on the wire."""
        driver = self._session_driver
        if driver is None:
            return channel
        driver.veil = driver.new_veil()
        return VeiledChannel(channel, driver.veil)

    def fence(self, reached: Callable[[], None]) -> None:
        """Call ``reached`` once everything drawn so far has reached the player."""
        if self._session_driver is not None:
            self._session_driver.fence(reached)

    def bell(self) -> None:
        """Ring the player's bell (Textual's own name for it)."""
        self.ring()

    # --- the machine ------------------------------------------------------------------------

    def attach(self, terminal: Terminal) -> None:
        """Be told, before running, which terminal this App is on."""
        self.terminal = terminal
        self.depth = depth_for(terminal.term, terminal.env)

    def get_driver_class(self) -> type[Driver]:
        """Return a stand-in: the driver is built by :meth:`_build_driver` on our terminal."""
        return SessionDriver

    def _build_driver(
        self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None
    ) -> Driver:
        if headless or self.terminal is None:
            return super()._build_driver(True, inline, mouse, size)
        driver = SessionDriver(
            self,
            self.terminal,
            depth=self.depth,
            least=self.MIN_SIZE,
            notice=self.too_small,
            lost=self._lost,
            failed=self._handle_exception,
            measured=self.measured,
            clicked=self.clicked,
            heard=self.heard,
        )
        self._driver = self._session_driver = driver
        return driver

    def show(self, update: object) -> None:
        """Paint a compositor update and send what has changed."""
        assert self._session_driver is not None
        self._session_driver.paint(update, self._cursor_cell())
        if isinstance(self.screen, SessionScreen):
            self.screen.painted()
        self._session_driver.flush()

    def crashed(self, error: Exception) -> None:
        """Log where an error came from: its kind and places, but no message and no variables."""
        if self.failed:
            return
        self.failed = True
        logs.failure("session.crashed", error)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer none of Textual's own commands: they would act on the server's disk and theme."""
        del screen
        return ()

    def _lost(self) -> None:
        self.client_lost = True
        self.exit(int(ExitStatus.INTERRUPTED))

    def restore_terminal(self) -> None:
        """Leave full screen if that has not been done; idempotent."""
        if self._session_driver is not None:
            self._session_driver.stop_application_mode()

    @property
    def status(self) -> int:
        """The exit status after the App has ended."""
        if self.client_lost:
            return int(ExitStatus.INTERRUPTED)
        if self.failed:
            return int(ExitStatus.ERROR)
        return int(self.return_value or self.return_code or ExitStatus.OK)


async def _run(app: SessionApp, size: Size) -> None:
    """Run ``app`` to its end; an error that escapes it is a crash like any other."""
    try:
        await app.run_async(mouse=False, size=(size.columns, size.rows))
    except Exception as error:  # noqa: BLE001 - nothing of one session may reach the server
        app.crashed(error)
    finally:
        app.restore_terminal()


async def run_app(
    app: SessionApp, terminal: Terminal, *, farewell: Callable[[int], str] | None = None
) -> int:
    """Run ``app`` on ``terminal`` and return the session's exit status.

    The App runs in its own task and its own copy of the caller's context, so nothing that it sets
    (language, active App) reaches another session. However it ends – leaving, crash, lost client,
    cancellation – every mode is reset, the alternate screen is left, and then the text that
    ``farewell(status)`` gives is printed. Cancellation is passed on after an orderly end.
    """
    with gallery.opened():
        return await _run_app(app, terminal, farewell)


async def _run_app(
    app: SessionApp, terminal: Terminal, farewell: Callable[[int], str] | None
) -> int:
    app.attach(terminal)
    size = terminal.size
    least = app.MIN_SIZE
    context = contextvars.copy_context()
    task = asyncio.get_running_loop().create_task(
        _run(app, Size(max(size.columns, least.columns), max(size.rows, least.rows))),
        name="session",
        context=context,
    )
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        app.exit(int(ExitStatus.INTERRUPTED))
        await asyncio.wait({task}, timeout=_PATIENCE)
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=_PATIENCE)
        raise
    finally:
        app.restore_terminal()
        if farewell is not None and not app.client_lost:
            # In the session's own context: its language may have been changed meanwhile.
            text = context.run(farewell, app.status)
            terminal.write("".join(f"{line}\r\n" for line in text.splitlines()).encode())
        tuning.session_closed()
    return app.status
