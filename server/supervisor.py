"""Keeps the processes of one server running: starts them, starts again what dies, ends them all.

A process of ours is a :class:`Child`: its task is a line of JSON on its standard input, which then
stays open as long as this process lives, and it says on its standard output that it is ready
(:mod:`server.supervised` is its side). It has a session of its own, so that Ctrl-C in a terminal
reaches this process alone, which ends the others in their order.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from server import logs

__all__ = ["Backoff", "Child", "Program", "StartFailed", "Supervisor", "end_process"]

_START_SECONDS: Final = 180.0
"""How long a process may take until it is ready."""
_LAST_SECONDS: Final = 2.0
"""How long one that will not get ready may take to end by itself."""


class StartFailed(Exception):
    """A process has ended, or was silent for too long, before it was ready.

    What it had to say stands on standard error, which it shares with this process.
    """

    def __init__(self, name: str, status: int) -> None:
        super().__init__(name, status)
        self.name = name
        self.status = status


class Program(Protocol):
    """Something that can be started, and started again after its end."""

    @property
    def name(self) -> str:
        """What the log calls it."""
        ...

    async def start(self) -> None:
        """Return when it is ready; raise :class:`StartFailed`."""
        ...

    async def ended(self) -> int:
        """Return its exit status once it has one; at once if it is not running."""
        ...

    def end(self, *, at_once: bool = False) -> None:
        """Ask it to end, or end it ``at_once``; nothing happens if it has ended."""
        ...


class Child:
    """One process of ours; see the module. ``facts`` is what it said when it was ready."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        task: Mapping[str, Any] | None = None,
        *,
        patience: float = _START_SECONDS,
    ) -> None:
        self.name = name
        self.command = tuple(command)
        self.task = dict(task or {})
        self.facts: Mapping[str, Any] = {}
        self._patience = patience
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """Its process id, 0 before the first start."""
        return self._process.pid if self._process is not None else 0

    async def start(self) -> None:
        """Start it and wait until it is ready."""
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, start_new_session=True
        )
        self._process = process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(self.task).encode() + b"\n")
        try:
            async with asyncio.timeout(self._patience):
                self.facts = json.loads(await process.stdout.readline())
        except (TimeoutError, ValueError):
            raise StartFailed(self.name, await self._over(process)) from None

    async def _over(self, process: Process) -> int:
        """Return the status of a process that will not get ready, once it has ended or been killed.

        It is mostly ending already, and has then a status of its own, which a signal sent at that
        moment would lose: the library looks after the process first, and its status is gone.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LAST_SECONDS):
                return await process.wait()
        self.end(at_once=True)
        return await process.wait()

    async def ended(self) -> int:
        """Wait for its end."""
        return await self._process.wait() if self._process is not None else 0

    def end(self, *, at_once: bool = False) -> None:
        """SIGTERM, or SIGKILL."""
        end_process(self._process, at_once=at_once)


def end_process(process: Process | None, *, at_once: bool) -> None:
    """Send a process that still runs SIGTERM, or SIGKILL."""
    if process is None or process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.kill() if at_once else process.terminate()


class Backoff:
    """How long to wait before a process is started again; longer, the sooner it dies.

    ``first`` seconds, twice as long each time up to ``most``, and from the beginning again for one
    that has lived for ``steady`` seconds.
    """

    def __init__(self, *, first: float = 0.2, most: float = 10.0, steady: float = 30.0) -> None:
        self._first, self._most, self._steady = first, most, steady
        self._next = first

    def after(self, lived: float) -> float:
        """Return the seconds to wait for one that has lived for ``lived`` seconds."""
        if lived >= self._steady:
            self._next = self._first
        wait, self._next = self._next, min(self._most, 2 * self._next)
        return wait


class Supervisor:
    """Programs in groups: a group starts when the one before is ready, and ends before it.

    ``left`` is called for a program that has ended with status 0 without being asked: it has done
    what it was for (a drain, say) and is not started again.
    """

    def __init__(
        self,
        left: Callable[[Program], None] = lambda _program: None,
        *,
        backoff: Callable[[], Backoff] = Backoff,
    ) -> None:
        self._left = left
        self._backoff = backoff
        self._groups: list[tuple[Program, ...]] = []
        self._keepers: set[asyncio.Task[None]] = set()

    async def start(self, *programs: Program) -> None:
        """Start a group and keep it running; raise :class:`StartFailed` for the first failure."""
        self._groups.append(programs)
        results = await asyncio.gather(*(p.start() for p in programs), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        for program in programs:
            self._keepers.add(asyncio.create_task(self._keep(program)))

    async def stop(self, *, seconds: float) -> None:
        """End all, the last group first; each has ``seconds`` to end by itself. Idempotent."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        self._keepers.clear()
        while self._groups:
            await _end(self._groups.pop(), seconds)

    async def _keep(self, program: Program) -> None:
        backoff = self._backoff()
        began = time.monotonic()
        while True:
            status = await program.ended()
            logs.event("process.ended", kind=program.name, status=status)
            if status == 0:
                self._left(program)
                return
            await asyncio.sleep(backoff.after(time.monotonic() - began))
            began = time.monotonic()
            try:
                await program.start()
            except StartFailed as error:
                logs.event("process.not_started", kind=program.name, status=error.status)
            except OSError as error:  # no process, or no memory, just now
                logs.failure("process.not_started", error, kind=program.name)
            else:
                logs.event("process.started", kind=program.name)


async def _end(programs: Sequence[Program], seconds: float) -> None:
    """End one group."""
    for program in programs:
        program.end()
    ending = [asyncio.ensure_future(program.ended()) for program in programs]
    if not ending:
        return
    _, late = await asyncio.wait(ending, timeout=seconds)
    if late:
        logs.event("process.killed", count=len(late))
        for program in programs:
            program.end(at_once=True)
        await asyncio.wait(late, timeout=seconds)
