"""A hub under test: time by hand, people who read every frame, and helpers to play the toy game."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from engine.game import Game
from server.api import Channel, Identity
from server.bots import BotOptions
from server.hub import HubLimits, LocalHub
from server.requests import (
    Answer,
    CreateTable,
    LobbyRequest,
    Ready,
    Sit,
    Start,
    TableRequest,
    encode,
)
from server.store import Store
from server.windows import AT_ONCE, WindowPace
from server.wire import pack, unpack
from tests.server.toy import GAMES

WALL = 1_700_000_000.0
"""The time of day at which a hand clock shows 0."""
PATIENCE = 10.0
"""Seconds after which a frame that does not come fails the test."""


class HandTime:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._count = 0
        self._planned: list[tuple[float, int, Callable[[], None]]] = []

    def now(self) -> float:
        return self._now

    def wall(self) -> float:
        return WALL + self._now

    def call_at(self, when: float, callback: Callable[[], None]) -> _Planned:
        self._count += 1
        planned = _Planned(callback)
        heapq.heappush(self._planned, (when, self._count, planned.fire))
        return planned

    async def pass_by(self, seconds: float) -> None:
        """Let seconds pass, and everything that is due happen in order."""
        end = self._now + seconds
        while self._planned and self._planned[0][0] <= end:
            self._now = max(self._now, self._planned[0][0])
            while self._planned and self._planned[0][0] <= self._now:
                heapq.heappop(self._planned)[2]()
            await quiet()
        self._now = end
        await quiet()


class _Planned:
    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback: Callable[[], None] | None = callback

    def fire(self) -> None:
        if self._callback is not None:
            self._callback()

    def cancel(self) -> None:
        self._callback = None


async def quiet() -> None:
    """Let everything that is on its way arrive, the store's thread included."""
    for _ in range(12):
        await asyncio.sleep(0.002)


class Person:
    """Somebody at a channel who keeps all that arrives."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.raw: list[bytes] = []
        self.frames: list[dict[str, Any]] = []
        self.notices: list[dict[str, Any]] = []
        self.ended = asyncio.Event()
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        while True:
            try:
                data = await self.channel.receive()
            except EOFError:
                self.ended.set()
                self._news.set()
                return
            self.raw.append(data)
            frame = unpack(data)
            (self.notices if frame["t"] == "notice" else self.frames).append(frame)
            self._news.set()

    @property
    def last(self) -> dict[str, Any]:
        return self.frames[-1]

    @property
    def codes(self) -> list[str]:
        return [notice["code"] for notice in self.notices]

    def ask(self, request: TableRequest | LobbyRequest) -> None:
        self.channel.send(encode(request))

    async def until(self, holds: Callable[[Person], object]) -> dict[str, Any]:
        """Wait until ``holds`` is true of what has arrived; return the newest frame."""
        async with asyncio.timeout(PATIENCE):
            while not holds(self):
                self._news.clear()
                await self._news.wait()
        return self.frames[-1] if self.frames else {}

    async def more_than(self, frames: int) -> None:
        """Wait until more than so many frames have come."""
        await self.until(lambda p: len(p.frames) > frames)

    async def frame(self, **wanted: Any) -> dict[str, Any]:
        """Wait until the newest frame has these values."""
        return await self.until(
            lambda p: p.frames and all(p.last[k] == v for k, v in wanted.items())
        )

    async def notice(self, code: str) -> dict[str, Any]:
        """Wait for a notice with this code and return the last one."""
        await self.until(lambda p: code in p.codes)
        return next(n for n in reversed(self.notices) if n["code"] == code)

    def answer(self, *values: str) -> None:
        """Answer the open ask of the newest frame."""
        self.ask(
            Answer(game_no=self.last["game_no"], ask=self.last["ask"]["id"], answer=list(values))
        )

    async def asked(self, kind: str | None = None) -> dict[str, Any]:
        """Wait until something is asked of this person that is not answered yet."""
        frame = await self.until(
            lambda p: (
                p.frames
                and p.last["ask"]
                and "answer" not in p.last["ask"]
                and kind in (None, p.last["ask"]["kind"])
            )
        )
        ask: dict[str, Any] = frame["ask"]
        return ask

    def leave(self) -> None:
        self.channel.close()


def player(name: str, *, guest: bool = False) -> Identity:
    prefix = "guest:" if guest else "SHA256:"
    return Identity(id=f"{prefix}{name}-key", name=name, guest=guest, tag=name[:2] + "9z")


ANN, BO, CY = player("Ann"), player("Bo"), player("Cy")
GUS = player("Gus", guest=True)
NO_DELAY = BotOptions(least=0.0, most=0.0)


class House:
    """A running hub and its time."""

    def __init__(self, hub: LocalHub, time: HandTime, store: Store) -> None:
        self.hub = hub
        self.time = time
        self.store = store

    async def opened(
        self,
        who: Identity = ANN,
        *,
        seats: int = 2,
        clock: int = 0,
        bots: int = 0,
        fuse: str = "none",
    ) -> str:
        """Make a table and return its code."""
        lobby = Person(self.hub.lobby(who))
        lobby.ask(
            CreateTable(game="toy", seats=seats, options={"fuse": fuse}, clock=clock, bots=bots)
        )
        code: str = (await lobby.notice("opened"))["opened"]
        lobby.leave()
        return code

    def at(self, code: str, who: Identity, *, watch: bool = False) -> Person:
        """Let somebody open a table."""
        return Person(self.hub.table(who, code, watch=watch))

    async def playing(
        self,
        *others: Identity,
        host: Identity = ANN,
        clock: int = 0,
        bots: int = 0,
        fuse: str = "none",
    ) -> tuple[str, list[Person]]:
        """Start a game of ``host``, ``others`` and bots; return the code and the people."""
        seats = 1 + len(others) + bots
        code = await self.opened(host, seats=seats, clock=clock, bots=bots, fuse=fuse)
        people = [self.at(code, host)]
        await people[0].frame(you=0)
        for who in others:
            one = self.at(code, who)
            one.ask(Sit(seat=-1))
            await one.until(lambda p: p.frames and p.last["you"] >= 0)
            one.ask(Ready(ready=True))
            people.append(one)
        await people[0].until(lambda p: all(s["ready"] for s in p.last["seats"][1:]))
        people[0].ask(Start())
        for one in people:
            await one.frame(stage="playing")
        return code, people


@asynccontextmanager
async def house(
    path: Path | None = None,
    *,
    games: Mapping[str, Game] = GAMES,
    bots: BotOptions = NO_DELAY,
    windows: WindowPace = AT_ONCE,
    limits: HubLimits | None = None,
    time: HandTime | None = None,
) -> AsyncIterator[House]:
    """Run a hub on the store at ``path``, or in memory, from the moment where ``time`` stands."""
    store = Store.in_memory() if path is None else Store.open(path)
    time = time or HandTime()
    hub = LocalHub(store, games=games, time=time, bots=bots, windows=windows, limits=limits)
    await hub.start()
    try:
        yield House(hub, time, store)
    finally:
        await hub.stop()


def packed(value: dict[str, Any]) -> bytes:
    return pack(value)
