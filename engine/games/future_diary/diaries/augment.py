"""8th, the Augment Diary: it tells its owner nothing and works on other diaries (FD-12.9.1).

What it does is done at ``lock`` (the jam) and at ``close`` (the gifts, Union).
"""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines
from engine.games.future_diary.model import DiaryOrder
from engine.games.future_diary.terms import ReportCode

__all__ = ["choice"]


def choice(order: DiaryOrder) -> Lines:
    """FD-6.14: return what the Watcher copies of it, the chosen effect and seat."""
    return tuple({"code": ReportCode.CHOICE, "mode": order.mode, "seat": n} for n in order.picks)
