"""Akise, the Detective Diary: a guess at somebody's final action (only after Proof, FD-12.14.3).

It has no report: the guess is judged on the final action and told in ``notices``.
"""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines
from engine.games.future_diary.model import DiaryOrder
from engine.games.future_diary.terms import ReportCode

__all__ = ["choice"]


def choice(order: DiaryOrder) -> Lines:
    """FD-6.14: return what the Watcher copies of it, the guess."""
    return tuple({"code": ReportCode.CHOICE, "kind": order.kind, "seat": n} for n in order.picks)
