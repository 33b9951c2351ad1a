"""Programs that reach a cluster through any of its doors and come back whenever they are cut off.

Each speaks the subsystem ``undertable`` over a real SSH connection (docs/protocol.md). A person
lives until cancelled: whatever happens to a connection, the next one is made to a door chosen by
chance.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import asyncssh

from server.framing import Frames, envelope, framed, opened
from server.subsystem import MAX_OUT, VERSION
from server.wire import pack, unpack
from tests.soak.cluster_witness import Witness

__all__ = ["Door", "Notes", "Person", "Wire"]

Door = tuple[str, int]
"""Host and port of a front."""
CUT_OFF: Final = (OSError, asyncssh.Error, TimeoutError, EOFError)
"""What a person meets who is cut off."""
LARGEST: Final = 2**20


@dataclass(slots=True)
class Notes:
    """What all programs together have seen."""

    witness: Witness = field(default_factory=Witness)
    counts: Counter[str] = field(default_factory=Counter)
    """Frames, notices by code, connections, and what should not have been."""
    answered: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By table: the seconds from each probe to its answer."""
    stages: dict[str, str] = field(default_factory=dict)
    """By table: the stage as it was last seen."""
    news: dict[str, float] = field(default_factory=dict)
    """By table: when its last frame came (``time.time()``)."""


class Wire:
    """One session: requests out; its person takes the frames."""

    def __init__(self, out: asyncssh.SSHWriter[bytes]) -> None:
        self._out = out

    def send(self, number: int, **request: Any) -> None:
        """Send a request to a channel; one that is cut off is lost."""
        with suppress(*CUT_OFF):
            self._out.write(framed(envelope(number, pack(request)), LARGEST))


class Person:
    """Somebody with a key, and what they do at a door."""

    def __init__(self, name: str, doors: Sequence[Door], notes: Notes, seed: str) -> None:
        self.name = name
        self.notes = notes
        self.chance = random.Random(f"{seed}/{name}")
        self.wire: Wire | None = None
        self._doors = doors
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        """Who this is; whoever is to be the same person gets it."""

    async def live(self) -> None:
        """Come, be cut off, come again; until cancelled."""
        while True:
            try:
                await self._visit(self.chance.choice(self._doors))
            except CUT_OFF as error:
                self.notes.counts[f"cut off: {type(error).__name__}"] += 1
            self.wire = None
            await asyncio.sleep(self.chance.uniform(0.2, 0.8))

    def met(self, connection: asyncssh.SSHClientConnection) -> None:
        """Look at a connection before it is used; raise ``OSError`` to have another one."""

    def arrived(self, wire: Wire) -> None:
        """Open channels; the session has been greeted."""
        raise NotImplementedError

    def heard(self, number: int, frame: dict[str, Any]) -> None:
        """Take one frame of a channel."""
        raise NotImplementedError

    async def _visit(self, door: Door) -> None:
        async with asyncssh.connect(
            *door,
            username=self.name,
            client_keys=[self.key],
            known_hosts=None,
            agent_path=None,
            config=None,
            compression_algs=None,
            connect_timeout=3,
            login_timeout=8,
            keepalive_interval=1,
            keepalive_count_max=3,
        ) as connection:
            self.met(connection)
            out, into, _ = await asyncio.wait_for(
                connection.open_session(subsystem="undertable", encoding=None), 8
            )
            wire = Wire(out)
            wire.send(0, op="hello", version=VERSION)
            await self._listen(wire, into)

    async def _listen(self, wire: Wire, into: asyncssh.SSHReader[bytes]) -> None:
        frames = Frames(MAX_OUT)
        while data := await into.read(65536):
            for payload in frames.feed(data):
                number, body = opened(payload)
                frame = unpack(body)
                if number == 0 and frame["t"] == "hello":
                    self.notes.counts["connected"] += 1
                    self.wire = wire
                    self.arrived(wire)
                elif number == 0:
                    self.notes.counts[f"error: {frame['code']}"] += 1
                else:
                    self.heard(number, frame)
        self.notes.counts["sessions ended"] += 1


def now() -> float:
    """Return the time of day, which is the streams' too."""
    return time.time()
