"""Commands and line mode under the real OpenSSH client: streams, statuses, pipes, ends of input."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.harness import PATIENCE, ServerProcess, Tmux, make_key, until

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"not installed: {Tmux.missing()}"),
]
BOUND = 200
QUESTION = re.compile(r"^(?:Your turn\.|輪到你。)")
CHOICE = re.compile(r"^(\d+): \S")
OVER = re.compile(r"^(?:GAME OVER|.*結束)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A running server, and where its friends keep their keys."""

    server: ServerProcess
    folder: Path

    def line(self, name: str, *command: str, flags: tuple[str, ...] = (),
             language: str = "en_US.UTF-8") -> tuple[list[str], dict[str, str]]:  # fmt: skip
        """Return an ssh command line and its environment."""
        key = self.folder / name
        if not key.exists():
            make_key(self.folder, name)
        environment = {k: v for k, v in os.environ.items() if not k.startswith("LC_")}
        return [
            "ssh", "-F", "none", "-p", str(self.server.port), "-i", str(key), *flags,
            "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "LogLevel=ERROR",
            "-o", f"UserKnownHostsFile={self.folder / 'known_hosts'}", "-o", "SendEnv=LANG",
            f"{name}@127.0.0.1", *command,
        ], environment | {"LANG": language}  # fmt: skip

    def run(
        self, *command: str, name: str = "ann", flags: tuple[str, ...] = (), typed: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run ssh to its end with ``typed`` as its whole input."""
        line, environment = self.line(name, *command, flags=flags)
        return subprocess.run(
            line, input=typed, capture_output=True, text=True, timeout=PATIENCE, check=False,
            env=environment,
        )  # fmt: skip


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("lines")
    server = ServerProcess(folder / "data", "--bot-delay", "0").start()
    try:
        yield Host(server=server, folder=folder)
    finally:
        server.stop()


@pytest.mark.report("ssh-chat#273", "teleport#47974")
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        (("help",), 0, "replay ID"),
        (("version",), 0, "undertable "),
        (("whoami",), 0, "SHA256:"),
        (("keys",), 0, "SHA256:"),
        (("tables",), 0, ""),
        (("status",), 0, ""),
        (("status", "--json"), 0, '"games"'),
        (("rules", "love_letter"), 0, "LL-8"),
        (("rules", "love_letter", "LL-5:1"), 0, "LL-5:1"),
        (("rules", "love_letter", "LL-77"), 1, "LL-77"),
        (("rules",), 2, "rules GAME"),
        (("replay", "ffffffff"), 1, "ffffffff"),
        (("verify", "ffffffff"), 1, "ffffffff"),
        (("replay", "'; id'"), 1, "; id"),
        (("join", "NOPE-11"), 1, "NOPE-11"),
        (("watch", "NOPE-11"), 1, "NOPE-11"),
        (("join",), 2, "join code"),
        (("fold", "all"), 2, "fold"),
    ],
)
def test_every_command_prints_on_the_right_stream_and_ends_with_its_status(
    host: Host, command: tuple[str, ...], status: int, said: str
) -> None:
    for flags in ((), ("-T",)):
        done = host.run(*command, flags=flags)
        assert done.returncode == status, done.stderr
        right, other = (done.stderr, done.stdout) if status else (done.stdout, done.stderr)
        assert said in right
        assert not other
        assert "\x1b" not in right
        assert "\r" not in right


def test_with_a_terminal_lines_end_as_a_terminal_needs_them(host: Host) -> None:
    line, environment = host.line("ann", "version", flags=("-tt",))
    done = subprocess.run(
        line, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False,
        env=environment,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout.endswith(b"\r\n")
    assert b"\x1b" not in done.stdout


@pytest.mark.report("teleport#47974")
def test_no_input_and_no_terminal_ends_by_itself_in_the_lobby(host: Host) -> None:
    done = host.run(flags=("-T",))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Lobby:" in done.stdout


def test_a_script_piped_in_whole_is_carried_out_line_by_line(host: Host) -> None:
    done = host.run(
        flags=("-T",),
        name="bea",
        typed="new seats=3 bots=2\nsay hello\nwho\noptions\nleave\ntables\n",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "bea says: hello" in done.stdout
    assert done.stdout.count("1 bea, you, host") == 2
    assert "seats, waiting" in done.stdout.splitlines()[-1]


async def _play(host: Host, name: str, language: str) -> list[str]:
    """Play one game by reading lines and typing numbers; return everything that was read."""
    line, environment = host.line(name, flags=("-T",), language=language)
    ssh = await asyncio.create_subprocess_exec(
        *line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment,
    )  # fmt: skip
    assert ssh.stdin is not None
    assert ssh.stdout is not None
    read: list[str] = []
    ssh.stdin.write(b"new bots=3\nstart\n")
    async with asyncio.timeout(PATIENCE):
        while raw := await ssh.stdout.readline():
            read.append(raw.decode().removesuffix("\n"))
            if len(read) > 1 and QUESTION.match(read[-2]):
                found = CHOICE.match(read[-1])
                assert found, read[-2:]
                ssh.stdin.write(f"{found[1]}\n".encode())
            elif "verify" in read[-1]:
                ssh.stdin.close()  # the end of input, with the last line read
        assert await ssh.wait() == 0
    return read


@pytest.mark.parametrize(("name", "language"), [("cat", "en_US.UTF-8"), ("dog", "zh_TW.UTF-8")])
async def test_a_whole_game_from_deal_to_end_by_a_script_that_reads_lines(
    host: Host, name: str, language: str
) -> None:
    read = await _play(host, name, language)
    assert max(len(line.encode()) for line in read) <= BOUND
    text = "\n".join(read)
    game = re.findall(r"verify ([0-9a-f]{8})", text)[0]
    promised = re.findall(r"[0-9a-f]{64}", text)[0]
    replayed = await asyncio.to_thread(host.run, "replay", game, name="eve")
    assert replayed.returncode == 0
    assert replayed.stdout.count("\n") > 10
    assert promised in replayed.stdout
    checked = await asyncio.to_thread(host.run, "verify", game, promised, name="eve")
    assert checked.returncode == 0
    wrong = await asyncio.to_thread(host.run, "verify", game, promised[::-1], name="eve")
    assert wrong.returncode == 1
    status = await asyncio.to_thread(host.run, "status", name=name)
    assert game in status.stdout


@pytest.mark.report("asyncssh#629")
def test_big_output_is_whole_through_a_slow_pipe(host: Host) -> None:
    whole = host.run("rules", "love_letter").stdout
    line, environment = host.line("ann", "rules", "love_letter")
    slow = subprocess.run(
        ["sh", "-c", '"$@" | { sleep 1; cat; }', "sh", *line],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=True,
        env=environment,
    )  # fmt: skip
    assert len(whole) > 4_000
    assert slow.stdout == whole


def test_a_reader_that_leaves_early_hurts_nobody(host: Host) -> None:
    line, environment = host.line("ann", "rules", "love_letter")
    done = subprocess.run(
        ["sh", "-c", '"$@" | head -n 1', "sh", *line], stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=PATIENCE, check=False, env=environment,
    )  # fmt: skip
    assert done.stdout.count("\n") == 1
    assert host.run("version").returncode == 0


@pytest.fixture
def tmux(host: Host) -> Iterator[Tmux]:
    found = Tmux(folder=host.folder)
    try:
        yield found
    finally:
        found.close()


def test_a_dumb_terminal_gets_lines_with_echo_and_editing(host: Host, tmux: Tmux) -> None:
    key = host.folder / "fay"
    make_key(host.folder, "fay")
    pane = tmux.ssh("fay", host.server.port, key=key, command="line")
    pane.until("Lobby:")
    pane.type("new bots=4x")
    pane.send("BSpace")
    pane.send("BSpace")
    pane.type("3")
    pane.send("Enter")
    pane.until("1 fay, you, host")
    assert "new bots=3" in pane.text
    pane.type("say 你好")
    pane.send("BSpace")
    pane.send("Enter")
    pane.until("fay says: 你")
    assert "你好" not in pane.text
    pane.send("C-d")
    pane.until("ended with status 0")


def test_from_the_screen_to_lines_and_back_in_the_middle_of_a_game(host: Host, tmux: Tmux) -> None:
    key = make_key(host.folder, "gil")
    code = re.findall(
        r"Table ([A-Z]+-\d+) is open",
        host.run(flags=("-T",), name="gil", typed="new bots=3\nstart\n").stdout,
    )[0]
    pane = tmux.ssh("gil", host.server.port, key=key, command=f"join {code}")
    pane.until("only you|GAME OVER")
    pane.send("C-t")  # may only close what was missed meanwhile
    time.sleep(0.5)
    pane.send("C-t")
    pane.until(rf"Table {code}")
    pane.type("who")
    pane.send("Enter")
    pane.until("1 gil, you")
    pane.type("screen")
    pane.send("Enter")
    pane.until("only you|GAME OVER")
    pane.send("C-c")
    pane.send("C-c")
    pane.until("ended with status 130")


def test_one_seat_from_a_screen_and_from_lines_at_once(host: Host, tmux: Tmux) -> None:
    made = host.run(flags=("-T",), name="hal", typed="new bots=3\n").stdout
    code = re.findall(r"Table ([A-Z]+-\d+) is open", made)[0]
    pane = tmux.ssh("hal", host.server.port, key=host.folder / "hal", command=f"join {code}")
    pane.until("press s to start")
    done = host.run("join", code, name="hal", typed="start\nwho\n")
    assert done.returncode == 0
    assert "1 hal, you" in done.stdout
    pane.until("only you|GAME OVER")
    until(lambda: "hal" in host.run("tables", name="hal").stdout, what="the table is listed")


@pytest.mark.rule("FD-3.5")
def test_orders_of_future_diary_can_be_piped_in(host: Host) -> None:
    made = host.run(
        flags=("-T",),
        name="ida",
        typed="new future_diary seats=5 bots=4\nstart\npersona Kitty\nready\n",
    )
    assert (made.returncode, made.stderr) == (0, "")
    code = re.findall(r"Table ([A-Z]+-\d+) is open", made.stdout)[0]
    until(lambda: "ORDERS" in host.run("status", name="ida").stdout, what="the roles are dealt")
    done = host.run("join", code, name="ida", typed="day disguise\nsheet\nform\nhand\nledger\n")
    text = done.stdout.replace("\0", "")
    assert done.returncode == 0
    assert text.count("disguise") > 2
    assert "Kitty: " in text
    assert "You know nobody." in text
    assert max(len(line.encode()) for line in text.splitlines()) <= BOUND + 60
    assert "your turn" in host.run("status", name="ida").stdout


@pytest.mark.rule("FD-15.7")
def test_future_diary_goes_on_in_lines_and_back_on_the_screen(host: Host, tmux: Tmux) -> None:
    name = f"jon{time.time_ns() % 100_000}"
    made = host.run(
        flags=("-T",), name=name, typed="new future_diary seats=5 bots=4\nstart\nready\n"
    )
    code = re.findall(r"Table ([A-Z]+-\d+) is open", made.stdout)[0]
    until(lambda: "ORDERS" in host.run("status", name=name).stdout, what="the roles are dealt")
    pane = tmux.ssh(name, host.server.port, key=host.folder / name, command=f"join {code}")
    pane.until("only you")
    pane.send("C-t")  # may only close what was missed meanwhile
    time.sleep(0.5)
    pane.send("C-t")
    pane.until(rf"Table {code}")
    pane.type("day disguise")
    pane.send("Enter")
    pane.until("Submitted: .*disguise")
    pane.type("screen")
    pane.send("Enter")
    # What was read in lines may be told as missed: it is noted with the next beat only.
    if "Any key goes" in pane.until("r ready|Any key goes"):
        pane.send("d")
    pane.until("r ready")
    pane.until("day: disguise")
    pane.send("C-c")
    pane.send("C-c")
    pane.until("ended with status 130")


def test_a_server_that_stops_says_so_and_lets_everybody_go_with_69(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", "--bot-delay", "0").start()
    try:
        line, environment = Host(server=server, folder=tmp_path).line("ivy", flags=("-T",))
        with subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=environment,
        ) as ssh:  # fmt: skip
            assert ssh.stdin is not None
            assert ssh.stdout is not None
            ssh.stdin.write("new bots=3\n")
            ssh.stdin.flush()
            while "1 ivy, you, host" not in ssh.stdout.readline():
                pass
            assert server.stop() == 0
            assert "The server stops" in ssh.stdout.read()
            assert ssh.wait(PATIENCE) == 69
    finally:
        server.stop()
