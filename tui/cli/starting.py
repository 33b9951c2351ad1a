"""How a server's process starts: its settings, and a sentence for whatever stands in its way."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable

from engine.games.no81.packs.faults import PackError
from server import config, core_file
from server.api import ExitStatus
from server.codes import StoreError
from server.errors import ServerError
from server.settings import Settings
from tui.texts.host import start_error
from tui.texts.packs import pack_faults, packs_refused
from tui.texts.settings import as_toml, settings_error

__all__ = ["started", "told_why"]


def started(arguments: argparse.Namespace, serve: Callable[[Settings], int]) -> int:
    """Have ``serve`` run with the effective settings and return its exit status.

    With ``--print-config`` they are printed and that is all.
    """
    try:
        effective = config.load(vars(arguments), os.environ)
    except config.SettingsError as error:
        sys.stderr.write(settings_error(error) + "\n")
        return ExitStatus.USAGE
    if arguments.print_config:
        sys.stdout.write(as_toml(effective))
        return ExitStatus.OK
    return told_why(lambda: serve(effective.settings), core_files=effective.settings.core_file)


def told_why(serve: Callable[[], int], *, core_files: bool = False) -> int:
    """Return what ``serve`` returns; say why it could not start, and return ERROR then."""
    if not core_files:
        core_file.leave_none()
    try:
        return serve()
    except (ServerError, StoreError) as error:
        sys.stderr.write(start_error(error) + "\n")
        return ExitStatus.ERROR
    except PackError as error:
        sys.stderr.write("\n".join([*pack_faults(error), packs_refused(error)]) + "\n")
        return ExitStatus.ERROR
