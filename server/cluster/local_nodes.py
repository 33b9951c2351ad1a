"""Nodes on this machine's loopback: a cluster for trying things out, and for the tests."""

from __future__ import annotations

import asyncio
import secrets
import socket
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from server.cluster.node_config import Member, NodeConfig, config_text
from server.cluster.nodes import Node, find_server
from server.cluster.settings import ClusterSettings

__all__ = ["LocalNodes", "free_ports"]

_HOST: Final = "127.0.0.1"
_MOST_REPLICAS: Final = 3


def free_ports(count: int) -> list[int]:
    """Return so many ports of loopback on which nobody listens now."""
    with ExitStack() as probes:
        # All at once: else one port might be found twice.
        found = [
            probes.enter_context(closing(socket.create_server((_HOST, 0)))) for _ in range(count)
        ]
        return [int(probe.getsockname()[1]) for probe in found]


class LocalNodes:
    """``count`` nodes that let ``members`` in, with everything in ``folder``. No TLS."""

    def __init__(
        self, folder: Path, members: tuple[Member, ...], *, count: int = 3, durable: bool = False
    ) -> None:
        """Write the configurations; nothing runs yet. Raises what :func:`find_server` does."""
        self.members = members
        ports = free_ports(2 * count)
        routes = tuple(f"{_HOST}:{port}" for port in ports[count:]) if count > 1 else ()
        secret = secrets.token_hex(16)
        binary = find_server()
        self.nodes: list[Node] = []
        for number, port in enumerate(ports[:count], start=1):
            home = folder / f"n{number}"
            home.mkdir(mode=0o700, parents=True)
            config = NodeConfig(
                name=home.name,
                listen=f"{_HOST}:{port}",
                store=Path("store"),
                members=members,
                route_listen=routes[number - 1] if routes else "",
                routes=routes,
                route_secret=secret if routes else "",
                durable=durable,
            )
            path = home / "node.conf"
            path.touch(mode=0o600)
            path.write_text(config_text(config))
            self.nodes.append(
                Node(name=home.name, binary=binary, config=path, host=_HOST, port=port)
            )

    @property
    def urls(self) -> tuple[str, ...]:
        """Where clients reach the nodes."""
        return tuple(node.url for node in self.nodes)

    def settings(self, name: str) -> ClusterSettings:
        """Return the settings of the member ``name``."""
        secret = next(member.secret for member in self.members if member.name == name)
        replicas = _MOST_REPLICAS if len(self.nodes) >= _MOST_REPLICAS else 1
        return ClusterSettings(name=name, urls=self.urls, secret=secret, replicas=replicas)

    async def start(self) -> None:
        """Start all nodes and wait until each greets; streams may take a second more."""
        for node in self.nodes:
            node.start()
        await asyncio.gather(*(node.ready() for node in self.nodes))

    async def stop(self) -> None:
        """End all nodes."""
        await asyncio.gather(*(node.stop() for node in self.nodes))

    async def kill(self) -> None:
        """End all nodes at once, as a power cut would."""
        await asyncio.gather(*(node.kill() for node in self.nodes))
