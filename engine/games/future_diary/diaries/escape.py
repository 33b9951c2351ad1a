"""9th, the Escape Diary: every order that is aimed at 9th."""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines, Page, aimed
from engine.games.future_diary.visible import against

__all__ = ["read"]


def read(page: Page) -> Lines:
    """FD-6.8: every order aimed at 9th, once as submitted and once as provisional final."""
    sight, owner = page.sight, page.owner.number
    return (
        *(aimed(deed, final=False) for deed in against(sight.submitted, owner)),
        *(aimed(deed, final=True) for deed in against(sight.provisional, owner)),
    )
