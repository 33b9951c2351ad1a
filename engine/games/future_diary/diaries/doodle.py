"""5th, the Doodle Diary: one seat's day in odd acts, its night in even ones."""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines, Page, actions

__all__ = ["read"]


def read(page: Page) -> Lines:
    """FD-6.8: odd act the pick's submitted day, even act its submitted night."""
    odd = page.sight.act % 2 == 1
    return tuple(actions(page.sight, n, day=odd, night=not odd) for n in page.order.picks)
