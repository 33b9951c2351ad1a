"""3rd, the Murder Diary: whether the own kills will succeed, and if not, why."""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines, Page, line
from engine.games.future_diary.terms import ReportCode

__all__ = ["read"]


def read(page: Page) -> Lines:
    """FD-6.8, FD-6.10: per own kill order its projected success or the reason of its failure."""
    return tuple(
        line(
            ReportCode.KILL,
            target=kill.target,
            night=kill.night,
            success=kill.reason is None,
            reason=kill.reason,
        )
        for kill in page.kills
    )
