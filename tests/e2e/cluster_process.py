"""A whole cluster as a host starts it, by ``cluster init`` and ``cluster up``: real processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import uuid
from pathlib import Path

from server.config import FILE_NAME
from tests.e2e.harness import PATIENCE, test_name, until

__all__ = ["ClusterProcess"]

_ROOT = Path(__file__).parents[2]
_FRONT = re.compile(r"ssh -p (\d+) \S+\s+# (\S+)")


class ClusterProcess:
    """Three nodes, two table processes and two fronts in ``folder``; deals follow from the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports: dict[str, int] = {}
        """Where each front listens."""
        self.said = ""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def operator(self) -> Path:
        """What the host's own commands connect with."""
        return self.folder / "operator" / "operator.toml"

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run ``undertable cluster ...`` to its end."""
        return subprocess.run(
            [*self._program(), "cluster", *words],
            capture_output=True, text=True, timeout=PATIENCE, check=False, env=self._environment(),
        )  # fmt: skip

    def start(self) -> ClusterProcess:
        """Start everything and wait for the printed ssh lines; raises if it ends instead."""
        if not self.folder.exists():
            made = self.command("init", str(self.folder))
            assert made.returncode == 0, made.stderr
            for name in ("tables1", "tables2"):
                (self.folder / name / FILE_NAME).write_text("bot_delay = 0.2\n")
        out = self.folder.parent / f"up-{uuid.uuid4().hex[:6]}.out"
        with out.open("wb") as stream:
            self._process = subprocess.Popen(
                [*self._program(), "cluster", "up", str(self.folder)],
                stdout=stream,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env=self._environment(),
            )
        process = self._process

        def printed() -> bool:
            self.said = out.read_text(errors="replace")
            assert process.poll() is None, f"the cluster ended: {self.said}"
            return len(_FRONT.findall(self.said)) == 2

        until(printed, what="the cluster prints an ssh line for each front", patience=4 * PATIENCE)
        self.ports = {name: int(port) for port, name in _FRONT.findall(self.said)}
        return self

    def process_of(self, name: str) -> int:
        """Return the system's number of the node, front or table process ``name``; 0 for none."""
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    words = (entry / "cmdline").read_bytes().decode().split("\0")
                    home = (entry / "cwd").readlink()
                except OSError:  # it has just ended
                    continue
                runs = str(self.folder / name / f"{name}.toml") in words
                if runs or (words[:1] == ["nats-server"] and home == self.folder / name):
                    return int(entry.name)
        return 0

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End the cluster and return the exit status of ``up``."""
        process = self._process
        if process is None:
            return 0
        if process.poll() is None:
            process.send_signal(how)
        status = process.wait(timeout=PATIENCE)
        self._process = None
        return status

    def _program(self) -> list[str]:
        return [sys.executable, "-m", "tests.e2e.dealt_server", test_name()]

    def _environment(self) -> dict[str, str]:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("LC_", "UNDERTABLE_"))
        }
        seed = {k: v for k, v in os.environ.items() if k == "UNDERTABLE_TEST_SEED"}
        return {**kept, **seed, "LANG": "C.UTF-8", "PYTHONPATH": str(_ROOT)}
