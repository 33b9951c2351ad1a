"""Lessons: a scripted game for each of the games, at a table of its own, and a guide through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from tui.lessons.lesson import Lesson

__all__ = ["FINISHED", "LESSONS", "finished", "lesson_of", "with_finished"]

FINISHED: Final = "lessons"
"""Name of the player's setting: the games whose lessons they have finished."""

LESSONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "love_letter": "tui.lessons.love_letter",
        "future_diary": "tui.lessons.future_diary",
        "no81": "tui.lessons.no81",
    }
)
"""Game ids to the modules that hold their ``LESSON``."""


@cache
def lesson_of(game: str) -> Lesson:
    """Return the lesson of ``game``; raise ``KeyError`` for a game without one."""
    return cast("Lesson", import_module(LESSONS[game]).LESSON)


def finished(settings: Mapping[str, Any]) -> Sequence[str] | None:
    """Return the games whose lessons are finished; ``None`` for whoever was never offered any."""
    kept = settings.get(FINISHED)
    return [game for game in LESSONS if game in kept] if isinstance(kept, list) else None


def with_finished(settings: Mapping[str, Any], game: str = "") -> dict[str, Any]:
    """Return the setting of somebody who has looked at the lessons, or finished one."""
    done = {*(finished(settings) or ()), game}
    return {FINISHED: [known for known in LESSONS if known in done]}
