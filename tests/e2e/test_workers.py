"""``serve --workers 2`` under real OpenSSH clients: several processes that are one server."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.hostkey import FILE_NAME
from server.store import STORE_NAME
from tests.e2e.harness import PATIENCE, ServerProcess, Tmux, make_key, until
from tests.e2e.players import JOIN_CODE
from tests.e2e.several import Evening, at, back, game_of, play, sit_down
from tests.e2e.test_backup import backup

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"needs {Tmux.missing()}"),
]
WORKERS = ("--workers", "2", "--bot-delay", "0.2")
ENDED = re.compile(r"\[ended with status")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    made = ServerProcess(tmp_path / "data", *WORKERS).start()
    yield made
    assert made.stop() == 0


def workers_of(server: ServerProcess) -> list[int]:
    """Return the process ids of a server's workers."""
    listed = subprocess.run(
        ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(server.pid)],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    ).stdout  # fmt: skip
    return [int(line.split()[0]) for line in listed.splitlines() if line.endswith(" worker")]


def listens(server: ServerProcess) -> int:
    """Return how often a worker of this server has begun to listen."""
    return sum(path.read_text().count('"listen"') for path in server.data.glob("*.log"))


def come_back(evening: Evening, tmux: Tmux, server: ServerProcess, folder: Path) -> None:
    """Let whoever has lost the connection connect again."""
    for person in evening.people:
        if ENDED.search(person.pane.text):
            back(person, tmux, server.port, folder)


def test_a_game_goes_on_while_every_worker_is_killed_in_turn(
    tmux: Tmux, server: ServerProcess, tmp_path: Path
) -> None:
    evening = sit_down(tmux, [server.port, server.port], tmp_path, wins=3)
    assert len(workers_of(server)) == 2
    for old in workers_of(server):
        play(evening, moves=2)
        before = listens(server)
        os.kill(old, signal.SIGKILL)
        until(
            lambda b=before: listens(server) > b,  # type: ignore[misc]
            what="another worker has taken its place",
            patience=3 * PATIENCE,
        )
        come_back(evening, tmux, server, tmp_path)
    play(evening)
    door = at(server.port, tmp_path)
    game = game_of(door.run("status", name="ann").stdout)
    for _ in range(4):  # at whichever worker
        assert door.run("verify", game, name="bo").returncode == 0


def test_one_server_has_one_banner_one_key_and_a_log_for_each_process(
    server: ServerProcess, tmp_path: Path
) -> None:
    door = at(server.port, tmp_path)
    make_key(tmp_path, "ann")
    assert all(door.run("version", name="ann").returncode == 0 for _ in range(8))
    assert server.banner.count("ssh -p") == 1
    assert len({line.split()[2] for line in (tmp_path / "known_hosts").open()}) == 1
    logs = {path.name for path in server.data.glob("*.log")}
    assert logs == {"undertable.log", "undertable-1.log", "undertable-2.log"}
    second = ServerProcess(tmp_path / "other", "--workers", "2")
    with pytest.raises(AssertionError, match="is in use"):
        second.start(port=server.port)


def test_games_come_over_from_one_process_and_go_back_by_a_backup(tmp_path: Path) -> None:
    data = tmp_path / "data"
    make_key(tmp_path, "ann")

    def tables(server: ServerProcess) -> set[str]:
        shown = at(server.port, tmp_path).run("tables", name="ann").stdout
        return set(JOIN_CODE.findall(shown))

    def new_table(server: ServerProcess) -> None:
        at(server.port, tmp_path).run(
            name="ann", flags=("-T",), typed="new love_letter seats=2\nquit\n"
        )

    alone = ServerProcess(data).start()
    new_table(alone)
    first = tables(alone)
    assert len(first) == 1
    assert alone.stop() == 0

    several = ServerProcess(data, *WORKERS).start()
    assert "tables 1, finished games 0, players 1" in several.banner
    until(lambda: tables(several) == first, what="the table has come over")
    new_table(several)
    both = tables(several)
    assert len(both) == 2
    running, at_rest = tmp_path / "running", tmp_path / "at-rest"
    assert backup(data, running).returncode == 0
    assert several.stop() == 0
    assert backup(data, at_rest).returncode == 0
    again = ServerProcess(data, *WORKERS).start()
    assert "finished games" not in again.banner
    again.kill()  # the supervisor alone; all others end by themselves, and lose nothing
    again.start()
    until(lambda: tables(again) == both, what="the tables are there after a kill -9")
    assert again.stop() == 0
    with pytest.raises(AssertionError, match="--workers"):
        ServerProcess(data).start()

    for copy in (running, at_rest):
        restored = tmp_path / f"{copy.name}-restored"
        restored.mkdir(mode=0o700)
        shutil.copy(copy, restored / STORE_NAME)
        shutil.copy(data / FILE_NAME, restored)
        server = ServerProcess(restored).start()
        assert tables(server) == both
        assert server.stop() == 0
