"""A client's screen over one SSH channel: ``server.api.Terminal``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVarTuple

from asyncssh import EXTENDED_DATA_STDERR

from server import counts
from server.api import Size, TerminalSink
from server.asyncssh_hooks import GuardedChannel
from server.counts import Count
from server.flow import Echoes, OutputWatch, Resizes, clamp
from server.gates import Bucket
from server.settings import Limits

__all__ = ["END_OF_INPUT", "ChannelTerminal"]

END_OF_INPUT = b"\x04"
"""Fed once when a client without a PTY has closed its input: what Ctrl-D sends on a terminal."""

_LONGEST_TERM = 64
Arguments = TypeVarTuple("Arguments")


class ChannelTerminal:
    """The terminal of one session; made when the channel opens, bound when its runner is ready.

    ``broken`` is called with the exception if the sink fails, ``stalled`` if the client does not
    take what is written. Both must end the session.
    """

    def __init__(
        self,
        channel: GuardedChannel,
        echoes: Echoes,
        limits: Limits,
        *,
        broken: Callable[[Exception], None],
        stalled: Callable[[], None],
    ) -> None:
        self._channel = channel
        self._echoes = echoes
        self._broken = broken
        self._sink: TerminalSink | None = None
        self._term = ""
        self._env: Mapping[str, str] = MappingProxyType({})
        self._size = Size(80, 24)
        self._early: list[bytes] = []
        self._fences: list[Callable[[], None]] = []
        self._lost = False
        self._channel_full = False
        self._transport_full = False
        self._told_paused = False
        self._input = Bucket(burst=limits.input_burst, rate=limits.input_per_second)
        self._input_timer: asyncio.TimerHandle | None = None
        self._resizes = Resizes(self._deliver_size)
        self._output = OutputWatch(
            self.unsent, stalled, cap=limits.output_cap, seconds=limits.stall_seconds
        )
        # Full as soon as the client's window is: then "not full" means that everything has been
        # handed to the transport, in order, which is what a fence needs to know.
        channel.set_write_buffer_limits(high=0, low=0)

    # --- Terminal ---

    @property
    def term(self) -> str:
        """The PTY's ``TERM``, or ``""``."""
        return self._term

    @property
    def env(self) -> Mapping[str, str]:
        """The client's accepted variables."""
        return self._env

    @property
    def size(self) -> Size:
        """The window's size, within 1..500 columns and 1..200 rows."""
        return self._size

    def bind(self, sink: TerminalSink) -> None:
        """Deliver everything to ``sink`` from now on, what came before included."""
        self._sink = sink
        early, self._early = self._early, []
        for data in early:
            self._call(sink.feed, data)
        if self._told_paused:
            self._call(sink.paused, True)
        if self._lost:
            self._call_lost()
        else:
            self._pace(0)

    def write(self, data: bytes) -> None:
        """Queue ``data`` for the client; ignored once it is gone.

        The sink's ``paused`` may be called from within.
        """
        self._write(data, None)

    def write_error(self, data: bytes) -> None:
        """Queue ``data`` for the client's standard error (the same screen where it has a PTY)."""
        self._write(data, EXTENDED_DATA_STDERR)

    def fence(self, reached: Callable[[], None]) -> None:
        """Call ``reached`` once everything written so far has reached the client."""
        if self._lost:
            return
        if self._channel_full:
            self._fences.append(reached)
        else:
            self._send_fence(reached)

    # --- from the channel ---

    def open_pty(self, term: str, columns: int, rows: int) -> None:
        """Take the PTY request's terminal type and size."""
        self._term = "".join(c for c in term[:_LONGEST_TERM] if c.isascii() and c.isprintable())
        self._size = clamp(columns, rows)

    def set_env(self, variables: Mapping[str, str]) -> None:
        """Take the variables that were set before the session's start."""
        self._env = MappingProxyType(dict(variables))

    def data(self, data: bytes) -> None:
        """Take typed bytes: to the sink, or kept until there is one."""
        if self._sink is not None:
            self._call(self._sink.feed, data)
        elif not self._lost:
            self._early.append(data)
        self._pace(len(data))

    def resize(self, columns: int, rows: int) -> None:
        """Take a new window size."""
        self._size = clamp(columns, rows, self._size)
        self._resizes.put(self._size)

    def channel_full(self, full: bool) -> None:
        """Be told whether bytes wait for the client's window."""
        self._channel_full = full
        if not full:
            waiting, self._fences = self._fences, []
            for reached in waiting:
                self._send_fence(reached)
        self._tell_paused()

    def transport_full(self, full: bool) -> None:
        """Be told whether the connection's transport is over its limit."""
        self._transport_full = full
        self._tell_paused()

    def lose(self) -> None:
        """Be told that the client is gone; idempotent."""
        if self._lost:
            return
        self._lost = True
        self._close()
        self._call_lost()

    def finish(self) -> None:
        """Let go of the session that has ended; what the client still sends is dropped."""
        self._lost = True
        self._sink = None
        self._early.clear()
        self._close()

    def unsent(self) -> int:
        """Return the bytes that wait in our buffers, the connection's included."""
        return self._channel.unsent()

    # --- inside ---

    def _close(self) -> None:
        self._resizes.close()
        self._output.close()
        self._fences.clear()
        if self._input_timer is not None:
            self._input_timer.cancel()
            self._input_timer = None

    def _write(self, data: bytes, kind: int | None) -> None:
        if self._lost or not data or self._channel.is_closing() or self._output.full:
            return
        self._channel.write(data, kind)
        counts.add(Count.BYTES_OUT, len(data))
        self._output.wrote()

    def _send_fence(self, reached: Callable[[], None]) -> None:
        self._echoes.request(lambda: None if self._lost else self._call(reached))

    def _deliver_size(self, size: Size) -> None:
        if self._sink is not None:
            self._call(self._sink.resized, size)

    def _tell_paused(self) -> None:
        paused = self._channel_full or self._transport_full
        if paused != self._told_paused:
            self._told_paused = paused
            if self._sink is not None:
                self._call(self._sink.paused, paused)

    def _call_lost(self) -> None:
        if self._sink is not None:
            self._call(self._sink.lost)

    def _pace(self, amount: int) -> None:
        """Stop reading while the input is over its rate, or while nobody takes it."""
        delay = self._input.take(amount)
        if self._lost:
            return
        if self._sink is None:
            self._channel.pause_reading()
        elif delay > 0:
            self._channel.pause_reading()
            if self._input_timer is None:
                self._input_timer = asyncio.get_running_loop().call_later(delay, self._resume)
        elif self._input_timer is None:
            self._channel.resume_reading()

    def _resume(self) -> None:
        self._input_timer = None
        if not self._lost:
            self._channel.resume_reading()

    def _call(self, method: Callable[[*Arguments], None], *arguments: *Arguments) -> None:
        """Call the session; what it raises ends it and nothing else."""
        try:
            method(*arguments)
        except Exception as error:  # noqa: BLE001 - the border to foreign code
            self._broken(error)
