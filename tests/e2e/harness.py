"""Real programs for the end-to-end tests: a server process, and OpenSSH clients inside tmux."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Pane", "ServerProcess", "Tmux", "make_key", "test_name", "until"]

_ROOT = Path(__file__).parents[2]
"""Where ``tests`` can be imported from, whatever the folder that a test works in."""
PATIENCE = 30.0
"""Seconds that anything may take on a busy machine before a test gives up."""


def until(holds: Callable[[], bool], *, what: str, patience: float = PATIENCE) -> None:
    """Wait until ``holds()``; fail with ``what`` when patience runs out."""
    end = time.monotonic() + patience
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"not within {patience:.0f} s: {what}")
        time.sleep(0.05)


def test_name() -> str:
    """Return the name of the test that is running, by which a server of its own deals."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]


def make_key(folder: Path, name: str) -> Path:
    """Make an ed25519 key pair without passphrase and return the private file."""
    path = folder / name
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)], check=True
    )
    return path


class ServerProcess:
    """``undertable serve`` on a free loopback port, in a process group of its own.

    It deals as the test has it (:mod:`tests.dictated`), and draws whatever else it draws itself.
    """

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = 0
        self.banner = ""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *, port: int = 0) -> ServerProcess:
        """Start and wait for the printed ssh line; raises if it ends instead."""
        out = self.data.parent / f"serve-{uuid.uuid4().hex[:6]}.out"
        with out.open("wb") as stream:
            self._process = subprocess.Popen(
                [
                    sys.executable, "-m", "tests.e2e.dealt_server", test_name(),
                    "serve", "--host", "127.0.0.1",
                    "--port", str(port), "--data", str(self.data), *self.options,
                ],
                stdout=stream,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env={k: v for k, v in os.environ.items() if not k.startswith("LC_")}
                | {"LANG": "C.UTF-8", "PYTHONPATH": str(_ROOT)},
            )  # fmt: skip
        process = self._process

        def printed() -> bool:
            self.banner = out.read_text(errors="replace")
            assert process.poll() is None, f"the server ended: {self.banner}"
            return re.search(r"ssh -p \d+", self.banner) is not None

        # Several processes take several times as long.
        until(printed, what="the server prints its ssh line", patience=3 * PATIENCE)
        found = re.search(r"ssh -p (\d+)", self.banner)
        assert found is not None
        self.port = int(found[1])
        return self

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """``kill -9``: the server gets no chance to do anything."""
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End the server and return its exit status."""
        process = self._process
        if process is None:
            return 0
        if process.poll() is None:
            process.send_signal(how)
        status = process.wait(timeout=PATIENCE)
        self._process = None
        return status


@dataclass(slots=True)
class Pane:
    """One client's terminal."""

    tmux: Tmux
    name: str

    def send(self, *keys: str) -> None:
        """Type: each word is a tmux key name or text."""
        self.tmux.run("send-keys", "-t", self.name, *keys)

    def type(self, text: str) -> None:
        """Type text literally."""
        self.tmux.run("send-keys", "-t", self.name, "-l", text)

    @property
    def text(self) -> str:
        """The screen as text."""
        return self.tmux.run("capture-pane", "-p", "-t", self.name)

    @property
    def history(self) -> str:
        """Everything that was printed, of a client without full screen."""
        return self.tmux.run("capture-pane", "-p", "-J", "-S", "-", "-t", self.name)

    def until(self, pattern: str, *, patience: float = PATIENCE) -> str:
        """Wait until the screen matches ``pattern`` and return it."""
        seen = ""

        def shown() -> bool:
            nonlocal seen
            seen = self.text
            return re.search(pattern, seen) is not None

        try:
            until(shown, what=pattern, patience=patience)
        except AssertionError as error:
            raise AssertionError(f"{error}\n--- {self.name} ---\n{seen}") from None
        return seen

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size."""
        self.tmux.run("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))


@dataclass(slots=True)
class Tmux:
    """A tmux server of its own, so that nothing of the developer's is touched."""

    folder: Path
    panes: list[Pane] = field(default_factory=list)
    _socket: str = field(default_factory=lambda: f"undertable-{uuid.uuid4().hex[:8]}")

    @staticmethod
    def missing() -> str:
        """Say what is not installed here, or nothing."""
        return ", ".join(t for t in ("tmux", "ssh", "ssh-keygen") if shutil.which(t) is None)

    def run(self, *arguments: str) -> str:
        """Run one tmux command and return what it prints."""
        done = subprocess.run(
            ["tmux", "-u", "-L", self._socket, "-f", os.devnull, *arguments],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
            timeout=PATIENCE,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        return done.stdout

    def ssh(
        self,
        name: str,
        port: int,
        *,
        key: Path | None,
        size: tuple[int, int] = (80, 24),
        language: str = "en_US.UTF-8",
        command: str = "",
        terminal: bool = True,
    ) -> Pane:
        """Open a window in which the real OpenSSH client connects as ``name``.

        ``terminal`` False asks the server for none, so that plain lines are played.
        """
        identity = f"-i {key} -o IdentitiesOnly=yes" if key else "-o PubkeyAuthentication=no"
        tty = "-T" if not terminal else "-t" if command else ""
        # After ssh ends the shell keeps the window, so that what it printed can be read.
        line = (
            f"env -u LC_ALL LANG={language} COLORTERM=truecolor ssh {tty} -p {port} {identity} "
            f"-o SendEnv=LANG -o SendEnv=COLORTERM -o StrictHostKeyChecking=no -F none "
            f"-o UserKnownHostsFile={self.folder / 'known_hosts'} -o LogLevel=ERROR "
            f'{name}@127.0.0.1 {command}; echo "[ended with status $?]"; exec sleep 600'
        )
        window = f"{name}-{uuid.uuid4().hex[:4]}"
        self.run(
            "new-session", "-d", "-s", window, "-x", str(size[0]), "-y", str(size[1]),
            "sh", "-c", line,
        )  # fmt: skip
        pane = Pane(tmux=self, name=window)
        self.panes.append(pane)
        return pane

    def close(self) -> None:
        """End every client and the tmux server."""
        subprocess.run(
            ["tmux", "-L", self._socket, "kill-server"], check=False, capture_output=True
        )
