"""1st, the Indiscriminate Diary: the submitted orders of up to three seats, and their diary use."""

from __future__ import annotations

from typing import Final

from engine.games.future_diary.diaries.page import Lines, Page, actions

__all__ = ["read"]

_PICKS: Final = 3


def read(page: Page) -> Lines:
    """FD-6.8: per pick day and night as submitted, and ``diary_used``.

    Picks beyond three are Rescue's (FD-12.2.4), a skill: where it is void they read nothing.
    """
    free = _PICKS + page.owner.extra_pick
    picks = page.order.picks[:free] if page.void else page.order.picks
    return tuple(actions(page.sight, n, day=True, night=True, used=True) for n in picks)
