"""No core file: a picture of this process would hold every hand, every word said and every seed.

Two locks, because either alone leaves a way open: the limit stops a kernel that writes the file
itself, and "not dumpable" (Linux) stops one that hands the picture to a program (systemd-coredump,
apport), for which the limit does not count. "Not dumpable" also keeps other processes of the same
user from attaching to this one. Both hold until the process runs another program.
"""

from __future__ import annotations

import contextlib
import ctypes
import resource
import sys
from typing import Final

__all__ = ["leave_none"]

_PR_SET_DUMPABLE: Final = 4  # <linux/prctl.h>


def leave_none() -> None:
    """Let a crash of this process leave no core file, whatever its parent allows.

    Never raises: a system that has neither lock still gets its server.
    """
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
