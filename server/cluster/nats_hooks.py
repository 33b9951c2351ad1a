"""The one place that touches private parts of the client library, with the reason for each.

Written for nats-py 2.16; ``tests/server/cluster/test_nodes.py`` notices when it no longer fits.
"""

from __future__ import annotations

from typing import Final

from nats.aio.client import Client, Srv
from nats.aio.transport import TcpTransport
from nats.protocol import command

__all__ = ["QuickClient"]

_UNSENT: Final = 64 * 1024
"""Bytes that may wait in a connection for a message still to be written at once."""


class _AbortingTransport(TcpTransport):
    """A connection that is dropped when it is closed, whatever has not been written yet.

    The library closes a connection to a node that hangs and then waits for its last bytes to be
    taken: for ever, or over TLS for half a minute. Until then it calls no other node. Who ends in
    good order has flushed before (``Client.drain``), so nothing is lost by not waiting.
    """

    def close(self) -> None:
        """Drop the connection."""
        if self._io_writer is not None:
            self._io_writer.transport.abort()

    @property
    def unsent(self) -> int:
        """How many bytes have been written and wait for the node to take them."""
        return 0 if self._io_writer is None else self._io_writer.transport.get_write_buffer_size()

    def __bool__(self) -> bool:
        """Return that there is one: the library puts its own in the place of a false one."""
        return True


class QuickClient(Client):
    """A client that leaves a node that hangs for another one at once, and can speak at once."""

    def say(self, subject: str, payload: bytes) -> bool:
        """Write a message now; return ``False`` if others are to be written before it.

        What is published leaves two turns of the loop later, when all that is ready has run: a
        process with many sessions has some milliseconds of it.
        """
        transport = self._transport
        if not (self.is_connected and isinstance(transport, _AbortingTransport)):
            return False
        if self._pending or self.is_draining or transport.unsent > _UNSENT:
            return False
        transport.write(command.pub_cmd(subject, "", payload))  # type: ignore[no-untyped-call]
        self.stats["out_msgs"] += 1
        self.stats["out_bytes"] += len(payload)
        return True

    async def _connect_to_server(self, s: Srv) -> None:
        """Use our kind of connection."""
        if self._transport is None:
            self._transport = _AbortingTransport()  # type: ignore[no-untyped-call]
        await super()._connect_to_server(s)
