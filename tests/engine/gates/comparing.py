"""What a comparison of worlds ends in: a difference, or how much was really compared."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Coverage", "Difference"]


class Difference(AssertionError):
    """A viewer was sent something that the rules do not grant."""


@dataclass(slots=True)
class Coverage:
    """How much was really compared: viewer-steps with at least one truly different twin."""

    wanted: set[tuple[int, int]] = field(default_factory=set)
    reached: set[tuple[int, int]] = field(default_factory=set)
    comparisons: int = 0
    sorts: Counter[str] = field(default_factory=Counter)
    """Comparisons by what the viewer is, where a game tells the dead from the living."""
