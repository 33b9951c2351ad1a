"""Who may change its day order after foresight (FD-7.2, FD-7.3)."""

from __future__ import annotations

from engine.games.future_diary.diaries import watcher
from engine.games.future_diary.model import Seat
from engine.games.future_diary.outcome import Locked
from engine.games.future_diary.roles import ROLES
from engine.games.future_diary.terms import Kind, NoChange, Role

__all__ = ["why_not"]


def why_not(locked: Locked, number: int, wave: int) -> NoChange | None:
    """Return why a living seat may not change in the window after ``wave``; None: it may."""
    seat = locked.world.seats[number]
    if seat.rests(locked.world.act):
        return NoChange.RESTING
    partner = locked.world.partner(number)
    owner = seat if partner is None else locked.world.seats[partner]
    return _bound(locked, seat) or _unread(locked, owner, wave)


def _bound(locked: Locked, seat: Seat) -> NoChange | None:
    """Say why the own day order cannot be changed, whatever is read."""
    act = locked.world.act
    if seat.silenced == act:
        return NoChange.SILENCED
    if seat.forced == act:
        return NoChange.FORCED
    if locked.sheets[seat.number].day.kind in {Kind.ALLY, Kind.BREAK}:
        return NoChange.ALLY_OR_BREAK
    return None


def _unread(locked: Locked, owner: Seat, wave: int) -> NoChange | None:
    """Say why the diary of ``owner`` (for 7th the resting half) gives no report here.

    Only the own sheet is looked at: that skills are void is told to nobody.
    """
    number, sheet = owner.number, locked.sheets[owner.number]
    order, paid = sheet.diary, (sheet.skills.use_follower, sheet.skills.law)
    if number in locked.jammed:
        return NoChange.JAMMED
    if order is None:
        return NoChange.NOT_USED if paid == (None, None) else NoChange.FORGONE
    match owner.role:
        case Role.SECOND:
            return None  # both windows; the last change counts
        case Role.EIGHTH | Role.AKISE | Role.MURMUR:
            return NoChange.NO_REPORT
        case Role.ELEVENTH:
            waves = {watcher.wave_of(locked, pick) for pick in order.picks} - {0}
        case _:
            card = ROLES[owner.role].diary
            waves = {card.wave} if card is not None else set()
    if not waves:
        return NoChange.NO_REPORT
    return None if wave in waves else NoChange.OTHER_WAVE
