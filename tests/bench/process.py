"""What a process costs, from the operating system."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cpu_seconds", "memory_mb", "open_files", "threads"]

_TICK = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """Return user and system seconds that ``pid`` has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def memory_mb(pid: int) -> float:
    """Return the resident memory of ``pid`` in MB (10**6 bytes)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise LookupError(pid)


def threads(pid: int) -> int:
    """Return the number of threads of ``pid``."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def open_files(pid: int) -> int:
    """Return the number of open descriptors of ``pid``."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))
