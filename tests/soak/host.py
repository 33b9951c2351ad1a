"""The real server for the soak, which also says what it is made of and what it has shown.

``python -m tests.soak.host DATA TABLES`` prints a JSON line ``{"port", "metrics", "codes"}``, then
answers each line on its standard input with one JSON line: ``count`` (what the process holds now),
``collect`` (the same after a full collection, Apps counted), ``rest`` (the stewards stop starting
games), ``close`` (all tables are closed and dropped, as a host can), ``stop`` (SIGTERM's own way of
closing, then the process ends).

Everything is the product's own. A *steward* sits at each table: it starts games, gives the default
answer when it is asked, and asks for the next game. Every frame that any session fetches is noted
in ``DATA/seen.tsv`` as the game's commitment, the viewer, the count of its events and a digest of
its view, to be compared with the journals afterwards.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from server import logs
from server.api import Channel, Connection, Identity, PlayerRecord, Stage
from server.bots import BotOptions
from server.channel import LocalChannel
from server.codes import Code
from server.hostkey import usable_data_dir
from server.hub import HubLimits, LocalHub
from server.metrics import Metrics
from server.requests import Answer, CreateTable, Rematch, Start, encode
from server.settings import Limits, Settings
from server.ssh import SshServer
from server.store import Store
from server.table_state import CLOCKS
from server.wire import unpack
from tests.bench.process import memory_mb, open_files, threads
from tests.soak.replay import digest
from tui import tuning
from tui.app import UndertableApp
from tui.cli.serve import LOG_NAME, NOTICE_SECONDS, STORE_NAME
from tui.door import run_connection

__all__ = ["SEEN_NAME"]

SEEN_NAME = "seen.tsv"
SEATS = 4
LIMITS = Limits(connects_burst=5000, connects_per_minute=60_000, handshakes=400,
                handshakes_per_address=400, sessions_per_address=1000, sessions=1000,
                sessions_per_identity=20)  # fmt: skip


class SeenChannel:
    """A channel that notes each view that its session fetches."""

    def __init__(self, channel: Channel, note: Callable[[dict[str, Any]], None]) -> None:
        self._channel = channel
        self._note = note
        self.send = channel.send
        self.close = channel.close

    async def receive(self) -> bytes:
        """Return the next frame, once it is noted."""
        data = await self._channel.receive()
        self._note(unpack(data))
        return data


class SeenHub:
    """A hub whose channels note what they deliver."""

    def __init__(self, hub: LocalHub, out: TextIO) -> None:
        self._hub = hub
        self._out = out

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hub, name)  # whatever else a session may ask of its hub

    def lobby(self, who: Identity) -> Channel:
        """Open the lobby; it shows no game."""
        return self._hub.lobby(who)

    def table(self, who: Identity, code: str, *, watch: bool = False) -> Channel:
        """Open a table and note its frames."""
        return SeenChannel(self._hub.table(who, code, watch=watch), self._note)

    async def player(self, who: Identity) -> PlayerRecord:
        """Return what is stored for this player."""
        return await self._hub.player(who)

    def _note(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "table" and frame["commitment"] and frame["view"] is not None:
            fields = (frame["commitment"], frame["you"], frame["seq"], digest(frame["view"]))
            self._out.write("\t".join(map(str, fields)) + "\n")


class Stewards:
    """Keeps games going at every table until told to rest."""

    def __init__(self) -> None:
        self.resting = False

    async def serve(self, hub: LocalHub, number: int) -> str:
        """Make a table and look after it from now on; return its code."""
        who = Identity(id=f"SHA256:steward{number}", name=f"steward{number}", tag="st")
        clocks = sorted(seconds for seconds in CLOCKS if seconds)
        request = CreateTable(
            game="love_letter", seats=SEATS, options={"wins": "1"}, clock=clocks[0]
        )
        code = await hub.create(who, request)
        channel = hub.table(who, code)
        asyncio.get_running_loop().create_task(self._look_after(channel), name="steward")
        return code

    async def _look_after(self, channel: LocalChannel) -> None:
        frame: dict[str, Any] = {}
        while True:
            try:
                async with asyncio.timeout(3.0):
                    news = unpack(await channel.receive())
            except TimeoutError:
                news = {}
            except EOFError:
                return
            if news and news["t"] == "table":
                frame = news
            if not frame or self.resting:
                continue
            ask = frame["ask"]
            if frame["stage"] == "waiting" and all(
                seat["ready"] or seat["kind"] in {"bot", "empty"} for seat in frame["seats"][1:]
            ):
                channel.send(encode(Start()))
            elif frame["stage"] == "over" and not news:
                channel.send(encode(Rematch()))
            elif frame["stage"] == "playing" and ask and "answer" not in ask:
                answer = Answer(game_no=frame["game_no"], ask=ask["id"], answer=ask["default"])
                channel.send(encode(answer))


def count(hub: LocalHub, listener: SshServer, *, whole: bool) -> dict[str, Any]:
    """Return what the process holds: tasks by coroutine, threads, files, memory and so on."""
    if whole:
        tuning.collect()
    tasks = Counter(getattr(task.get_coro(), "__qualname__", "?") for task in asyncio.all_tasks())
    pid = os.getpid()
    found: dict[str, Any] = {
        "tasks": dict(tasks),
        "threads": threads(pid),
        "files": open_files(pid),
        "mb": memory_mb(pid),
        "sessions": listener.sessions,
        "tables": len(hub.listings()),
        "online": hub.online(),
    }
    if whole:
        apps = [thing for thing in gc.get_objects() if isinstance(thing, UndertableApp)]
        found["apps"] = len(apps)
        found["objects"] = len(gc.get_objects())
        found["held"] = holders(apps[0]) if apps and not listener.sessions else []
    return found


def holders(thing: object) -> list[str]:
    """Return by what ``thing`` is reached from outside its own cycles, as a chain of types."""
    chain: list[str] = []
    seen: set[int] = {id(chain), id(thing)}
    level = [thing]
    for _depth in range(7):
        above: list[object] = []
        for low in level[:400]:
            for high in gc.get_referrers(low):
                if id(high) in seen or high is level or high is above:
                    continue
                seen.add(id(high))
                above.append(high)
                if isinstance(high, (asyncio.Handle, asyncio.Future, contextvars.Context)) or (
                    hasattr(high, "cr_frame") or hasattr(high, "f_code")
                ):
                    chain.append(f"{_depth} {high!r:.160}")
        level = above
    return chain[:30]


async def _fill_pool() -> None:
    """Start all threads of the loop's pool, which are made as needed and stay."""
    await asyncio.gather(*(asyncio.to_thread(time.sleep, 0.05) for _ in range(40)))


async def _lines() -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    return reader


def _say(found: object) -> None:
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


async def _main(data: Path, tables: int) -> None:
    usable_data_dir(data)
    with (
        (data / LOG_NAME).open("a", encoding="utf-8", buffering=1) as log,
        (data / SEEN_NAME).open("a", encoding="utf-8") as seen,
    ):
        logs.install(log)
        hub = LocalHub(
            Store.open(data / STORE_NAME),
            bots=BotOptions(least=2.0, most=6.0),
            limits=HubLimits(tables=tables + 60),
        )
        seen_hub = SeenHub(hub, seen)

        async def runner(connection: Connection) -> int:
            return await run_connection(replace(connection, hub=seen_hub))

        await hub.start()
        settings = Settings(host="127.0.0.1", port=0, data_dir=data, limits=LIMITS)
        listener = SshServer(settings, hub, runner)
        await listener.start()
        metrics = Metrics(
            sessions=lambda: listener.sessions,
            connections=lambda: listener.connections,
            stages=lambda: Counter(Stage(listing.row["stage"]) for listing in hub.listings()),
        )
        await metrics.start("127.0.0.1", 0)
        await _fill_pool()
        tuning.tune()
        tidy = asyncio.create_task(tuning.keep_tidy())
        stewards = Stewards()
        codes = [await stewards.serve(hub, number) for number in range(tables)]
        await hub._players.settled()
        commands = await _lines()
        _say({"port": listener.port, "metrics": metrics.port, "codes": codes})
        while command := (await commands.readline()).decode().strip():
            if command == "stop":
                break
            if command == "rest":
                stewards.resting = True
            if command == "close":
                for code in list(hub._tables):
                    await hub.close_table(code, drop=True)
            _say(count(hub, listener, whole=command == "collect"))
        closing = asyncio.create_task(listener.stop(grace=NOTICE_SECONDS + 2.0))
        hub.notify(Code.DRAINING, seconds=NOTICE_SECONDS)
        await hub.stop()
        await closing
        await metrics.stop()
        tidy.cancel()


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2])))
