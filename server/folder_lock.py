"""One server a folder: a lock that ends with the process that holds it, however that ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from server.codes import StoreCode, StoreError

__all__ = ["LOCK_NAME", "locked"]

LOCK_NAME: Final = "server.lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold ``folder`` for this process; raise :class:`StoreError` if another holds it."""
    path = folder / LOCK_NAME
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise StoreError(StoreCode.UNUSABLE, path=str(folder), reason=reason) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(StoreCode.LOCKED, path=str(folder)) from error
        yield
    finally:
        os.close(handle)
