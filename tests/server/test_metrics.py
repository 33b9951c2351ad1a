"""Figures: on loopback alone, of closed names only, and cheap however often they are read."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from server import counts
from server.api import Connection, Stage
from server.counts import Count
from server.errors import ServerError, ServerErrorCode
from server.metrics import Metrics
from tests.server.house import ANN, BO, PATIENCE, house
from tests.server.ssh_helpers import OpenSsh, Visits, echo_runner, serving

SAMPLE = re.compile(
    rb'[a-z_]+(\{(method="(key|guest|no_proof)"|terminal="[a-z]+"|stage="[a-z]+")\})? [0-9.e+-]+'
)


def make(stages: Counter[Stage] | None = None) -> Metrics:
    return Metrics(sessions=lambda: 3, connections=lambda: 4, stages=lambda: stages or Counter())


@asynccontextmanager
async def running(metrics: Metrics, host: str = "127.0.0.1") -> AsyncIterator[Metrics]:
    await metrics.start(host, 0)
    try:
        yield metrics
    finally:
        await metrics.stop()


async def ask(port: int, request: bytes, host: str = "127.0.0.1") -> bytes:
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(request)
    try:
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    finally:
        writer.close()


async def page(port: int, host: str = "127.0.0.1") -> bytes:
    answer = await ask(port, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", host)
    head, _blank, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    return body


@pytest.mark.parametrize("host", ["", "0.0.0.0", "::", "192.0.2.2", "localhost", "games.example"])
async def test_any_address_that_others_can_reach_is_refused(host: str) -> None:
    with pytest.raises(ServerError) as caught:
        await make().start(host, 0)
    assert caught.value.code is ServerErrorCode.METRICS_NOT_LOOPBACK


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_figures_are_served_on_loopback_and_nowhere_else(host: str) -> None:
    async with running(make(Counter({Stage.PLAYING: 2})), host) as metrics:
        body = await page(metrics.port, host)
        with socket.socket() as other, pytest.raises(OSError, match="refused"):
            other.connect(("127.0.0.2", metrics.port))
    assert b'undertable_tables{stage="playing"} 2.0\n' in body
    assert b'undertable_tables{stage="frozen"} 0.0\n' in body
    assert b"undertable_open_sessions 3.0\n" in body
    assert b"undertable_loop_lag_seconds " in body


async def test_a_port_in_use_is_named_with_its_own_code() -> None:
    async with running(make()) as metrics:
        with pytest.raises(ServerError) as caught:
            await make().start("127.0.0.1", metrics.port)
    assert caught.value.code is ServerErrorCode.METRICS_FAILED


async def test_every_line_is_a_figure_with_a_label_of_ours() -> None:
    async with running(make()) as metrics:
        lines = (await page(metrics.port)).splitlines()
    for line in lines:
        assert line.startswith(b"#") or SAMPLE.fullmatch(line), line
    for what in Count:
        group = what.partition(".")[0].encode()
        assert any(line.startswith(b"undertable_" + group + b"_total") for line in lines), what


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET / HTTP/1.1", b"404"),
        (b"POST /metrics HTTP/1.1", b"405"),
        (b"GET /metrics", b"405"),
        (b"\xff\x00", b"405"),
        (b"HEAD /metrics HTTP/1.0", b"200"),
        (b"GET /metrics?x=1 HTTP/1.1", b"200"),
    ],
)
async def test_other_requests_get_a_short_answer(request_line: bytes, status: bytes) -> None:
    async with running(make()) as metrics:
        answer = await ask(metrics.port, request_line + b"\r\n\r\n")
    assert answer.split()[1] == status
    if request_line.startswith(b"HEAD"):
        assert answer.endswith(b"\r\n\r\n")


async def test_junk_without_an_end_is_cut_off_and_the_next_reader_is_served() -> None:
    async with running(make()) as metrics:
        assert await ask(metrics.port, b"x" * 100_000) == b""
        assert b"undertable_" in await page(metrics.port)


async def test_idle_readers_cannot_pile_up() -> None:
    async with running(make()) as metrics:
        idle = [await asyncio.open_connection("127.0.0.1", metrics.port) for _ in range(8)]
        await asyncio.sleep(0.05)
        reader, writer = await asyncio.open_connection("127.0.0.1", metrics.port)
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        for _reader, other in [*idle, (reader, writer)]:
            other.close()
        await asyncio.sleep(0.05)
        assert b"undertable_" in await page(metrics.port)


async def test_a_page_is_made_at_intervals_not_for_each_reader() -> None:
    """Whoever reads without pause cannot watch a single event, and costs next to nothing."""
    async with running(make()) as metrics:
        before = await page(metrics.port)
        counts.add(Count.DECISIONS)
        assert await page(metrics.port) == before


async def test_figures_that_fail_do_not_end_their_server() -> None:
    def fails() -> Counter[Stage]:
        raise RuntimeError("princess")

    metrics = Metrics(sessions=lambda: 0, connections=lambda: 0, stages=fails)
    async with running(metrics):
        assert b"princess" not in await ask(metrics.port, b"GET /metrics HTTP/1.1\r\n\r\n")


async def test_how_late_the_loop_was_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.metrics.EVERY", 0.0)
    async with running(make()) as metrics:
        await asyncio.sleep(0.05)
        time.sleep(0.35)  # noqa: ASYNC251 - the fault that is looked for
        await asyncio.sleep(0.15)
        found = re.search(rb"loop_lag_seconds ([0-9.e-]+)", await page(metrics.port))
    assert found is not None
    assert float(found[1]) > 0.1


@pytest.mark.parametrize(
    ("term", "kind"),
    [
        ("", Count.SESSION_NONE),
        ("xterm-256color", Count.SESSION_XTERM),
        ("tmux-direct", Count.SESSION_TMUX),
        ("vt220", Count.SESSION_VT),
        ("dumb", Count.SESSION_DUMB),
        ("ann-secret", Count.SESSION_OTHER),
        ("SHA256:canary", Count.SESSION_OTHER),
    ],
)
def test_a_clients_own_word_for_its_terminal_is_never_a_label(term: str, kind: Count) -> None:
    assert counts.terminal_kind(term) is kind


async def test_a_sealed_answer_moves_no_figure_until_everybody_has_answered() -> None:
    async with house() as inn:
        _code, (ann, bo) = await inn.playing(BO)
        start = counts.totals()[Count.DECISIONS]
        for one in (ann, bo):
            await one.asked("move")
            one.answer("keep")
        await ann.asked("bet")
        await bo.asked("bet")
        assert counts.totals()[Count.DECISIONS] == start + 2
        ann.answer("low")
        await ann.until(lambda p: "answer" in (p.last["ask"] or {}))
        assert counts.totals()[Count.DECISIONS] == start + 2
        bo.answer("low")
        await ann.asked("move")
        assert counts.totals()[Count.DECISIONS] == start + 3


async def test_only_a_return_to_ones_seat_in_a_game_is_a_reconnect() -> None:
    async with house() as inn:
        start = counts.totals()[Count.RECONNECTS]
        code, (ann, _bo) = await inn.playing(BO)
        second = inn.at(code, BO)
        await second.frame(you=1)
        watcher = inn.at(code, BO, watch=True)
        await watcher.frame(stage="playing")
        assert counts.totals()[Count.RECONNECTS] == start
        ann.leave()
        await second.until(lambda p: not p.last["seats"][0]["online"])
        await inn.at(code, ANN).frame(you=0)
        assert counts.totals()[Count.RECONNECTS] == start + 1


@pytest.mark.ssh
async def test_connections_logins_and_sessions_are_counted(tmp_path: Path) -> None:
    async def command(connection: Connection) -> int:
        connection.terminal.write(b"12345")
        return 0

    before = counts.totals()
    async with serving(tmp_path, echo_runner(Visits()), run_command=command) as server:
        await OpenSsh(tmp_path, server.port).run("help")
        await OpenSsh(tmp_path, server.port, key=False, name="guest").run("help")
        await OpenSsh(tmp_path, server.port).run(
            given=b"q", before=("-tt",), environ={"TERM": "xterm"}
        )
    now = counts.totals()
    grown = {what: now[what] - before[what] for what in Count if now[what] != before[what]}
    assert grown.pop(Count.BYTES_OUT) >= 10
    assert grown == {
        Count.HANDSHAKES: 3,
        Count.LOGIN_KEY: 2,
        Count.LOGIN_GUEST: 1,
        Count.SESSION_NONE: 2,
        Count.SESSION_XTERM: 1,
    }
