"""``undertable packs check``, and a server that is given packs: words, streams, statuses."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.games.no81.packs.faults import Fault, Reason
from tests.e2e.harness import ServerProcess
from tests.languages import SPOKEN
from tests.server.test_packs import EXAMPLE, WICK
from tests.tui.test_cli import run
from tui import i18n
from tui.texts.packs import fault_line

COLOURS = "blue, green, red, orange, black or white"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the example with two faults."""
    folder = Path(shutil.copytree(EXAMPLE, tmp_path / "pack"))
    wick = (folder / WICK).read_text("utf-8")
    wick = wick.replace('"orange"', '"mauve"').replace("karma = -1", "karma = -9")
    (folder / WICK).write_text(wick, "utf-8")
    return folder


def test_a_good_pack_is_told_of_with_status_0() -> None:
    done = run("packs", "check", str(EXAMPLE))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("lighthouse 1.0: ")


@pytest.mark.rule("N81-19.1")
def test_every_fault_is_a_line_with_file_key_and_reason(folder: Path) -> None:
    done = run("packs", "check", str(folder))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        f"{WICK}: karma: -5 to 5 is needed, not -9",
        f"{WICK}: version[1].colour: unknown: 'mauve'; one of {COLOURS}",
        "2 faults. The pack cannot be loaded.",
    ]


@pytest.mark.parametrize("words", [(), ("check",), ("mend", "x"), ("check", "a", "b")])
def test_wrong_usage_has_status_2(words: tuple[str, ...]) -> None:
    done = run("packs", *words)
    assert done.returncode == 2
    assert "--help" in done.stderr


def test_simulate_plays_with_packs_and_refuses_faulty_ones(folder: Path) -> None:
    words = ("simulate", "no81", "--games", "1", "--seats", "2", "--pack")
    done = run(*words, str(EXAMPLE))
    assert (done.returncode, done.stderr) == (0, "")
    done = run(*words, str(folder))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1] == "2 faults. The pack cannot be loaded."


@pytest.mark.rule("N81-19.1")
def test_a_server_with_a_faulty_pack_does_not_start(folder: Path, tmp_path: Path) -> None:
    done = run("serve", "--port", "0", "--data", str(tmp_path / "data"), "--pack", str(folder))
    assert (done.returncode, done.stdout) == (1, "")
    lines = done.stderr.splitlines()
    assert lines[0].startswith(f"{folder}/{WICK}: karma: ")
    assert lines[-1].startswith("2 faults in the content packs. The server does not start")


def test_a_server_with_a_good_pack_starts_and_says_so_in_its_settings(tmp_path: Path) -> None:
    done = run("serve", "--print-config", "--data", str(tmp_path), env={"UNDERTABLE_PACKS": "a, b"})
    assert 'packs = ["a", "b"]  # environment UNDERTABLE_PACKS' in done.stdout.splitlines()
    server = ServerProcess(tmp_path / "data", "--pack", str(EXAMPLE)).start()
    try:
        assert server.port
    finally:
        server.stop()


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("reason", list(Reason))
@pytest.mark.parametrize("choices", [(), ("text",)])
def test_every_reason_has_its_sentence(
    reason: Reason, choices: tuple[str, ...], language: str
) -> None:
    if reason is Reason.TYPE and not choices:
        return
    i18n.begin(language)
    fault = Fault(file="a\x1b.toml", key="b", reason=reason, value="v" * 99, choices=choices)
    line = fault_line(fault)
    assert line.startswith("a?.toml: b: ")
    assert len(line) < 300
    assert line.isprintable()
