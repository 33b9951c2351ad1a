"""Sentences for the host: what is printed at start, and why a server could not start."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final, Literal, assert_never

from server.codes import StoreCode, StoreError
from server.errors import ServerError, ServerErrorCode
from tui.i18n import _

__all__ = ["start_error"]

_HostKeyCode = Literal[
    ServerErrorCode.HOST_KEY_UNREADABLE,
    ServerErrorCode.HOST_KEY_MODE,
    ServerErrorCode.HOST_KEY_OWNER,
    ServerErrorCode.HOST_KEY_DAMAGED,
    ServerErrorCode.HOST_KEY_FOREIGN,
]

_CLUSTER: Final = ("", "cluster")
"""What stands for a path where there is no file but the nodes of a cluster."""


def start_error(error: ServerError | StoreError) -> str:
    """Return what is wrong and what to do about it."""
    params = {key: str(value) for key, value in error.params.items()}
    if isinstance(error, ServerError):
        return _server_error(error.code, params)
    return _store_error(error.code, params)


def _reason(params: Mapping[str, str]) -> str:
    return os.strerror(int(params["errno"])) if params.get("errno", "0") != "0" else "?"


def _server_error(  # noqa: C901 - one case per code
    code: ServerErrorCode, params: Mapping[str, str]
) -> str:
    match code:
        case ServerErrorCode.PORT_IN_USE:
            return _(
                "Port {port} is in use, perhaps by another Undertable. Stop that one, or choose "
                "another port with --port (0 picks a free one).",
                port=params["port"],
            )
        case ServerErrorCode.PORT_FORBIDDEN:
            return _(
                "This user may not listen on port {port}. Choose a port above 1023 with --port.",
                port=params["port"],
            )
        case ServerErrorCode.HOST_UNKNOWN:
            return _(
                "'{host}' is no address or name that this machine can resolve. Leave --host out "
                "to listen on every address.",
                host=params["host"],
            )
        case ServerErrorCode.HOST_NOT_LOCAL:
            return _(
                "{host} is not an address of this machine. Leave --host out to listen on every "
                "address.",
                host=params["host"],
            )
        case ServerErrorCode.LISTEN_FAILED:
            return _(
                "Cannot listen on port {port}: {reason}.",
                port=params["port"],
                reason=_reason(params),
            )
        case ServerErrorCode.METRICS_NOT_LOOPBACK:
            return _(
                "The figures are for this machine alone; {host} is not 127.0.0.1 or ::1.",
                host=params["host"],
            )
        case ServerErrorCode.METRICS_FAILED:
            return _(
                "The figures cannot be served on port {port} ({reason}). Choose another with "
                "--metrics-port (0 picks a free one).",
                port=params["port"],
                reason=_reason(params),
            )
        case ServerErrorCode.LOG_UNUSABLE:
            return _(
                "The log {path} cannot be written: {reason}.",
                path=params["path"],
                reason=_reason(params),
            )
        case ServerErrorCode.DATA_DIR_UNUSABLE:
            return _(
                "The data folder {path} cannot be used: {reason}. Make it writable for this user, "
                "or name another with --data.",
                path=params["path"],
                reason=_reason(params),
            )
        case ServerErrorCode.KEPT_BY_WORKERS:
            return _(
                "The games of {path} are kept by workers. Start with --workers, or bring them back "
                "into one database as docs/cluster.md says.",
                path=params["path"],
            )
        case ServerErrorCode.HOST_KEY_MISSING:
            return _(
                "There is no host key {path}. All fronts of a cluster show the same one: copy it "
                "from another front, or from the folder that 'cluster init' has made.",
                path=params["path"],
            )
        case (
            ServerErrorCode.HOST_KEY_UNREADABLE
            | ServerErrorCode.HOST_KEY_MODE
            | ServerErrorCode.HOST_KEY_OWNER
            | ServerErrorCode.HOST_KEY_DAMAGED
            | ServerErrorCode.HOST_KEY_FOREIGN
        ):
            return _host_key_error(code, params)
        case _:
            assert_never(code)


def _host_key_error(code: _HostKeyCode, params: Mapping[str, str]) -> str:
    match code:
        case ServerErrorCode.HOST_KEY_UNREADABLE:
            return _(
                "The host key {path} cannot be read. Make it readable for this user; it is never "
                "replaced, since your players' clients remember it.",
                path=params["path"],
            )
        case ServerErrorCode.HOST_KEY_MODE:
            return _(
                "The host key {path} can be used by others (mode {mode}). Run: chmod 600 {path}",
                path=params["path"],
                mode=params["mode"],
            )
        case ServerErrorCode.HOST_KEY_OWNER:
            return _(
                "The host key {path} belongs to another user. Start the server as that user, or "
                "name another folder with --data.",
                path=params["path"],
            )
        case ServerErrorCode.HOST_KEY_DAMAGED:
            return _(
                "The file {path} holds no readable private key. Restore it from a backup, or move "
                "it away to have a new one made (players must then accept the new key).",
                path=params["path"],
            )
        case ServerErrorCode.HOST_KEY_FOREIGN:
            return _(
                "The host key {path} is of the kind {algorithm}; an Ed25519 key is needed. Move "
                "it away, or name another folder with --data.",
                path=params["path"],
                algorithm=params["algorithm"],
            )
        case _:
            assert_never(code)


def _store_error(code: StoreCode, params: Mapping[str, str]) -> str:
    path = params.get("path", "")
    match code:
        case StoreCode.NEWER:
            return _(
                "{path} was written by a newer version of Undertable. Use that version, or name "
                "another folder with --data. The file is untouched.",
                path=path,
            )
        case StoreCode.FOREIGN:
            return _(
                "{path} belongs to another program. Name another folder with --data. The file is "
                "untouched.",
                path=path,
            )
        case StoreCode.CORRUPT:
            return _(
                "{path} is damaged. Restore it from a backup, or move it away to start with an "
                "empty one. The file is untouched.",
                path=path,
            )
        case StoreCode.LOCKED:
            return _(
                "{path} is in use by another server. Stop that one, or name another folder with "
                "--data.",
                path=path,
            )
        case StoreCode.FENCED:
            return _("Another process runs this table now.")
        case StoreCode.UNUSABLE | StoreCode.WRITE_FAILED | StoreCode.CLOSED if path in _CLUSTER:
            return _(
                "The cluster stores nothing now ({reason}). More than half of its nodes must be "
                "running.",
                reason=params.get("reason", code.value),
            )
        case StoreCode.UNUSABLE | StoreCode.WRITE_FAILED | StoreCode.CLOSED:
            return _(
                "{path} cannot be used: {reason}. Check the folder's permissions and the free "
                "space on the disk.",
                path=path,
                reason=params.get("reason", code.value),
            )
        case _:
            assert_never(code)
