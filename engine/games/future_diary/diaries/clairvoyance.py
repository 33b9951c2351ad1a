"""6th, the Clairvoyance Diary: what the living neighbours will finally do."""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines, Page, line
from engine.games.future_diary.terms import ReportCode
from engine.games.future_diary.visible import as_order

__all__ = ["read"]


def read(page: Page) -> Lines:
    """FD-6.8: per living neighbour its provisional final action and ``diary_used``.

    A dead neighbour is not replaced by the next seat (FD-2.6).
    """
    around = [n for n in page.world.neighbours(page.owner.number) if page.world.seats[n].alive]
    return tuple(
        line(
            ReportCode.FINAL,
            seat=n,
            final=as_order(page.sight.finals[n]),
            used=n in page.sight.used,
        )
        for n in sorted(set(around))
    )
