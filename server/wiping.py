"""Freed memory is overwritten: what a session typed or a table said does not outlive it in here.

Nothing wipes memory by itself: a hand, a paste or a client's variable would stay readable in freed
memory until something else happens to need the place (measured: all of them, minutes later). glibc
can overwrite whatever is freed, if Python leaves its objects to it and nothing is kept back in
caches of freed blocks. All three must be said before a process begins, so it begins again, once.

On another C library only the environment changes; a host who sets ``PYTHONMALLOC`` is obeyed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Final

__all__ = ["begin_again", "environment"]

_CHOICE: Final = "PYTHONMALLOC"
_TUNABLES: Final = "GLIBC_TUNABLES"
_WIPED: Final = "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0"


def environment(environ: Mapping[str, str]) -> dict[str, str]:
    """Return ``environ`` as a process needs it that wipes; unchanged if somebody has chosen."""
    if _CHOICE in environ:
        return dict(environ)
    tunables = ":".join(filter(None, (environ.get(_TUNABLES), _WIPED)))
    return {**environ, _CHOICE: "malloc", _TUNABLES: tunables}


def begin_again() -> None:
    """Run this very command line again in the same process, wiping; return if it does already.

    To be called before anything is open or begun.
    """
    wanted = environment(os.environ)
    if wanted != dict(os.environ) and not sys.flags.ignore_environment:
        own = [sys.executable, *sys.orig_argv[1:]]
        os.execve(sys.executable, own, wanted)  # noqa: S606 - no shell is wanted
