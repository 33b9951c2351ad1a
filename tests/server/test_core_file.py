"""A crash leaves no core file, even where whoever started the server allows them."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.harness import ServerProcess

linux = pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")
CRASH = "import os; os.abort()"


@pytest.fixture(autouse=True)
def _allowed() -> Iterator[None]:
    """Allow core files, as the parent of all that a test starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))


def left_a_core(process: int) -> bool:
    """Wait for ``process`` to be killed by a signal; return whether the system made a core file."""
    status = os.waitpid(process, 0)[1]
    assert os.WIFSIGNALED(status)
    return os.WCOREDUMP(status)


def crashed(folder: Path, code: str) -> bool:
    """Run Python ``code`` in ``folder`` until it crashes; return whether that made a core file."""
    return left_a_core(subprocess.Popen([sys.executable, "-c", code], cwd=folder).pid)


def test_a_crash_leaves_no_core_file_where_one_without_the_locks_does(tmp_path: Path) -> None:
    if not crashed(tmp_path, CRASH):
        pytest.skip("no crash leaves a core file here")
    assert not crashed(tmp_path, f"from server import core_file; core_file.leave_none(); {CRASH}")


@linux
def test_both_locks_are_closed() -> None:
    """The limit alone would not stop a system that hands core files to a program."""
    code = (
        "import ctypes, resource; from server import core_file; core_file.leave_none();"
        "assert resource.getrlimit(resource.RLIMIT_CORE) == (0, 0);"
        "assert ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) == 0"  # PR_GET_DUMPABLE
    )
    assert subprocess.call([sys.executable, "-c", code]) == 0


def test_a_server_that_crashes_leaves_no_core_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    server = ServerProcess(tmp_path / "data").start()
    os.kill(server.pid, signal.SIGSEGV)
    assert not left_a_core(server.pid)
    assert not list(tmp_path.glob("core*"))


@linux
def test_a_host_may_allow_core_files_for_debugging(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UNDERTABLE_CORE_FILE", "true")
    server = ServerProcess(tmp_path / "data").start()
    try:
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        assert resource.prlimit(server.pid, resource.RLIMIT_CORE) == (hard, hard)
    finally:
        assert server.stop() == 0
