"""What is drawn once for all who see the same, against every session drawing alone.

One process, real sessions on terminals in memory, the real hub. The two ways take turns within one
run and with the same sessions, so that whatever else the machine does falls on both. The time is
the process's own, of the operating system: the table, its frames and the sessions, for each update
and session. A table of Future Diary with fifteen players and twenty watchers, where public talk and
steps take turns; and one of Love Letter with four players and nobody else, where there is nothing
to share and nothing may be lost.
"""

from __future__ import annotations

import asyncio
import gc
import io
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass

from server import logs
from server.api import Connection, Identity, Size, TerminalSink
from server.bots import BotOptions
from server.hub import LocalHub
from server.requests import Answer, CreateTable, Ready, Start
from server.store import Store
from server.windows import AT_ONCE
from tui import gallery, tuning
from tui.app import UndertableApp
from tui.screens.table import TablePage
from tui.session import run_app

__all__ = ["figures"]

PLAYERS, WATCHERS = 15, 20
ACTS = (False, True, True, False)
"""How each act is drawn: shared or not. Where nobody dies, a game fades after five."""
STEPS, TALKING = 5, 2
"""Steps of an act, and those of them in which all may talk."""
TALKS = 8
"""Lines said in each of those."""
ROUNDS = 5
_TALK_SECONDS, _STEP_SECONDS, _MOVE_SECONDS = 1.0, 1.8, 0.12
"""Until everybody has drawn: output of a masked game leaves at fixed beats."""
MOVES = 12


class _Silent:
    """A client that is never slow and never looked at."""

    term = "xterm-256color"
    env: Mapping[str, str] = {"LANG": "en_US.UTF-8", "COLORTERM": "truecolor"}
    size = Size(80, 24)

    def __init__(self) -> None:
        self.sink: TerminalSink | None = None

    def bind(self, sink: TerminalSink) -> None:
        """Take the session's side."""
        self.sink = sink

    def write(self, data: bytes) -> None:
        """Let it pass."""

    def write_error(self, data: bytes) -> None:
        """Let it pass."""

    def fence(self, reached: Callable[[], None]) -> None:
        """Have received everything."""
        asyncio.get_running_loop().call_soon(reached)

    def key(self, data: bytes) -> None:
        """Press a key."""
        assert self.sink is not None
        self.sink.feed(data)


@dataclass(slots=True, kw_only=True)
class _Table:
    """A running table: the players' sessions, and how many there are in all."""

    apps: Sequence[UndertableApp]
    terminals: Sequence[_Silent]
    players: int

    def page(self, number: int) -> TablePage:
        """Return what a session shows."""
        page = self.apps[number].screen
        assert isinstance(page, TablePage)
        return page

    def told(self, number: int) -> int:
        """Return how much of the public events a session shows."""
        state = self.page(number).state
        return -1 if state is None or "beat" not in state.frame else state.frame["beat"]["told"]

    def answer(self, number: int, *words: str) -> bool:
        """Let a player answer what is asked, by default if there are no words."""
        page = self.page(number)
        state = page.state
        if state is None or (ask := state.frame["ask"]) is None:
            return False
        said = list(words or ask["default"])
        page.send(Answer(game_no=state.frame["game_no"], ask=ask["id"], answer=said))
        return True


async def _until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.02)


@asynccontextmanager
async def _session(
    place: LocalHub, who: Identity, terminal: _Silent, code: str, *, watch: bool
) -> AsyncIterator[UndertableApp]:
    app = UndertableApp(
        Connection(who=who, terminal=terminal, hub=place), start_table=code, watch=watch
    )
    task = asyncio.ensure_future(run_app(app, terminal))
    try:
        await _until(lambda: isinstance(app.screen_stack and app.screen, TablePage))
        yield app
    finally:
        app.exit(0)
        with suppress(Exception):
            await task


@asynccontextmanager
async def _table(
    game: str, players: int, watchers: int, options: Mapping[str, str]
) -> AsyncIterator[_Table]:
    """Open a table with a session for each player and watcher, and start its game."""
    place = LocalHub(Store.in_memory(), bots=BotOptions(least=0.0, most=0.0), windows=AT_ONCE)
    await place.start()
    people = [Identity(id=f"SHA256:{n}", name=f"Player{n}", tag=f"t{n}") for n in range(players)]
    others = [Identity(id=f"SHA256:w{n}", name=f"Watcher{n}", tag="w") for n in range(watchers)]
    code = await place.create(
        people[0], CreateTable(game=game, seats=players, options=options, clock=0)
    )
    apps: list[UndertableApp] = []
    terminals: list[_Silent] = []
    async with AsyncExitStack() as stack:
        for number, who in enumerate([*people, *others]):
            terminal = _Silent()
            terminals.append(terminal)
            watch = number >= players
            session = _session(place, who, terminal, code, watch=watch)
            apps.append(await stack.enter_async_context(session))
        table = _Table(apps=apps, terminals=terminals, players=players)
        for number in range(players):
            await _until(lambda n=number: table.page(n).seated)  # type: ignore[misc]
            table.page(number).send(Ready(ready=True))
        await asyncio.sleep(1)
        table.page(0).send(Start())
        await _until(lambda: all(table.page(n).started for n in range(players)))
        for app in apps:
            app.show_tips(shown=False)
        await asyncio.sleep(3)
        tuning.tune()
        yield table
    await place.stop()


async def _act(table: _Table) -> None:
    """Play one act: lines of talk where talk is open, then the end of the step, five times."""
    for _step in range(STEPS):
        state = table.page(0).state
        assert state is not None
        ask = state.frame["ask"]
        if ask is not None and "public" in ask["context"]["channels"]:
            for number in range(TALKS):
                assert table.answer(number, "say", "public", f"And what do we do now? ({number})")
                await _drawn(table, _TALK_SECONDS)
        await _stepped(table)


async def _stepped(table: _Table) -> None:
    """Have everybody ready, which ends the step."""
    for number in range(table.players):
        assert table.answer(number, "ready")
    await _drawn(table, _STEP_SECONDS)


async def _drawn(table: _Table, seconds: float) -> None:
    """Wait until everybody has drawn all that is public: merged frames would be less work."""
    await asyncio.sleep(seconds)
    await _until(lambda: len({table.told(n) for n in range(len(table.apps))}) == 1)


async def _moved(table: _Table) -> None:
    """Have whoever is asked make a move."""
    asked = [n for n in range(table.players) if table.page(n).asking]
    for number in asked:
        table.answer(number)
    await asyncio.sleep(_MOVE_SECONDS)


async def _spent(work: Callable[[], Awaitable[None]], *, shared: bool) -> float:
    """Return the processor seconds that ``work`` takes, of the whole process."""
    with nullcontext() if shared else gallery.alone():
        gc.collect()
        begun = time.process_time()
        await work()
        return time.process_time() - begun


async def _diary() -> dict[str, float]:
    spent = {False: 0.0, True: 0.0}
    async with _table("future_diary", PLAYERS, WATCHERS, {"pace": "quick"}) as table:
        await _stepped(table)  # personas
        for way in ACTS:
            spent[way] += await _spent(lambda: _act(table), shared=way)
    per = 1000 / (len(ACTS) / 2 * (STEPS + TALKING * TALKS) * (PLAYERS + WATCHERS))
    return {
        "share.update_ms_alone": spent[False] * per,
        "share.update_ms_shared": spent[True] * per,
        "share.ratio": spent[True] / spent[False],
    }


async def _letters() -> dict[str, float]:
    totals = {False: 0.0, True: 0.0}
    async with _table("love_letter", 4, 0, {"wins": "7"}) as table:

        async def moves() -> None:
            for _ in range(MOVES):
                await _moved(table)

        for way in (False, True):
            await _spent(moves, shared=way)
        for number in range(ROUNDS):
            for way in (number % 2 == 0, number % 2 == 1):
                totals[way] += await _spent(moves, shared=way)
    per = 1000 / (ROUNDS * MOVES * 4)
    found = {
        "share.letter_ms_alone": totals[False] * per,
        "share.letter_ms_shared": totals[True] * per,
    }
    found["share.letter_ratio"] = totals[True] / totals[False]
    return found


def figures() -> dict[str, float]:
    """Measure and return all figures by flat name."""
    logs.install(io.StringIO())
    found: dict[str, float] = {}
    for name, part in (("Love Letter", _letters), ("Future Diary", _diary)):
        sys.stderr.write(f"share: {name}\n")
        found |= asyncio.run(part())
    return found
