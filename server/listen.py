"""The listening socket, with a coded error for everything that can stand in its way."""

from __future__ import annotations

import errno
import socket
from contextlib import closing

from server.errors import ServerError, ServerErrorCode

__all__ = ["free_to_share", "listening_socket"]


def free_to_share(host: str, port: int) -> int:
    """Return the port that workers may share: ``port``, or a free one for 0.

    Whoever says so may join those that share a port; so it is looked at once, by somebody who does
    not share it, that nobody listens there. Raises as :func:`listening_socket`.
    """
    with closing(listening_socket(host, port)) as probe:
        found: int = probe.getsockname()[1]
    return found


def listening_socket(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a listening TCP socket; raise :class:`ServerError` saying why it cannot be had.

    One socket, so that port 0 is one port: every interface of both IP versions for ``""``, else
    the first address of ``host``, IPv4 first, as that is what ``localhost`` means to most.
    ``shared``: other processes of this user that say so too may listen on the same port, and the
    system deals out the connections among them (SO_REUSEPORT).
    """
    if not 0 <= port <= 65_535:  # getaddrinfo would take the rest of a division
        raise ServerError(ServerErrorCode.LISTEN_FAILED, host=host, port=port, errno=errno.EINVAL)
    try:
        if not host and socket.has_dualstack_ipv6():
            try:
                return socket.create_server(
                    ("::", port),
                    family=socket.AF_INET6,
                    dualstack_ipv6=True,
                    backlog=128,
                    reuse_port=shared,
                )
            except OSError as error:
                if error.errno not in {errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL}:
                    raise
        found = socket.getaddrinfo(
            host or "0.0.0.0",  # noqa: S104 - every interface is what the host asked for
            port,
            type=socket.SOCK_STREAM,
            flags=socket.AI_PASSIVE,
        )
        family, _, _, _, address = min(found, key=lambda entry: entry[0] != socket.AF_INET)
        return socket.create_server(address[:2], family=family, backlog=128, reuse_port=shared)
    except (socket.gaierror, UnicodeError) as error:
        raise ServerError(ServerErrorCode.HOST_UNKNOWN, host=host) from error
    except OSError as error:
        match error.errno:
            case errno.EADDRINUSE:
                raise ServerError(ServerErrorCode.PORT_IN_USE, host=host, port=port) from error
            case errno.EACCES | errno.EPERM:
                raise ServerError(ServerErrorCode.PORT_FORBIDDEN, host=host, port=port) from error
            case errno.EADDRNOTAVAIL:
                raise ServerError(ServerErrorCode.HOST_NOT_LOCAL, host=host) from error
            case number:
                raise ServerError(
                    ServerErrorCode.LISTEN_FAILED, host=host, port=port, errno=number or 0
                ) from error
