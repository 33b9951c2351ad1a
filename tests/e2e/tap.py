"""An observer of encrypted connections: how many bytes went to each client, and when."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

__all__ = ["Line", "Tap", "tapped"]

_MOST = 65_536


@dataclass(slots=True)
class Line:
    """One connection as it is seen from outside: (seconds of the loop, bytes) to the client."""

    seen: list[tuple[float, int]] = field(default_factory=list)

    def since(self, start: float, end: float = float("inf")) -> int:
        """Return the bytes that went to the client between two moments."""
        return sum(size for when, size in self.seen if start <= when < end)

    def bursts(self, start: float, *, gap: float = 0.1) -> list[tuple[float, int]]:
        """Return when each burst from ``start`` on began, and its bytes."""
        found: list[tuple[float, int]] = []
        last = float("-inf")
        for when, size in self.seen:
            if when < start:
                continue
            if when - last > gap:
                found.append((when, size))
            else:
                found[-1] = (found[-1][0], found[-1][1] + size)
            last = when
        return found


class Tap:
    """A relay in front of ``target``; ``lines`` are the connections in the order of their start."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self.lines: list[Line] = []
        self._target = target
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_MOST)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Cut everything."""
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        line = Line()
        self.lines.append(line)
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._target)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.wait(
                {
                    asyncio.ensure_future(_relay(reader, up_writer, None)),
                    asyncio.ensure_future(_relay(up_reader, writer, line)),
                },
                return_when=asyncio.FIRST_COMPLETED,
            )
        writer.close()
        up_writer.close()


async def _relay(
    source: asyncio.StreamReader, sink: asyncio.StreamWriter, line: Line | None
) -> None:
    loop = asyncio.get_running_loop()
    with contextlib.suppress(OSError):
        while data := await source.read(_MOST):
            if line is not None:
                line.seen.append((loop.time(), len(data)))
            sink.write(data)
            await sink.drain()


@contextlib.asynccontextmanager
async def tapped(target: int) -> AsyncIterator[Tap]:
    """Run a tap in front of ``target`` inside the block."""
    tap = Tap(target)
    await tap.start()
    try:
        yield tap
    finally:
        await tap.stop()
