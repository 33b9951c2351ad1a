"""The listening socket: one server a port, or the workers of one."""

from __future__ import annotations

from contextlib import closing

import pytest

from server.errors import ServerError, ServerErrorCode
from server.listen import free_to_share, listening_socket


@pytest.mark.parametrize("host", ["127.0.0.1", ""])
def test_workers_share_a_port_and_nobody_else_gets_it(host: str) -> None:
    with closing(listening_socket(host, 0, shared=True)) as first:
        port = first.getsockname()[1]
        with closing(listening_socket(host, port, shared=True)) as second:
            assert second.getsockname()[1] == port
        with pytest.raises(ServerError) as refused:
            listening_socket(host, port)
        assert refused.value.code is ServerErrorCode.PORT_IN_USE
        with pytest.raises(ServerError) as refused:
            free_to_share(host, port)
        assert refused.value.code is ServerErrorCode.PORT_IN_USE
    assert free_to_share(host, port) == port
