"""What all pages with a list share: the keys that walk it, and which part of it is in sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["STEPS", "first_in_sight"]

STEPS: Final[Mapping[str, int]] = {
    "up": -1, "down": 1, "pageup": -8, "pagedown": 8, "home": -9999, "end": 9999,
}  # fmt: skip
"""By how many rows a key moves the highlight; the ends are farther than any list is long."""


def first_in_sight(at: int, count: int, height: int) -> int:
    """Return the first of ``count`` rows to show on ``height`` rows, row ``at`` in the middle."""
    return max(0, min(at - height // 2, count - height))
