"""Table processes and a front in one test: a net in memory or a real one, time that runs faster."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, cast

from engine.game import Game
from server import table_state
from server.api import Identity
from server.channel import LocalChannel
from server.cluster.bus import Bus
from server.cluster.channel import ClusterChannel
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.opening import Opening
from server.cluster.port import Port
from server.cluster.switchboard import Leg, Sink, Switchboard
from server.codes import Code, RequestError
from server.cursor import Cursor
from server.deadlines import Cancel, LoopTime, Time
from server.lobby import Lobby
from server.public import Listing
from server.requests import CreateTable
from server.room import End, Room
from server.seats import EMPTY
from server.store import Store
from server.table import Services, Table
from server.table_state import TableState
from server.windows import AT_ONCE
from server.wire import unpack
from tests.server.house import ANN, NO_DELAY, Person
from tests.server.toy import GAMES

CODE = "FROG-71"


class FastTime:
    """The loop's time, so many times as fast, and ahead by ``ahead`` seconds."""

    def __init__(self, speed: float = 1.0, ahead: float = 0.0) -> None:
        self._speed = speed
        self._ahead = ahead
        self._loop = LoopTime()

    def now(self) -> float:
        return self._loop.now() * self._speed + self._ahead

    def wall(self) -> float:
        return self._loop.wall()

    def call_at(self, when: float, callback: Callable[[], None]) -> Cancel:
        return self._loop.call_at((when - self._ahead) / self._speed, callback)


class Net:
    """What is between processes: loses, doubles and reorders packets where a test wants it."""

    def __init__(self, dice: random.Random | None = None) -> None:
        self._dice = dice or random.Random(0)
        self._heard: list[tuple[list[str], Callable[[str, bytes], Awaitable[bytes | None]]]] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self.bad = 0.0
        """The share of packets that come to harm."""
        self.silent = False
        """Whether nothing comes through at all."""
        self.said: list[tuple[str, bytes]] = []

    def bus(self, pid: str) -> Bus:
        """Return the net as the process ``pid`` sees it."""
        return cast(Bus, _Wire(self, pid))

    def publish(self, subject: str, payload: bytes) -> None:
        self.said.append((subject, payload))
        if self._dice.random() >= self.bad:
            self._deliver(subject, payload)
            return
        harm = self._dice.random()
        if harm < 0.4:
            self._deliver(subject, payload)
            self._deliver(subject, payload)
        elif harm < 0.6:
            loop = asyncio.get_running_loop()
            loop.call_later(0.003, self._deliver, subject, payload)

    async def request(self, subject: str, payload: bytes) -> bytes:
        for pattern, handler in self._heard:
            if _matches(pattern, subject):
                answer = await handler(subject, payload)
                if answer is not None and self._dice.random() >= self.bad / 4:
                    return answer
        await asyncio.sleep(0.01)
        raise ClusterError(ClusterCode.NO_ANSWER)

    def listen(
        self, pattern: str, handler: Callable[[str, bytes], Awaitable[bytes | None]]
    ) -> _Heard:
        self._heard.append((pattern.split("."), handler))
        return _Heard(self._heard)

    def _deliver(self, subject: str, payload: bytes) -> None:
        for pattern, handler in tuple(self._heard):
            if not self.silent and _matches(pattern, subject):
                task = asyncio.ensure_future(handler(subject, payload))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)


class _Heard:
    def __init__(self, heard: list[Any]) -> None:
        self._heard, self._own = heard, heard[-1]

    async def unsubscribe(self) -> None:
        self._heard.remove(self._own)


def _matches(pattern: list[str], subject: str) -> bool:
    tokens = subject.split(".")
    for index, part in enumerate(pattern):
        if part == ">":
            return True
        if index >= len(tokens) or part not in ("*", tokens[index]):
            return False
    return len(tokens) == len(pattern)


class _Wire:
    def __init__(self, net: Net, pid: str) -> None:
        self._net = net
        self.pid = pid
        self.connected = True

    async def publish(self, subject: str, payload: bytes) -> None:
        self._net.publish(subject, payload)

    def say(self, subject: str, payload: bytes) -> bool:
        self._net.publish(subject, payload)
        return True

    async def request(self, subject: str, payload: bytes, **_: float) -> bytes:
        return await self._net.request(subject, payload)

    async def serve(self, subject: str, handler: Any, queue: str = "") -> _Heard:
        return self._net.listen(subject, handler)

    async def listen(self, subject: str, listener: Any, queue: str = "") -> _Heard:
        async def take(said: str, payload: bytes) -> None:
            listener(said, payload)

        return self._net.listen(subject, take)


class Process:
    """A table process: its port, and the tables and the lobby that are there now."""

    def __init__(self, bus: Bus, time: Time, store: Store, game: Game = GAMES["toy"]) -> None:
        self.pid = bus.pid
        self.time = time
        self.store = store
        self.game = game
        self.tables: dict[str, Table] = {}
        self.lobby = Lobby(self, time, "test")
        self.port = Port(bus, self, _LobbyDoor(self), time)
        self._tasks: dict[Room, asyncio.Task[None]] = {}

    async def start(self) -> None:
        await self.port.start()
        self._tasks[self.lobby] = asyncio.create_task(self.lobby.run())

    async def stop(self) -> None:
        for room in tuple(self._tasks):
            await self.end(room, Code.MOVED)
        await self.port.stop()

    async def end(self, room: Room, code: Code) -> None:
        room.post(End(code))
        await self._tasks.pop(room)

    def services(self) -> Services:
        return Services(
            store=self.store, time=self.time, bots=NO_DELAY, windows=AT_ONCE,
            changed=lambda _code: None, closed=lambda _code: None,
        )  # fmt: skip

    async def make(
        self, seats: int = 2, *, host: Identity = ANN, clock: int = 0, watch: int = 0
    ) -> Table:
        """Make the table of this test."""
        options = self.game.configure(seats, {})
        state = TableState(
            code=CODE,
            game=self.game.id,
            options=options,
            clock=clock,
            watch=watch,
            seats=(EMPTY,) * seats,
        )
        table = Table(table_state.sit(state, host, 0), self.game, self.services())
        await table.create()
        self._open(table)
        return table

    async def move_to(self, other: Process) -> Table:
        """Hand the table on."""
        await self.end(self.tables.pop(CODE), Code.MOVED)
        return await other.adopt()

    async def adopt(self) -> Table:
        """Open the table as it is in the store."""
        packed = dict(await self.store.tables())[CODE]
        table = Table(TableState.from_plain(unpack(packed)), self.game, self.services())
        await table.restore()
        self._open(table)
        return table

    def _open(self, table: Table) -> None:
        self.tables[CODE] = table
        self._tasks[table] = asyncio.create_task(table.run())

    # --- what the port and the lobby ask ---

    def attach(
        self, who: Identity, code: str, *, watch: bool = False, have: Cursor | None = None
    ) -> LocalChannel:
        if code not in self.tables:
            raise RequestError(Code.MOVED if code == CODE else Code.UNKNOWN_TABLE)
        return self.tables[code].attach(who, watch=watch, have=have)

    def listings(self) -> list[Listing]:
        return [t.listing for t in self.tables.values() if t.listing is not None]

    def online(self) -> int:
        return 1

    async def create(self, who: Identity, request: CreateTable) -> str:
        await self.make(request.seats, host=who)
        return CODE


class _LobbyDoor:
    def __init__(self, process: Process) -> None:
        self._process = process

    def attach(self, who: Identity) -> LocalChannel:
        return self._process.lobby.attach(who)


class Front:
    """A front (or worker, with ``own``): implements ``Ways`` over the processes of a test."""

    def __init__(
        self, bus: Bus, time: Time, processes: list[Process], own: Process | None = None
    ) -> None:
        self.time = time
        self.processes = processes
        self.own = own
        self.board = Switchboard(bus, time)
        self.quorum = True
        self.known = True

    def at(self, who: Identity, *, watch: bool = False, code: str = CODE) -> Person:
        """Let somebody open the table (or the lobby, by a code of ``""``)."""
        return Person(ClusterChannel(who, self, self.time, code=code, watch=watch))

    def cut(self, person: Person) -> None:
        """Cut the way of one session's channel."""
        way = cast(ClusterChannel, person.channel)._way
        if isinstance(way, Leg):
            way.lose()

    # --- server.cluster.ways.Ways ---

    def owner(self, code: str) -> str | None:
        if not code:
            return self.own.pid if self.own is not None else "lobby"
        if code != CODE or not self.known:
            return None
        return next((p.pid for p in self.processes if code in p.tables), "")

    def is_here(self, owner: str) -> bool:
        return self.own is not None and owner == self.own.pid

    async def attach(
        self, who: Identity, code: str, *, watch: bool, have: Cursor | None
    ) -> LocalChannel:
        assert self.own is not None
        if not code:
            return self.own.lobby.attach(who)
        return self.own.attach(who, code, watch=watch, have=have)

    async def open(self, wish: Opening, process: str, sink: Sink) -> Leg:
        return await self.board.open(wish, process, sink)
