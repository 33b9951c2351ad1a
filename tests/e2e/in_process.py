"""A whole server in the test's own process, and SSH clients with terminal emulators to look at it.

In process a test knows the truth at the very moment a chunk of bytes arrives, so that each screen
can be compared with it at once. Clients are asyncssh's; what they receive is drawn by pyte.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncssh
import pyte
import pytest

from engine.event import SPECTATOR
from server import logs, running
from server.api import Identity, Stage
from server.bots import BotOptions
from server.channel import LocalChannel
from server.deadlines import Time
from server.hostkey import usable_data_dir
from server.hub import LocalHub
from server.identity import fingerprint, tag
from server.names import clean_name
from server.requests import CreateTable
from server.running import RunningGame
from server.settings import Limits, Settings
from server.ssh import SshServer
from server.store import Store
from server.table import Table
from tests.languages import SPOKEN
from tests.server.ssh_helpers import GuestClient
from tests.tui.fake_terminal import ColourErasingScreen
from tui import i18n, tips
from tui.cli.serve import STORE_NAME
from tui.door import run_connection
from tui.i18n import _

__all__ = [
    "DOWN", "ENTER", "ESC", "HIGHLIGHT", "Client", "Evening", "Player", "evening",
    "fixed_seeds", "open_client", "said", "start_until_asked",
]  # fmt: skip

PATIENCE = 30.0
"""Seconds within which anything that happens at all must have happened."""
FIRST_PAGE = 0.5
"""Seconds in which a session's first page may come in pieces."""
QUIET = 0.2
"""Seconds without output after which a screen counts as finished."""
DOWN, ENTER, ESC = b"\x1b[B", b"\r", b"\x1b"
QUICK = BotOptions(least=0.0, most=0.0)
ROOMY = Limits(connects_burst=2000, handshakes=300, handshakes_per_address=300)
LEAVING = (
    "Press the same key again to leave. Your seat is kept.",
    "Press the same key again to leave. A guest's seat is not kept.",
)
HIGHLIGHT = re.compile(r">[0-9a-g] ")
"""The key of a highlighted option."""
MOST_COLUMNS, MOST_ROWS = 500, 200


@cache
def said(message: str) -> tuple[str, ...]:
    """Return ``message`` in every language that a screen may be in."""
    found = []
    for language in SPOKEN:
        i18n.use(language)
        found.append(_(message))
    i18n.use(i18n.DEFAULT)
    return tuple(found)


def fixed_seeds(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let every game from now on have a seed that follows from ``number`` and its turn."""
    games = iter(range(1, 1000))

    def seed(size: int) -> bytes:
        return hashlib.shake_256(f"{number}/{next(games)}".encode()).digest(size)

    stub = SimpleNamespace(token_bytes=seed, token_hex=secrets.token_hex)
    monkeypatch.setattr(running, "secrets", stub)


class _Screen(ColourErasingScreen):
    """A screen that also counts its bells."""

    bells = 0

    def bell(self, *_arguments: Any) -> None:
        self.bells += 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody with a key: the same one whichever terminal they sit at."""

    name: str
    key: asyncssh.SSHKey = field(
        default_factory=lambda: asyncssh.generate_private_key("ssh-ed25519")
    )

    @property
    def who(self) -> Identity:
        """The identity that a login with this key gets."""
        made = fingerprint(self.key.public_data)
        return Identity(id=made, name=clean_name(self.name), tag=tag(made))


class Client(asyncssh.SSHClientSession[bytes]):
    """One terminal of one person. ``looked`` is called after every chunk has been drawn."""

    def __init__(self, size: tuple[int, int], looked: Callable[[Client], None] | None) -> None:
        self.screen = _Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.received = bytearray()
        self.errors = bytearray()
        self.chunks = 0
        self.looked = looked
        self.seat = SPECTATOR
        """Whose eyes this terminal has, for whoever compares."""
        self.closed = asyncio.Event()
        self.channel: asyncssh.SSHClientChannel[bytes]
        self.connection: asyncssh.SSHClientConnection
        self.reads_missed = True
        """Whether the list of what was missed is left with a key wherever something is awaited."""
        self.painted_at = 0.0
        """When the first bytes came."""
        self._news = asyncio.Event()

    # --- what asyncssh calls ---

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Draw what arrives."""
        if datatype is not None:
            self.errors += data
        self.received += data
        # pyte has no private "$p" question and would print its last letter.
        self._stream.feed(data.replace(b"\x1b[?2026$p", b""))
        self.painted_at = self.painted_at or time.monotonic()
        self.chunks += 1
        self._news.set()
        if self.looked is not None:
            self.looked(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the channel is closed."""
        self.closed.set()
        self._news.set()

    # --- what is seen ---

    @property
    def lines(self) -> list[str]:
        """The screen's rows as a person would read them."""
        rows = []
        for y in range(self.screen.lines):
            row = self.screen.buffer[y]
            rows.append("".join(row[x].data for x in range(self.screen.columns)).rstrip())
        return rows

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join(self.lines)

    @property
    def title(self) -> str:
        """The window's title, and its icon's."""
        return f"{self.screen.title} {self.screen.icon_name}"

    @property
    def status(self) -> int | None:
        """The exit status, once it has come."""
        return self.channel.get_exit_status()

    def shows(self, message: str) -> bool:
        """Tell whether ``message`` is on the screen in any language."""
        text = self.text
        return any(sentence in text for sentence in said(message))

    async def until(self, holds: Callable[[Client], object] | str) -> str:
        """Wait until ``holds`` is true, or a message is shown; return the screen."""
        try:
            await self.within(
                PATIENCE, lambda c: c.shows(holds) if isinstance(holds, str) else holds(c)
            )
        except TimeoutError:
            raise AssertionError(f"never: {holds}\n{self.text}") from None
        return self.text

    async def within(self, seconds: float, holds: Callable[[Client], object]) -> None:
        """Wait until ``holds`` is true; raise ``TimeoutError`` if that takes longer."""
        async with asyncio.timeout(seconds):
            while self._back() or not holds(self) or await self._more_of_first_page():
                self._news.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), 0.02)

    async def _more_of_first_page(self) -> bool:
        """Say whether more came of a first page in the moment after it showed what is awaited.

        It comes in several pieces, and its foot is last, which tells a list of what was missed
        from the table.
        """
        if not self.reads_missed or time.monotonic() - self.painted_at > FIRST_PAGE:
            return False
        before = self.chunks
        await asyncio.sleep(0.05)
        return self.chunks != before and self._back()

    def _back(self) -> bool:
        """Leave the list of what was missed, as a player does who has read it."""
        listed = self.reads_missed and self.shows(
            "Any key goes to the table; it does nothing else."
        )
        if listed:
            self.send(b" ")
        return listed

    async def settled(self) -> str:
        """Wait until nothing has come for a moment; return the screen."""
        async with asyncio.timeout(PATIENCE):
            while True:
                before = self.chunks
                await asyncio.sleep(QUIET)
                if self.chunks == before and before:
                    return self.text

    # --- what is done ---

    def send(self, *keys: bytes) -> None:
        """Type, each of ``keys`` in a packet of its own."""
        for key in keys:
            self.channel.write(key)

    async def type(self, *keys: bytes) -> str:
        """Type, and wait for the screen to settle after each of ``keys``."""
        for key in keys:
            self.send(key)
            await self.settled()
        return self.text

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size, to any numbers that SSH can carry."""
        self.screen.resize(min(max(rows, 1), MOST_ROWS), min(max(columns, 1), MOST_COLUMNS))
        self.channel.change_terminal_size(columns, rows)

    def cut(self) -> None:
        """Break the connection without a word."""
        self.connection.abort()

    def freeze(self) -> None:
        """Read nothing any more, as a client whose network is gone or which is stopped."""
        transport: Any = self.connection._transport
        transport.pause_reading()

    def thaw(self) -> None:
        """Read on."""
        transport: Any = self.connection._transport
        transport.resume_reading()

    async def leave(self) -> int | None:
        """Leave with Ctrl-C twice, and return the exit status."""
        self.send(b"\x03")
        await self.until(lambda c: any(c.shows(message) for message in LEAVING))
        self.send(b"\x03")
        return await self.ended()

    async def ended(self) -> int | None:
        """Wait for the end of the session and return its exit status."""
        async with asyncio.timeout(PATIENCE):
            await self.closed.wait()
        return self.status


async def open_client(
    port: int,
    player: Player | str,
    command: str | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    language: str = "en_US.UTF-8",
    term: str | None = "xterm-256color",
    env: Mapping[str, str] | None = None,
    looked: Callable[[Client], None] | None = None,
    clients: list[Client] | None = None,
) -> Client:
    """Connect a person with a key, or a guest of that name, and open a session.

    ``term`` None asks for no terminal. Nothing is waited for but the session's opening.
    ``clients`` gets the new client before anything can go wrong.
    """
    keyed = isinstance(player, Player)
    connection = await asyncssh.connect(
        "127.0.0.1",
        port,
        username=player.name if isinstance(player, Player) else player,
        client_keys=[player.key] if isinstance(player, Player) else None,
        client_factory=GuestClient,
        preferred_auth="publickey" if keyed else "keyboard-interactive",
        known_hosts=None,
        agent_path=None,
        config=None,
        compression_algs=None,
    )
    client = Client(size, looked)
    client.connection = connection
    if clients is not None:
        clients.append(client)
    variables: Any = {"LANG": language, "COLORTERM": "truecolor"}
    client.channel, _session = await connection.create_session(
        lambda: client,
        command,
        term_type=term,
        term_size=size if term is not None else (0, 0),
        env=variables if env is None else dict[Any, Any](env),
        encoding=None,
    )
    return client


class Evening:
    """A running server with its hub; closes every client that is still there at its end."""

    def __init__(self, hub: LocalHub, server: SshServer, log: io.StringIO) -> None:
        self.log = log
        self.hub = hub
        self.server = server
        self.clients: list[Client] = []
        self.looked: Callable[[Client], None] | None = None
        """Given to every client that connects."""

    # --- the truth ---

    def table(self, code: str) -> Table:
        """Return the table itself."""
        return self.hub._tables[code]

    def game(self, code: str) -> RunningGame | None:
        """Return the game that is on, or was the last one, at a table."""
        return self.table(code)._kept.running

    def playing(self, code: str) -> RunningGame:
        """Return the game at a table, which has begun."""
        found = self.game(code)
        assert found is not None
        return found

    def stage(self, code: str) -> Stage:
        """Return where a table is in its life."""
        return self.table(code).state.stage

    def entries(self, code: str) -> int:
        """Return how many decisions there were."""
        return len(self.playing(code).driver.journal.entries)

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until ``holds`` is true of the server."""
        async with asyncio.timeout(PATIENCE):
            while not holds():  # noqa: ASYNC110 - any state of the server, most without an event
                await asyncio.sleep(0.01)

    # --- tables and people ---

    async def opened(
        self, host: Player, *, seats: int = 4, bots: int = 0, clock: int = 0, **options: Any
    ) -> str:
        """Make a table for ``host`` and return its code."""
        request = CreateTable(
            game="love_letter", seats=seats, options=options, clock=clock, bots=bots
        )
        return await self.hub.create(host.who, request)

    def channel(self, player: Player, code: str) -> LocalChannel:
        """Open a table as a program would, without a screen."""
        return self.hub.table(player.who, code)

    async def connect(
        self,
        player: Player | str,
        command: str | None = None,
        *,
        seat: int = SPECTATOR,
        **options: Any,
    ) -> Client:
        """Connect somebody; see :func:`open_client`. ``seat`` is for whoever compares.

        Whoever has a key has done with first-time notes, which would take the first Esc.
        """
        if isinstance(player, Player):
            self.hub.remember(player.who, settings={tips.SHOWN: False})
        client = await open_client(
            self.server.port, player, command, looked=self.looked, clients=self.clients, **options
        )
        client.seat = seat
        return client

    async def seated(
        self, *players: Player, seats: int | None = None, **options: Any
    ) -> tuple[str, list[Client]]:
        """Seat ``players`` at a new table, all ready; the host is the first."""
        host = players[0]
        code = await self.opened(host, seats=seats or len(players), **options)
        clients = [await self.connect(host, f"join {code}", seat=0)]
        await clients[0].until("Join code")
        for seat, player in enumerate(players[1:], start=1):
            client = await self.connect(player, f"join {code}", seat=seat)
            await client.until("Press r when you are ready.")
            client.send(b"r")
            await self.until(partial(self._ready, code, seat))
            clients.append(client)
        return code, clients

    def _ready(self, code: str, seat: int) -> bool:
        return self.table(code).state.seats[seat].ready

    async def started(
        self, *players: Player, seats: int | None = None, **options: Any
    ) -> tuple[str, list[Client]]:
        """Seat ``players`` and start; bots take the other seats."""
        code, clients = await self.seated(*players, seats=seats, **options)
        clients[0].send(b"s")
        await self.until(lambda: self.stage(code) is not Stage.WAITING)
        for client in clients:
            await client.until(lambda c: c.shows("only you") or c.shows("GAME OVER"))
        return code, clients

    def asked(self, code: str) -> tuple[int, ...]:
        """Return the seats of people that are to decide now."""
        if self.stage(code) is not Stage.PLAYING:
            return ()
        bots = {i for i, seat in enumerate(self.table(code).state.seats) if seat.bot}
        return tuple(s for s in self.playing(code).driver.waiting if s not in bots)

    async def turn(self, code: str) -> int:
        """Wait until a person is to decide or the game is over; return the seat, or -1."""
        await self.until(lambda: self.asked(code) or self.stage(code) is not Stage.PLAYING)
        return (*self.asked(code), -1)[0]

    async def move(self, code: str, client: Client, *, choice: int = 1) -> None:
        """Let a person make a move as people do: highlight, look, confirm."""
        before = self.entries(code)
        async with asyncio.timeout(PATIENCE):
            while self.entries(code) == before:
                await client.until("YOUR TURN")
                client.send(*[DOWN] * choice)
                # A question asked right after the last one may not be on the screen yet, and keys
                # that came too early mean nothing: look again, as a person would.
                with contextlib.suppress(TimeoutError):
                    await client.within(1.0, lambda c: HIGHLIGHT.search(c.text))
                    client.send(ENTER)
                    await client.within(1.0, lambda _c: self.entries(code) > before)


@asynccontextmanager
async def evening(
    folder: Path, *, bots: BotOptions = QUICK, limits: Limits = ROOMY, time: Time | None = None
) -> AsyncIterator[Evening]:
    """Run a server on a free port with its data in ``folder``."""
    usable_data_dir(folder)
    log = io.StringIO()
    logs.install(log)
    hub = LocalHub(Store.open(folder / STORE_NAME), bots=bots, time=time)
    await hub.start()
    server = SshServer(
        Settings(host="127.0.0.1", port=0, data_dir=folder, limits=limits), hub, run_connection
    )
    await server.start()
    made = Evening(hub, server, log)
    try:
        yield made
    finally:
        for client in made.clients:
            client.looked = None
            client.cut()
        await hub.stop()
        await server.stop(0.5)


async def start_until_asked(host: Client) -> None:
    """Start a game, and another where this one is over before its host is asked anything."""
    while True:
        host.send(b"s")
        await host.until(lambda c: c.shows("YOUR TURN") or c.shows("GAME OVER"))
        if host.shows("YOUR TURN"):
            return
        host.send(b"r")
        await host.until("Join code")
