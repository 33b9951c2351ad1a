"""What can go wrong between the server and its host: types with a code and parameters, no prose."""

from __future__ import annotations

from enum import StrEnum

from server.codes import CodedError

__all__ = ["ServerError", "ServerErrorCode"]


class ServerErrorCode(StrEnum):
    """Why the server could not start; the sentence is made in ``tui``."""

    PORT_IN_USE = "port_in_use"
    """Params: ``host``, ``port``."""
    PORT_FORBIDDEN = "port_forbidden"
    """The system does not let this user listen there. Params: ``host``, ``port``."""
    HOST_UNKNOWN = "host_unknown"
    """The address is no name or address that resolves. Params: ``host``."""
    HOST_NOT_LOCAL = "host_not_local"
    """The address belongs to no interface of this machine. Params: ``host``."""
    LISTEN_FAILED = "listen_failed"
    """Any other refusal. Params: ``host``, ``port``, ``errno``."""
    METRICS_NOT_LOOPBACK = "metrics_not_loopback"
    """Figures are served on 127.0.0.1 or ::1 only. Params: ``host``."""
    METRICS_FAILED = "metrics_failed"
    """The figures' port cannot be had. Params: ``host``, ``port``, ``errno`` (0 if unknown)."""
    LOG_UNUSABLE = "log_unusable"
    """The log file cannot be opened. Params: ``path``, ``errno``."""
    DATA_DIR_UNUSABLE = "data_dir_unusable"
    """The data folder cannot be made, entered or written to. Params: ``path``, ``errno``."""
    KEPT_BY_WORKERS = "kept_by_workers"
    """Workers keep the games of this folder, and one process would not see them. Params:
    ``path``."""
    HOST_KEY_MISSING = "host_key_missing"
    """A front has no host key, and must not make one of its own. Params: ``path``."""
    HOST_KEY_UNREADABLE = "host_key_unreadable"
    """The file is there but cannot be opened, or is no regular file. Params: ``path``."""
    HOST_KEY_MODE = "host_key_mode"
    """Others may read or write the file. Params: ``path``, ``mode`` (octal digits)."""
    HOST_KEY_OWNER = "host_key_owner"
    """The file belongs to somebody else. Params: ``path``, ``uid``."""
    HOST_KEY_DAMAGED = "host_key_damaged"
    """The content is not a private key that can be read without a passphrase. Params: ``path``."""
    HOST_KEY_FOREIGN = "host_key_foreign"
    """The file holds a key of another kind than Ed25519. Params: ``path``, ``algorithm``."""


class ServerError(CodedError[ServerErrorCode, str | int]):
    """The server cannot start or go on."""

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{k}={v!r}" for k, v in sorted(self.params.items()))])
