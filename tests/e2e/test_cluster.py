"""A cluster under real OpenSSH clients: each front leads to the same tables, and parts may die."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.cluster_process import ClusterProcess
from tests.e2e.harness import Tmux, until
from tests.e2e.several import at, back, game_of, play, sit_down

pytestmark = [
    pytest.mark.ssh,
    pytest.mark.timeout(600),
    pytest.mark.skipif(bool(Tmux.missing()), reason=f"needs {Tmux.missing()}"),
]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterProcess]:
    made = ClusterProcess(tmp_path_factory.mktemp("cluster") / "c").start()
    yield made
    assert made.stop() == 0


def test_a_whole_game_is_played_one_through_each_front_and_known_at_both(
    tmux: Tmux, cluster: ClusterProcess, tmp_path: Path
) -> None:
    ports = [cluster.ports["front1"], cluster.ports["front2"]]
    evening = sit_down(tmux, ports, tmp_path)
    play(evening)
    doors = [at(port, tmp_path) for port in ports]
    game = game_of(doors[1].run("status", name="ann").stdout)
    for door in doors:
        assert door.run("verify", game, name="bo").returncode == 0
        assert door.run("results", name="ann").returncode == 0
    known = (tmp_path / "known_hosts").read_text().splitlines()
    assert {line.split()[0] for line in known} == {f"[127.0.0.1]:{port}" for port in ports}
    assert len({line.split()[2] for line in known}) == 1


def test_a_table_goes_on_whichever_process_is_killed(
    tmux: Tmux, cluster: ClusterProcess, tmp_path: Path
) -> None:
    ports = [cluster.ports["front1"], cluster.ports["front2"]]
    evening = sit_down(tmux, ports, tmp_path, wins=3)
    for name in ("tables1", "tables2", "n1"):
        play(evening, moves=2)
        old = cluster.process_of(name)
        os.kill(old, signal.SIGKILL)
        until(lambda o=old, n=name: cluster.process_of(n) not in (0, o), what=f"{name} is back")  # type: ignore[misc]
    play(evening)
    for person in evening.people:
        assert evening.code in person.pane.text


def test_who_comes_by_a_front_that_is_drained_finds_the_seat_by_the_other(
    tmux: Tmux, cluster: ClusterProcess, tmp_path: Path
) -> None:
    ports = [cluster.ports["front1"], cluster.ports["front2"]]
    evening = sit_down(tmux, ports, tmp_path)
    play(evening, moves=2)
    done = cluster.command("drain", str(cluster.operator), "front2", "--seconds", "2")
    assert done.returncode == 0, done.stderr
    evening.bo.pane.until(r"\[ended with status 0\]")
    assert at(ports[1], tmp_path).run("version", name="bo").returncode == 255
    back(evening.bo, tmux, ports[0], tmp_path)
    play(evening)


def test_a_table_process_that_is_drained_hands_its_tables_on_and_ends(
    tmux: Tmux, cluster: ClusterProcess, tmp_path: Path
) -> None:
    ports = [cluster.ports["front1"]] * 2  # the other one is gone
    evening = sit_down(tmux, ports, tmp_path)
    play(evening, moves=2)
    name = "tables1"
    pid = cluster.process_of(name)
    done = cluster.command("drain", str(cluster.operator), name)
    assert done.returncode == 0, done.stderr
    assert name in done.stdout
    until(lambda: not Path(f"/proc/{pid}").exists(), what="the drained process has ended")
    play(evening)
    report = cluster.command("status", str(cluster.operator))
    assert report.returncode == 0
    assert f"Table process {name}" not in report.stdout
    assert "Table process tables2" in report.stdout
