"""4th, the Search Diary: a sweep over all day kills, or a watch on one known seat."""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines, Page, actions, line
from engine.games.future_diary.terms import Kind, Mode, ReportCode

__all__ = ["read"]


def read(page: Page) -> Lines:
    """FD-6.8: sweep lists the submitted day kills; watch gives a seat's orders and diary use."""
    if page.order.mode is Mode.WATCH:
        return tuple(
            actions(page.sight, n, day=True, night=True, used=True) for n in page.order.picks
        )
    return tuple(
        line(ReportCode.SWEEP, seat=deed.actor, targets=deed.order.targets)
        for deed in page.sight.submitted
        if deed.order.kind is Kind.KILL and not deed.night
    )
