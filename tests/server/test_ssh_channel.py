"""Session channels under asyncssh's client: what OpenSSH's would never send, or not so finely."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import signal
from pathlib import Path

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_OPEN
from asyncssh.packet import String, UInt32

from server.api import Connection, ExitStatus, Size
from server.door import Door
from server.settings import Limits
from server.terminal import ChannelTerminal
from tests.server.ssh_helpers import (
    LIVENESS,
    OpenSsh,
    Sink,
    Visits,
    connected,
    echo_runner,
    eventually,
    serving,
)

_CANARY: contextvars.ContextVar[str] = contextvars.ContextVar("_CANARY", default="clean")


class _Reader(asyncssh.SSHClientSession[bytes]):
    """Collects a session's output; can stop reading."""

    def __init__(self) -> None:
        self.received = bytearray()
        self.closed = asyncio.Event()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.received += data

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed.set()


async def _session(
    conn: asyncssh.SSHClientConnection, *, pty: bool = True, window: int = 2**21
) -> tuple[asyncssh.SSHClientChannel[bytes], _Reader]:
    channel, reader = await conn.create_session(
        _Reader,
        term_type="xterm" if pty else None,
        term_size=(80, 24) if pty else (),
        encoding=None,
        window=window,
    )
    assert isinstance(reader, _Reader)
    return channel, reader


@pytest.mark.report("asyncssh#24")
async def test_split_and_broken_utf8_arrives_byte_by_byte(tmp_path: Path) -> None:
    visits = Visits()
    sent = "情書".encode() + b"\xff\x80\xc3" + b"\x00q"
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        channel, reader = await _session(conn)
        for byte in sent:
            channel.write(bytes([byte]))
            await asyncio.sleep(0)
        await asyncio.wait_for(reader.closed.wait(), LIVENESS)
    assert bytes(visits.sinks[0].received) == sent
    assert bytes(reader.received) == b"hello ann\n" + sent
    assert channel.get_exit_status() == 0


@pytest.mark.report("rebels-in-the-sky (source)")
async def test_bytes_typed_before_the_runner_is_ready_arrive_first(tmp_path: Path) -> None:
    visits, ready = Visits(), asyncio.Event()

    async def late(connection: Connection) -> int:
        await ready.wait()
        return await echo_runner(visits)(connection)

    async with serving(tmp_path, late) as server, connected(server) as conn:
        channel, reader = await _session(conn)
        channel.write(b"jjj\r")
        channel.write(b"x" * 50_000)
        channel.change_terminal_size(100, 30)
        await asyncio.sleep(0.05)
        ready.set()
        channel.write(b"q")
        await asyncio.wait_for(reader.closed.wait(), LIVENESS)
    assert bytes(visits.sinks[0].received) == b"jjj\r" + b"x" * 50_000 + b"q"
    assert visits.connections[0].terminal.size == (100, 30)


@pytest.mark.report("Textualize/textual#2502")
async def test_sizes_are_clamped_and_zeros_ignored(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        channel, _ = await conn.create_session(
            _Reader, term_type="xterm", term_size=(0, 0), encoding=None
        )
        await eventually(lambda: bool(visits.sinks))
        sink, terminal = visits.sinks[0], visits.connections[0].terminal
        assert terminal.size == (80, 24)
        for columns, rows, shown in [
            (1, 1, Size(1, 1)),
            (2**32 - 1, 2**32 - 1, Size(500, 200)),
            (0, 0, Size(500, 200)),
            (120, 40, Size(120, 40)),
        ]:
            channel.change_terminal_size(columns, rows)
            await eventually(lambda shown=shown: sink.sizes[-1:] == [shown])  # type: ignore[misc]
            assert terminal.size == shown


@pytest.mark.report("gambit (source)")
async def test_every_resize_counts_and_a_storm_ends_at_the_last(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        channel, _ = await _session(conn)
        await eventually(lambda: bool(visits.sinks))
        for number in range(1, 301):
            channel.change_terminal_size(number, 30)
        await eventually(lambda: visits.sinks[0].sizes[-1:] == [Size(300, 30)])
        assert len(visits.sinks[0].sizes) < 300


@pytest.mark.report("mscdex/ssh2#1504")
async def test_a_channel_with_packet_size_zero_does_not_spin_the_loop(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        conn.send_packet(MSG_CHANNEL_OPEN, String("session"), UInt32(7), UInt32(2**20), UInt32(0))
        async with connected(server, name="ben") as other:
            channel, reader = await _session(other)
            channel.write(b"q")
            await asyncio.wait_for(reader.closed.wait(), LIVENESS)
    assert bytes(reader.received) == b"hello ben\nq"


async def test_a_window_of_one_byte_gets_everything(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        channel, reader = await _session(conn, window=2)
        channel.write(b"abcdefghij" * 20 + b"q")
        await asyncio.wait_for(reader.closed.wait(), LIVENESS)
    assert bytes(reader.received) == b"hello ann\n" + b"abcdefghij" * 20 + b"q"


async def test_variables_are_bounded_in_number_and_size(tmp_path: Path) -> None:
    visits = Visits()
    sent: dict[str | bytes, str | bytes] = {f"UNDERTABLE_{n}": "v" for n in range(40)}
    bad: dict[str | bytes, str | bytes] = {
        "UNDERTABLE_LONG": "v" * 257,
        "UNDERTABLE_ESC": "\x1b[2J",
        "PATH": "/x",
    }
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        await conn.create_session(_Reader, env={**bad, **sent}, encoding=None)
        await eventually(lambda: bool(visits.connections))
    env = visits.connections[0].terminal.env
    assert len(env) == 32
    assert set(env) < set(sent)


async def test_channels_of_one_connection_are_sessions_of_one_player(tmp_path: Path) -> None:
    visits = Visits()
    limits = Limits(channels_per_connection=2)
    async with (
        serving(tmp_path, echo_runner(visits), limits=limits) as server,
        connected(server) as conn,
    ):
        first, first_reader = await _session(conn)
        second, _ = await _session(conn)
        with pytest.raises(asyncssh.ChannelOpenError):
            await _session(conn)
        await eventually(lambda: len(visits.connections) == 2)
        first.write(b"q")
        await asyncio.wait_for(first_reader.closed.wait(), LIVENESS)
        third, third_reader = await _session(conn)
        third.write(b"q")
        await asyncio.wait_for(third_reader.closed.wait(), LIVENESS)
        assert second.get_exit_status() is None
    assert len({c.who.id for c in visits.connections}) == 1
    assert len({id(c.terminal) for c in visits.connections}) == 3


async def test_sessions_do_not_see_each_others_context(tmp_path: Path) -> None:
    seen: list[str] = []

    async def run(connection: Connection) -> int:
        seen.append(_CANARY.get())
        _CANARY.set(connection.who.name)
        return ExitStatus.OK

    token = _CANARY.set("listener")
    try:
        async with serving(tmp_path, run) as server, connected(server) as conn:
            for _ in range(2):
                _, reader = await _session(conn)
                await asyncio.wait_for(reader.closed.wait(), LIVENESS)
    finally:
        _CANARY.reset(token)
    assert seen == ["clean", "clean"]


@pytest.mark.report("prompt-toolkit#1991")
async def test_signal_and_break_requests_are_harmless(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        channel, reader = await _session(conn)
        for name in ("INT", "TSTP", "KILL", "TERM", signal.SIGQUIT.name[3:]):
            channel.send_signal(name)
        channel.send_break(500)
        channel.write(b"q")
        await asyncio.wait_for(reader.closed.wait(), LIVENESS)
    assert channel.get_exit_status() == 0


async def test_a_fence_is_reached_only_when_the_client_has_it_all(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        channel, reader = await _session(conn, window=4096)
        await eventually(lambda: bool(visits.sinks) and len(reader.received) > 0)
        terminal, reached = visits.connections[0].terminal, list[int]()
        terminal.fence(lambda: reached.append(len(reader.received)))
        await eventually(lambda: len(reached) == 1)
        channel.pause_reading()
        terminal.write(b"x" * 100_000)
        terminal.fence(lambda: reached.append(len(reader.received)))
        await asyncio.sleep(0.1)
        assert len(reached) == 1
        channel.resume_reading()
        await eventually(lambda: len(reached) == 2)
    assert reached[0] == len(b"hello ann\n")
    assert reached[1] == reached[0] + 100_000


async def test_a_fence_is_never_reached_after_the_client_is_lost(tmp_path: Path) -> None:
    visits = Visits()
    reached: list[bool] = []
    async with serving(tmp_path, echo_runner(visits)) as server:
        async with connected(server) as conn:
            channel, _ = await _session(conn, window=1024)
            await eventually(lambda: bool(visits.sinks))
            channel.pause_reading()
            terminal = visits.connections[0].terminal
            terminal.write(b"x" * 10_000)
            terminal.fence(lambda: reached.append(True))
        await eventually(lambda: visits.ended == ["lost"])
        terminal.write(b"ignored")
        terminal.fence(lambda: reached.append(True))
        await asyncio.sleep(0.05)
    assert reached == []


@pytest.mark.report("asyncssh#664")
async def test_a_client_that_stops_reading_pauses_its_session_and_no_other(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        channel, reader = await _session(conn, window=4096)
        await eventually(lambda: bool(visits.sinks) and len(reader.received) > 0)
        channel.pause_reading()
        visits.connections[0].terminal.write(b"x" * 20_000)
        assert visits.sinks[0].pauses == [True]
        assert (await OpenSsh(tmp_path, server.port, name="ben").run(given=b"q")).status == 0
        channel.resume_reading()
        await eventually(lambda: visits.sinks[0].pauses == [True, False])
        await eventually(lambda: len(reader.received) == len(b"hello ann\n") + 20_000)


async def test_a_stalled_client_is_closed_with_a_status_after_the_cap_and_a_time(
    tmp_path: Path,
) -> None:
    visits = Visits()
    limits = Limits(output_cap=10_000, stall_seconds=0.1)
    async with (
        serving(tmp_path, echo_runner(visits), limits=limits) as server,
        connected(server) as conn,
        connected(server, name="ben") as other,
    ):
        channel, reader = await _session(conn, window=1024)
        beside, _ = await _session(other)
        await eventually(lambda: len(visits.sinks) == 2 and len(reader.received) > 0)
        channel.pause_reading()
        ann = next(c for c in visits.connections if c.who.name == "ann")
        ann.terminal.write(b"x" * 30_000)
        await eventually(lambda: visits.ended == ["stalled"])
        channel.resume_reading()
        await asyncio.wait_for(reader.closed.wait(), LIVENESS)
        assert channel.get_exit_status() == ExitStatus.SLOW_DOWN
        assert beside.get_exit_status() is None
        assert server.sessions == 1


async def test_a_client_with_a_huge_window_that_does_not_read_its_socket_is_paused(
    tmp_path: Path,
) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        await _session(conn, window=2**31)
        await eventually(lambda: bool(visits.sinks))
        transport = conn._transport
        assert transport is not None
        transport.pause_reading()
        terminal, sink = visits.connections[0].terminal, visits.sinks[0]
        for _ in range(400):
            terminal.write(b"x" * 65_536)
            await asyncio.sleep(0)
            if sink.pauses:
                break
        assert sink.pauses == [True]
        transport.resume_reading()
        await eventually(lambda: sink.pauses == [True, False])


async def test_what_a_session_raises_on_input_ends_it_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Fragile(Sink):
        def feed(self, data: bytes) -> None:
            raise ValueError("the ace of hearts")

    async def run(connection: Connection) -> int:
        connection.terminal.bind(Fragile(connection))
        await asyncio.Event().wait()
        return ExitStatus.OK

    async with serving(tmp_path, run) as server, connected(server) as conn:
        channel, reader = await _session(conn)
        beside, _ = await _session(conn)
        channel.write(b"x")
        await asyncio.wait_for(reader.closed.wait(), LIVENESS)
        assert channel.get_exit_status() == ExitStatus.ERROR
        assert beside.get_exit_status() is None
        assert not beside.is_closing()
    assert "ace of hearts" not in caplog.text


@pytest.mark.report("asyncssh#321")
async def test_a_runner_that_does_not_heed_the_loss_is_cancelled(tmp_path: Path) -> None:
    heard: list[str] = []

    async def stubborn(connection: Connection) -> int:
        connection.terminal.bind(Sink(connection))
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError as error:
                heard.append(str(error))
                if len(heard) > 1:  # loses the first one
                    raise

    async with serving(tmp_path, stubborn, limits=Limits(lost_seconds=0.05)) as server:
        async with connected(server) as conn:
            await _session(conn)
            await eventually(lambda: server.sessions == 1)
        await eventually(lambda: server.sessions == 0)
    assert heard == ["lost", "lost"]


async def test_a_runner_that_exits_the_process_only_ends_its_session(tmp_path: Path) -> None:
    async def run(connection: Connection) -> int:
        raise SystemExit(3)

    async with serving(tmp_path, run) as server, connected(server) as conn:
        for _ in range(2):
            channel, reader = await _session(conn)
            await asyncio.wait_for(reader.closed.wait(), LIVENESS)
            assert channel.get_exit_status() == ExitStatus.ERROR


@pytest.mark.report("ssh-chat#406")
async def test_a_flood_of_input_waits_in_the_client_and_is_not_lost(tmp_path: Path) -> None:
    visits = Visits()
    limits = Limits(input_burst=20_000, input_per_second=1_000_000)
    flood = bytes(range(97, 113)) * 30_000
    async with (
        serving(tmp_path, echo_runner(visits), limits=limits) as server,
        connected(server) as conn,
    ):
        channel, reader = await _session(conn)
        await eventually(lambda: bool(visits.sinks))
        channel.write(flood)
        # Others come in while the flood is being taken in slices.
        assert (await OpenSsh(tmp_path, server.port, name="ben").run(given=b"q")).status == 0
        await eventually(lambda: len(visits.sinks[0].received) == len(flood))
        channel.write(b"q")
        await asyncio.wait_for(reader.closed.wait(), LIVENESS)
    assert bytes(visits.sinks[0].received) == flood + b"q"


async def test_input_beyond_the_burst_is_not_taken_at_once(tmp_path: Path) -> None:
    visits = Visits()
    limits = Limits(input_burst=20_000, input_per_second=1)
    async with (
        serving(tmp_path, echo_runner(visits), limits=limits) as server,
        connected(server) as conn,
    ):
        channel, _ = await _session(conn)
        await eventually(lambda: bool(visits.sinks))
        channel.write(b"x" * 2_000_000)
        await eventually(lambda: len(visits.sinks[0].received) >= 20_000)
        await asyncio.sleep(0.2)
        assert len(visits.sinks[0].received) < 20_000 + 2 * 8192


@pytest.mark.report("ssh-chat#318")
async def test_a_paste_is_taken_whole_and_nobody_is_kicked(tmp_path: Path) -> None:
    visits = Visits()
    paste = b"\x1b[200~" + b"line of a paste\r" * 1400 + b"\x1b[201~"
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        channel, _ = await _session(conn)
        channel.write(paste)
        await eventually(lambda: bool(visits.sinks) and visits.sinks[0].received == paste)
        assert visits.ended == []


async def test_after_the_stop_began_a_new_session_is_told_to_come_back(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server, connected(server) as conn:
        old, old_reader = await _session(conn)
        await eventually(lambda: bool(visits.sinks))
        stopping = asyncio.ensure_future(server.stop(LIVENESS))
        await asyncio.sleep(0)
        new, new_reader = await _session(conn)
        await asyncio.wait_for(new_reader.closed.wait(), LIVENESS)
        assert new.get_exit_status() == ExitStatus.FULL
        assert b"closing" in new_reader.received
        assert old.get_exit_status() is None
        old.write(b"q")  # the last session ends by itself: nothing is waited for any longer
        await asyncio.wait_for(stopping, LIVENESS)
        await asyncio.wait_for(old_reader.closed.wait(), LIVENESS)
        assert old.get_exit_status() == 0
    assert visits.ended == ["quit"]


def _alive() -> int:
    """Count what belongs to connections and is still there."""
    gc.collect()
    return sum(isinstance(o, Door | ChannelTerminal) for o in gc.get_objects())


@pytest.mark.report("charmbracelet/wish#8")
async def test_connections_that_come_and_go_leave_nothing_behind(tmp_path: Path) -> None:
    visits, alive = Visits(), _alive()
    async with serving(tmp_path, echo_runner(visits)) as server:

        async def visit(*, politely: bool) -> None:
            async with connected(server) as conn:
                channel, reader = await _session(conn)
                if politely:
                    channel.write(b"q")
                    await asyncio.wait_for(reader.closed.wait(), LIVENESS)

        await visit(politely=True)
        await eventually(lambda: server.connections == 0)
        before = len(asyncio.all_tasks())
        for number in range(20):
            await visit(politely=number % 2 == 0)
        await eventually(lambda: (server.sessions, server.connections) == (0, 0))
        await eventually(lambda: len(asyncio.all_tasks()) <= before)
        visits.connections.clear()
        visits.sinks.clear()
        assert _alive() <= alive
