"""12th, the Justice Diary: search for a killer, then trail it."""

from __future__ import annotations

from engine.games.future_diary.diaries.page import Lines, Page, actions, line
from engine.games.future_diary.outcome import Locked
from engine.games.future_diary.terms import Kind, Mode, ReportCode, Role
from engine.games.future_diary.visible import Sight, against, sight

__all__ = ["hunted", "read"]


def read(page: Page) -> Lines:
    """FD-6.8: search says who, if anybody, is about to kill the pick; trail gives orders."""
    if page.order.mode is Mode.TRAIL:
        trail = page.owner.trail
        return () if trail is None else (actions(page.sight, trail, day=True, night=True),)
    return tuple(
        line(ReportCode.HUNTED, pick=pick, seat=_killer(page.sight, pick))
        for pick in page.order.picks
    )


def hunted(locked: Locked) -> int | None:
    """Return whom 12th trails from the next act on: the killer of the first pick that has one.

    The trail follows the shown actor (FD-12.13.1); of several killers the lowest seat; with an
    extra pick the first pick that has a killer counts (FD-12.9.2).
    """
    twelfth = locked.world.holder(Role.TWELFTH)
    if twelfth is None or twelfth not in locked.used:
        return None
    order = locked.sheets[twelfth].diary
    if order is None or order.mode is Mode.TRAIL:
        return None
    seen = sight(locked)
    found = (_killer(seen, pick) for pick in order.picks)
    return next((killer for killer in found if killer is not None), None)


def _killer(seen: Sight, pick: int) -> int | None:
    killers = [d.actor for d in against(seen.submitted, pick) if d.order.kind is Kind.KILL]
    return min(killers, default=None)
