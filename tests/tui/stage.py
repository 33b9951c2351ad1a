"""A hub whose tables stand still at a moment of a dictated game, for pictures that never change.

What a real table shows depends on who answers first; here the frames come from the engine alone,
the clock does not run, and everything else is the product's own.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

from server import changes
from server.admin import HostDesk
from server.api import Clock, Connection, Identity, Size, TableFrame
from server.bots import BotOptions
from server.channel import LocalChannel
from server.deadlines import LoopTime
from server.hub import LocalHub
from server.store import Store
from server.windows import AT_ONCE
from tests.dictated import DEALERS, Dealer
from tests.tui.fake_terminal import FakeTerminal, on_terminal
from tests.tui.sessions import ANN, LANG
from tui.app import UndertableApp
from tui.comfort import LINK, Link
from tui.meter import Meter
from tui.screens import settings, table
from tui.texts.comfort import meter_line
from tui.tips import SHOWN

__all__ = ["CODE", "StillHub", "look_at", "moment", "still"]

CODE = "FROG-71"
"""The code of the table that stands still."""
NOW = 1_790_000_000.0
"""Seconds since 1970 at which everything here has happened."""
LEFT = 75
MEASURED = Meter(lambda: 0.0)
"""What the link has been like: 12 ms, 200 bytes a second."""
MEASURED.answered(0.012)
MEASURED.sent(2000)


class FixedDealer(Dealer):
    """Deals the same in every run, whatever seed the other tests have; ids too."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._random = random.Random(name)

    def token_hex(self, count: int) -> str:
        """Return an id that follows from the name."""
        return self.token_bytes(count).hex()


class StillHub(LocalHub):
    """A hub with one more table, at which nothing ever happens."""

    def __init__(self, frame: TableFrame | None = None) -> None:
        super().__init__(
            Store.in_memory(), bots=BotOptions(least=0.0, most=0.0), windows=AT_ONCE, server="den"
        )
        self._frame = frame

    def table(self, who: Identity, code: str, *, watch: bool = False) -> LocalChannel:
        """Open a table; the one that stands still takes no request."""
        if self._frame is None or code != CODE:
            return super().table(who, code, watch=watch)
        channel = LocalChannel(who, lambda _channel, _data: None, LoopTime(), watch=watch)
        channel.push(cast("TableFrame", {**self._frame}))
        return channel


def moment(frames: Iterable[TableFrame], **changed: Any) -> TableFrame:
    """Return the last of a viewer's ``frames`` as a first frame: with all events so far."""
    told: list[Mapping[str, Any]] = []
    last: TableFrame | None = None
    for frame in frames:
        told += frame["events"]
        last = frame
    assert last is not None
    running = last["stage"] == "playing"
    clock = Clock(left=LEFT, total=90) if running else None
    # "seen": the player was here all the time.
    whole = {**last, "code": CODE, "events": told, "clock": clock, "seen": len(told), **changed}
    return cast("TableFrame", whole)


@contextmanager
def _standing(name: str) -> Iterator[None]:
    """Let time stand still and lots fall as ``name`` says."""
    with pytest.MonkeyPatch.context() as patch:
        dealer = FixedDealer(name)
        for module in DEALERS:
            patch.setattr(module, "secrets", dealer)
        patch.setattr(changes, "time", SimpleNamespace(time=lambda: NOW))
        patch.setattr(table, "time", SimpleNamespace(monotonic=lambda: 0.0))
        patch.setattr(settings, "meter_line", lambda _meter: meter_line(MEASURED))
        yield


@asynccontextmanager
async def still(name: str, frame: TableFrame | None = None) -> AsyncIterator[StillHub]:
    """Open a hub for one picture."""
    with _standing(name):
        home = StillHub(frame)
        await home.start()
        try:
            yield home
        finally:
            await home.stop()


@asynccontextmanager
async def look_at(
    home: LocalHub,
    *,
    size: Size,
    language: str,
    theme: str,
    code: str | None,
    watch: bool = False,
    notes: bool = False,
) -> AsyncIterator[tuple[UndertableApp, FakeTerminal]]:
    """Run Ann's session, who may also be the host, in a look; ``none`` asks for the language."""
    spoken = {} if language == "none" else {"language": language}
    # First-time notes have pictures of their own; a busy machine is no slow link.
    kept = {"theme": theme, SHOWN: notes, LINK: Link.FULL.value}
    home.remember(ANN, settings=kept, **spoken)
    terminal = FakeTerminal(*size, env={"LANG": LANG.get(language, "C"), "COLORTERM": "truecolor"})
    # The desk is only looked at, and asked nothing.
    desk = cast("HostDesk", object())
    connection = Connection(who=ANN, terminal=terminal, hub=home, host=desk)
    app = UndertableApp(connection, start_table=code, watch=watch)
    async with on_terminal(app, terminal):
        yield app, terminal
