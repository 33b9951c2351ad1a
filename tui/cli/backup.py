"""``undertable backup``: a consistent copy of a server's database, also while it runs."""

from __future__ import annotations

import argparse
import sys
from typing import assert_never

from server.api import ExitStatus
from server.backup import BackupCode, BackupError, fetch
from server.codes import StoreError
from tui.i18n import _
from tui.texts.host import start_error

__all__ = ["copy_error", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Copy, say so and return the exit status."""
    try:
        size = fetch(arguments.data, arguments.to)
    except BackupError as error:
        sys.stderr.write(copy_error(error) + "\n")
        return ExitStatus.ERROR
    except StoreError as error:
        sys.stderr.write(start_error(error) + "\n")
        return ExitStatus.ERROR
    sys.stdout.write(_("{path}: {size} bytes, checked.", path=arguments.to, size=size) + "\n")
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
