"""7th, the Exchange Diary: each half reads of the other, in the acts in which it rests."""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines, Page, line
from engine.games.future_diary.roles import MAN
from engine.games.future_diary.terms import Kind, ReportCode
from engine.games.future_diary.visible import against

__all__ = ["read"]


def read(page: Page) -> Lines:
    """FD-6.8: the man reads whether a kill is aimed at the woman, she how his kills will go."""
    if page.owner.half == MAN:
        woman = page.world.partner(page.owner.number)
        assert woman is not None, "7th is dealt as a pair"
        kills = [d for d in against(page.sight.submitted, woman) if d.order.kind is Kind.KILL]
        return (line(ReportCode.AIMED, yes=bool(kills)),)
    return tuple(
        line(ReportCode.SUCCESS, target=kill.target, night=kill.night, yes=kill.reason is None)
        for kill in page.kills
    )
