"""Flow control of one channel, free of SSH: resizes thinned out, output watched, echoes counted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from server.api import Size

__all__ = ["MOST_COLUMNS", "MOST_ROWS", "Echoes", "OutputWatch", "Resizes", "clamp"]

MOST_COLUMNS = 500
MOST_ROWS = 200
_USUAL = Size(80, 24)


def clamp(columns: int, rows: int, before: Size = _USUAL) -> Size:
    """Return a usable size; a zero means "as before" (RFC 4254 §6.2 has it ignored)."""
    return Size(
        min(columns, MOST_COLUMNS) if columns > 0 else before.columns,
        min(rows, MOST_ROWS) if rows > 0 else before.rows,
    )


class Resizes:
    """Passes sizes on: the first at once, then only the newest of each ``interval`` seconds.

    A window that is dragged sends hundreds a second, and each means a new layout.
    """

    def __init__(self, deliver: Callable[[Size], None], *, interval: float = 0.05) -> None:
        self._deliver = deliver
        self._interval = interval
        self._waiting: Size | None = None
        self._timer: asyncio.TimerHandle | None = None

    def put(self, size: Size) -> None:
        """Take a new size."""
        if self._timer is None:
            self._deliver(size)
            self._wait()
        else:
            self._waiting = size

    def close(self) -> None:
        """Forget what waits."""
        self._waiting = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._interval, self._due)

    def _due(self) -> None:
        self._timer = None
        size, self._waiting = self._waiting, None
        if size is not None:
            self._deliver(size)
            self._wait()


class OutputWatch:
    """Calls ``stalled`` if more than ``cap`` bytes are unsent at both ends of ``seconds``.

    At eight times the cap it does not wait: whoever writes that much without heeding ``paused``
    would fill the memory first, and :attr:`full` tells to take no more.
    """

    def __init__(
        self, unsent: Callable[[], int], stalled: Callable[[], None], *, cap: int, seconds: float
    ) -> None:
        self._unsent = unsent
        self._stalled = stalled
        self._cap = cap
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    @property
    def full(self) -> bool:
        """Whether nothing more should be buffered at all."""
        return self._unsent() > 8 * self._cap

    def wrote(self) -> None:
        """Look at the buffers after a write."""
        unsent = self._unsent()
        if self.full:
            self.close()
            self._stalled()
        elif unsent > self._cap and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._seconds, self._due)

    def close(self) -> None:
        """Stop looking."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _due(self) -> None:
        self._timer = None
        if self._unsent() > self._cap:
            self._stalled()


class Echoes:
    """Requests that the client answers in order, and what to do if it never does.

    ``ask`` sends one and calls back at its answer. Until the first answer of all, the oldest may
    take ``patience`` seconds; then the client counts as deaf and every echo is immediate, so that
    frames are not held for ever. A late answer makes it hearing again.
    """

    def __init__(
        self, ask: Callable[[Callable[[], None]], None], *, patience: float = 10.0
    ) -> None:
        self._ask = ask
        self._patience = patience
        self._hearing = False
        self._deaf = False
        self._timer: asyncio.TimerHandle | None = None
        self._open: dict[int, Callable[[], None]] = {}
        self._next = 0

    def request(self, reached: Callable[[], None]) -> None:
        """Call ``reached`` once, when everything sent before has reached the client."""
        loop = asyncio.get_running_loop()
        if self._deaf:
            loop.call_soon(reached)
            return
        number = self._next
        self._next += 1
        self._open[number] = reached
        self._ask(lambda: self._answered(number))
        if not self._hearing and self._timer is None:
            self._timer = loop.call_later(self._patience, self._give_up)

    def close(self) -> None:
        """Call nothing any more."""
        self._open.clear()
        self._cancel_timer()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _answered(self, number: int) -> None:
        self._hearing, self._deaf = True, False
        self._cancel_timer()
        reached = self._open.pop(number, None)
        if reached is not None:
            reached()

    def _give_up(self) -> None:
        self._timer = None
        self._deaf = True
        waiting, self._open = list(self._open.values()), {}
        for reached in waiting:
            reached()
