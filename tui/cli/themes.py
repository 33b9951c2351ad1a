"""``undertable themes check FOLDER``: everything that is wrong with themes, at once.

The folder is one theme or holds themes. What is wrong goes to standard error, a line each, and the
status is 1; a theme that can be used is told of on standard output.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from server.api import ExitStatus
from themes.fault import Fault, FaultCode
from themes.loader import BUILT_IN, available, check, load
from tui.styles import style_faults
from tui.texts.looks import theme_faults, theme_fine, themes_refused
from tui.wardrobe import built_in

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Check, say so and return the exit status."""
    folder: Path = arguments.folder.resolve()
    alone = (folder / "palette.toml").exists()
    root, names = (folder.parent, (folder.name,)) if alone else (folder, available(folder))
    count = 0
    for name in names:
        faults = _faults(root, name)
        count += len(faults)
        if faults:
            sys.stderr.writelines(f"{row}\n" for row in theme_faults(name, faults))
        else:
            sys.stdout.write(theme_fine(load(name, root)) + "\n")
    if not names:
        count = 1
        none = (Fault(code=FaultCode.NO_THEMES, file=""),)
        sys.stderr.writelines(f"{row}\n" for row in theme_faults(folder.name, none))
    if count:
        sys.stderr.write(themes_refused(count) + "\n")
    return ExitStatus.ERROR if count else ExitStatus.OK


def _faults(root: Path, name: str) -> tuple[Fault, ...]:
    faults = check(root / name)
    if name in built_in().themes and root != BUILT_IN:
        faults = (Fault(code=FaultCode.TAKEN, file="", detail=name), *faults)
    return faults or style_faults(load(name, root))
