"""The log file: bounded, its owner's alone, and silent about its own troubles."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from server import logs


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    """Leave the process's loggers as they were."""
    root = logging.getLogger()
    loggers = [root, *map(logging.getLogger, ("asyncssh", "asyncio", "zeroconf"))]
    levels = [logger.level for logger in loggers]
    kept = list(root.handlers)
    yield
    for handler in [h for h in root.handlers if h not in kept]:
        root.removeHandler(handler)
        handler.close()
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


def test_a_log_never_grows_beyond_its_bound_and_keeps_the_newest_lines(tmp_path: Path) -> None:
    path = tmp_path / "log"
    logs.install_file(path, most_bytes=2000, kept=2)
    for number in range(500):
        logs.event("x", count=number)
    files = sorted(tmp_path.iterdir())
    assert [f.name for f in files] == ["log", "log.1", "log.2"]
    assert sum(f.stat().st_size for f in files) <= 3 * 2000
    lines = [json.loads(line) for f in reversed(files) for line in f.read_text().splitlines()]
    numbers = [line["count"] for line in lines]
    assert numbers == list(range(numbers[0], 500))


def test_every_log_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.touch(mode=0o666)
    path.chmod(0o666)
    logs.install_file(path, most_bytes=500, kept=2)
    for _ in range(40):
        logs.event("x")
    assert {f.stat().st_mode & 0o777 for f in tmp_path.iterdir()} == {0o600}


def test_a_restart_goes_on_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "log"
    for number in range(2):
        handler = logs.install_file(path)
        logs.event("x", count=number)
        handler.close()
    assert [json.loads(line)["count"] for line in path.read_text().splitlines()] == [0, 1]


def test_a_link_in_the_logs_place_is_not_followed(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("mine")
    (tmp_path / "log").symlink_to(other)
    with pytest.raises(OSError, match="log"):
        logs.install_file(tmp_path / "log")
    assert other.read_text() == "mine"


def test_a_line_that_cannot_be_written_is_lost_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    handler = logs.install_file(tmp_path / "log")
    assert isinstance(handler, logging.StreamHandler)
    kept, handler.stream = handler.stream, full.open("w", buffering=1)
    logging.getLogger("library").warning("hand %s", "princess")
    logs.event("x")
    handler.stream = kept
    logs.event("after")
    assert json.loads((tmp_path / "log").read_text())["event"] == "after"
    assert capsys.readouterr() == ("", "")


def test_the_level_bounds_our_lines_and_never_opens_the_talk_of_others(tmp_path: Path) -> None:
    path = tmp_path / "log"
    logs.install_file(path, level=logging.WARNING)
    logs.event("quiet")
    logs.event("loud", level=logging.WARNING)
    logs.install_file(path, level=logging.DEBUG)
    logs.event("detail", level=logging.DEBUG)
    for library in ("asyncssh", "asyncio", "zeroconf"):
        logging.getLogger(library).info("Command: join ABCD")
    events = [json.loads(line)["event"] for line in path.read_text().splitlines()]
    assert events == ["loud", "detail"]
