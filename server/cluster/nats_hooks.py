"""The one place that touches private parts of the client library, with the reason for each.

Written for nats-py 2.16; ``tests/server/cluster/test_nodes.py`` notices when it no longer fits.
"""

from __future__ import annotations

from nats.aio.client import Client, Srv
from nats.aio.transport import TcpTransport

__all__ = ["QuickClient"]


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

    def __bool__(self) -> bool:
        """Return that there is one: the library puts its own in the place of a false one."""
        return True


class QuickClient(Client):
    """A client that leaves a node that hangs for another one at once."""

    async def _connect_to_server(self, s: Srv) -> None:
        """Use our kind of connection."""
        if self._transport is None:
            self._transport = _AbortingTransport()  # type: ignore[no-untyped-call]
        await super()._connect_to_server(s)
