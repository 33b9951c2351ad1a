"""``undertable backup``: a consistent copy of a server's database, also while it runs."""

from __future__ import annotations

import argparse
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import assert_never

from server.api import ExitStatus
from server.backup import BackupCode, BackupError, fetch
from server.codes import StoreError
from server.worker_folder import is_in_use
from tui.i18n import _
from tui.texts.host import start_error

__all__ = ["copied", "copy_error", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Copy, say so and return the exit status."""
    if not is_in_use(arguments.data):
        return copied(arguments.to, lambda: fetch(arguments.data, arguments.to))
    from tui.cli.cluster import need_library, told

    def work() -> int:
        need_library()
        from tui.cli.private_node import copy_at_rest

        at_rest = partial(copy_at_rest, arguments.data)
        return copied(arguments.to, lambda: fetch(arguments.data, arguments.to, at_rest=at_rest))

    return told(work)


def copied(target: Path, work: Callable[[], int]) -> int:
    """Have ``work`` copy to ``target``, say what came of it, and return the exit status."""
    try:
        size = work()
    except BackupError as error:
        sys.stderr.write(copy_error(error) + "\n")
        return ExitStatus.ERROR
    except StoreError as error:
        sys.stderr.write(start_error(error) + "\n")
        return ExitStatus.ERROR
    except sqlite3.Error as error:
        refused = BackupError(BackupCode.UNWRITABLE, path=str(target), reason=type(error).__name__)
        sys.stderr.write(copy_error(refused) + "\n")
        return ExitStatus.ERROR
    sys.stdout.write(_("{path}: {size} bytes, checked.", path=target, size=size) + "\n")
    return ExitStatus.OK


def copy_error(error: BackupError) -> str:
    """Return why there is no copy."""
    path, reason = error.params["path"], error.params.get("reason", "")
    match error.code:
        case BackupCode.EXISTS:
            return _("{path} exists already and is left as it is. Name a new file.", path=path)
        case BackupCode.UNWRITABLE:
            return _(
                "The copy cannot be written to {path}: {reason}. Check the folder's permissions "
                "and the free space on the disk.",
                path=path,
                reason=reason,
            )
        case BackupCode.REFUSED:
            return _(
                "The running server could not make a copy in {path}: {reason}. Check the free "
                "space on that disk.",
                path=path,
                reason=reason,
            )
        case BackupCode.INTERRUPTED:
            return _(
                "The server of {path} has ended or does not answer. Nothing was copied; please "
                "try again.",
                path=path,
            )
        case _:
            assert_never(error.code)
