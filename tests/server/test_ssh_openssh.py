"""The listener under the real OpenSSH client: sessions, commands, refusals, exit statuses."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from server.api import Connection, ExitStatus
from server.settings import Limits
from tests.server.ssh_helpers import (
    LIVENESS,
    OpenSsh,
    Sink,
    Visits,
    echo_runner,
    eventually,
    serving,
)

pytestmark = pytest.mark.ssh


async def _words(connection: Connection) -> int:
    """Answer an exec command: tell what was asked, or make output, or fail."""
    connection.terminal.bind(Sink(connection))
    command = connection.command or ""
    match command.split():
        case ["big", count]:
            connection.terminal.write(b"".join(b"%08d\n" % n for n in range(int(count))))
            return ExitStatus.OK
        case ["status", number]:
            return int(number)
        case ["fail"]:
            raise RuntimeError("the ace of hearts")
        case ["env"]:
            lines = [f"{k}={v}\n" for k, v in sorted(connection.terminal.env.items())]
            connection.terminal.write("".join(lines).encode())
            return ExitStatus.OK
        case _:
            connection.terminal.write(f"{command}|pty={connection.pty}\n".encode())
            connection.terminal.write_error(b"unknown\n")
            return ExitStatus.USAGE


async def test_a_key_enters_and_its_fingerprint_is_the_identity(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        client = OpenSsh(tmp_path, server.port)
        result = await client.run(given=b"hi q")
    assert (result.status, result.out) == (0, b"hello ann\nhi q")
    who = visits.connections[0].who
    assert who.id == client.key.get_fingerprint()
    assert not who.guest
    assert who.tag
    assert who.id.endswith(who.tag)


async def test_a_client_without_any_key_enters_as_a_guest_and_is_told(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        result = await OpenSsh(tmp_path, server.port, key=False).run(given=b"q")
    assert result.status == 0
    assert visits.connections[0].who.guest
    assert visits.connections[0].who.id.startswith("guest:")
    assert "not protected" in result.err
    assert "不受保護" in result.err


async def test_a_host_without_guests_sends_keyless_clients_away(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits), guests=False) as server:
        refused = await OpenSsh(tmp_path, server.port, key=False).run()
        accepted = await OpenSsh(tmp_path, server.port, name="ben").run(given=b"q")
    assert refused.status == 255
    assert "Permission denied (publickey)" in refused.err
    assert accepted.status == 0
    assert [c.who.name for c in visits.connections] == ["ben"]


@pytest.mark.report("ssh-chat#273")
async def test_a_command_without_pty_prints_finishes_and_has_a_status(tmp_path: Path) -> None:
    async with serving(tmp_path, echo_runner(Visits()), run_command=_words) as server:
        result = await OpenSsh(tmp_path, server.port).run("what", "ever")
    assert result.status == ExitStatus.USAGE
    assert result.out == b"what ever|pty=False\n"
    assert "unknown" in result.err


@pytest.mark.report("ssh-chat#104")
async def test_no_pty_and_an_empty_input_ends_cleanly(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        result = await OpenSsh(tmp_path, server.port).run(before=("-T",))
    assert result.status == 0
    assert not visits.connections[0].pty
    assert visits.ended == ["quit"]
    assert bytes(visits.sinks[0].received) == b"\x04"


async def test_a_pty_brings_terminal_type_size_and_raw_keys(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        client = OpenSsh(tmp_path, server.port)
        result = await client.run(
            before=("-tt",), given=b"\x1b[A\x03\x1a q", environ={"TERM": "xterm-256color"}
        )
    assert result.status == 0
    connection = visits.connections[0]
    assert connection.pty
    assert connection.terminal.term == "xterm-256color"
    assert connection.terminal.size == (80, 24)
    assert bytes(visits.sinks[0].received) == b"\x1b[A\x03\x1a q"


@pytest.mark.parametrize("status", [0, 1, 2, 69, 75, 77, 130])
async def test_exit_statuses_reach_the_client(tmp_path: Path, status: int) -> None:
    async with serving(tmp_path, echo_runner(Visits()), run_command=_words) as server:
        result = await OpenSsh(tmp_path, server.port).run("status", str(status))
    assert result.status == status


@pytest.mark.parametrize("status", [255, -1, 4096])
async def test_a_status_that_is_none_becomes_an_error(tmp_path: Path, status: int) -> None:
    async with serving(tmp_path, echo_runner(Visits()), run_command=_words) as server:
        result = await OpenSsh(tmp_path, server.port).run("status", str(status))
    assert result.status == ExitStatus.ERROR


async def test_a_failing_runner_ends_its_own_session_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path, echo_runner(Visits()), run_command=_words) as server:
        client = OpenSsh(tmp_path, server.port)
        failed = await client.run("fail")
        fine = await client.run(given=b"q")
    assert failed.status == ExitStatus.ERROR
    assert failed.out == b""
    assert fine.status == 0
    assert "session.failed" in caplog.text
    assert "ace of hearts" not in caplog.text + failed.err


@pytest.mark.report("asyncssh#629")
async def test_big_output_is_complete_and_has_its_status(tmp_path: Path) -> None:
    async with serving(tmp_path, echo_runner(Visits()), run_command=_words) as server:
        result = await OpenSsh(tmp_path, server.port).run("big", "600000")
    assert result.status == 0
    assert result.out == b"".join(b"%08d\n" % n for n in range(600_000))


@pytest.mark.parametrize(
    "command", ["x" * 1025, "join\nABC", "join\x1b[2J", "join \u202eABC", b"join \xff\xfe"]
)
async def test_a_bad_command_is_refused_with_usage_and_a_text(
    tmp_path: Path, command: str | bytes
) -> None:
    seen = Visits()
    async with serving(tmp_path, echo_runner(seen), run_command=echo_runner(seen)) as server:
        client = OpenSsh(tmp_path, server.port)
        argument = command if isinstance(command, str) else command.decode(errors="surrogateescape")
        result = await client.run(argument)
    assert result.status == ExitStatus.USAGE
    assert "1024 characters" in result.err
    assert seen.connections == []


async def test_only_listed_variables_arrive(tmp_path: Path) -> None:
    async with serving(tmp_path, echo_runner(Visits()), run_command=_words) as server:
        client = OpenSsh(tmp_path, server.port)
        sent = {
            "LANG": "zh_TW.UTF-8", "COLORTERM": "truecolor", "NO_COLOR": "1",
            "UNDERTABLE_LANG": "zh_Hant", "SECRET": "s", "LD_PRELOAD": "x",
        }  # fmt: skip
        options = [part for name in (*sent, "LC_ALL") for part in ("-o", f"SendEnv={name}")]
        result = await client.run("env", before=tuple(options), environ=sent)
    lines = result.out.decode().splitlines()
    assert lines == [
        "COLORTERM=truecolor", "LANG=zh_TW.UTF-8", "LC_ALL=C.UTF-8", "NO_COLOR=1",
        "UNDERTABLE_LANG=zh_Hant",
    ]  # fmt: skip


@pytest.mark.parametrize("tool", ["sftp", "scp"])
async def test_file_transfer_is_refused_at_once(tmp_path: Path, tool: str) -> None:
    visits = Visits()
    (tmp_path / "file").write_text("x")
    async with serving(tmp_path, echo_runner(visits)) as server:
        client = OpenSsh(tmp_path, server.port)
        target = "ann@127.0.0.1"
        arguments = [target] if tool == "sftp" else [str(tmp_path / "file"), f"{target}:/tmp/x"]
        result = await client.run_tool(tool, *arguments)
        assert result.status not in (0, None)
        assert visits.connections == []
        assert (await client.run(given=b"q")).status == 0


async def test_old_scp_is_just_an_unknown_command(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    async with serving(tmp_path, echo_runner(Visits()), run_command=_words) as server:
        client = OpenSsh(tmp_path, server.port)
        result = await client.run_tool(
            "scp", "-O", str(tmp_path / "file"), "ann@127.0.0.1:/tmp/never"
        )
    assert result.status != 0


async def test_an_unknown_subsystem_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, echo_runner(Visits())) as server:
        result = await OpenSsh(tmp_path, server.port).run("nonsense", before=("-s",))
    assert result.status == 255
    assert "subsystem request failed" in result.err


@pytest.mark.parametrize(
    "forward",
    [
        ("-R", "0:127.0.0.1:9"),
        ("-R", "/tmp/undertable-test-socket:127.0.0.1:9"),
        ("-A",),
        ("-X",),
        ("-o", "Tunnel=point-to-point", "-w", "any:any"),
    ],
)
async def test_forwarding_gives_nothing_and_the_session_goes_on(
    tmp_path: Path, forward: tuple[str, ...]
) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        client = OpenSsh(tmp_path, server.port)
        result = await client.run(before=forward, given=b"q")
        strict = await client.run(before=("-o", "ExitOnForwardFailure=yes", *forward), given=b"q")
    if forward[0] == "-R":
        assert "remote port forwarding failed" in result.err
        assert strict.status == 255
    assert "tun" not in result.out.decode()
    if "Tunnel=point-to-point" not in forward:  # needs rights on the client's side already
        assert result.status == 0


async def test_outgoing_connections_through_the_server_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path, echo_runner(Visits())) as server:
        client = OpenSsh(tmp_path, server.port)
        result = await client.run(before=("-W", f"127.0.0.1:{server.port}"))
    assert result.status == 255
    assert "administratively prohibited" in result.err or "open failed" in result.err


@pytest.mark.report("charmbracelet/wish#457")
async def test_breaks_interrupts_and_suspends_are_only_bytes(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        client = OpenSsh(tmp_path, server.port)
        process = await client.start(before=("-tt", "-o", "EscapeChar=~"))
        assert process.stdin is not None
        process.stdin.write(b"\r~B\x03\x1a\x1c q")
        result = await asyncio.wait_for(process.communicate(), LIVENESS)
        assert process.returncode == 0
        assert (await client.run(given=b"q")).status == 0
    assert b"\x03\x1a\x1c" in bytes(visits.sinks[0].received)
    assert b"hello" in result[0]


@pytest.mark.report("charmbracelet/wish#304")
async def test_a_killed_client_leaves_the_others_alone(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        client = OpenSsh(tmp_path, server.port)
        stays, dies = await client.start(), await client.start()
        for process in (stays, dies):
            assert process.stdout is not None
            assert await asyncio.wait_for(process.stdout.readline(), LIVENESS) == b"hello ann\n"
        dies.kill()
        await dies.wait()
        await eventually(lambda: server.sessions == 1)
        out, _ = await asyncio.wait_for(stays.communicate(b"still here q"), LIVENESS)
    assert out == b"still here q"
    assert stays.returncode == 0
    assert visits.ended == ["lost", "quit"]


@pytest.mark.report("charmbracelet/wish#484")
async def test_stopping_with_live_and_past_sessions_takes_ten_seconds_at_most(
    tmp_path: Path,
) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        client = OpenSsh(tmp_path, server.port)
        await client.run(given=b"q")
        live = await client.start()
        assert live.stdout is not None
        await asyncio.wait_for(live.stdout.readline(), LIVENESS)
        async with asyncio.timeout(10):
            await server.stop(0.2)
        await asyncio.wait_for(live.wait(), LIVENESS)
        assert (server.sessions, server.connections) == (0, 0)
        with contextlib.suppress(OSError):
            await asyncio.open_connection("127.0.0.1", server.port)
            pytest.fail("still listening")
    assert live.returncode == ExitStatus.FULL
    assert visits.ended == ["quit", "draining"]


async def test_compression_is_the_clients_wish(tmp_path: Path) -> None:
    async with serving(tmp_path, echo_runner(Visits()), run_command=_words) as server:
        result = await OpenSsh(tmp_path, server.port).run("big", "20000", before=("-C",))
    assert (result.status, len(result.out)) == (0, 180_000)


async def test_a_second_session_of_the_same_key_is_the_same_player(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(
        tmp_path, echo_runner(visits), limits=Limits(sessions_per_identity=2)
    ) as server:
        client = OpenSsh(tmp_path, server.port)
        processes = [await client.start() for _ in range(2)]
        for process in processes:
            assert process.stdout is not None
            await asyncio.wait_for(process.stdout.readline(), LIVENESS)
        third = await client.run(given=b"q")
        for process in processes:
            await asyncio.wait_for(process.communicate(b"q"), LIVENESS)
        fourth = await client.run(given=b"q")
    assert third.status == ExitStatus.SLOW_DOWN
    assert "too many sessions" in third.err
    assert fourth.status == 0
    assert len({c.who.id for c in visits.connections}) == 1


@pytest.mark.report("devzat (source)")
async def test_ten_players_behind_one_address_join_within_a_minute(tmp_path: Path) -> None:
    visits = Visits()
    async with serving(tmp_path, echo_runner(visits)) as server:
        clients = [OpenSsh(tmp_path, server.port, name=f"p{n}") for n in range(10)]
        async with asyncio.timeout(60):
            results = await asyncio.gather(*(client.run(given=b"q") for client in clients))
    assert [result.status for result in results] == [0] * 10
    assert len({c.who.id for c in visits.connections}) == 10


async def test_whoever_comes_too_fast_reads_why_and_gets_in_later(tmp_path: Path) -> None:
    limits = Limits(connects_burst=1, connects_per_minute=60.0, connects_hold_seconds=0.001)
    async with serving(tmp_path, echo_runner(Visits()), limits=limits) as server:
        client = OpenSsh(tmp_path, server.port)
        first = await client.run(given=b"q")
        # The allowance comes back at one a second; spend what has come back meanwhile.
        refused = await _until_status(lambda: client.run(given=b"q"), 255)
        await asyncio.sleep(1.1)
        later = await client.run(given=b"q")
    assert first.status == 0
    assert "wait a minute" in refused
    assert later.status == 0


async def _until_status(run: Callable[[], Awaitable[object]], status: int) -> str:
    """Run pairs of clients at once until one ends with ``status``; return its error text."""
    async with asyncio.timeout(LIVENESS):
        while True:
            for result in await asyncio.gather(run(), run(), run()):
                if getattr(result, "status", None) == status:
                    return str(getattr(result, "err", ""))
