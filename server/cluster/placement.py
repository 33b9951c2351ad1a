"""Where a table is to run: pure functions of what the table processes say of themselves.

A new table goes to the process with the least to do; one whose process has died goes to its
*heir*, which every survivor computes alike from the table's code and who is alive. So they share a
dead one's tables evenly and hardly ever reach for the same; should they, the lease decides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["Load", "heir", "place"]

_NEAR: Final = 1.25
_NEAR_TABLES: Final = 4
"""How much more a process may have to do than the least burdened and still keep a table that was
wanted there: a table beside its players costs no bus."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What a table process has to do. ``busy``: the share of one core that it used lately."""

    tables: int
    busy: float = 0.0
    draining: bool = False


def place(loads: Mapping[str, Load], near: str | None = None) -> str | None:
    """Return the process that a new table is to run at, ``None`` if there is none.

    ``near`` is where it is wanted: it stays there unless that has a good deal more to do than the
    least burdened one.
    """
    open_to = {pid: load for pid, load in loads.items() if not load.draining}
    if not open_to:
        return None
    least = min(open_to, key=lambda pid: (_weight(open_to[pid]), pid))
    if near in open_to and _weight(open_to[near]) <= _NEAR * (
        _weight(open_to[least]) + _NEAR_TABLES
    ):
        return near
    return least


def _weight(load: Load) -> float:
    """Return tables, each counted the more the busier its process is."""
    return load.tables * (1 + load.busy)


def heir(code: str, alive: Iterable[str]) -> str | None:
    """Return the process that takes the table ``code`` over; ``None`` if nobody is alive.

    The highest of the keyed digests: who is gone changes nothing for the tables of all others.
    """

    def rank(pid: str) -> bytes:
        return hashlib.blake2b(code.encode(), key=pid.encode()[:64], digest_size=8).digest()

    return max(alive, key=lambda pid: (rank(pid), pid), default=None)
