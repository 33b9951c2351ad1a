"""A worker's part of the bounds that hold for a whole server.

Workers share a port, and the system deals out connections among them by chance. So a worker's part
is what it gets on average and three standard deviations of that: hardly anybody is turned away
whom one process would have let in, and a whole server stays near what its host has set.
"""

from __future__ import annotations

import math
from dataclasses import replace

from server.settings import Limits

__all__ = ["part_of", "parts"]


def part_of(most: float, workers: int) -> float:
    """Return one worker's part of a bound; never more than the whole of it."""
    even = most / workers
    return min(most, even + 3 * math.sqrt(even * (1 - 1 / workers)))


def parts(limits: Limits, workers: int) -> Limits:
    """Return the bounds of each of ``workers`` processes.

    What is counted for one connection, session or moment is the same in each.
    """

    def whole(most: int) -> int:
        return math.ceil(part_of(most, workers))

    return replace(
        limits,
        handshakes=whole(limits.handshakes),
        handshakes_per_address=whole(limits.handshakes_per_address),
        connects_burst=whole(limits.connects_burst),
        connects_per_minute=part_of(limits.connects_per_minute, workers),
        connections=whole(limits.connections),
        sessions=whole(limits.sessions),
        sessions_per_address=whole(limits.sessions_per_address),
        sessions_per_identity=whole(limits.sessions_per_identity),
    )
