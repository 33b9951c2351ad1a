"""A million inputs of every kind that a stranger can send: no crash, and no secret in any answer.

``UNDERTABLE_SOAK_INPUTS`` and ``UNDERTABLE_SOAK_SEED`` change how many and which; both are printed.
Each test takes its share of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import asyncssh
import pytest

from engine.driver import Driver, Status
from engine.event import SPECTATOR
from server.api import Connection, ExitStatus, Identity, Size, Stage, TerminalSink
from server.channel import LocalChannel
from server.codes import Code
from server.framing import FrameError, Frames, opened
from server.hub import LocalHub
from server.names import NAME_CELLS, cell_width, clean_name, clean_text, skeleton
from server.requests import CreateTable, Ready, Rematch, Sit, Start, encode, parse
from server.wire import WireError, pack, unpack
from tests.e2e.in_process import Client, Evening, Player, evening
from tests.e2e.test_canary_ssh import Watch, known_to, named
from tests.soak.fuzz import Fuzz
from tests.tui.sessions import ANN, BO, hub, session
from tui.door import run_connection
from tui.keys import Clicked, CursorReport, KeyReader, Pasted, Pressed, SyncReport

INPUTS = int(os.environ.get("UNDERTABLE_SOAK_INPUTS", "1000000"))
SEED = int(os.environ.get("UNDERTABLE_SOAK_SEED", "1000"))
SHARES = {
    "keys": 0.50, "requests": 0.20, "frames": 0.08, "names": 0.10, "commands": 0.03,
    "table": 0.06, "screens": 0.02, "ssh": 0.01,
}  # fmt: skip

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1800)]


def share(kind: str) -> int:
    """Return how many inputs a kind gets."""
    return max(1, int(INPUTS * SHARES[kind]))


def report(kind: str, began: float, outcomes: Counter[str]) -> None:
    """Say what was done, with the seed."""
    sys.stderr.write(
        f"\nfuzz {kind}: {share(kind)} inputs, seed {SEED}, {perf_counter() - began:.0f} s, "
        f"{dict(outcomes.most_common(12))}\n"
    )


def test_shares_are_the_whole() -> None:
    assert abs(sum(SHARES.values()) - 1) < 1e-9


def test_bytes_of_a_terminal_become_keys_and_pastes_and_nothing_else() -> None:
    began, fuzz, outcomes = perf_counter(), Fuzz(f"{SEED}/keys"), Counter[str]()
    reader, now = KeyReader(), 0.0
    for number in range(share("keys")):
        if number % 500 == 0:
            reader = KeyReader()
            if fuzz.chance.random() < 0.5:
                reader.expect_report(now)
            reader.mouse = fuzz.chance.random() < 0.5
        now += fuzz.chance.choice((0.0, 0.001, 0.02, 0.1, 0.5, 3.0))
        found = reader.feed(fuzz.keys(), now)
        if reader.pending and fuzz.chance.random() < 0.3:
            found += reader.timeout()
        for item in found:
            outcomes[type(item).__name__] += 1
            match item:
                case Pressed(key=key, character=character):
                    assert key
                    assert unicodedata.category(key[0]) not in {"Cc", "Cs", "Cn"}
                    assert character is None or len(character) == 1
                case Pasted(text=text):
                    assert not [c for c in text if c != "\n" and unicodedata.category(c) == "Cc"]
                case Clicked(x=x, y=y):
                    assert reader.mouse
                    assert min(x, y) >= 0
                case SyncReport() | CursorReport():
                    pass
    report("keys", began, outcomes)


def test_requests_are_parsed_or_refused() -> None:
    began, fuzz, outcomes = perf_counter(), Fuzz(f"{SEED}/requests"), Counter[str]()
    known = {"game": "love_letter", "seats": 4, "options": {}, "clock": 0, "bots": 1, "seat": 0,
             "ready": True, "fill": True, "bot": "random", "game_no": 1, "ask": 1, "seq": 3,
             "answer": ["x"], "text": "hello", "late": "safe"}  # fmt: skip
    for _ in range(share("requests")):
        try:
            outcomes[type(parse(fuzz.request(known))).__name__] += 1
        except WireError as error:
            outcomes[f"refused: {error}"[:20]] += 1
    assert outcomes["Answer"]
    report("requests", began, outcomes)


def test_frames_of_a_stream_are_read_or_end_the_stream() -> None:
    began, fuzz, outcomes = perf_counter(), Fuzz(f"{SEED}/frames"), Counter[str]()
    frames = Frames(20_000)
    for _ in range(share("frames")):
        data = fuzz.stream()
        try:
            for at in range(0, len(data), 7 if len(data) < 100 else 4096):
                for payload in frames.feed(data[at : at + (7 if len(data) < 100 else 4096)]):
                    channel, body = opened(payload)
                    with contextlib.suppress(WireError):
                        unpack(body)
                    outcomes[f"channel {min(channel, 9)}"] += 1
        except FrameError as error:
            outcomes[str(error)] += 1
            frames = Frames(20_000)
    assert outcomes["channel 0"]
    report("frames", began, outcomes)


def test_names_and_lines_come_out_clean_and_stay_so() -> None:
    began, fuzz, outcomes = perf_counter(), Fuzz(f"{SEED}/names"), Counter[str]()
    for _ in range(share("names")):
        raw = fuzz.text()
        name = clean_name(raw)
        assert 1 <= cell_width(name) <= NAME_CELLS
        assert clean_name(name) == name, ascii(raw)
        line = clean_text(raw, cells=200)
        assert cell_width(line) <= 200
        assert not [c for c in name + line if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co"}]
        assert skeleton(name) == skeleton(skeleton(name)) or skeleton(name)
        outcomes["neutral" if name == "player" else "name"] += 1
    report("names", began, outcomes)


class Truth:
    """Looks at everything that a table gives its viewers, and knows what each may know."""

    def __init__(self, place: LocalHub, code: str) -> None:
        self._place = place
        self._code = code
        self.looked = 0
        self.controls = 0
        """Frames of seats that would have been leaks to somebody without a seat."""

    def check(self, frame: dict[str, Any]) -> None:
        """Fail if a frame names a card, or the seed, that its viewer was not told of."""
        kept = self._place._tables[self._code]._kept
        game = kept.running
        if frame["t"] != "table" or game is None or frame["view"] is None:
            return
        self.looked += 1
        driver = game.driver
        over = frame["stage"] == Stage.OVER
        header = driver.journal.header
        assert over or header.seed.hex() not in repr(frame), "the seed"
        if game.commitment != frame["commitment"]:
            return
        assert not self._leaks(frame, game.driver, frame["you"]), (frame["you"], frame["view"])
        if frame["you"] != SPECTATOR:
            self.controls += bool(self._leaks(frame, game.driver, SPECTATOR))

    def _leaks(self, frame: dict[str, Any], driver: Driver, viewer: int) -> list[str]:
        """Return the cards in ``frame`` that ``viewer`` was not told of."""
        pool = driver.state.pool
        sent = pack({key: frame[key] for key in ("events", "view", "result")})
        rest = sent.replace(pack_list(list(pool)), b"")
        secret = set(pool) - known_to(driver, viewer)
        return [card for card in secret if pack_list([card])[1:] in rest]


def pack_list(items: list[str]) -> bytes:
    """Return a list as it stands within a packed map."""
    return pack({"": items})[2:]


class Viewer:
    """Reads one channel to its end, has each frame checked, and keeps the newest."""

    def __init__(self, channel: LocalChannel, truth: Truth, outcomes: Counter[str]) -> None:
        self.channel = channel
        self.frame: dict[str, Any] = {}
        self._truth = truth
        self._outcomes = outcomes
        self.task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with contextlib.suppress(EOFError):
            while True:
                frame = unpack(await self.channel.receive())
                is_notice = frame["t"] == "notice"
                self._outcomes[frame["code"] if is_notice else frame["t"]] += 1
                self._truth.check(frame)
                if frame["t"] == "table":
                    self.frame = frame

    @property
    def right(self) -> dict[str, Any]:
        """Values that would do in a request of this viewer now."""
        ask = self.frame.get("ask") or {}
        return {
            "game": "love_letter", "seats": 4, "options": {}, "clock": 0, "bots": 1,
            "ready": True, "fill": True, "bot": "random", "text": "hello", "late": "safe",
            "game_no": self.frame.get("game_no", 1),
            "ask": ask.get("id", 1),
            "answer": ask.get("options", ["x"])[:1],
            "seat": self.frame.get("you", 0),
            "seq": self.frame.get("seq", 0),
        }  # fmt: skip


async def test_requests_to_a_table_and_the_lobby_change_nothing_that_they_may_not() -> None:
    began, fuzz, outcomes = perf_counter(), Fuzz(f"{SEED}/table"), Counter[str]()
    cy = Identity(id="SHA256:cy", name="Cy", tag="cy")
    sent = looked = controls = 0
    async with hub() as place:
        while sent < share("table"):
            request = CreateTable(game="love_letter", seats=4, options={}, clock=0, bots=1)
            code = await place.create(ANN, request)
            truth = Truth(place, code)
            channels = [place.table(who, code) for who in (ANN, BO, cy)]
            channels += [place.table(ANN, code, watch=True), place.lobby(BO)]
            viewers = [Viewer(channel, truth, outcomes) for channel in channels]
            for turn in range(400):
                if turn % 12 == 0:
                    channels[1].send(encode(Sit(seat=-1)))
                    channels[1].send(encode(Ready(ready=True)))
                    channels[0].send(encode(Rematch()))
                    channels[0].send(encode(Start()))
                for viewer in viewers:
                    if not viewer.channel.ended:
                        viewer.channel.send(fuzz.request(viewer.right))
                        sent += 1
                await asyncio.sleep(0.001)
            for viewer in viewers:
                if viewer.task.done():
                    viewer.task.result()
                viewer.channel.close()
            await asyncio.gather(*(viewer.task for viewer in viewers))
            table = place._tables.get(code)
            assert table is None or table.state.stage is not Stage.FROZEN
            looked += truth.looked
            controls += truth.controls
            await _close_tables(place)
    assert looked
    assert controls, "the check itself finds nothing"
    assert not outcomes["fault"], outcomes
    outcomes |= Counter({"views looked at": looked, "of them private": controls})
    report("table", began, outcomes)


async def _close_tables(place: LocalHub) -> None:
    """Nobody may have more than a few tables: end those that are there."""
    for code in list(place._tables):
        await place._tables.end(code, Code.STOPPING)


async def test_no_keys_bytes_or_window_sizes_bring_a_screen_down() -> None:
    began, fuzz, outcomes = perf_counter(), Fuzz(f"{SEED}/screens"), Counter[str]()
    left = share("screens")
    async with hub() as place:
        while left > 0:
            request = CreateTable(game="love_letter", seats=4, options={}, clock=0, bots=2)
            code = await place.create(ANN, request)
            async with (
                session(place, ANN, code=code) as (one, first),
                session(place, BO, code=code, language="zh_Hant") as (two, second),
            ):
                for _ in range(100):
                    for app, terminal in ((one, first), (two, second)):
                        if not app.is_running or terminal.sink is None:
                            continue
                        for _key in range(10):
                            terminal.feed(fuzz.keys().replace(b"\x03", b""))
                            left -= 1
                        if fuzz.chance.random() < 0.1:
                            terminal.resize(fuzz.chance.randint(1, 250), fuzz.chance.randint(1, 90))
                    await asyncio.sleep(0.02)
                for app in (one, two):
                    assert not app.failed
                    outcomes["running" if app.is_running else "left"] += 1
            await _close_tables(place)
    report("screens", began, outcomes)


class PlainTerminal:
    """A client without a screen; keeps what it is sent."""

    def __init__(self) -> None:
        self.term = ""
        self.env: dict[str, str] = {}
        self.size = Size(80, 24)
        self.sent = bytearray()
        self.bound = asyncio.Event()
        self.sink: TerminalSink | None = None

    def bind(self, sink: TerminalSink) -> None:
        self.sink = sink
        self.bound.set()

    def write(self, data: bytes) -> None:
        self.sent += data

    write_error = write

    def fence(self, reached: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_soon(reached)


async def _call(place: LocalHub, who: Identity, text: str, fuzz: Fuzz) -> tuple[int, str]:
    """Run one command as ``ssh -T`` would; whatever reads lines gets some, and then the end."""
    terminal = PlainTerminal()
    connection = Connection(who=who, terminal=terminal, hub=place, command=text, pty=False)

    async def types() -> None:
        await terminal.bound.wait()
        assert terminal.sink is not None
        for _ in range(fuzz.chance.randint(0, 4)):
            terminal.sink.feed(fuzz.command().encode("utf-8", "replace") + b"\n")
            await asyncio.sleep(0)
        terminal.sink.feed(b"\x04")

    typing = asyncio.create_task(types())
    try:
        async with asyncio.timeout(30):
            status = await run_connection(connection)
    finally:
        typing.cancel()
    return status, terminal.sent.decode()


async def test_commands_and_lines_end_with_a_status_and_no_escapes() -> None:
    began, fuzz, outcomes = perf_counter(), Fuzz(f"{SEED}/commands"), Counter[str]()
    async with hub() as place:
        request = CreateTable(game="love_letter", seats=4, options={}, clock=0, bots=3)
        code = await place.create(BO, request)
        channel = place.table(BO, code)
        channel.send(encode(Start()))
        for number in range(share("commands")):
            text = fuzz.command().replace("FROG-71", code)
            # The listener lets no control character pass.
            text = "".join(c for c in text if c.isprintable())
            status, said = await _call(place, ANN if number % 2 else BO, text, fuzz)
            outcomes[f"status {int(status)}"] += 1
            assert int(status) in set(ExitStatus)
            assert not [c for c in said if unicodedata.category(c) == "Cc" and c not in "\n\t"]
            assert "Traceback" not in said
            game = place._tables[code]._kept.running
            assert game is None or game.driver.status is Status.OVER or (
                game.driver.journal.header.seed.hex() not in said
            )  # fmt: skip
        channel.close()
    report("commands", began, outcomes)


async def _stranger(night: Evening, fuzz: Fuzz, code: str, outcomes: Counter[str]) -> int:
    """Connect once under some name and send something; return how many inputs that was."""
    player = Player(name=fuzz.user())
    connection = await asyncssh.connect(
        "127.0.0.1", night.server.port, username=player.name, client_keys=[player.key],
        known_hosts=None, agent_path=None, config=None, preferred_auth="publickey",
    )  # fmt: skip
    inputs = 1
    async with connection:
        for _ in range(4):
            text = fuzz.command().encode("utf-8", "replace").decode()[:1000]
            try:
                done = await asyncio.wait_for(
                    connection.run(text, stdin=asyncssh.DEVNULL, encoding=None), 30
                )
            except asyncssh.ChannelOpenError:
                outcomes["refused"] += 1
            else:
                outcomes[f"status {done.exit_status}"] += 1
                assert done.exit_status != 255
                assert "Traceback" not in repr((done.stdout, done.stderr))
            inputs += 1
    client = await night.connect(player, f"watch {code}")
    for _ in range(30):
        client.send(fuzz.keys().replace(b"\x03", b""))
        inputs += 1
        if fuzz.chance.random() < 0.1:
            client.resize(fuzz.chance.randint(20, 200), fuzz.chance.randint(8, 60))
        await asyncio.sleep(0)
    await client.settled()
    client.cut()
    return inputs


async def test_strangers_over_ssh_bring_nothing_down_and_see_nothing(tmp_path: Path) -> None:
    began, fuzz, outcomes = perf_counter(), Fuzz(f"{SEED}/ssh"), Counter[str]()
    ann, bo = Player(name="ann"), Player(name="bo")
    sent = 0
    async with evening(tmp_path) as night:
        code, clients = await night.started(ann, bo, seats=4)
        watch = Watch(night, code)

        def look(client: Client) -> None:
            # Strangers wander: forms, rules and other tables may name any card.
            if code in client.text:
                watch(client)

        night.looked = look
        for client in clients:
            client.looked = look
        while sent < share("ssh"):
            tasks = [_stranger(night, fuzz, code, outcomes) for _ in range(4)]
            sent += sum(await asyncio.gather(*tasks))
            if (seat := (*night.asked(code), -1)[0]) >= 0:
                await night.move(code, clients[seat])
        assert not watch.leaks, watch.leaks[0]
        assert watch.checked[SPECTATOR]
        night.looked = None
        assert '"level": "error"' not in night.log.getvalue()
        assert not named(night.log.getvalue())
    report("ssh", began, outcomes)
