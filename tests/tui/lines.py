"""A client in line mode, for tests: what it is sent is kept as lines, what it types is bytes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from server.api import Connection, Identity, Size, TerminalSink
from server.hub import LocalHub
from tests.tui.sessions import ANN, LANG, hub
from tui.door import run_connection

__all__ = ["CHOICE", "LIVENESS", "Wire", "at_table", "connected", "hub"]

LIVENESS = 30.0
CHOICE = re.compile(r"^(\d+): \S")
"""The first choice of a question."""


class Wire:
    """An in-memory ``server.api.Terminal`` without a PTY, or with one."""

    def __init__(
        self,
        *,
        language: str = "en",
        term: str = "",
        env: Mapping[str, str] | None = None,
        held: bool = False,
    ) -> None:
        self.held = held
        self.term = term
        self.env = {"LANG": LANG.get(language, "C"), **(env or {})}
        self.size = Size(80, 24)
        self.out = bytearray()
        self.err = bytearray()
        self.writes: list[bytes] = []
        self.sink: TerminalSink | None = None
        self._early: list[bytes] = []
        self._wrote = asyncio.Event()

    def bind(self, sink: TerminalSink) -> None:
        self.sink = sink
        early, self._early = self._early, []
        for data in early:
            sink.feed(data)
        if self.held:
            sink.paused(True)

    def write(self, data: bytes) -> None:
        self.out += data
        self.writes.append(data)
        self._wrote.set()

    def write_error(self, data: bytes) -> None:
        self.err += data
        self._wrote.set()

    def fence(self, reached: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(reached)

    # --- the client's side ---

    def feed(self, data: bytes) -> None:
        if self.sink is None:
            self._early.append(data)
        else:
            self.sink.feed(data)

    def type(self, *lines: str) -> None:
        """Type whole lines."""
        self.feed("".join(line + "\n" for line in lines).encode())

    @property
    def text(self) -> str:
        return self.out.decode()

    @property
    def errors(self) -> str:
        return self.err.decode()

    def lines(self, start: int = 0) -> list[str]:
        return self.out[start:].decode().splitlines()

    async def until(self, *texts: str, start: int = 0) -> str:
        """Wait until one of ``texts`` was written from byte ``start`` on, and return it."""
        async with asyncio.timeout(LIVENESS):
            while True:
                found = next((t for t in texts if t.encode() in self.out[start:] + self.err), None)
                if found is not None:
                    return found
                self._wrote.clear()
                await self._wrote.wait()


@asynccontextmanager
async def connected(
    place: LocalHub,
    who: Identity = ANN,
    *,
    command: str | None = None,
    language: str = "en",
    term: str = "",
    held: bool = False,
) -> AsyncIterator[tuple[Wire, asyncio.Task[int]]]:
    """Run one connection: with a PTY if it has a ``term``; ``held``, it takes no output.

    It is cut at the end if it still runs.
    """
    wire = Wire(language=language, term=term, held=held)
    connection = Connection(who=who, terminal=wire, hub=place, command=command, pty=bool(term))
    task = asyncio.ensure_future(run_connection(connection))
    try:
        yield wire, task
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=LIVENESS)


@asynccontextmanager
async def at_table(
    place: LocalHub, code: str, who: Identity = ANN, *, language: str = "en"
) -> AsyncIterator[Wire]:
    """Run one player at a table until the block ends."""
    async with connected(place, who, command=f"join {code}", language=language) as (wire, _task):
        yield wire
