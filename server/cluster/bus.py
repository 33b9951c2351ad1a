"""One process's door to the cluster: messages, requests, services, streams and buckets.

A front has one connection, to the account SHARED; a table process has a second one, to INNER.
Which of them a word goes through follows from its subject or bucket (:mod:`.subjects`), so that
nobody has to think of it. Both connect to any node and go to another one by themselves.
"""

from __future__ import annotations

import asyncio
import secrets
import ssl
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Any, Final

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js import JetStreamContext
from nats.js.kv import KeyValue

from server import logs
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.nats_hooks import QuickClient
from server.cluster.settings import ClusterSettings
from server.cluster.subjects import Account, Bucket, account_of, caller, inbox, name_of, new_pid

__all__ = ["Bus", "Handler", "Listener", "Role", "settle", "user_of"]

Handler = Callable[[str, bytes], Awaitable[bytes | None]]
"""Answers a request: subject and payload to a reply, or ``None`` for none."""
Listener = Callable[[str, bytes], None]
"""Takes a packet: subject and payload. Must not block."""

_RANDOM: Final = secrets.SystemRandom()
_PATIENCE: Final = 10.0
"""Seconds for the first connection; later ones are tried for ever."""
_FAREWELL: Final = 5.0
"""Seconds for what is still to be said when a bus is closed."""
_HANDLED_AT_ONCE: Final = 256
"""Requests of one subscription that are worked at; others wait, in order."""
_WAITING: Final = 8192
"""Messages of one subscription that may wait; later ones are lost, and asked for again."""
_LARGEST_BUFFER: Final = 16 * 2**20
"""Bytes kept for the nodes while no connection is up; later ones are lost."""


class Role(StrEnum):
    """What a process does for the house."""

    FRONT = "front"
    TABLES = "tables"
    WORKER = "worker"
    """Front and table process in one."""
    OPERATOR = "operator"
    """The host's own commands: makes and looks at streams, speaks to all."""

    @property
    def accounts(self) -> tuple[Account, ...]:
        """Where such a process has a user."""
        return (Account.SHARED,) if self is Role.FRONT else (Account.SHARED, Account.INNER)


def user_of(name: str, account: Account) -> str:
    """Return the user of the process ``name`` in ``account``; users are one name space."""
    return name if account is Account.SHARED else f"{name}@inner"


class Bus:
    """The connections of one process. Made by :meth:`connect`, to be closed."""

    def __init__(self, settings: ClusterSettings, role: Role) -> None:
        """Be without connections yet."""
        self.settings = settings
        self.role = role
        self.pid = new_pid(settings.name)
        self.ended = asyncio.Event()
        """Set when a connection is closed for good: the process has to end and start again."""
        self.on_quorum: list[Callable[[bool], None]] = []
        self._quorum = True
        self._closing = False
        self._clients: dict[Account, Client] = {}
        self._streams: dict[Account, JetStreamContext] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def connect(
        cls, settings: ClusterSettings, role: Role, *, patience: float = _PATIENCE
    ) -> Bus:
        """Return a bus that is connected; raise :class:`ClusterError` after ``patience`` seconds.

        NO_NODES, NOT_ALLOWED or BAD_CERTIFICATE.
        """
        bus = cls(settings, role)
        try:
            for account in role.accounts:
                await bus._connect(account, patience)
        except ClusterError:
            await bus.close()
            raise
        return bus

    @property
    def nc(self) -> Client:
        """The connection that leads furthest in: to INNER, for a front to SHARED."""
        return self._clients[self.role.accounts[-1]]

    @property
    def js(self) -> JetStreamContext:
        """The streams of :attr:`nc`: JOURNAL and ARCHIVE, where this process may have them."""
        return self._streams[self.role.accounts[-1]]

    def client(self, account: Account) -> Client:
        """Return the connection to ``account``; ``KeyError`` if this role has none."""
        return self._clients[account]

    def jetstream(self, account: Account) -> JetStreamContext:
        """Return the streams of ``account``; ``KeyError`` if this role has none."""
        return self._streams[account]

    @property
    def connected(self) -> bool:
        """Whether all connections are up now."""
        return all(client.is_connected for client in self._clients.values())

    @property
    def quorum(self) -> bool:
        """Whether a stream took what it was given, when somebody last tried."""
        return self._quorum

    def report_quorum(self, ok: bool) -> None:
        """Say how a round trip through a stream ended; tell :attr:`on_quorum` of a change."""
        if ok is self._quorum:
            return
        self._quorum = ok
        logs.event("cluster_quorum", status="back" if ok else "lost")
        for told in tuple(self.on_quorum):
            told(ok)

    async def publish(self, subject: str, payload: bytes) -> None:
        """Say ``payload``; without a connection it may be lost, and nobody is told."""
        try:
            await self._client_for(subject).publish(subject, payload)
        except (nats.errors.Error, OSError) as error:
            logs.event("cluster_not_said", level=30, kind=type(error).__name__)

    async def request(self, subject: str, payload: bytes, timeout: float = 2.0) -> bytes:  # noqa: ASYNC109 - NATS's own clock
        """Return the answer to ``payload``; raise :class:`ClusterError` NO_ANSWER."""
        try:
            reply = await self._client_for(subject).request(subject, payload, timeout=timeout)
        except (nats.errors.Error, OSError, TimeoutError) as error:
            raise ClusterError(ClusterCode.NO_ANSWER) from error
        return reply.data

    async def serve(self, subject: str, handler: Handler, queue: str = "") -> Subscription:
        """Answer what is asked under ``subject``, each in a task of its own.

        With ``queue`` one process of all in this queue group gets each request. A handler that
        raises is logged, and its caller is left without an answer.
        """
        client = self._client_for(subject)
        room = asyncio.Semaphore(_HANDLED_AT_ONCE)

        async def handled(message: Msg) -> None:
            try:
                answer = await handler(message.subject, message.data)
                if answer is not None and _may_answer(message):
                    await client.publish(message.reply, answer)
            except Exception as error:  # noqa: BLE001 - one request, not the subscription
                logs.failure("cluster_request_failed", error)
            finally:
                room.release()

        async def take(message: Msg) -> None:
            await room.acquire()
            task = asyncio.get_running_loop().create_task(handled(message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        return await client.subscribe(subject, queue, cb=take, pending_msgs_limit=_WAITING)

    async def listen(self, subject: str, listener: Listener, queue: str = "") -> Subscription:
        """Give each packet under ``subject`` to ``listener``, one after another as they come."""

        async def take(message: Msg) -> None:
            try:
                listener(message.subject, message.data)
            except Exception as error:  # noqa: BLE001 - one packet, not the subscription
                logs.failure("cluster_packet_failed", error)

        client = self._client_for(subject)
        return await client.subscribe(subject, queue, cb=take, pending_msgs_limit=_WAITING)

    async def bucket(self, name: str) -> KeyValue:
        """Return the bucket ``name``; raise :class:`ClusterError` NOT_PROVISIONED or NO_ANSWER."""
        bucket = Bucket(name)
        try:
            return await self._streams[bucket.account].key_value(bucket)
        except nats.js.errors.NotFoundError as error:
            raise ClusterError(ClusterCode.NOT_PROVISIONED, what=str(bucket)) from error
        except (nats.errors.Error, OSError, TimeoutError) as error:
            raise ClusterError(ClusterCode.NO_ANSWER) from error

    async def settle(self) -> None:
        """Return when the nodes have handled all that was said and subscribed to before.

        Raises :class:`ClusterError` NO_ANSWER.
        """
        try:
            for client in self._clients.values():
                await settle(client)
        except (nats.errors.Error, OSError, TimeoutError) as error:
            raise ClusterError(ClusterCode.NO_ANSWER) from error

    async def close(self) -> None:
        """Say what is still to be said, let running handlers end, and hang up."""
        self._closing = True
        drains = [asyncio.ensure_future(client.drain()) for client in self._clients.values()]
        if drains:
            # Each ends by itself at last, but a node that hangs is not worth waiting for.
            done, _ = await asyncio.wait(drains, timeout=_FAREWELL)
            for drain in done:
                drain.exception()
        for client in self._clients.values():
            await client.close()
        for task in tuple(self._tasks):
            task.cancel()

    def _client_for(self, subject: str) -> Client:
        """Return the connection to the account in which ``subject`` is said."""
        return self._clients[account_of(subject)]

    async def _connect(self, account: Account, patience: float) -> None:
        """Connect to ``account``; raise :class:`ClusterError`."""
        settings = self.settings
        client = QuickClient()
        refused: asyncio.Future[ClusterError] = asyncio.get_running_loop().create_future()

        async def failed(error: Exception) -> None:
            code = _refusal(error)
            if code is not None and not refused.done():
                refused.set_result(ClusterError(code, name=settings.name))
            logs.event("cluster_trouble", level=30, kind=type(error).__name__)

        async def lost() -> None:
            if not self._closing:
                logs.event("cluster_connection", status="lost")

        async def back() -> None:
            logs.event("cluster_connection", status="back")

        async def closed() -> None:
            if not self._closing:
                logs.event("cluster_connection", level=40, status="closed")
                self.ended.set()

        urls = list(settings.urls)
        _RANDOM.shuffle(urls)
        connecting = asyncio.ensure_future(
            client.connect(
                urls,
                # Shuffled here once; so a node that was lost is the last one to be tried again.
                dont_randomize=True,
                name=self.pid,
                user=user_of(settings.name, account),
                password=settings.secret,
                tls=_tls(settings),
                # TLS before a word in clear: nobody between can talk us out of it.
                tls_handshake_first=settings.ca is not None,
                inbox_prefix=inbox(settings.name),
                connect_timeout=2,
                reconnect_time_wait=0.1,  # type: ignore[arg-type]  # seconds, whatever it says
                max_reconnect_attempts=-1,
                ping_interval=1,
                max_outstanding_pings=2,
                drain_timeout=int(_FAREWELL),
                pending_size=_LARGEST_BUFFER,
                error_cb=failed,
                disconnected_cb=lost,
                reconnected_cb=back,
                closed_cb=closed,
            )
        )
        first: set[asyncio.Future[Any]] = {connecting, refused}
        await asyncio.wait(first, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        if connecting.done() and connecting.exception() is None:
            self._clients[account] = client
            self._streams[account] = client.jetstream(timeout=2.0)
            return
        connecting.cancel()
        await client.close()
        if refused.done():
            raise refused.result()
        raise ClusterError(ClusterCode.NO_NODES, nodes=", ".join(settings.urls))


async def settle(client: Client) -> None:
    """Return when the node has handled all that ``client`` has sent.

    The library's ping may overtake what still waits for its flusher, but not twice.
    """
    await client.flush()
    await client.flush()


def _may_answer(message: Msg) -> bool:
    """Return whether an answer goes to the inbox of who asked, and not where a front points us."""
    front = caller(message.subject)
    owner = "_INBOX" if front is None else inbox(name_of(front))
    return message.reply.startswith(f"{owner}.")


def _refusal(error: Exception) -> ClusterCode | None:
    """Return why the nodes will never take this process, if ``error`` says so."""
    # At the first connection the library raises its general type with the node's words.
    if isinstance(error, nats.errors.Error) and "authorization violation" in str(error).lower():
        return ClusterCode.NOT_ALLOWED
    if isinstance(error, ssl.SSLError):
        return ClusterCode.BAD_CERTIFICATE
    return None


def _tls(settings: ClusterSettings) -> ssl.SSLContext | None:
    """Return how to meet the nodes: both sides show a certificate of the cluster's own CA."""
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
