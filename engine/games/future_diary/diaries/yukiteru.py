"""2nd, the Yukiteru Diary: everything about 1st, wherever 1st sits."""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines, Page, aimed, line
from engine.games.future_diary.terms import ReportCode, Role
from engine.games.future_diary.visible import against, as_order

__all__ = ["extension", "read"]


def read(page: Page) -> Lines:
    """FD-6.8: 1st's submitted orders, and every submitted order aimed at 1st with its actor.

    The diary means the true 1st (FD-5.8), and never its seat unless 2nd knows it.
    """
    first = page.world.holder(Role.FIRST)
    if first is None or not page.world.seats[first].alive:
        return ()
    known = first if page.world.knows(page.owner.number, first) else None
    sight = page.sight
    own = line(
        ReportCode.FIRST,
        seat=known,
        day=as_order(sight.days[first]),
        night=as_order(sight.nights[first]),
    )
    return (own, *(aimed(deed, final=False) for deed in against(sight.submitted, first)))


def extension(page: Page) -> Lines:
    """FD-6.8: whoever knows 1st reads its provisional final action and ``diary_used``, every act.

    It is no use of the diary (FD-6.13) and needs none.
    """
    first = page.world.holder(Role.FIRST)
    if first is None or not page.world.seats[first].alive:
        return ()
    if not page.world.knows(page.owner.number, first):
        return ()
    final = as_order(page.sight.finals[first])
    return (line(ReportCode.FIRST, seat=first, final=final, used=first in page.sight.used),)
