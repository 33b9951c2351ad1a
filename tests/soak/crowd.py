"""Two hundred people with bad networks, bad manners and no patience, from one seed.

Each person lives again and again: connects (directly or through a faulty link), joins or watches a
table or looks around the lobby, plays, types, resizes, stalls, and goes – politely, by cutting off,
or by vanishing. ``python -m tests.soak.crowd SPEC`` takes a JSON object with the fields of
:class:`Spec`, writes a JSON line of figures every ten seconds and a last one with ``"done": true``.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh

from tests.server.ssh_helpers import GuestClient
from tests.soak.proxy import FAULTS, Faults, Proxy

__all__ = ["CANARY", "Spec"]

CANARY = "zqxCANARYzqx"
"""Begins everything that a person typed, sent or set and that no log may hold."""
SIZES = ((80, 24), (120, 40), (60, 20), (100, 30), (40, 10), (200, 60), (1, 1), (500, 200))
TERMS = ("xterm-256color", "xterm", "screen-256color", "linux", "vt100", "dumb")
LANGUAGES = ("en_US.UTF-8", "zh_TW.UTF-8", "zh_CN.UTF-8", "C", "de_DE.ISO-8859-1")
COMMANDS = ("help", "version", "whoami", "tables", f"{CANARY} --x", "join NONE-00")
EXPECTED = (OSError, asyncssh.Error, TimeoutError, EOFError)
"""What a person meets who is cut off; anything else is a fault of the soak itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """``people`` at once for ``seconds``, on the server's ``port``, at the tables ``codes``."""

    port: int
    codes: Sequence[str]
    people: int
    seconds: float
    seed: int
    pause: float = 8.0
    """Mean seconds between two acts of one person."""
    life: float = 180.0
    """Mean seconds of one connection."""


@dataclass(slots=True)
class Figures:
    """What the crowd did and met."""

    counts: Counter[str] = field(default_factory=Counter)
    here: int = 0
    received: int = 0

    def say(self, *, done: bool) -> None:
        """Write one line."""
        line = {**self.counts, "here": self.here, "received": self.received, "done": done}
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


class _Screen(asyncssh.SSHClientSession[bytes]):
    """Counts bytes; a crowd does not look."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        del datatype
        self._figures.received += len(data)


@dataclass(slots=True, kw_only=True)
class Visit:
    """One connection with one open session."""

    connection: asyncssh.SSHClientConnection
    channel: asyncssh.SSHClientChannel[bytes]
    proxy: Proxy | None
    chance: random.Random

    def play(self) -> None:
        """Highlight something and take it."""
        self.channel.write(b"\x1b[B" * self.chance.randint(1, 3))
        self.channel.write(b"\r")

    def press(self) -> None:
        """Press one of the keys that mean something somewhere."""
        self.channel.write(self.chance.choice(_KEYS))

    def ready(self) -> None:
        """Be ready; harmless elsewhere."""
        self.channel.write(b"r")

    def talk(self) -> None:
        """Say something at the table."""
        word = f"{CANARY}{self.chance.randint(0, 9999)}"
        self.channel.write(b"c" + word.encode())
        self.channel.write(b"\r")

    def paste(self) -> None:
        """Paste more than anybody types."""
        lines = "\n".join(f"{CANARY} line {number}" for number in range(self.chance.randint(2, 40)))
        self.channel.write(b"\x1b[200~" + lines.encode() + b"\x1b[201~")

    def noise(self) -> None:
        """Send bytes of no meaning."""
        self.channel.write(self.chance.randbytes(self.chance.randint(1, 200)))

    def resize(self) -> None:
        """Change the window, sometimes in a storm."""
        for _ in range(self.chance.choice((1, 1, 1, 20))):
            self.channel.change_terminal_size(*self.chance.choice(SIZES))

    def stall(self) -> None:
        """Stop reading for a while."""
        self.channel.pause_reading()
        seconds = self.chance.uniform(1, 20)
        asyncio.get_running_loop().call_later(seconds, self._read_again)

    def _read_again(self) -> None:
        with contextlib.suppress(*EXPECTED):
            self.channel.resume_reading()


_KEYS = (b"1", b"2", b"3", b"\t", b"\x1b", b"?", b"g", b"l", b"z", b"n", b"s", b"f", b"\x10",
         b"\x0c", b"\x1a", b"\x03", b"\x04", b"q", b"\x1b[A", b"\x1b[C", b"\x1bOD", b"\x1b[5~",
         b"y")  # fmt: skip
_ACTS: Sequence[tuple[int, Callable[[Visit], None]]] = (
    (50, Visit.play), (14, Visit.ready), (12, Visit.press), (6, Visit.talk), (2, Visit.paste),
    (3, Visit.noise), (8, Visit.resize), (3, Visit.stall),
)  # fmt: skip


async def _polite(visit: Visit) -> None:
    visit.channel.write(b"\x03\x03")
    await asyncio.wait_for(visit.channel.wait_closed(), 10)
    visit.connection.close()


async def _end_of_input(visit: Visit) -> None:
    visit.channel.write_eof()
    await asyncio.sleep(1)
    visit.connection.close()


async def _hang_up(visit: Visit) -> None:
    visit.connection.close()


async def _cut(visit: Visit) -> None:
    visit.connection.abort()


async def _signal(visit: Visit) -> None:
    visit.channel.send_signal(visit.chance.choice(("HUP", "INT", "TERM", "TSTP")))
    await asyncio.sleep(1)
    visit.connection.abort()


async def _vanish(visit: Visit) -> None:
    """Read nothing and answer nothing for a minute; keepalives must notice."""
    transport = visit.connection._transport
    if transport is not None:
        transport.pause_reading()
    await asyncio.sleep(visit.chance.uniform(20, 70))
    visit.connection.abort()


_ENDS: Sequence[tuple[int, Callable[[Visit], Awaitable[None]]]] = (
    (30, _polite), (10, _end_of_input), (15, _hang_up), (30, _cut), (5, _signal), (10, _vanish),
)  # fmt: skip


class Crowd:
    """All people, their keys and their links."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._figures = Figures()
        self._links: list[Proxy | None] = [None] * 8
        self._gate = asyncio.Semaphore(48)
        """Handshakes of the crowd at once; on a bad link each takes many seconds, mostly idle."""
        self._vanishing: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Live for the time that was set, then go."""
        spec = self._spec
        for number, faults in enumerate((*FAULTS.values(), Faults())):
            proxy = Proxy(spec.port, faults, seed=spec.seed + number)
            await proxy.start()
            self._links.append(proxy)
        end = time.monotonic() + spec.seconds
        people = [asyncio.create_task(self._person(number, end)) for number in range(spec.people)]
        while time.monotonic() < end:
            await asyncio.sleep(min(10.0, max(0.1, end - time.monotonic())))
            self._figures.say(done=False)
        await asyncio.wait(people, timeout=90)
        await asyncio.gather(*self._vanishing, return_exceptions=True)
        for person in people:
            if not person.done():
                self._figures.counts["late"] += 1
                person.cancel()
        await asyncio.gather(*people, return_exceptions=True)
        for link in self._links:
            if link is not None:
                await link.stop()
        self._figures.say(done=True)

    async def _person(self, number: int, end: float) -> None:
        chance = random.Random(f"{self._spec.seed}/{number}")
        key = asyncssh.generate_private_key("ssh-ed25519") if number % 10 else None
        await asyncio.sleep(chance.uniform(0, min(30.0, self._spec.seconds / 4)))
        while time.monotonic() < end:
            try:
                await self._life(number, key, chance, end)
            except EXPECTED as error:
                self._figures.counts[f"met {type(error).__name__}"] += 1
                await asyncio.sleep(chance.uniform(0.2, 2))
            except Exception as error:  # noqa: BLE001 - counted, and the soak fails for it
                self._figures.counts[f"FAULT {type(error).__name__} {error}"[:120]] += 1
                await asyncio.sleep(1)

    async def _life(
        self, number: int, key: asyncssh.SSHKey | None, chance: random.Random, end: float
    ) -> None:
        link = chance.choice(self._links)
        async with self._gate:
            connection = await asyncio.wait_for(self._connect(number, key, link), 60)
        self._figures.counts["connected"] += 1
        self._figures.here += 1
        stays = False
        try:
            if chance.random() < 0.06:
                await self._command(connection, chance)
                return
            channel, _session = await asyncio.wait_for(self._open(connection, number, chance), 60)
            visit = Visit(connection=connection, channel=channel, proxy=link, chance=chance)
            ends = min(end, time.monotonic() + chance.expovariate(1 / self._spec.life))
            acts, weights = [act for _w, act in _ACTS], [weight for weight, _act in _ACTS]
            while time.monotonic() < ends and not channel.is_closing():
                await asyncio.sleep(chance.expovariate(1 / self._spec.pause))
                chance.choices(acts, weights)[0](visit)
                self._figures.counts["acts"] += 1
            how = chance.choices([e for _w, e in _ENDS], [w for w, _e in _ENDS])[0]
            self._figures.counts[f"end{how.__name__}"] += 1
            if how is _vanish:
                # The person is back at once, with the old connection still open.
                task = asyncio.create_task(_vanish(visit))
                self._vanishing.add(task)
                task.add_done_callback(self._vanishing.discard)
                stays = True
                return
            await how(visit)
        finally:
            self._figures.here -= 1
            if not stays:
                connection.abort()

    async def _connect(
        self, number: int, key: asyncssh.SSHKey | None, link: Proxy | None
    ) -> asyncssh.SSHClientConnection:
        return await asyncssh.connect(
            "127.0.0.1",
            self._spec.port if link is None else link.port,
            username=f"p{number}",
            client_keys=[key] if key else None,
            client_factory=GuestClient,
            preferred_auth="publickey" if key else "keyboard-interactive",
            known_hosts=None,
            agent_path=None,
            config=None,
            compression_algs=None,
            login_timeout=50,
        )

    async def _open(
        self, connection: asyncssh.SSHClientConnection, number: int, chance: random.Random
    ) -> tuple[asyncssh.SSHClientChannel[bytes], asyncssh.SSHClientSession[bytes]]:
        # Mostly the own table, so that its seats are not owned by people who are elsewhere.
        codes = self._spec.codes
        code = codes[number % len(codes)] if chance.random() < 0.8 else chance.choice(codes)
        command = chance.choices((None, f"join {code}", f"watch {code}"), (2, 6, 2))[0]
        return await connection.create_session(
            lambda: _Screen(self._figures),
            command,
            term_type=chance.choices(TERMS, (12, 3, 3, 1, 1, 1))[0],
            term_size=chance.choice(SIZES[:4]),
            env={
                "LANG": chance.choice(LANGUAGES),
                "COLORTERM": "truecolor",
                "UNDERTABLE_NOTE": f"{CANARY}env",
            },
            encoding=None,
        )

    async def _command(
        self, connection: asyncssh.SSHClientConnection, chance: random.Random
    ) -> None:
        done = await asyncio.wait_for(
            connection.run(chance.choice(COMMANDS), stdin=asyncssh.DEVNULL), 60
        )
        self._figures.counts[f"status {done.exit_status}"] += 1
        connection.close()


if __name__ == "__main__":
    asyncssh.set_log_level("CRITICAL")
    asyncio.run(Crowd(Spec(**json.loads(Path(sys.argv[1]).read_text()))).run())
