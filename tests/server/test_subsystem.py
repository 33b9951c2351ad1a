"""The ``undertable`` subsystem: its frames, how it ends, what a bad client can do to it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import asyncssh
import msgpack
import pytest

from server import subsystem
from server.api import ExitStatus, Stage
from server.framing import FrameError, Frames, envelope, framed, opened
from server.requests import Configure, Ready, Sit, Start
from server.runner_task import Cut
from server.settings import Limits
from server.subsystem import MAX_IN, MOST_CHANNELS, ProtocolCode
from server.wire import pack, unpack
from tests.server.house import BO, Person, house
from tests.server.ssh_helpers import LIVENESS, OpenSsh, connected, eventually
from tests.server.subsystem_client import HELLO, Remote, Wire, client, exit_status, serving


async def _play(person: Person) -> None:
    """Answer all that is asked with its first option, until the game is over."""
    answered = -1

    def turn(person: Person) -> bool:
        if not person.frames:
            return False
        ask: dict[str, Any] | None = person.last["ask"]
        asked = ask is not None and "answer" not in ask and ask["id"] > answered
        over: bool = person.last["stage"] == Stage.OVER
        return asked or over

    while (frame := await person.until(turn))["stage"] != Stage.OVER:
        answered = frame["ask"]["id"]
        person.answer(frame["ask"]["options"][0])


# --- what goes over it -------------------------------------------------------------------------


async def test_a_game_of_two_clients_is_byte_for_byte_what_their_channels_gave(
    tmp_path: Path,
) -> None:
    async with (
        house() as h,
        serving(h, tmp_path) as served,
        client(served.server) as ann,
        client(served.server, "bo") as bo,
    ):
        lobby = ann.open(1, "lobby")
        lobby.channel.send(
            pack({"op": "create", "game": "toy", "seats": 2, "options": {}, "clock": 0})
        )
        code = (await lobby.notice("opened"))["opened"]
        one, two = ann.open(2, "table", code=code), bo.open(7, "table", code=code)
        two.ask(Sit(seat=-1))
        two.ask(Ready(ready=True))
        await one.until(lambda p: p.frames and p.last["seats"][1]["ready"])
        watcher = bo.open(9, "watch", code=code)
        one.ask(Start())
        await one.frame(stage="playing")
        await asyncio.gather(_play(one), _play(two))
        await watcher.frame(stage="over")
        await eventually(lambda: _counts(ann, bo) == [len(k) for k in served.hub.kept])
        assert [ann.raw[1], ann.raw[2], bo.raw[7], bo.raw[9]] == served.hub.kept
        assert _cards(bo.raw[9], seat=-1) == set()
        for frames, seat in ((ann.raw[2], 0), (bo.raw[7], 1)):
            assert _cards(frames, seat=seat) == set()


def _counts(ann: Wire, bo: Wire) -> list[int]:
    return [len(ann.raw[1]), len(ann.raw[2]), len(bo.raw[7]), len(bo.raw[9])]


def _cards(frames: list[bytes], *, seat: int) -> set[str]:
    """Return the cards in frames of a running game that were not given to ``seat``."""
    given: set[str] = set()
    strange: set[str] = set()
    for body in frames:
        frame = unpack(body)
        if frame.get("stage") == Stage.OVER:
            continue  # all is shown now
        for event in frame.get("events", ()):
            if event.get("seat") == seat and "card" in event:
                given.add(event["card"])
        text = str(frame)
        strange |= {f"CANARY{n:02}" for n in range(12) if f"CANARY{n:02}" in text} - given
    return strange


async def test_hello_says_who_the_client_is_here(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served:
        async with client(served.server, "ann") as wire:
            (hello,) = await wire.own()
        assert hello.pop("tag")
        assert hello == {"t": "hello", "version": 1, "name": "ann", "guest": False}
        async with connected(served.server, name="gus") as conn:
            out, into, _ = await conn.open_session(subsystem="undertable", encoding=None)
            wire = Wire(out, into)
            wire.send(0, HELLO)
            assert (await wire.own())[0]["guest"] is True


async def test_the_end_of_the_input_ends_the_session_and_keeps_the_seat(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served:
        code = await h.opened(BO)
        key = asyncssh.generate_private_key("ssh-ed25519")
        seats = []
        for _ in range(2):
            async with connected(served.server, key=key) as conn:
                out, into, _ = await conn.open_session(subsystem="undertable", encoding=None)
                wire = Wire(out, into)
                wire.send(0, HELLO)
                table = wire.open(1, "table", code=code)
                await table.frame(t="table")
                seats.append(table.last["you"])
                table.ask(Sit(seat=-1))
                await table.frame(you=1)
                out.write_eof()
                assert await wire.status() == ExitStatus.OK
        assert seats == [-1, 1]
        await eventually(lambda: served.server.sessions == 0)


async def test_openssh_carries_it_byte_by_byte_too(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served:
        ssh = OpenSsh(tmp_path, served.server.port)
        process = await ssh.start("undertable", before=("-s",))
        assert process.stdin is not None
        assert process.stdout is not None
        given = b"".join(
            framed(envelope(0, pack(request)), MAX_IN)
            for request in (HELLO, {"op": "open", "channel": 4, "room": "lobby"})
        )
        for byte in given:
            process.stdin.write(bytes([byte]))
            await process.stdin.drain()
        frames: list[tuple[int, bytes]] = []
        reading = Frames(subsystem.MAX_OUT)
        async with asyncio.timeout(LIVENESS):
            while len(frames) < 2:
                frames += [opened(p) for p in reading.feed(await process.stdout.read(4096))]
            process.stdin.close()
            assert await process.wait() == ExitStatus.OK
        assert [(n, unpack(body)["t"]) for n, body in frames] == [(0, "hello"), (4, "lobby")]


async def test_a_closed_channel_is_silent_and_late_requests_to_it_are_ignored(
    tmp_path: Path,
) -> None:
    async with house() as h, serving(h, tmp_path) as served:
        code = await h.opened(BO)
        async with client(served.server) as wire:
            first = wire.open(1, "table", code=code)
            await first.frame(t="table")
            wire.send(0, {"op": "close", "channel": 1})
            wire.send(1, {"op": "chat", "text": "too late"})
            wire.send(0, {"op": "close", "channel": 1})
            second = wire.open(2, "watch", code=code)
            await second.frame(t="table")
            await asyncio.sleep(0.05)
            before = len(wire.raw[1])
            second.channel.send(pack({"op": "chat", "text": "hello"}))
            await second.until(lambda p: any(f["chat"] for f in p.frames))
            assert len(wire.raw[1]) == before
            assert [line["text"] for f in second.frames for line in f["chat"]] == ["hello"]


async def test_an_unknown_table_closes_its_channel_alone(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served, client(served.server) as wire:
        nowhere = wire.open(1, "table", code="FROG-99")
        notice = await nowhere.notice("unknown_table")
        assert notice["closed"]
        assert await wire.open(2, "lobby").frame(t="lobby")


async def test_a_bad_request_of_a_table_is_answered_there_and_ends_nothing(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served, client(served.server) as wire:
        lobby = wire.open(1, "lobby")
        for body in (b"\xc1", pack({"op": "fly"}), msgpack.packb([1]), b""):
            lobby.channel.send(body)
        await lobby.until(lambda p: p.codes.count("bad_request") == 4)
        assert await wire.open(2, "lobby").frame(t="lobby")


async def test_a_server_that_stops_ends_the_session_after_the_last_word(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served, client(served.server) as wire:
        table = wire.open(1, "table", code=await h.opened(BO))
        await table.frame(t="table")
        await h.hub.stop()
        await table.notice("stopping")
        assert await wire.status() == ExitStatus.FULL


async def test_who_is_shown_out_reads_why_beside_the_frames(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served:
        key = asyncssh.generate_private_key("ssh-ed25519")
        async with connected(served.server, key=key) as conn:
            out, into, err = await conn.open_session(subsystem="undertable", encoding=None)
            wire = Wire(out, into)
            wire.send(0, HELLO)
            await wire.open(1, "lobby").frame(t="lobby")
            (door,) = served.server._house.doors
            (session,) = door.sessions
            session.cut(Cut.KICKED, reason="")
            said = await asyncio.wait_for(err.read(), LIVENESS)
            assert await wire.status() == ExitStatus.NOT_ALLOWED
            assert b"host" in said
        assert {number for number in wire.raw if number} == {1}
        await eventually(lambda: h.hub.online() == 0)


# --- how it ends badly -------------------------------------------------------------------------

BAD: Mapping[str, tuple[bytes, ProtocolCode]] = {
    "oversize": (b"\xff\xff\xff\xff", ProtocolCode.TOO_BIG),
    "a little too big": ((MAX_IN + 1).to_bytes(4, "big"), ProtocolCode.TOO_BIG),
    "empty": (b"\0\0\0\0", ProtocolCode.BAD_FRAME),
    "text": (b"\0\0\0\5hello", ProtocolCode.BAD_FRAME),
    "a map": (framed(pack(HELLO), 99), ProtocolCode.BAD_FRAME),
    "three parts": (framed(b"\x93\0\x80\x80", 99), ProtocolCode.BAD_FRAME),
    "a negative number": (framed(envelope(-1, b"\x80"), 99), ProtocolCode.BAD_FRAME),
    "a truth for a number": (framed(b"\x92\xc3\x80", 99), ProtocolCode.BAD_FRAME),
    "no request": (framed(envelope(0, b"\xc1"), 99), ProtocolCode.BAD_REQUEST),
    "a nest": (framed(envelope(0, b"\x91" * 5000), 9999), ProtocolCode.BAD_REQUEST),
    "hello again": (framed(envelope(0, pack(HELLO)), 99), ProtocolCode.BAD_REQUEST),
    "unknown op": (framed(envelope(0, pack({"op": "fly"})), 99), ProtocolCode.BAD_REQUEST),
    "a field more": (
        framed(envelope(0, pack({"op": "open", "channel": 1, "room": "lobby", "x": 1})), 99),
        ProtocolCode.BAD_REQUEST,
    ),
    "a channel never opened": (framed(envelope(3, b"\x80"), 99), ProtocolCode.BAD_CHANNEL),
    "channel 0 opened": (
        framed(envelope(0, pack({"op": "open", "channel": 0, "room": "lobby"})), 99),
        ProtocolCode.BAD_CHANNEL,
    ),
    "a channel never opened closed": (
        framed(envelope(0, pack({"op": "close", "channel": 9})), 99),
        ProtocolCode.BAD_CHANNEL,
    ),
}


@pytest.mark.parametrize("bad", BAD)
async def test_what_is_no_frame_is_named_and_ends_this_session_alone(
    tmp_path: Path, bad: str
) -> None:
    data, code = BAD[bad]
    async with (
        house() as h,
        serving(h, tmp_path) as served,
        client(served.server, "bo") as other,
        client(served.server) as wire,
    ):
        wire.out.write(data)
        assert (await wire.own(2))[-1]["code"] == code
        assert await wire.status() == ExitStatus.USAGE
        assert await other.open(1, "lobby").frame(t="lobby")


async def test_input_that_ends_inside_a_frame_is_an_error(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served, client(served.server) as wire:
        wire.out.write(b"\0\0")
        wire.out.write_eof()
        assert (await wire.own(2))[-1]["code"] == ProtocolCode.BAD_FRAME
        assert await wire.status() == ExitStatus.USAGE


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ({"op": "hello", "version": 2}, ProtocolCode.UNKNOWN_VERSION),
        ({"op": "hello", "version": "1"}, ProtocolCode.NO_HELLO),
        ({"op": "hello", "version": True}, ProtocolCode.BAD_REQUEST),
        ({"op": "open", "channel": 1, "room": "lobby"}, ProtocolCode.NO_HELLO),
    ],
)
async def test_nothing_comes_before_a_hello_in_a_known_version(
    tmp_path: Path, first: dict[str, Any], code: ProtocolCode
) -> None:
    async with (
        house() as h,
        serving(h, tmp_path) as served,
        client(served.server, hello=False) as wire,
    ):
        wire.send(0, first)
        (error,) = await wire.own()
        assert error["code"] == code
        assert error["params"] == ({"known": [1]} if first.get("version") == 2 else {})
        assert await wire.status() == ExitStatus.USAGE


async def test_who_says_nothing_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subsystem, "HELLO_SECONDS", 0.1)
    async with (
        house() as h,
        serving(h, tmp_path) as served,
        client(served.server, hello=False) as wire,
    ):
        assert (await wire.own())[0]["code"] == ProtocolCode.NO_HELLO
        assert await wire.status() == ExitStatus.USAGE


async def test_channels_are_bounded_in_number_and_in_pace(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served:
        async with client(served.server) as wire:
            for number in range(1, MOST_CHANNELS + 2):
                wire.send(0, {"op": "open", "channel": number, "room": "lobby"})
            assert await wire.status() == ExitStatus.USAGE
            error = (await wire.own(2))[-1]
            assert (error["code"], error["params"]) == (
                ProtocolCode.TOO_MANY_CHANNELS,
                {"limit": MOST_CHANNELS},
            )
        async with client(served.server) as wire:
            for number in range(1, 40):
                wire.send(0, {"op": "open", "channel": number, "room": "lobby"})
                wire.send(0, {"op": "close", "channel": number})
            assert await wire.status() == ExitStatus.SLOW_DOWN
            assert (await wire.own(2))[-1]["code"] == ProtocolCode.SLOW_DOWN


async def test_a_terminal_and_unknown_subsystems_are_refused(tmp_path: Path) -> None:
    async with house() as h, serving(h, tmp_path) as served:
        ssh = OpenSsh(tmp_path, served.server.port)
        for before, name in ((("-tt", "-s"), "undertable"), (("-s",), "undertable2")):
            refused = await ssh.run(name, before=before)
            assert refused.status == 255
            assert "subsystem request failed" in refused.err


async def test_sessions_count_as_any_others(tmp_path: Path) -> None:
    limits = Limits(sessions_per_identity=1)
    async with house() as h, serving(h, tmp_path, limits=limits) as served:
        key = asyncssh.generate_private_key("ssh-ed25519")
        async with connected(served.server, key=key) as conn:
            first = await conn.open_session(subsystem="undertable", encoding=None)
            second = await conn.open_session(subsystem="undertable", encoding=None)
            said = await asyncio.wait_for(second[2].read(), LIVENESS)
            await second[0].channel.wait_closed()
            assert b"too many sessions" in said
            assert exit_status(second[0]) == ExitStatus.SLOW_DOWN
            first[0].close()


async def test_who_does_not_read_gets_the_newest_state_and_costs_a_bounded_amount(
    tmp_path: Path,
) -> None:
    async with house() as h, serving(h, tmp_path) as served:
        code = await h.opened(BO)
        key = asyncssh.generate_private_key("ssh-ed25519")
        async with connected(served.server, key=key) as conn:
            # A window that is as small as this fills after a few frames.
            out, into, _ = await conn.open_session(
                subsystem="undertable", encoding=None, window=4096
            )
            wire = Wire(out, into, read=False)
            wire.send(0, HELLO)
            wire.send(0, {"op": "open", "channel": 1, "room": "watch", "code": code})
            host = h.at(code, BO)
            await eventually(lambda: bool(served.hub.kept and served.hub.kept[0]))
            for number in range(400):
                seats = 2 + number % 3
                host.ask(Configure(seats=seats, options={}, clock=0))
                await host.until(_has(seats))
            assert sum(len(body) for body in served.hub.kept[0]) < 4096 + subsystem.AHEAD
            reading = Wire(out, into)
            watcher = Person(Remote(reading, 1))
            await watcher.until(_has(seats))
            await asyncio.sleep(0.1)
            assert len(watcher.last["seats"]) == seats
            assert len(watcher.frames) < 40


def _has(seats: int) -> Callable[[Person], object]:
    return lambda p: p.frames and len(p.last["seats"]) == seats


async def test_random_bytes_end_every_session_with_a_word_and_never_the_server(
    tmp_path: Path,
) -> None:
    seed = random.SystemRandom().getrandbits(32)
    chance = random.Random(seed)
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with house() as h, serving(h, tmp_path) as served:
        for _ in range(6):
            async with connected(served.server, key=key) as conn:
                for _ in range(8):  # as many as one connection may start at once
                    out, into, _ = await conn.open_session(subsystem="undertable", encoding=None)
                    wire = Wire(out, into)
                    out.write(_spoilt(chance))
                    out.write_eof()
                    status = await wire.status()
                    own = [unpack(body)["t"] for body in wire.raw.get(0, [])]
                    end = (status, own[-1] if own else "")
                    assert end in {(0, "hello"), (0, ""), (2, "error")}, f"seed {seed}"
        await eventually(lambda: served.server.sessions == 0)
        assert h.hub.online() == 0


def _spoilt(chance: random.Random) -> bytes:
    """Return some good frames with pieces put in and taken out."""
    requests: list[dict[str, Any]] = [HELLO] + [
        {"op": "open", "channel": n, "room": "lobby"} for n in range(1, 5)
    ]
    good = [framed(envelope(0, pack(request)), 99) for request in requests]
    data = bytearray(b"".join(good[: chance.randrange(1, 6)]))
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(data))
        data[place : place + chance.randrange(4)] = chance.randbytes(chance.randrange(9))
        data += b"\x80"
    return bytes(data)


@pytest.mark.parametrize("sizes", [(1,), (3, 5), (100_000,)])
def test_frames_are_put_together_however_they_are_split(sizes: tuple[int, ...]) -> None:
    payloads = [bytes([n]) * n for n in range(200)]
    stream = b"".join(framed(p, 200) for p in payloads)
    frames, got, at = Frames(200), [], 0
    while at < len(stream):
        size = sizes[at % len(sizes)]
        got += list(frames.feed(stream[at : at + size]))
        at += size
    assert got == payloads
    assert not frames.partial


def test_a_length_beyond_the_limit_is_refused_before_its_bytes_are_kept() -> None:
    frames = Frames(10)
    with pytest.raises(FrameError):
        list(frames.feed(b"\0\0\0\x0b"))
    with pytest.raises(FrameError):
        framed(b"x" * 11, 10)
