"""11th, the Watcher Diary: a copy of what another seat's own diary delivers (FD-6.14)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.future_diary.diaries.page import Lines, line
from engine.games.future_diary.outcome import Locked
from engine.games.future_diary.roles import ROLES
from engine.games.future_diary.terms import ReportCode

__all__ = ["LAST_WAVE", "copies", "wave_of"]

LAST_WAVE = 2


def wave_of(locked: Locked, watched: int) -> int:
    """Return the wave in which 11th reads of ``watched``, whose diary is used, else 0.

    The choices of 8th and Akise, who have no report, are seen in wave 1.
    """
    card = ROLES[locked.world.seats[watched].role].diary
    if watched not in locked.used or card is None:
        return 0
    return card.wave or 1


def copies(
    locked: Locked, owner: int, wave: int, delivered: Mapping[int, Lines]
) -> Mapping[int, Lines]:
    """Return by watched seat what 11th reads in this wave; ``delivered`` are used diaries' lines.

    "Nothing" of an unused diary is said in the last wave, whoever is watched: said any earlier it
    would tell of which wave that diary is, and with it something of the role.
    """
    order = locked.sheets[owner].diary
    picks = () if order is None else order.picks
    found = {n: delivered[n] for n in picks if n in delivered and n in locked.used}
    if wave == LAST_WAVE:
        found |= {n: (line(ReportCode.NOTHING),) for n in picks if not wave_of(locked, n)}
    return found
