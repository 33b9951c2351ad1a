"""A runner as a task of its own: what it raises ends it alone, and it can be cut short."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from enum import StrEnum

from server import logs
from server.api import ExitStatus

__all__ = ["Cut", "RunnerTask"]

_MOST_INSISTENCE = 5
"""How often a runner is cancelled before it is given up as stuck."""


class Cut(StrEnum):
    """Why a runner was cancelled; the message of its ``CancelledError``."""

    LOST = "lost"
    """The client is gone and the runner did not end in time."""
    DRAINING = "draining"
    """The server stops."""
    STALLED = "stalled"
    """The client does not take its output."""
    BROKEN = "broken"
    """A call into the session failed."""
    KICKED = "kicked"
    """The host has ended the session."""
    BANNED = "banned"
    """The host has banned the person or the address."""
    REKEYED = "rekeyed"
    """The key stands for another identity now."""
    IDLE = "idle"
    """There was no input for long."""

    @property
    def status(self) -> ExitStatus:
        """The exit status of a session that was cut for this."""
        match self:
            case Cut.LOST | Cut.BROKEN:
                return ExitStatus.ERROR
            case Cut.DRAINING:
                return ExitStatus.FULL
            case Cut.STALLED:
                return ExitStatus.SLOW_DOWN
            case Cut.KICKED | Cut.BANNED:
                return ExitStatus.NOT_ALLOWED
            case Cut.REKEYED | Cut.IDLE:
                return ExitStatus.OK


class RunnerTask:
    """Runs ``run`` in a fresh context and calls ``ended`` with its exit status, once.

    ``patience`` is the seconds between two cancellations; ``tag`` names the player in the log.
    """

    def __init__(
        self,
        run: Callable[[], Awaitable[int]],
        ended: Callable[[int], None],
        *,
        patience: float,
        tag: str,
    ) -> None:
        self._ended = ended
        self._patience = patience
        self._tag = tag
        self._insisted = 0
        self._timer: asyncio.TimerHandle | None = None
        self._done = asyncio.Event()
        self.cut_for: Cut | None = None
        # Nothing of one session's context (language, active App) may be seen by another's.
        self._task = asyncio.get_running_loop().create_task(
            self._run(run), context=contextvars.Context(), name="session"
        )
        self._task.add_done_callback(self._finished)

    @property
    def done(self) -> bool:
        """Whether the runner has ended."""
        return self._done.is_set()

    async def wait(self) -> None:
        """Wait until the runner has ended."""
        await self._done.wait()

    def cut(self, why: Cut) -> None:
        """Cancel the runner, now and again until it ends; the first reason counts."""
        if self.done:
            return
        self._cancel_timer()
        if self.cut_for is None:
            self.cut_for = why
        if self._insisted == _MOST_INSISTENCE:
            logs.event("session.stuck", tag=self._tag, reason=self.cut_for)
            return
        self._insisted += 1
        self._task.cancel(msg=self.cut_for)
        self.cut_later(why)

    def cut_later(self, why: Cut) -> None:
        """Cancel the runner if it has not ended by itself in a while."""
        self._cancel_timer()
        if not self.done:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._patience, self.cut, why)

    async def _run(self, run: Callable[[], Awaitable[int]]) -> int:
        try:
            return int(await run())
        except (Exception, SystemExit) as error:  # noqa: BLE001 - one session ends, no other
            logs.failure("session.failed", error, tag=self._tag)
            return ExitStatus.ERROR

    def _finished(self, task: asyncio.Task[int]) -> None:
        """Pass the status on.

        A callback, because a task that is cancelled before its first step runs no ``finally``.
        """
        self._cancel_timer()
        self._done.set()
        if self.cut_for is not None:
            self._ended(self.cut_for.status)
        elif task.cancelled() or task.exception() is not None:
            self._ended(ExitStatus.INTERRUPTED)
        else:
            self._ended(task.result())

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
