"""``undertable packs check FOLDER``: everything that is wrong with a content pack, at once.

What is wrong goes to standard error, a line each, and the status is 1; a pack that can be loaded is
told of on standard output.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from engine.games.no81.packs.faults import PackError
from server.api import ExitStatus
from server.packs import check_pack, install_packs
from tui.texts.packs import pack_faults, pack_fine, pack_refused

__all__ = ["load", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Check, say so and return the exit status."""
    try:
        pack = check_pack(arguments.folder)
    except PackError as error:
        lines = [*pack_faults(error), pack_refused(error)]
        sys.stderr.write("\n".join(lines) + "\n")
        return ExitStatus.ERROR
    sys.stdout.write(pack_fine(pack) + "\n")
    return ExitStatus.OK


def load(folders: Sequence[str]) -> int:
    """Load packs for a command that plays with them; return its status if they cannot be."""
    try:
        install_packs(folders)
    except PackError as error:
        sys.stderr.write("\n".join([*pack_faults(error), pack_refused(error)]) + "\n")
        return ExitStatus.ERROR
    return ExitStatus.OK
