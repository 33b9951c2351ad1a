"""The example bot as its reader runs it: a real process against a real server."""

from __future__ import annotations

import ast
import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import asyncssh
import pytest

from engine.games.future_diary.terms import Verdict
from server import api, requests
from server.ssh import SshServer
from server.subsystem import HELLO_SECONDS, MAX_IN, MOST_CHANNELS, VERSION, ProtocolCode
from server.wire import pack
from tests.e2e.harness import PATIENCE, ServerProcess, make_key
from tests.server.house import Person
from tests.server.subsystem_client import client

DOCS = Path(__file__).parents[2] / "docs"
BOT = DOCS / "examples" / "love_letter_bot.py"
DIARY_BOT = DOCS / "examples" / "future_diary_bot.py"
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")
OPS = "".join(part for part in PROTOCOL.split("\n\n") if part.startswith("| op |"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path_factory.mktemp("bot") / "data", "--bot-delay", "0").start()
    try:
        yield started
    finally:
        assert started.stop() == 0


def run_bot(
    server: ServerProcess, *options: str, bot: Path = BOT
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(bot), "--host", "127.0.0.1", "--port", str(server.port), *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        cwd="/",
    )


@pytest.mark.parametrize("seats", [2, 4])
def test_the_bot_plays_a_whole_game_as_a_guest(server: ServerProcess, seats: int) -> None:
    done = run_bot(server, "--seats", str(seats))
    assert (done.returncode, done.stderr) == (0, "")
    first, *scores = done.stdout.splitlines()
    assert first.startswith("example-bot plays at table ")
    assert len(scores) == seats
    assert sum(int(line.split()[0]) for line in scores) >= 1


@pytest.mark.parametrize("seats", [5, 8])
def test_the_bot_of_future_diary_fills_in_every_form_of_a_game(
    server: ServerProcess, seats: int
) -> None:
    done = run_bot(server, "--seats", str(seats), bot=DIARY_BOT)
    assert (done.returncode, done.stderr) == (0, "")
    first, verdict, *seated = done.stdout.splitlines()
    assert first.startswith("example-bot")
    assert verdict in set(Verdict)
    assert len(seated) == seats


@pytest.mark.ssh
def test_openssh_carries_the_bots_frames(server: ServerProcess, tmp_path: Path) -> None:
    options = [
        "-F", "none", "-o", "StrictHostKeyChecking=accept-new", "-o", "IdentityAgent=none",
        "-o", f"UserKnownHostsFile={tmp_path / 'known'}", "-o", "LogLevel=ERROR",
    ]  # fmt: skip
    key = str(make_key(tmp_path, "key"))
    passed = [f"--ssh-option={option}" for option in options]
    done = run_bot(server, "--openssh", "--key", key, *passed)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 5


def test_the_bot_checks_the_servers_key_if_told_to(server: ServerProcess, tmp_path: Path) -> None:
    line = server.banner.split("known_hosts: ")[1].splitlines()[0]
    (tmp_path / "right").write_text(line + "\n")
    other = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode()
    (tmp_path / "wrong").write_text(f"[127.0.0.1]:{server.port} {other}")
    assert run_bot(server, "--known-hosts", str(tmp_path / "right")).returncode == 0
    refused = run_bot(server, "--known-hosts", str(tmp_path / "wrong"))
    assert refused.returncode == 1
    assert "HostKeyNotVerifiable" in refused.stderr


async def test_the_bot_sits_down_at_somebodys_table_and_plays_with_them(
    server: ServerProcess,
) -> None:
    here = cast(SshServer, SimpleNamespace(port=server.port))
    async with client(here, "host") as wire:
        lobby = wire.open(1, "lobby")
        table = {"game": "love_letter", "seats": 2, "options": {}, "clock": 0}
        lobby.channel.send(pack({"op": "create", **table}))
        code = (await lobby.notice("opened"))["opened"]
        host = wire.open(2, "table", code=code)
        await host.frame(t="table")
        bot = asyncio.create_task(asyncio.to_thread(run_bot, server, "--join", code))
        await host.until(lambda p: p.last["seats"][1]["ready"])
        host.channel.send(pack({"op": "start"}))
        await _play_defaults(host)
        done = await bot
    assert (done.returncode, done.stderr) == (0, "")
    first, second = [line.split()[1] for line in done.stdout.splitlines()[1:]]
    assert first == "host"
    assert second.startswith("example-bot")  # and a tag where somebody had the name before


async def _play_defaults(host: Person) -> None:
    answered = 0

    def turn(person: Person) -> bool:
        ask: dict[str, Any] | None = person.last["ask"]
        over: bool = person.last["stage"] == "over"
        return over or (ask is not None and ask["id"] > answered)

    while (frame := await host.until(turn))["stage"] != "over":
        answered = frame["ask"]["id"]
        host.answer(*frame["ask"]["default"])


def test_a_server_that_closes_tells_the_bot_and_does_not_wait_for_it(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", "--bot-delay", "60").start()
    process = subprocess.Popen(
        [sys.executable, str(BOT), "--host", "127.0.0.1", "--port", str(server.port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "plays at table" in process.stdout.readline()
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < 10
    _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (1, "RuntimeError: stopping {}\n")


def test_a_bot_that_is_refused_says_why(server: ServerProcess) -> None:
    done = run_bot(server, "--join", "FROG-00")
    assert done.returncode == 1
    assert "unknown_table" in done.stderr


def test_the_bot_needs_nothing_but_asyncssh_and_msgpack() -> None:
    imported = set()
    for node in ast.walk(ast.parse(BOT.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module))
    outside = {name for name in imported if name.split(".")[0] not in sys.stdlib_module_names}
    assert outside == {"asyncssh", "msgpack"}


# --- the page says what the code does ----------------------------------------------------------


@pytest.mark.parametrize(
    "shape",
    [
        api.TableFrame, api.SeatInfo, api.AskFrame, api.Clock, api.ChatLine, api.LobbyFrame,
        api.LobbyRow, api.NoticeFrame, api.Beat,
    ],
)  # fmt: skip
def test_the_protocol_page_names_every_field_of_a_frame(shape: type) -> None:
    missing = [n for n in shape.__annotations__ if f"`{n}`" not in PROTOCOL.replace('"', "`")]
    assert missing == []


def test_the_protocol_page_names_every_request_with_its_fields() -> None:
    for op, kind in requests._OPS.items():
        rows = [line for line in OPS.splitlines() if line.startswith(f"| `{op}` |")]
        (named,) = [row.split("|")[2] for row in rows]
        assert [f.name for f in fields(kind) if f"`{f.name}`" not in named] == []


def test_the_protocol_page_names_every_end_and_every_bound() -> None:
    for code in ProtocolCode:
        assert f"| `{code}` |" in PROTOCOL
        (row,) = [line for line in PROTOCOL.splitlines() if line.startswith(f"| `{code}` |")]
        assert row.endswith(f"| {code.status:d} |")
    assert f"version {VERSION}" in PROTOCOL.splitlines()[0]
    assert f"{MAX_IN:,} bytes" in PROTOCOL
    assert f"within {HELLO_SECONDS:.0f} seconds" in PROTOCOL
    assert f"At most {MOST_CHANNELS}\n" in PROTOCOL
