"""The parts that a long game falls into: rounds or acts, as its events number them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["chapter_of", "chapters"]


def chapter_of(event: Mapping[str, Any]) -> int:
    """Return the number of the round or act that an event names, 0 for none."""
    for name in ("round", "act"):
        found = event.get(name)
        if isinstance(found, int) and not isinstance(found, bool):
            return found
    return 0


def chapters(events: Iterable[Mapping[str, Any]]) -> list[int]:
    """Return the indices of the events that begin a round or act: a number not reached before.

    The events may be one viewer's or all of a game's public fields; an event that looks back at an
    earlier act begins nothing.
    """
    found, reached = [], 0
    for index, event in enumerate(events):
        number = chapter_of(event)
        if number > reached:
            reached = number
            found.append(index)
    return found
