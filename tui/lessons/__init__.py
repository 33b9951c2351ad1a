"""Lessons: a scripted game for each of the games, at a table of its own, and a guide through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from tui.lessons.lesson import Lesson

__all__ = [
    "FINISHED", "LESSONS", "REACHED", "finished", "lesson_of", "reached", "with_finished",
    "with_reached",
]  # fmt: skip

FINISHED: Final = "lessons"
"""Name of the player's setting: the games whose lessons they have finished."""

REACHED: Final = "lessons_at"
"""Name of the player's setting: at which step they left a game's lesson."""

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


def reached(settings: Mapping[str, Any], game: str) -> int:
    """Return at which step the player left a game's lesson; 0 for the beginning."""
    kept = settings.get(REACHED)
    at = kept.get(game) if isinstance(kept, dict) else None
    return at if isinstance(at, int) and at > 0 else 0


def with_reached(settings: Mapping[str, Any], game: str, at: int) -> dict[str, Any]:
    """Return the setting of somebody who leaves a game's lesson at a step."""
    every = {known: reached(settings, known) for known in LESSONS} | {game: at}
    return {REACHED: {known: step for known, step in every.items() if step}}
