"""The command line as a host types it: a clear word, the right exit status, nothing lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.harness import ServerProcess

STATUS_ERROR, STATUS_USAGE = 1, 2


def run(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tui", *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
        env={**os.environ, "LANG": "C.UTF-8", **(env or {})},
    )


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("swerve",),
        ("serve", "--prot", "1"),
        ("serve", "--port", "70000"),
        ("serve", "--port", "-1"),
        ("serve", "--port", "２２"),
        ("play", "love_letter", "--bots", "0"),
        ("simulate", "love_letter", "--games", "many"),
        ("simulate", "love_letter", "--seed", "x"),
    ],
)
def test_wrong_usage_names_the_fault_and_what_to_do_with_status_2(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == STATUS_USAGE
    assert "--help" in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("simulate", "chess"), "chess"),
        (("simulate", "love_letter", "--seats", "9"), "9"),
        (("simulate", "love_letter", "--bot", "oracle"), "oracle"),
        (("play", "love_letter"), "terminal"),
        (("learn", "love_letter"), "terminal"),
    ],
)
def test_what_cannot_be_played_is_named(arguments: list[str], named: str) -> None:
    done = run(*arguments)
    assert done.returncode == STATUS_USAGE
    assert named in done.stderr
    assert "Traceback" not in done.stderr


def test_a_simulation_says_the_same_for_the_same_seed() -> None:
    runs = [
        json.loads(
            run(
                "simulate", "love_letter", "--seats", "3", "--games", "20", "--seed", "5", "--json"
            ).stdout
        )
        for _ in range(2)
    ]
    timeless = [
        {k: v for k, v in r.items() if k not in {"seconds", "games_per_s", "decisions_per_s"}}
        for r in runs
    ]
    assert timeless[0] == timeless[1]
    assert sum(timeless[0]["wins"]) == timeless[0]["games"] == 20
    assert all(r["decisions_per_s"] > 0 and r["games_per_s"] > 0 for r in runs)


def test_errors_are_said_in_the_hosts_language() -> None:
    done = run("serve", "--port", "70000", env={"LANG": "zh_TW.UTF-8", "LC_ALL": "zh_TW.UTF-8"})
    assert any("\u4e00" <= c <= "\u9fff" for c in done.stderr)


def test_a_port_in_use_is_named_and_the_other_server_is_not_disturbed(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("serve", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path))
        assert done.returncode == STATUS_ERROR
        assert port in done.stderr
        assert "--port" in done.stderr
        with socket.create_connection(taken.getsockname(), timeout=5):
            pass


def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    # 192.0.2.0/24 is kept free for documentation; binding to it asks no other machine.
    done = run("serve", "--host", "192.0.2.7", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == STATUS_ERROR
    assert "192.0.2.7" in done.stderr


def test_a_data_folder_that_cannot_be_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    done = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(file))
    assert done.returncode == STATUS_ERROR
    assert str(file) in done.stderr
    assert "--data" in done.stderr
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("content", "mode"),
    [(b"not a key\n", 0o600), (b"", 0o600), (b"-----BEGIN OPENSSH PRIVATE KEY-----\n", 0o644)],
)
def test_a_host_key_that_cannot_be_used_is_named_and_left_alone(
    tmp_path: Path, content: bytes, mode: int
) -> None:
    key = tmp_path / "ssh_host_ed25519_key"
    key.write_bytes(content)
    key.chmod(mode)
    done = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == STATUS_ERROR
    assert str(key) in done.stderr
    assert key.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "undertable.sqlite3"
    database.write_bytes(b"SQLite format 3\x00 but not really")
    before = database.read_bytes()
    done = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == STATUS_ERROR
    assert str(database) in done.stderr
    assert database.read_bytes() == before


def test_the_host_key_is_made_once_and_kept(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = ServerProcess(data).start()
    first = server.banner
    assert server.stop() == 0
    key = data / "ssh_host_ed25519_key"
    assert key.stat().st_mode & 0o777 == 0o600
    again = ServerProcess(data).start()
    assert again.stop() == 0
    fingerprints = [
        next(w for w in banner.split() if w.startswith("SHA256:"))
        for banner in (first, again.banner)
    ]
    assert fingerprints[0] == fingerprints[1]
    assert f"ssh -p {server.port} NAME@127.0.0.1" in first
    assert "[127.0.0.1]:" in first


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_ends_with_status_0(
    tmp_path: Path, how: signal.Signals
) -> None:
    assert ServerProcess(tmp_path / "data").start().stop(how) == 0


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    try:
        done = run("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(server.data))
        assert done.returncode == STATUS_ERROR
        assert "--data" in done.stderr
    finally:
        assert server.stop() == 0
