"""The server's own key: Ed25519, made once, readable by its owner only, never silently replaced.

A player's client remembers this key; a replaced one looks like an attack. So anything that is
unusual about the file stops the start with a coded error, and nothing is overwritten.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

import asyncssh

from server.errors import ServerError, ServerErrorCode

__all__ = ["FILE_NAME", "HostKey", "load_or_create", "usable_data_dir"]

FILE_NAME = "ssh_host_ed25519_key"
_ALGORITHM = "ssh-ed25519"
_LONGEST_FILE = 16 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class HostKey:
    """The private key with what a player may be shown of it."""

    key: asyncssh.SSHKey

    @property
    def fingerprint(self) -> str:
        """``SHA256:…`` as OpenSSH prints it."""
        return self.key.get_fingerprint()

    def known_hosts_line(self, host: str, port: int) -> str:
        """Return the line for a client's ``known_hosts``; a port other than 22 is bracketed."""
        name = host if port == 22 else f"[{host}]:{port}"
        algorithm, blob = self.key.export_public_key().decode("ascii").split()[:2]
        return f"{name} {algorithm} {blob}"


def usable_data_dir(path: Path) -> Path:
    """Return ``path`` made (mode 0700) if missing; raise :class:`ServerError` if not writable."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = path / f".probe-{secrets.token_hex(4)}"
        probe.touch(mode=0o600, exist_ok=False)
        probe.unlink()
    except OSError as error:
        raise ServerError(
            ServerErrorCode.DATA_DIR_UNUSABLE, path=str(path), errno=error.errno or 0
        ) from error
    return path


def load_or_create(data_dir: Path) -> HostKey:
    """Return the host key of ``data_dir``, made on the first call.

    Raises :class:`ServerError` with a ``data_dir_*`` or ``host_key_*`` code. Two processes that
    start at once agree: the file appears complete or not at all, and the second one reads it.
    """
    path = usable_data_dir(data_dir) / FILE_NAME
    if not os.path.lexists(path):
        _create(path)
    return HostKey(key=_read(path))


def _create(path: Path) -> None:
    """Write a new key beside ``path`` and link it there; an existing file wins."""
    content = asyncssh.generate_private_key(_ALGORITHM).export_private_key("openssh")
    draft = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            # Not rename(): link() fails where another process was faster, so no key is replaced.
            with contextlib.suppress(FileExistsError):
                os.link(draft, path)
        finally:
            draft.unlink()
        _sync_folder(path.parent)
    except OSError as error:
        raise ServerError(
            ServerErrorCode.DATA_DIR_UNUSABLE, path=str(path.parent), errno=error.errno or 0
        ) from error


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(path: Path) -> asyncssh.SSHKey:
    """Return the key in ``path`` after checking kind, owner, mode and content of the file."""
    name = str(path)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError as error:
        raise ServerError(ServerErrorCode.HOST_KEY_UNREADABLE, path=name) from error
    try:
        # The open file is examined, not its name: nobody can swap it in between.
        _check(os.fstat(handle), name)
        content = os.read(handle, _LONGEST_FILE)
    finally:
        os.close(handle)
    try:
        key = asyncssh.import_private_key(content)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as error:
        raise ServerError(ServerErrorCode.HOST_KEY_DAMAGED, path=name) from error
    if key.get_algorithm() != _ALGORITHM:
        raise ServerError(
            ServerErrorCode.HOST_KEY_FOREIGN, path=name, algorithm=key.get_algorithm()
        )
    return key


def _check(state: os.stat_result, name: str) -> None:
    """Raise :class:`ServerError` unless this is a regular file, ours, and for nobody else."""
    mode = stat.S_IMODE(state.st_mode)
    if not stat.S_ISREG(state.st_mode):
        raise ServerError(ServerErrorCode.HOST_KEY_UNREADABLE, path=name)
    if state.st_uid != os.geteuid():
        raise ServerError(ServerErrorCode.HOST_KEY_OWNER, path=name, uid=state.st_uid)
    if mode not in (0o600, 0o400):
        raise ServerError(ServerErrorCode.HOST_KEY_MODE, path=name, mode=f"{mode:04o}")
