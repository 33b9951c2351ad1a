"""By which command this very program runs, so that it can start more of itself."""

from __future__ import annotations

import sys

__all__ = ["program"]


def program() -> list[str]:
    """Return the command without its arguments: the interpreter, its options, module or script."""
    arguments = len(sys.argv) - 1
    own = sys.orig_argv[: len(sys.orig_argv) - arguments]
    return [sys.executable, *own[1:]]
