"""10th, the Breeding Diary: dog A on any seat, dog B on a known one."""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines, Page, actions

__all__ = ["read"]


def read(page: Page) -> Lines:
    """FD-6.8, FD-12.11.1: A brings the submitted day, B day, night and ``diary_used``."""
    lines = tuple(actions(page.sight, n, day=True) for n in page.order.picks)
    dog_b = page.order.dog_b
    if dog_b is None:
        return lines
    return (*lines, actions(page.sight, dog_b, day=True, night=True, used=True))
