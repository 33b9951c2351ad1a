"""The skills of the characters in words (N81-16, N81-17); their texts come with them."""

from __future__ import annotations

from tui.texts.no81.packs import called, says

__all__ = ["skill_name", "skill_text"]


def skill_name(skill: str) -> str:
    """Return a skill's name, at most 24 cells for those that we ship."""
    return called(skill)


def skill_text(skill: str) -> str:
    """Return what a skill does; empty if it is not known."""
    return says(skill)
