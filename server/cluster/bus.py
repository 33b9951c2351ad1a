"""One process's door to the cluster: messages, requests, services, streams and buckets.

A front has one connection, to the account SHARED; a table process has a second one, to INNER.
Which of them a word goes through follows from its subject or bucket (:mod:`.subjects`), so that
nobody has to think of it. Both connect to any node and go to another one by themselves.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import nats.errors
import nats.js.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js import JetStreamContext
from nats.js.kv import KeyValue

from server import logs
from server.cluster.connecting import FAREWELL, connected, settle
from server.cluster.errors import ClusterCode, ClusterError
from server.cluster.nats_hooks import QuickClient
from server.cluster.roles import Role
from server.cluster.settings import ClusterSettings
from server.cluster.subjects import Account, Bucket, account_of, caller, inbox, name_of, new_pid

__all__ = ["Bus", "Handler", "Listener", "Role"]

Handler = Callable[[str, bytes], Awaitable[bytes | None]]
"""Answers a request: subject and payload to a reply, or ``None`` for none."""
Listener = Callable[[str, bytes], None]
"""Takes a packet: subject and payload. Must not block."""

_PATIENCE: Final = 10.0
"""Seconds for the first connection; later ones are tried for ever."""
_STREAM_SECONDS: Final = 2.0
"""Seconds for a stream's answer, where nobody says otherwise."""
_HANDLED_AT_ONCE: Final = 256
"""Requests of one subscription that are worked at; others wait, in order."""
_WAITING: Final = 8192
"""Messages of one subscription that may wait; later ones are lost, and asked for again."""


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
        self._clients: dict[Account, QuickClient] = {}
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
                client = await connected(
                    settings, account, bus.pid, patience=patience, closed=bus._closed
                )
                bus._clients[account] = client
                bus._streams[account] = client.jetstream(timeout=_STREAM_SECONDS)
        finally:
            if len(bus._clients) < len(role.accounts):
                await bus.close()
        return bus

    @property
    def nc(self) -> QuickClient:
        """The connection that leads furthest in: to INNER, for a front to SHARED."""
        return self._clients[self.role.accounts[-1]]

    @property
    def js(self) -> JetStreamContext:
        """The streams of :attr:`nc`: JOURNAL and ARCHIVE, where this process may have them."""
        return self._streams[self.role.accounts[-1]]

    def client(self, account: Account) -> QuickClient:
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
            logs.event("cluster_not_said", level=logging.WARNING, kind=type(error).__name__)

    def say(self, subject: str, payload: bytes) -> bool:
        """Do so at once; return ``False``, with nothing said, where that cannot be done."""
        return self._client_for(subject).say(subject, payload)

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
            done, _ = await asyncio.wait(drains, timeout=FAREWELL)
            for drain in done:
                drain.exception()
        for client in self._clients.values():
            await client.close()
        for task in tuple(self._tasks):
            task.cancel()

    def _client_for(self, subject: str) -> QuickClient:
        """Return the connection to the account in which ``subject`` is said."""
        return self._clients[account_of(subject)]

    def _closed(self) -> None:
        """Take note that a connection was closed for good."""
        if not self._closing:
            logs.event("cluster_connection", level=logging.ERROR, status="closed")
            self.ended.set()


def _may_answer(message: Msg) -> bool:
    """Return whether an answer goes to the inbox of who asked, and not where a front points us."""
    front = caller(message.subject)
    owner = "_INBOX" if front is None else inbox(name_of(front))
    return message.reply.startswith(f"{owner}.")
