"""The node that a server with workers keeps for itself, on this machine and for nobody else.

It listens on loopback alone, on a port that is free, and takes only users whose passwords are drawn
anew at every start. Its streams stand in the data folder, for this user alone.
"""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from server.cluster.bus import Role
from server.cluster.node_config import Member, NodeConfig, config_text
from server.cluster.settings import ClusterSettings
from server.hostkey import usable_data_dir
from server.worker_folder import FOLDER_NAME

__all__ = ["HOST", "PrivateNode", "prepare"]

HOST: Final = "127.0.0.1"
_STREAMS: Final = "streams"
_CONFIG: Final = "node.conf"
_SECRET_BYTES: Final = 24
_KEEPER: Final = "keeper"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateNode:
    """A node that can be started."""

    config: Path
    port: int
    workers: tuple[ClusterSettings, ...]
    """What each worker connects with."""
    keeper: ClusterSettings
    """What the supervisor connects with."""


def prepare(data_dir: Path, workers: int) -> PrivateNode:
    """Write the configuration of the node of ``data_dir`` and return it.

    Raises :class:`server.errors.ServerError` for a folder that cannot be used.
    """
    folder = usable_data_dir(data_dir / FOLDER_NAME)
    streams = usable_data_dir(folder / _STREAMS)
    port = _free_port()
    members = [
        Member(name=f"worker{number}", role=Role.WORKER, secret=_secret())
        for number in range(1, workers + 1)
    ]
    keeper = Member(name=_KEEPER, role=Role.TABLES, secret=_secret())
    text = config_text(
        NodeConfig(
            name="private",
            listen=f"{HOST}:{port}",
            store=streams.absolute(),
            members=(*members, keeper),
        )
    )
    _write(folder / _CONFIG, text)
    return PrivateNode(
        config=folder / _CONFIG,
        port=port,
        workers=tuple(_membership(member, port) for member in members),
        keeper=_membership(keeper, port),
    )


def _membership(member: Member, port: int) -> ClusterSettings:
    url = f"nats://{HOST}:{port}"
    return ClusterSettings(name=member.name, urls=(url,), secret=member.secret)


def _secret() -> str:
    return secrets.token_urlsafe(_SECRET_BYTES)


def _free_port() -> int:
    with closing(socket.create_server((HOST, 0))) as probe:
        port: int = probe.getsockname()[1]
    return port


def _write(path: Path, text: str) -> None:
    """Put ``text`` into ``path``, which only this user can read at any time."""
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
