"""What a host sees and sets: banner, QR code, settings, a process's figures and log."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
from pathlib import Path

import pytest

from server.hostkey import load_or_create
from server.lan import Found
from server.policy import Policy
from server.settings import Settings
from tests.e2e.harness import ServerProcess
from tests.server.ssh_helpers import OpenSsh
from tui import i18n
from tui.cli import banner
from tui.main import main

UNSET = {name: "" for name in os.environ if name.startswith("UNDERTABLE_")}


def run(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    return subprocess.run(
        [sys.executable, "-m", "tui", *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
        env={**kept, "LANG": "C.UTF-8", **(env or {})},
    )


def ended(*arguments: str) -> object:
    """Run the command line in this process, as far as it comes; return its exit status."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    return stop.value.code


# --- settings ---


def test_the_settings_in_force_are_printed_with_their_origins(tmp_path: Path) -> None:
    file = tmp_path / "undertable.toml"
    file.write_text('host = "127.0.0.1"\n[limits]\nsessions = 12\n')
    done = run(
        "serve", "--print-config", "--data", str(tmp_path), "--port", "2200", "--no-guests",
        env={"UNDERTABLE_LOG_LEVEL": "warning"},
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert "port = 2200  # flag" in lines
    assert "guests = false  # flag" in lines
    assert 'log_level = "warning"  # environment UNDERTABLE_LOG_LEVEL' in lines
    assert f'host = "127.0.0.1"  # file {file}' in lines
    assert f"sessions = 12  # file {file}" in lines
    assert "lan = true  # default" in lines
    assert "# metrics_port =  # default" in lines
    assert sorted(p.name for p in tmp_path.iterdir()) == ["undertable.toml"]


def test_what_is_printed_is_a_settings_file_that_means_the_same(tmp_path: Path) -> None:
    folder = tmp_path / 'a "b" \\ 夜'
    folder.mkdir()
    first = run("serve", "--print-config", "--data", str(folder), "--port", "2200")
    (folder / "undertable.toml").write_text(first.stdout, encoding="utf-8")
    again = run("serve", "--print-config", "--data", str(folder))
    assert again.returncode == 0, again.stderr
    assert tomllib.loads(again.stdout) == tomllib.loads(first.stdout)
    assert tomllib.loads(first.stdout)["data_dir"] == str(folder)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("prot = 2222", "prot"),
        ("port = 99999", "65535"),
        ("port =", "TOML"),
        ('metrics_host = "0.0.0.0"', "127.0.0.1"),
    ],
)
def test_a_bad_settings_file_is_named_with_key_and_reason_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, named: str
) -> None:
    file = tmp_path / "x.toml"
    file.write_text(text)
    assert ended("serve", "--config", str(file)) == 2
    out, err = capsys.readouterr()
    assert str(file) in err
    assert named in err
    assert out == ""


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((), "UNDERTABLE_PORT"),
        (("--port", "1", "--metrics-host", "192.0.2.2"), "--metrics-host"),
        (("--port", "1", "--bot-delay", "nan"), "--bot-delay"),
        (("--port", "1", "--config", "/nowhere/gone.toml"), "gone.toml"),
    ],
)
def test_a_bad_variable_flag_or_file_is_named_with_status_2(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    named: str,
) -> None:
    if not arguments:
        monkeypatch.setenv("UNDERTABLE_PORT", "many")
    assert ended("serve", *arguments) == 2
    assert named in capsys.readouterr().err


# --- banner ---


def lines(tmp_path: Path, *hosts: str, settings: Settings | None = None) -> list[str]:
    key = load_or_create(tmp_path)
    return banner.lines(settings or Settings(), key, port=2200, hosts=hosts, metrics_ports=[9])


def test_every_address_has_its_exact_line_and_the_first_its_known_hosts_line(
    tmp_path: Path,
) -> None:
    text = lines(tmp_path, "192.168.1.5", "fd00::5", "localhost")
    assert [line for line in text if "ssh -p" in line] == [
        "    ssh -p 2200 NAME@192.168.1.5",
        "    ssh -p 2200 NAME@fd00::5",
        "    ssh -p 2200 NAME@localhost",
    ]
    assert any("[192.168.1.5]:2200 ssh-ed25519 " in line for line in text)
    assert any("http://127.0.0.1:9/metrics" in line for line in text)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (Settings(), "guests"),
        (Settings(guests=False), "Only players with an SSH key"),
        (Settings(policy=Policy.INVITE), "Only the invited"),
        (Settings(policy=Policy.ALLOWLIST), "whose keys are listed"),
    ],
)
def test_the_banner_says_who_may_come_in(tmp_path: Path, settings: Settings, said: str) -> None:
    text = "\n".join(lines(tmp_path, "10.0.0.1", settings=settings))
    assert said in text
    assert text.count("may come in") == 1


@pytest.mark.parametrize(
    ("address", "line"),
    [
        ("games.example", "    ssh -p 2200 NAME@games.example"),
        ("games.example:22", "    ssh -p 22 NAME@games.example"),
        ("2001:db8::1", "    ssh -p 2200 NAME@2001:db8::1"),
    ],
)
def test_the_hosts_own_word_for_the_address_comes_first(
    tmp_path: Path, address: str, line: str
) -> None:
    text = lines(tmp_path, "192.168.1.5", settings=Settings(address=address))
    ways = [row for row in text if "ssh -p" in row]
    assert ways == [line, "    ssh -p 2200 NAME@192.168.1.5"]


def test_ssh_lines_are_the_same_in_every_language(tmp_path: Path) -> None:
    english = [line for line in lines(tmp_path, "10.0.0.1") if "ssh -p" in line]
    i18n.use("zh_Hant")
    try:
        assert [line for line in lines(tmp_path, "10.0.0.1") if "ssh -p" in line] == english
    finally:
        i18n.use(i18n.DEFAULT)


@pytest.mark.parametrize("encoding", ["utf-8", "big5", "ascii"])
def test_the_qr_code_says_the_address_in_what_the_terminal_can_show(encoding: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    url = banner.ssh_url("192.168.100.100", 2222)
    code = banner.qr_code(url, stream)
    "\n".join(code).encode(encoding)
    plain = encoding != "utf-8" and "#" in "".join(code)
    assert max(map(len, code)) <= (66 if plain else 33)
    assert _modules(code) == _expected(url)


def _modules(code: list[str]) -> list[list[bool]]:
    """Read a drawn code back: True is a light cell."""
    if any("#" in line for line in code):
        width = max(map(len, code)) // 2
        return [[line.ljust(2 * width)[2 * x] == "#" for x in range(width)] for line in code]
    width = max(map(len, code))
    rows = []
    for line in code:
        cells = line.ljust(width)
        rows.append([c in "\u2588\u2580" for c in cells])
        rows.append([c in "\u2588\u2584" for c in cells])
    return rows if any(rows[-1]) else rows[:-1]


def _expected(url: str) -> list[list[bool]]:
    import segno

    code = segno.make(url, error="l", micro=False, boost_error=False)
    return [[not dark for dark in row] for row in code.matrix_iter(border=4)]


def test_an_address_of_version_6_is_bracketed_in_its_url() -> None:
    assert banner.ssh_url("fd00::5", 22) == "ssh://[fd00::5]:22"
    assert banner.ssh_url("10.0.0.1", 2222) == "ssh://10.0.0.1:2222"


def test_through_a_pipe_there_is_no_qr_code(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    assert server.stop() == 0
    assert not set(server.banner) & set("\u2588\u2580\u2584#\x1b")
    assert re.search(r"ssh -p \d+ NAME@127\.0\.0\.1\n", server.banner)


# --- figures and log of a real process ---


@pytest.mark.ssh
@pytest.mark.report("gambit (source)")
async def test_figures_and_log_of_a_server_with_players_hold_nothing_of_theirs(
    tmp_path: Path,
) -> None:
    server = ServerProcess(tmp_path / "data", "--metrics-port", "0", "--log-level", "debug").start()
    try:
        client = OpenSsh(tmp_path, server.port, name="zzcanary")
        await client.run("help")
        await client.run("join CANARY-17")
        cut = await client.start(
            "watch CANARY-18", before=("-tt",), environ={"TERM": "canary-term"}
        )
        assert cut.stdout is not None
        await cut.stdout.read(1)
        cut.kill()
        await cut.wait()
        await OpenSsh(tmp_path, server.port, name="yycanary", key=False).run("version")
        url = re.search(r"http://127\.0\.0\.1:\d+/metrics", server.banner)
        assert url is not None
        page = await asyncio.to_thread(_get, url[0])
    finally:
        assert server.stop() == 0
    log = (tmp_path / "data" / "undertable.log").read_text()
    fingerprint = client.key.get_fingerprint()
    public = client.key.export_public_key().decode().split()[1]
    for secret in ("zzcanary", "yycanary", "CANARY", "canary-term", fingerprint[7:], public[-40:]):
        assert secret not in page
        assert secret not in log
    assert 'undertable_logins_total{method="key"} 3.0' in page
    assert 'undertable_logins_total{method="guest"} 1.0' in page
    assert "undertable_handshakes_total 4.0" in page
    assert "process_open_fds" in page


def _get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        text: str = answer.read().decode()
        return text


def test_a_port_for_figures_that_is_taken_ends_the_start_with_a_word(tmp_path: Path) -> None:
    first = ServerProcess(tmp_path / "a", "--metrics-port", "0").start()
    try:
        port = re.search(r"127\.0\.0\.1:(\d+)/metrics", first.banner)
        assert port is not None
        done = run(
            "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "b"),
            "--metrics-port", port[1],
        )  # fmt: skip
        assert done.returncode == 1
        assert "--metrics-port" in done.stderr
        assert done.stdout == ""
    finally:
        assert first.stop() == 0


@pytest.mark.ssh
@pytest.mark.report("charmbracelet/wish#484")
async def test_stopping_takes_ten_seconds_at_most_whatever_hangs_on_the_server(
    tmp_path: Path,
) -> None:
    """A live player, one whose client is frozen, a half-open login, a reader of the figures."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "undertable.toml").write_text('lan_interfaces = ["127.0.0.1"]\nmetrics_port = 0\n')
    server = ServerProcess(data).start()
    try:
        url = re.search(r"127\.0\.0\.1:(\d+)/metrics", server.banner)
        assert url is not None
        figures = await asyncio.open_connection("127.0.0.1", int(url[1]))
        login = await asyncio.open_connection("127.0.0.1", server.port)
        clients = []
        for name in ("live", "frozen"):
            client = OpenSsh(tmp_path, server.port, name=name)
            process = await client.start(before=("-tt",), environ={"TERM": "xterm"})
            assert process.stdout is not None
            await process.stdout.read(1)
            clients.append(process)
        clients[1].send_signal(signal.SIGSTOP)
        begun = time.monotonic()
        status = await asyncio.to_thread(server.stop)
        assert time.monotonic() - begun < 10
        assert status == 0
        clients[1].send_signal(signal.SIGCONT)
        out, _err = await asyncio.wait_for(clients[0].communicate(), 30)
        assert out.endswith(b"\x1b[?1049l")  # the screen is given back
        assert clients[0].returncode == 69
        await asyncio.wait_for(clients[1].communicate(), 30)
        for _reader, writer in (figures, login):
            writer.close()
    finally:
        server.kill()


# --- the local network ---


def test_a_server_on_loopback_is_announced_nowhere_else_and_found_there_if_asked_for(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "undertable.toml").write_text('lan_interfaces = ["127.0.0.1"]\n')
    server = ServerProcess(data).start()
    try:
        ours: list[dict[str, object]] = []
        for _ in range(4):
            done = run("find", "--interface", "127.0.0.1", "--seconds", "2", "--json")
            ours = [s for s in json.loads(done.stdout) if s["port"] == server.port]
            if ours:
                break
        (found,) = ours
        assert found["addresses"] == ["127.0.0.1"]
        assert str(found["fingerprint"]) in server.banner
    finally:
        assert server.stop() == 0


def test_find_says_when_nobody_answers_and_what_an_interface_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found: list[Found] = []

    async def find(seconds: float, interfaces: tuple[str, ...] = ()) -> list[Found]:
        return found

    monkeypatch.setattr("tui.cli.find.find", find)
    for arguments, status in (
        (["find"], 1), (["find", "--json"], 1), (["find", "--interface", "eth0"], 2),
    ):  # fmt: skip
        assert ended(*arguments) == status
    out, err = capsys.readouterr()
    assert out == "[]\n"
    assert len(err.splitlines()) == 2
    server = Found(
        name="box", addresses=("10.0.0.2", "fd00::5"), port=2200, version="1.0", fingerprint=""
    )
    found.append(server)
    assert ended("find") == 0
    assert ended("find", "--json") == 0
    lines, blob = capsys.readouterr().out.rsplit("\n", 2)[:2]
    assert lines.splitlines() == [
        "box 1.0",
        "    ssh -p 2200 NAME@10.0.0.2",
        "    ssh -p 2200 NAME@fd00::5",
    ]
    assert json.loads(blob)[0]["addresses"] == ["10.0.0.2", "fd00::5"]
