"""Figures for Prometheus, on loopback only: ``GET /metrics``.

A page is made at most every :data:`EVERY` seconds; a scrape that comes sooner gets the last one. So
scrapes cost the event loop next to nothing however often they come, and nobody who may read the
figures can watch a single event in them.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from server import counts, logs
from server.api import Stage
from server.errors import ServerError, ServerErrorCode
from server.listen import listening_socket

__all__ = ["EVERY", "Metrics"]

EVERY: Final = 5.0
"""Least seconds between two pages."""
_BEAT: Final = 0.1
"""Seconds between two looks at how late the event loop is."""
_LONGEST: Final = 8 * 1024
_PATIENCE: Final = 5.0
_MOST_READERS: Final = 8

_COUNTERS: Final[Mapping[str, tuple[str, str]]] = {
    "handshakes": ("Connections that were accepted.", ""),
    "handshakes_refused": ("Connections that were turned away before the login.", ""),
    "logins": ("Logins by method.", "method"),
    "sessions": ("Sessions by kind of terminal.", "terminal"),
    "bytes_out": ("Bytes of sessions sent to clients.", ""),
    "frames_skipped": ("Frames that a slow client was spared.", ""),
    "reconnects": ("Returns to a seat in a running game.", ""),
    "decisions": ("Decisions of games that are complete.", ""),
}


class _Figures(Collector):
    """Turns the counts and gauges of this moment into Prometheus's shapes."""

    def __init__(self, gauges: Mapping[str, Callable[[], float]], stages: _Stages) -> None:
        self._gauges = gauges
        self._stages = stages

    def collect(self) -> Iterable[Metric]:
        """Return every figure of our own."""
        families: dict[str, CounterMetricFamily] = {}
        for what, total in counts.totals().items():
            group, _dot, kind = what.partition(".")
            text, label = _COUNTERS[group]
            if group not in families:
                labels = [label] if label else []
                families[group] = CounterMetricFamily(f"undertable_{group}", text, labels=labels)
            families[group].add_metric([kind] if label else [], total)
        yield from families.values()
        for name, gauge in self._gauges.items():
            yield GaugeMetricFamily(f"undertable_{name}", _GAUGES[name], value=gauge())
        tables = GaugeMetricFamily("undertable_tables", "Tables by stage.", labels=["stage"])
        now = self._stages()
        for stage in Stage:
            tables.add_metric([stage.value], now.get(stage, 0))
        yield tables


_GAUGES: Final = {
    "loop_lag_seconds": "Most that the event loop was late since the page before.",
    "open_sessions": "Sessions that run now.",
    "open_connections": "Connections that are open now.",
}
_Stages = Callable[[], Mapping[Stage, int]]


class Metrics:
    """The page and its little HTTP server.

    ``sessions`` and ``connections`` say how many are open, ``stages`` how many tables there are at
    each stage.
    """

    def __init__(
        self, *, sessions: Callable[[], int], connections: Callable[[], int], stages: _Stages
    ) -> None:
        self._lag = 0.0
        self._page = b""
        self._made_at = -EVERY
        self._readers = 0
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        gauges: dict[str, Callable[[], float]] = {
            "loop_lag_seconds": lambda: self._lag,
            "open_sessions": sessions,
            "open_connections": connections,
        }
        self._registry.register(_Figures(gauges, stages))
        self._server: asyncio.Server | None = None
        self._beat: asyncio.Task[None] | None = None
        self.port = 0

    async def start(self, host: str, port: int) -> None:
        """Listen on a loopback address; raises :class:`ServerError` for any other."""
        if not _is_loopback(host):
            raise ServerError(ServerErrorCode.METRICS_NOT_LOOPBACK, host=host)
        try:
            listening = listening_socket(host, port)
        except ServerError as error:
            cause = error.__cause__
            number = (cause.errno or 0) if isinstance(cause, OSError) else 0
            raise ServerError(
                ServerErrorCode.METRICS_FAILED, host=host, port=port, errno=number
            ) from error
        self._server = await asyncio.start_server(self._serve, sock=listening, limit=_LONGEST)
        self.port = listening.getsockname()[1]
        self._beat = asyncio.create_task(self._watch_loop())

    async def stop(self) -> None:
        """Close; idempotent."""
        if self._beat is not None:
            self._beat.cancel()
        if self._server is not None:
            self._server.close()

    async def _watch_loop(self) -> None:
        """Note how late the loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _BEAT
            await asyncio.sleep(_BEAT)
            self._lag = max(self._lag, loop.time() - due)

    def _newest_page(self) -> bytes:
        now = asyncio.get_running_loop().time()
        if now - self._made_at >= EVERY:
            self._made_at = now
            try:
                self._page = generate_latest(self._registry)
            except Exception as error:  # noqa: BLE001 - figures must never end what they measure
                logs.failure("metrics.failed", error)
            self._lag = 0.0
        return self._page

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request and close."""
        if self._readers >= _MOST_READERS:
            writer.transport.abort()
            return
        self._readers += 1
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                async with asyncio.timeout(_PATIENCE):
                    head = await reader.readuntil(b"\r\n\r\n")
                    writer.write(self._answer(head.partition(b"\r\n")[0].split()))
                    await writer.drain()
        except asyncio.LimitOverrunError:
            pass
        finally:
            self._readers -= 1
            writer.close()

    def _answer(self, request: list[bytes]) -> bytes:
        if len(request) != 3 or request[0] not in {b"GET", b"HEAD"}:
            return _response("405 Method Not Allowed", b"")
        if request[1].partition(b"?")[0] != b"/metrics":
            return _response("404 Not Found", b"")
        return _response("200 OK", self._newest_page(), head=request[0] == b"HEAD")


def _response(status: str, body: bytes, *, head: bool = False) -> bytes:
    lines = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {CONTENT_TYPE_LATEST}",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + (b"" if head else body)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
