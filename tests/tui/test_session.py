"""A session from its first byte to its last, however it ends; and many of them in one process."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import io
import logging
import os
import subprocess
import sys
import threading
import weakref

import pytest
from textual.app import ComposeResult
from textual.widgets import Static

from server import logs
from server.api import ExitStatus
from tests.tui.fake_terminal import LIVENESS, FakeTerminal, on_terminal
from tui.session import SessionApp, run_app
from tui.textual_private import SharedStylesheet

LEFT = b"\x1b[?1049l"


class Page(SessionApp):
    """One line of text, and keys that make trouble."""

    def __init__(self, text: str = "welcome") -> None:
        super().__init__()
        self.line = text

    def compose(self) -> ComposeResult:
        yield Static(self.line)

    def key_x(self) -> None:
        hand = "Naegi and Ogami"
        raise ValueError(f"secret hand: {hand}")

    def key_q(self) -> None:
        self.exit(0)

    def key_f(self) -> None:
        self.exit(int(ExitStatus.FULL))


def farewell(status: int) -> str:
    return f"status {status}\nbye"


async def ended(terminal: FakeTerminal, app: SessionApp, data: bytes) -> int:
    """Run ``app``, type ``data``, and return the exit status."""
    task = asyncio.create_task(run_app(app, terminal, farewell=farewell))
    await terminal.settle()
    terminal.feed(data)
    return await asyncio.wait_for(task, LIVENESS)


@pytest.mark.parametrize(("key", "status"), [(b"q", 0), (b"f", 69), (b"x", 1)])
async def test_the_reason_follows_the_alternate_screen(key: bytes, status: int) -> None:
    terminal = FakeTerminal()
    assert await ended(terminal, Page(), key) == status
    assert terminal.sent.endswith(LEFT + f"status {status}\r\nbye\r\n".encode())


async def test_trap_4_a_crash_shows_and_logs_no_value(capfd: pytest.CaptureFixture[str]) -> None:
    terminal = FakeTerminal()
    log = io.StringIO()
    handler = logs.install(log, level=logging.DEBUG)
    try:
        assert await ended(terminal, Page(), b"x") == ExitStatus.ERROR
    finally:
        logging.getLogger().removeHandler(handler)
    # As a host reads it: the kind and the place.
    assert "ValueError" in log.getvalue()
    assert "key_x" in log.getvalue()
    out, err = capfd.readouterr()
    for text in (log.getvalue(), terminal.sent.decode(), out, err):
        assert "Naegi" not in text
        assert "Traceback" not in text


class BadStyle(Page):
    CSS = "Screen { background: nonsense-colour-word; }"


class BadCompose(Page):
    def compose(self) -> ComposeResult:
        raise RuntimeError(self.line)


class BadRender(Page):
    def too_small(self, size: object) -> list[str]:
        raise RuntimeError(self.line)


async def test_a_fault_in_what_the_connection_calls_ends_the_app_and_not_the_connection() -> None:
    terminal = FakeTerminal()
    task = asyncio.create_task(run_app(BadRender(), terminal, farewell=farewell))
    await terminal.settle()
    terminal.resize(40, 10)
    assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.ERROR
    assert terminal.sent.endswith(LEFT + b"status 1\r\nbye\r\n")


@pytest.mark.parametrize("app", [BadStyle, BadCompose])
async def test_an_app_that_cannot_start_ends_in_order(
    app: type[Page], capfd: pytest.CaptureFixture[str]
) -> None:
    terminal = FakeTerminal()
    status = await asyncio.wait_for(run_app(app("Naegi"), terminal, farewell=farewell), LIVENESS)
    assert status == ExitStatus.ERROR
    assert terminal.sent.endswith(b"status 1\r\nbye\r\n")
    assert terminal.sent.count(b"\x1b[?1049h") == terminal.sent.count(LEFT)
    assert capfd.readouterr() == ("", "")


async def test_a_lost_client_ends_the_app_and_gets_nothing_more() -> None:
    terminal = FakeTerminal()
    app = Page()
    task = asyncio.create_task(run_app(app, terminal, farewell=farewell))
    await terminal.settle()
    mark = terminal.mark()
    terminal.lose()
    assert await asyncio.wait_for(task, LIVENESS) == ExitStatus.INTERRUPTED
    assert terminal.mark() == mark


async def test_cancelling_puts_the_terminal_in_order_and_is_passed_on() -> None:
    terminal = FakeTerminal()
    task = asyncio.create_task(run_app(Page(), terminal, farewell=farewell))
    await terminal.settle()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, LIVENESS)
    assert terminal.sent.endswith(LEFT + b"status 130\r\nbye\r\n")


async def test_one_crash_ends_one_session() -> None:
    other = FakeTerminal()
    async with on_terminal(Page("still here"), other):
        assert await ended(FakeTerminal(), Page(), b"x") == ExitStatus.ERROR
        await other.type(b"z")
        assert "still here" in other.text()


LANGUAGE: contextvars.ContextVar[str] = contextvars.ContextVar("LANGUAGE", default="none")


class Speaker(Page):
    """Shows the context's language, and changes it on a key."""

    def compose(self) -> ComposeResult:
        yield Static(LANGUAGE.get())

    def key_l(self) -> None:
        LANGUAGE.set("zh")
        self.query_one(Static).update(LANGUAGE.get())


async def test_each_session_has_a_context_of_its_own() -> None:
    LANGUAGE.set("en")
    first, second = FakeTerminal(), FakeTerminal()
    async with on_terminal(Speaker(), first), on_terminal(Speaker(), second):
        assert first.text().startswith("en")
        LANGUAGE.set("de")
        await first.type(b"l")
        assert first.text().startswith("zh") or LANGUAGE.get() == "de"
        await second.type(b"z")
        assert second.text().startswith("en")
    assert LANGUAGE.get() == "de"


async def test_trap_3_the_streams_of_the_process_stay_its_own() -> None:
    before = (sys.stdout, sys.stderr)
    async with on_terminal(Page(), FakeTerminal()):
        async with on_terminal(Page(), FakeTerminal()):
            assert (sys.stdout, sys.stderr) == before
        assert (sys.stdout, sys.stderr) == before
    assert (sys.stdout, sys.stderr) == before


async def test_no_thread_and_no_signal_handler_is_made() -> None:
    before = threading.active_count()
    async with on_terminal(Page(), FakeTerminal()):
        assert threading.active_count() == before


async def test_trap_10_the_loops_task_factory_stays_the_servers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def eager(loop: asyncio.AbstractEventLoop, coro: object, **options: object) -> object:
        return asyncio.Task(coro, loop=loop, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(asyncio, "eager_task_factory", eager, raising=False)
    async with on_terminal(Page(), FakeTerminal()):
        assert asyncio.get_running_loop().get_task_factory() is None


def test_trap_11_textual_never_pauses_the_collector() -> None:
    assert Page.PAUSE_GC_ON_SCROLL is False


@pytest.mark.report("charmbracelet/wish#262")
def test_trap_5_the_servers_environment_is_not_the_players() -> None:
    code = (
        "import asyncio, tui\n"
        "from tests.tui.test_session import FakeTerminal, Page, on_terminal\n"
        "from textual import constants\n"
        "async def main():\n"
        "    terminal = FakeTerminal(100, 30)\n"
        "    app = Page()\n"
        "    async with on_terminal(app, terminal):\n"
        "        assert app.size == (100, 30), app.size\n"
        "        assert not app.no_color and app.animation_level == 'none'\n"
        "        assert b'8;2;' in terminal.sent\n"
        "        assert constants.DISABLE_KITTY_KEY and not constants.SMOOTH_SCROLL\n"
        "        assert constants.MAX_FPS == 60 and not app.features\n"
        "asyncio.run(main())\n"
    )
    hostile = {
        "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "33", "LINES": "7", "TEXTUAL": "debug,devtools",
        "TEXTUAL_FPS": "1", "FORCE_COLOR": "0", "TEXTUAL_COLOR_SYSTEM": "standard",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **hostile},
        capture_output=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()


def test_the_players_own_terminal_is_remembered_for_local_play() -> None:
    code = (
        "import os, tui\n"
        "from tui.environment import LOCAL\n"
        "assert LOCAL['NO_COLOR'] == '1' and LOCAL['TERM'] == 'xterm', LOCAL\n"
        "assert 'NO_COLOR' not in os.environ and 'SECRET' not in LOCAL\n"
    )
    env = {**os.environ, "NO_COLOR": "1", "TERM": "xterm", "SECRET": "x"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


async def test_parsed_styles_are_shared_by_all_apps() -> None:
    first, second = Page(), Page()
    async with on_terminal(first, FakeTerminal()), on_terminal(second, FakeTerminal()):
        assert isinstance(first.stylesheet, SharedStylesheet)
        assert first.stylesheet is not second.stylesheet
        assert first.stylesheet.rules is second.stylesheet.rules
        assert first.stylesheet.rules_map is second.stylesheet.rules_map


async def test_another_theme_changes_one_session_only() -> None:
    first, second = FakeTerminal(), FakeTerminal()
    app = Page()
    async with on_terminal(app, first), on_terminal(Page(), second):
        mark, other = first.mark(), second.mark()
        app.theme = "textual-light"
        await first.settle()
        assert first.mark() > mark
        assert second.mark() == other


@pytest.mark.report("charmbracelet/wish#8", "charmbracelet/wish#79")
async def test_trap_2_of_200_closed_sessions_no_app_is_left() -> None:
    alive: list[weakref.ref[SessionApp]] = []
    tasks_before = len(asyncio.all_tasks())

    async def session() -> None:
        app, terminal = Page(), FakeTerminal()
        alive.append(weakref.ref(app))
        task = asyncio.create_task(run_app(app, terminal))
        await terminal.until("welcome")
        terminal.feed(b"\x1b[Aj\x1bq")
        terminal.feed(b"q")
        await asyncio.wait_for(task, LIVENESS)

    for _ in range(20):
        await asyncio.gather(*(session() for _ in range(10)))
    gc.collect()
    assert len(alive) == 200
    assert sum(ref() is not None for ref in alive) == 0
    assert len(asyncio.all_tasks()) <= tasks_before


async def test_trap_2_one_closed_session_leaves_nothing_at_once() -> None:
    def session() -> tuple[weakref.ref[SessionApp], asyncio.Task[int], FakeTerminal]:
        app, terminal = Page(), FakeTerminal()
        return weakref.ref(app), asyncio.create_task(run_app(app, terminal)), terminal

    alive, task, terminal = session()
    await terminal.until("welcome")
    terminal.feed(b"q")
    await asyncio.wait_for(task, LIVENESS)
    del task, terminal
    gc.collect()
    assert alive() is None


async def test_drawing_makes_no_cyclic_garbage() -> None:
    app, terminal = Speaker(), FakeTerminal()
    async with on_terminal(app, terminal):
        await terminal.type(b"l")
        gc.collect()
        gc.disable()
        try:
            for number in range(30):
                app.query_one(Static).update(f"line {number}", layout=False)
                await asyncio.sleep(0.03)
            await terminal.until("line 29")
            assert gc.collect() < 30
        finally:
            gc.enable()


async def test_without_a_terminal_it_is_an_ordinary_app_for_pilots() -> None:
    app = Page()
    async with app.run_test() as pilot:
        app.set_title("x")
        app.ring()
        app.redraw()
        await pilot.press("z")
        assert app.query_one(Static).is_mounted
