"""A node that this process has started: it is started again when it dies, and never outlives it.

It is started by way of :mod:`server.cluster.node_main`, which asks the system to end it together
with its parent and then becomes ``nats-server`` (:func:`become_node`).
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NoReturn

from server import core_file
from server.cluster.nodes import claim, find_server, greets
from server.supervisor import StartFailed, end_process

__all__ = ["KeptNode", "become_node"]

_MAIN: Final = "server.cluster.node_main"
_START_SECONDS: Final = 180.0
"""How long it may take to read its streams."""
_LOOK: Final = 0.05
_END_WITH_PARENT: Final = 1
"""``PR_SET_PDEATHSIG`` of Linux's ``prctl``."""
_MOST_LOG: Final = 4 * 2**20
"""Bytes of a node's log at which a start begins a new one."""


class KeptNode:
    """A supervised node (:class:`server.supervisor.Program`); its log is beside its configuration.

    ``host`` and ``port``: where it greets its clients.
    """

    def __init__(self, name: str, config: Path, *, host: str, port: int) -> None:
        self.name = name
        self.log = config.with_suffix(".log")
        self._command = (sys.executable, "-m", _MAIN, str(config.absolute()), str(os.getpid()))
        self._place = (host, port)
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """Its process id, 0 before the first start."""
        return self._process.pid if self._process is not None else 0

    async def start(self) -> None:
        """Start it and wait until it takes connections."""
        with _log_at(self.log) as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_START_SECONDS):
                while self._process.returncode is None:
                    if await greets(*self._place):
                        return
                    await asyncio.sleep(_LOOK)
        self.end(at_once=True)
        raise StartFailed(self.name, await self._process.wait())

    async def ended(self) -> int:
        """Wait for its end. A node never has done what it was for: its status is never 0."""
        return (await self._process.wait() or -signal.SIGTERM) if self._process is not None else 0

    def end(self, *, at_once: bool = False) -> None:
        """SIGTERM, or SIGKILL."""
        end_process(self._process, at_once=at_once)


@contextlib.contextmanager
def _log_at(path: Path) -> Iterator[int]:
    """Give an open log file of this user alone; a long one is put aside."""
    if path.exists() and path.stat().st_size > _MOST_LOG:
        path.replace(path.with_name(f"{path.name}.1"))
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
    try:
        yield handle
    finally:
        os.close(handle)


def become_node(config: Path, parent: int | None = None) -> NoReturn:
    """Become the ``nats-server`` of ``config``; with ``parent`` it ends when that process does.

    Raises :class:`ClusterError` if there is none, or one runs on these streams already.
    """
    binary = find_server()
    if parent is not None and sys.platform == "linux":
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGTERM)
        if os.getppid() != parent:  # it was too late for the system's word
            sys.exit(1)
    core_file.leave_none()  # its limit holds for what this process becomes
    os.chdir(config.absolute().parent)  # what the configuration names stands beside it
    os.umask(0o077)  # the streams are for this user alone
    os.set_inheritable(claim(config.absolute()), True)
    os.execv(binary, [binary.name, "-c", config.name])  # noqa: S606 - no shell is wanted
