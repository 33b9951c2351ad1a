"""What one process has to know of its cluster: a small TOML file beside a file with its secret.

::

    name = "front1"
    nodes = ["tls://10.0.0.1:4222", "tls://10.0.0.2:4222", "tls://10.0.0.3:4222"]
    replicas = 3
    secret = "front1.secret"            # 0600; paths are relative to this file
    ca = "nodes.pem"                    # who signed the nodes' certificates
    certificate = "front1.pem"          # this process's certificate and key, 0600

The last two make the connection TLS, both ways. Only nodes on loopback are spoken to without.
"""

from __future__ import annotations

import ipaddress
import os
import stat
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from server.cluster.errors import ClusterCode, ClusterError, SettingsFault
from server.cluster.subjects import is_name

__all__ = ["ClusterSettings", "load"]

_LONGEST: Final = 64 * 1024
_KEYS: Final = frozenset({"name", "nodes", "replicas", "secret", "ca", "certificate"})
_REPLICAS: Final = (1, 3, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterSettings:
    """One process's part of the cluster."""

    name: str
    """Its configured name; the user of its credentials, too."""
    urls: tuple[str, ...]
    """The nodes: ``nats://HOST:PORT``, or ``tls://`` with certificates."""
    secret: str = field(repr=False)
    """The password; not to be seen in any trace."""
    replicas: int = 1
    """How many nodes keep each stream."""
    ca: Path | None = None
    """Who signed the nodes' certificates; ``None`` for no TLS (loopback)."""
    certificate: Path | None = None
    """This process's certificate and key in one file."""


def load(path: Path) -> ClusterSettings:
    """Return the settings in the file ``path``; raise :class:`ClusterError` BAD_SETTINGS."""
    try:
        found = tomllib.loads(_read(path, path, "", private=False))
    except tomllib.TOMLDecodeError as error:
        raise _bad(path, "", SettingsFault.NOT_TOML) from error
    for key in found:
        if key not in _KEYS:
            raise _bad(path, key, SettingsFault.UNKNOWN_KEY)
    name = _text(path, found, "name")
    if not is_name(name):
        raise _bad(path, "name", SettingsFault.BAD_VALUE)
    ca = _file(path, found, "ca")
    certificate = _file(path, found, "certificate")
    urls = _urls(path, found)
    if ca is None and (certificate is not None or not all(map(_is_loopback, urls))):
        raise _bad(path, "ca", SettingsFault.MISSING_KEY)
    if ca is not None:
        if certificate is None:
            raise _bad(path, "certificate", SettingsFault.MISSING_KEY)
        _read(path, ca, "ca", private=False)
        _read(path, certificate, "certificate", private=True)
    secret = _read(path, path.parent / _text(path, found, "secret"), "secret", private=True).strip()
    if not secret:
        raise _bad(path, "secret", SettingsFault.BAD_VALUE)
    return ClusterSettings(
        name=name,
        urls=urls,
        secret=secret,
        replicas=_replicas(path, found),
        ca=ca,
        certificate=certificate,
    )


def _text(path: Path, found: dict[str, Any], key: str) -> str:
    """Return the text under ``key``."""
    if key not in found:
        raise _bad(path, key, SettingsFault.MISSING_KEY)
    value = found[key]
    if not isinstance(value, str) or not value:
        raise _bad(path, key, SettingsFault.BAD_VALUE)
    return value


def _file(path: Path, found: dict[str, Any], key: str) -> Path | None:
    """Return the file that ``key`` names, seen from the settings' folder."""
    return path.parent / _text(path, found, key) if key in found else None


def _urls(path: Path, found: dict[str, Any]) -> tuple[str, ...]:
    """Return the nodes' addresses, at least one."""
    if "nodes" not in found:
        raise _bad(path, "nodes", SettingsFault.MISSING_KEY)
    urls = found["nodes"]
    if not isinstance(urls, list) or not urls or not all(_is_url(url) for url in urls):
        raise _bad(path, "nodes", SettingsFault.BAD_VALUE)
    return tuple(urls)


def _is_url(url: object) -> bool:
    """Return whether ``url`` is a node's address; one with a password in it is none."""
    if not isinstance(url, str) or not url.startswith(("nats://", "tls://")):
        return False
    host, _, port = url.partition("://")[2].rpartition(":")
    return bool(host) and "@" not in host and port.isascii() and port.isdigit()


def _is_loopback(url: str) -> bool:
    """Return whether what is said to the node never leaves this machine."""
    host = url.partition("://")[2].rpartition(":")[0].strip("[]")
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _replicas(path: Path, found: dict[str, Any]) -> int:
    """Return how many nodes keep each stream."""
    replicas = found.get("replicas", 1)
    if type(replicas) is not int or replicas not in _REPLICAS:
        raise _bad(path, "replicas", SettingsFault.BAD_VALUE)
    return replicas


def _read(path: Path, file: Path, key: str, *, private: bool) -> str:
    """Return the text of ``file``; if ``private``, only where it is ours and nobody else's."""
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise _bad(path, key, SettingsFault.UNREADABLE) from error
    try:
        # The open file is examined, not its name: nobody can swap it in between.
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            raise _bad(path, key, SettingsFault.UNREADABLE)
        if private and state.st_uid != os.geteuid():
            raise _bad(path, key, SettingsFault.FOREIGN_OWNER)
        if private and stat.S_IMODE(state.st_mode) & 0o077:
            raise _bad(path, key, SettingsFault.OTHERS_CAN_READ)
        content = os.read(handle, _LONGEST + 1)
    finally:
        os.close(handle)
    if len(content) > _LONGEST:
        raise _bad(path, key, SettingsFault.TOO_LONG)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise _bad(path, key, SettingsFault.BAD_VALUE) from error


def _bad(path: Path, key: str, fault: SettingsFault) -> ClusterError:
    """Return the error for ``key`` in the file ``path``."""
    return ClusterError(ClusterCode.BAD_SETTINGS, path=str(path), key=key, fault=fault)
