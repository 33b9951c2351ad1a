"""One connection to the nodes: TLS, who we are, and staying connected whatever node goes."""

from __future__ import annotations

import asyncio
import logging
import secrets
import ssl
import time
from collections.abc import Callable
from typing import Any, Final

import nats.errors
from nats.aio.client import Client

from server import logs
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.nats_hooks import QuickClient
from server.cluster.roles import user_of
from server.cluster.settings import ClusterSettings
from server.cluster.subjects import Account, inbox

__all__ = ["FAREWELL", "connected", "settle"]

FAREWELL: Final = 5.0
"""Seconds for what is still to be said when a connection is closed."""
_RANDOM: Final = secrets.SystemRandom()
_LARGEST_BUFFER: Final = 16 * 2**20
"""Bytes kept for the nodes while no connection is up; later ones are lost."""
_ONE_TRY: Final = 2
"""Seconds for a node to greet; then another one is tried."""
_PAUSE: Final = 0.1
"""Seconds between two tries of the same node."""
_PING: Final = 1
_MOST_PINGS: Final = 2
"""A node that has left so many pings unanswered is left."""
_SAID_AGAIN: Final = 30.0
"""Seconds in which the same trouble is logged once: a node that is gone is tried ten times each."""


async def connected(
    settings: ClusterSettings,
    account: Account,
    pid: str,
    *,
    patience: float,
    closed: Callable[[], None],
) -> QuickClient:
    """Return a client that is connected to ``account`` as ``pid``, and goes on to other nodes.

    ``closed`` is called when that client is closed for good, by whomever. Raises
    :class:`ClusterError`: NO_NODES after ``patience`` seconds, NOT_ALLOWED or BAD_CERTIFICATE at
    once.
    """
    client = QuickClient()
    troubles = _Troubles()
    up = asyncio.Event()
    refused: asyncio.Future[ClusterCode] = asyncio.get_running_loop().create_future()

    async def failed(error: Exception) -> None:
        code = _refusal(error)
        if code is not None and not refused.done():
            refused.set_result(code)
        troubles.tell(error)

    async def lost() -> None:
        if not client.is_closed:
            logs.event("cluster_connection", status="lost")

    async def back() -> None:
        logs.event("cluster_connection", status="back")

    async def ended() -> None:
        if up.is_set():
            closed()

    urls = list(settings.urls)
    _RANDOM.shuffle(urls)
    connecting = asyncio.ensure_future(
        client.connect(
            urls,
            # Shuffled here once; so a node that was lost is the last one to be tried again.
            dont_randomize=True,
            name=pid,
            user=user_of(settings.name, account),
            password=settings.secret,
            tls=_tls(settings),
            # TLS before a word in clear: nobody between can talk us out of it.
            tls_handshake_first=settings.ca is not None,
            inbox_prefix=inbox(settings.name),
            connect_timeout=_ONE_TRY,
            reconnect_time_wait=_PAUSE,  # type: ignore[arg-type]  # seconds, whatever it says
            max_reconnect_attempts=-1,
            ping_interval=_PING,
            max_outstanding_pings=_MOST_PINGS,
            drain_timeout=int(FAREWELL),
            pending_size=_LARGEST_BUFFER,
            error_cb=failed,
            disconnected_cb=lost,
            reconnected_cb=back,
            closed_cb=ended,
        )
    )
    first: set[asyncio.Future[Any]] = {connecting, refused}
    try:
        await asyncio.wait(first, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        if connecting.done():
            connecting.result()
            up.set()
            return client
    except (nats.errors.Error, OSError) as error:
        troubles.tell(error)
    finally:
        if not client.is_connected:
            connecting.cancel()
            await client.close()
    if refused.done():
        raise ClusterError(refused.result(), name=settings.name)
    raise ClusterError(ClusterCode.NO_NODES, nodes=", ".join(settings.urls))


async def settle(client: Client) -> None:
    """Return when the node has handled all that ``client`` has sent.

    The library's ping may overtake what still waits for its flusher, but not twice.
    """
    await client.flush()
    await client.flush()


class _Troubles:
    """What went wrong, each kind told now and then; never in the library's words."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}

    def tell(self, error: Exception) -> None:
        """Log the kind of ``error`` unless it was a moment ago."""
        kind, now = type(error).__name__, time.monotonic()
        if now - self._told.get(kind, -_SAID_AGAIN) >= _SAID_AGAIN:
            self._told[kind] = now
            logs.event("cluster_trouble", level=logging.WARNING, kind=kind)


def _refusal(error: Exception) -> ClusterCode | None:
    """Return why the nodes will never take this process, if ``error`` says so."""
    # At the first connection the library raises its general type with the node's words.
    if isinstance(error, nats.errors.Error) and "authorization violation" in str(error).lower():
        return ClusterCode.NOT_ALLOWED
    if isinstance(error, ssl.SSLError):
        return ClusterCode.BAD_CERTIFICATE
    return None


def _tls(settings: ClusterSettings) -> ssl.SSLContext | None:
    """Return how to meet the nodes: both sides show a certificate of the cluster's own."""
    if settings.ca is None or settings.certificate is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    try:
        context.load_verify_locations(settings.ca)
        context.load_cert_chain(settings.certificate)
    except (OSError, ssl.SSLError) as error:
        raise ClusterError(ClusterCode.BAD_CERTIFICATE, name=settings.name) from error
    return context
