"""``undertable backup`` as a host uses it: real processes, a kill, and a game that is played on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import asyncssh

from server.hostkey import FILE_NAME
from server.ssh import SshServer
from server.store import STORE_NAME
from server.wire import pack
from tests.e2e.harness import PATIENCE, ServerProcess
from tests.server.house import Person
from tests.server.subsystem_client import Wire, client


def backup(data: Path, target: Path, *, language: str = "C") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tui", "backup", "--data", str(data), "--to", str(target)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={"LANG": language, "PYTHONUTF8": "1"},
    )


def address(server: ServerProcess) -> SshServer:
    return cast(SshServer, SimpleNamespace(port=server.port))


async def _seated(wire: Wire) -> tuple[str, Person]:
    """Make a table for two, start it against a bot, wait for the first question."""
    lobby = wire.open(1, "lobby")
    table = {"game": "love_letter", "seats": 2, "options": {"wins": "7"}, "clock": 0, "bots": 1}
    lobby.channel.send(pack({"op": "create", **table}))
    code: str = (await lobby.notice("opened"))["opened"]
    host = wire.open(2, "table", code=code)
    await host.frame(t="table")
    host.channel.send(pack({"op": "start"}))
    await host.asked()
    return code, host


async def _answered(host: Person) -> None:
    """Answer what is asked and wait until it is somebody's turn to answer again."""
    number = (await host.asked())["id"]
    host.answer(*host.last["ask"]["default"])
    await host.until(
        lambda p: p.last["stage"] == "over" or (p.last["ask"] and p.last["ask"]["id"] > number)
    )


def _state(frame: dict[str, Any]) -> list[object]:
    return [frame[key] for key in ("stage", "seq", "view", "ask", "game_no", "commitment")]


async def test_a_restored_backup_has_the_game_as_it_stood_and_it_is_played_to_its_end(
    tmp_path: Path,
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    data, restored = tmp_path / "data", tmp_path / "restored"
    server = ServerProcess(data, "--bot-delay", "0").start()
    async with client(address(server), key=key) as wire:
        code, host = await _seated(wire)
        await _answered(host)
        await _answered(host)
        stood = _state(host.last)
        done = backup(data, tmp_path / "copy")
        assert (done.returncode, done.stderr) == (0, "")
        await _answered(host)  # the game goes on, and the copy does not know it
        server.kill()
    restored.mkdir(mode=0o700)
    shutil.copy(tmp_path / "copy", restored / STORE_NAME)
    shutil.copy(data / FILE_NAME, restored)
    server = ServerProcess(restored, "--bot-delay", "0").start()
    try:
        async with client(address(server), key=key) as wire:
            host = wire.open(1, "table", code=code)
            await host.asked()
            assert _state(host.last) == stood
            while host.last["stage"] != "over":
                await _answered(host)
            assert host.last["seed"]
            assert max(host.last["result"]["scores"]) == 7
    finally:
        assert server.stop() == 0


def test_what_a_host_is_told(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    nothing = backup(data, copy)
    assert (nothing.returncode, nothing.stdout) == (1, "")
    assert str(data / STORE_NAME) in nothing.stderr
    server = ServerProcess(data).start()
    try:
        first, second = backup(data, copy), backup(data, copy)
        assert (first.returncode, first.stderr) == (0, "")
        assert first.stdout == f"{copy}: {copy.stat().st_size} bytes, checked.\n"
        assert (second.returncode, second.stdout) == (1, "")
        assert "exists already" in second.stderr
        chinese = backup(data, copy, language="zh_TW.UTF-8")
        assert "已經存在" in chinese.stderr
    finally:
        assert server.stop() == 0
    at_rest = backup(data, tmp_path / "copy2")
    assert (at_rest.returncode, at_rest.stderr) == (0, "")
    log = "".join(path.read_text() for path in data.glob("*.log*"))
    assert '"event": "backup"' in log
    assert str(copy) not in log
