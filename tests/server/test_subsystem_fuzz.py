"""Sessions of the subsystem fed with almost right requests, in memory and so by the thousand.

The seed is in every failure's message; ``UNDERTABLE_FUZZ_SEED`` plays it again.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable, Mapping
from typing import Any

import msgpack
import pytest

from server.api import Connection, ExitStatus, Size, TerminalSink
from server.framing import Frames, envelope, framed, opened
from server.requests import _OPS
from server.subsystem import MAX_OUT, run_subsystem
from server.wire import pack, unpack
from tests.server.house import ANN, BO, House, house
from tests.server.ssh_helpers import eventually
from tests.server.subsystem_client import HELLO

FIELDS = (
    "answer", "ask", "bot", "bots", "channel", "clock", "code", "fill", "game", "game_no", "late",
    "options", "ready", "room", "seat", "seats", "seq", "text", "version",
)  # fmt: skip
SCALARS = (0, 1, -1, 2**31, 2**63, True, False, None, 1.5, "", "lobby", "keep", "\ud7ff", b"\xff")


class Memory:
    """A terminal that keeps what is written; whatever is written has arrived."""

    def __init__(self) -> None:
        self.out = bytearray()
        self.sink: asyncio.Future[TerminalSink] = asyncio.get_running_loop().create_future()
        self.term = ""
        self.env: Mapping[str, str] = {}
        self.size = Size(80, 24)

    def bind(self, sink: TerminalSink) -> None:
        self.sink.set_result(sink)

    def write(self, data: bytes) -> None:
        self.out += data

    def write_error(self, data: bytes) -> None:
        self.out += data

    def fence(self, reached: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(reached)


class Fuzz:
    """Makes input; ``given`` counts the pieces."""

    def __init__(self, seed: int, code: str) -> None:
        self.chance = random.Random(seed)
        self.given = 0
        self._code = code
        self._top = 0

    def begin(self) -> bytes:
        self._top = 0
        return self._frame(0, HELLO)

    def piece(self) -> bytes:
        """Return a frame: an open, a close, or a request with strange values; seldom broken."""
        self.given += 1
        chance = self.chance
        pick = chance.random()
        if self._top == 0 or pick < 0.12:
            self._top += chance.choice((1, 1, 2))
            room = chance.choice(("lobby", "table", "watch"))
            code = {} if room == "lobby" else {"code": chance.choice((self._code, "X"))}
            data = self._frame(0, {"op": "open", "channel": self._top, "room": room, **code})
        elif pick < 0.2:
            number = chance.randrange(1, self._top + 1)
            data = self._frame(0, {"op": "close", "channel": number})
        else:
            request: dict[Any, Any] = {"op": chance.choice((*_OPS, "fly"))}
            for field in chance.sample(FIELDS, chance.randrange(4)):
                request[field] = self._value(3)
            data = self._frame(chance.randrange(1, self._top + 1), request)
        if chance.random() < 0.01:
            spoilt = bytearray(data)
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
            data = bytes(spoilt)
        return data

    def _frame(self, channel: int, request: object) -> bytes:
        return framed(envelope(channel, bytes(msgpack.packb(request))), MAX_OUT)

    def _value(self, depth: int) -> object:
        chance = self.chance
        match chance.randrange(6 if depth else 4):
            case 4:
                return [self._value(depth - 1) for _ in range(chance.randrange(4))]
            case 5:
                return {
                    chance.choice(("op", "fuse", 1)): self._value(depth - 1)
                    for _ in range(chance.randrange(3))
                }
            case _:
                return chance.choice(SCALARS)


async def _session(h: House, fuzz: Fuzz) -> None:
    """Feed one session until it or the input ends, and look at how it ended."""
    terminal = Memory()
    connection = Connection(who=ANN, terminal=terminal, hub=h.hub, pty=False)
    running = asyncio.ensure_future(run_subsystem(connection))
    sink = await terminal.sink
    sink.feed(fuzz.begin())
    for _ in range(fuzz.chance.randrange(1, 120)):
        sink.feed(fuzz.piece())
        if fuzz.chance.random() < 0.2:
            await asyncio.sleep(0)
    if fuzz.chance.random() < 0.7:
        sink.feed(b"")
    else:
        sink.lost()
    status = await asyncio.wait_for(running, 20)
    frames = Frames(MAX_OUT)
    got = [opened(payload) for payload in frames.feed(bytes(terminal.out))]
    assert not frames.partial
    assert all(unpack(body) for _, body in got)
    own = [unpack(body)["t"] for number, body in got if number == 0]
    assert (own[-1] == "error") is (status != ExitStatus.OK)
    assert b"CANARY" not in terminal.out


async def _fuzz(pieces: int) -> None:
    seed = int(os.environ.get("UNDERTABLE_FUZZ_SEED") or random.SystemRandom().getrandbits(32))
    async with house() as h:
        fuzz = Fuzz(seed, await h.opened(BO, seats=4))
        host = h.at(fuzz._code, BO)
        while fuzz.given < pieces:
            try:
                await _session(h, fuzz)
            except Exception as error:
                raise AssertionError(f"UNDERTABLE_FUZZ_SEED={seed}") from error
        host.channel.send(pack({"op": "chat", "text": "still here"}))
        await host.until(lambda p: any(f["chat"] for f in p.frames))
        host.leave()
        await eventually(lambda: h.hub.online() == 0)
    assert {task for task in asyncio.all_tasks() if "_pump" in repr(task)} == set()


async def test_almost_right_requests_end_in_a_word_and_harm_nobody() -> None:
    await _fuzz(5_000)


@pytest.mark.soak
@pytest.mark.timeout(600)
async def test_half_a_million_almost_right_requests() -> None:
    await _fuzz(500_000)
