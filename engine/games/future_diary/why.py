"""Why an act went as it did, for each seat, from what that seat may know (FD-10.7, FD-16).

The lines are made from :class:`Known` alone: own orders, own notices, what was read, asked and
answered by this seat, and the public deaths. No reason of a failed kill is among it, except as the
Murder Diary foretold it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.event import Value
from engine.games.future_diary import change, notices
from engine.games.future_diary.alliances import deliverable
from engine.games.future_diary.diaries.page import Line, Lines, Projected
from engine.games.future_diary.finals import own_day, penalty
from engine.games.future_diary.foresight import projected
from engine.games.future_diary.model import Day, Final, Seat, Sheet
from engine.games.future_diary.outcome import Closed, Locked
from engine.games.future_diary.terms import Kind, Mode, NoChange, NoticeCode, Role, WhyCode
from engine.games.future_diary.visible import as_order, truth

__all__ = ["Known", "why"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What one living seat knows of an act that has just been closed.

    ``before`` and ``now`` are the seat itself at ``lock`` and after; ``own`` its last own day
    order; ``hand`` how its final action came about, which says of a control no more than that.
    """

    before: Seat
    now: Seat
    rests: bool
    sheet: Sheet
    own: Day
    changed: bool
    final: Day
    hand: WhyCode
    items: Lines
    prey: tuple[tuple[int, bool], ...]
    foretold: tuple[Projected, ...]
    windows: tuple[NoChange | None, NoChange | None]
    proposals: tuple[int, ...]
    accepted: int | None
    prompts: tuple[str, ...]
    answered: bool
    deaths: tuple[int, ...]

    def told(self, code: NoticeCode) -> Lines:
        """Return the notices of one kind."""
        return tuple(item for item in self.items if item["code"] == code)


def why(closed: Closed) -> Mapping[int, Lines]:
    """Return the lines of every living seat."""
    items = notices.items(closed)
    return MappingProxyType(
        {n: tuple(_lines(_known(closed, n, items[n]))) for n in closed.world.living}
    )


def _known(closed: Closed, number: int, items: Lines) -> Known:
    act = closed.outcome
    locked, before = act.locked, act.locked.world.seats[number]
    final, sheet = act.finals[number], locked.sheets[number]
    murder = before.role is Role.THIRD and sheet.diary is not None and number not in locked.jammed
    return Known(
        before=before,
        now=closed.world.seats[number],
        rests=before.rests(locked.world.act),
        sheet=sheet,
        own=own_day(locked, act.inputs, number),
        changed=number in act.inputs.changes,
        final=final.day,
        hand=_hand(locked, number, final),
        items=items,
        prey=notices.prey(closed, number),
        foretold=projected(locked, number) if murder else (),
        windows=(change.why_not(locked, number, 1), change.why_not(locked, number, 2)),
        proposals=deliverable(locked).get(number, ()),
        accepted=act.inputs.answers.get(number),
        prompts=act.prompts.get(number, ()),
        answered=number in closed.words.said,
        deaths=closed.deaths,
    )


def _hand(locked: Locked, number: int, final: Final) -> WhyCode:
    """Say how the final action came about, as far as the seat may know.

    Who serves a penalty and is controlled to the very same action reads of the penalty alone: its
    notice is the same for both (FD-7.11), and that somebody pulled strings too is nobody's to tell.
    """
    due = penalty(locked, number)
    masked = bool(due) and final.day.kind is locked.sheets[number].day.kind
    return _HANDS.get(due if masked else final.by, WhyCode.CONTROLLED)


_HANDS: Mapping[str, WhyCode] = MappingProxyType(
    {
        "submitted": WhyCode.CARRIED,
        "change": WhyCode.CHANGED,
        "forced": WhyCode.FORCED,
        "silence": WhyCode.SILENCED,
    }
)


def _line(code: WhyCode, **fields: Value) -> Line:
    return {"code": code, **fields}


def _lines(known: Known) -> Iterator[Line]:
    yield from _day(known)
    yield from _deed(known)
    yield from _kills(known)
    yield from _alliances(known)
    yield from _diary(known)
    yield from _fate(known)


def _day(known: Known) -> Iterator[Line]:
    """Why the final action is what it is (FD-7.5)."""
    order = as_order(truth(known.final))
    submitted, own = known.sheet.day, as_order(truth(known.own))
    match known.hand:
        case WhyCode.CARRIED if known.rests:
            yield _line(WhyCode.RESTED)
        case WhyCode.CHANGED:
            yield _line(WhyCode.CHANGED, order=order, before=as_order(truth(submitted)))
        case WhyCode.CONTROLLED:
            yield _line(WhyCode.CONTROLLED, order=order, before=own)
        case hand:
            yield _line(hand, order=order)
    if known.hand is WhyCode.CONTROLLED and submitted.kind is Kind.ALLY:
        yield _line(WhyCode.PROPOSAL_LAPSED, seat=submitted.target)
    if known.hand is WhyCode.CONTROLLED and submitted.kind is Kind.BREAK:
        yield _line(WhyCode.BREAK_LAPSED)


def _deed(known: Known) -> Iterator[Line]:
    """Say what came of a probe, a flight or a disguise."""
    for probe in known.told(NoticeCode.PROBED):
        if probe["role"] is None:
            yield _line(WhyCode.PROBE_EMPTY, seat=probe["seat"])
        else:
            yield _line(WhyCode.PROBE_FOUND, seat=probe["seat"], role=probe["role"])
    if known.told(NoticeCode.FLEE_SPENT):
        yield _line(WhyCode.FLED)
    elif known.final.kind is Kind.FLEE and not known.before.charge:
        yield _line(WhyCode.FLEE_EMPTY)
    struck = tuple(item["seat"] for item in known.told(NoticeCode.COUNTERED))
    if struck:
        yield _line(WhyCode.DISGUISE_STRUCK, seats=struck)
    elif known.final.kind is Kind.DISGUISE:
        yield _line(WhyCode.DISGUISE_QUIET)


def _kills(known: Known) -> Iterator[Line]:
    """Whether targets died, and for 3rd what its diary foretold; nothing else (FD-10.7)."""
    for target, night in known.prey:
        code = WhyCode.KILL_DIED if target in known.deaths else WhyCode.KILL_UNTOLD
        yield _line(code, target=target, night=night)
    for kill in known.foretold:
        yield _line(WhyCode.KILL_FORETOLD, target=kill.target, night=kill.night, reason=kill.reason)
    if known.told(NoticeCode.CHARGE_BACK):
        yield _line(WhyCode.CHARGE_BACK)


def _alliances(known: Known) -> Iterator[Line]:
    """How an alliance came about or came to nothing, and why one ended (FD-8)."""
    formed = [_seats(item) for item in known.told(NoticeCode.ALLIED)]
    for seats in formed:
        yield _line(WhyCode.ALLIED, seats=seats, how=_how(known, seats))
    for item in known.told(NoticeCode.NO_ALLIANCE):
        yield _line(WhyCode.REFUSED, seat=item["seat"])
    if known.accepted is not None and not any(known.accepted in seats for seats in formed):
        yield _line(WhyCode.YES_IN_VAIN, seat=known.accepted)
    for item in known.told(NoticeCode.ALLIANCE_ENDED):
        yield _line(WhyCode.ENDED, seats=_seats(item), how=_end(known, _seats(item)))


def _how(known: Known, seats: tuple[int, ...]) -> str:
    skills, diary = known.sheet.skills, known.sheet.diary
    asked = known.final.kind is Kind.ALLY and known.final.target in seats
    union = diary is not None and diary.mode is Mode.UNION and bool({*diary.picks} & {*seats})
    if asked or union or skills.heart_link in seats:
        return "own"
    if known.accepted in seats:
        return "accepted"
    if known.before.role is Role.FIRST and {*known.proposals} & {*seats}:
        return "cowardice"
    return "taken"


def _end(known: Known, seats: tuple[int, ...]) -> str:
    if {*known.deaths} & {*seats}:
        return "death"
    if known.told(NoticeCode.CHOSE_HER):
        return "chose_her"
    return "broken" if known.final.kind is Kind.BREAK else "untold"


def _seats(item: Line) -> tuple[int, ...]:
    seats = item["seats"]
    assert isinstance(seats, tuple)
    return tuple(int(str(seat)) for seat in seats)


def _diary(known: Known) -> Iterator[Line]:
    """Why the day order could be changed or not (FD-7.2)."""
    waves = tuple(wave for wave, reason in enumerate(known.windows, 1) if reason is None)
    if waves:
        yield _line(WhyCode.MAY_CHANGE, waves=waves, made=known.changed)
        return
    reason = next(r for r in known.windows if r is not NoChange.OTHER_WAVE)
    yield _line(WhyCode.NO_CHANGE, reason=reason)


def _fate(known: Known) -> Iterator[Line]:
    """Why the seat is still alive, what it was asked, and what it gained."""
    for item in known.told(NoticeCode.AVERTED):
        yield _line(WhyCode.AVERTED, layer=item["layer"])
    for item in known.told(NoticeCode.BORNE):
        yield _line(WhyCode.BORNE, seat=item["seat"])
    for prompt in known.prompts:
        yield _line(WhyCode.PROMPTED, prompt=prompt, answered=known.answered)
    if known.told(NoticeCode.NIGHT_RIGHT):
        how = "chose_her" if known.told(NoticeCode.CHOSE_HER) else "half_god"
        yield _line(WhyCode.NIGHT_RIGHT, how=how)
    if known.told(NoticeCode.LAW_LET_GO):
        yield _line(WhyCode.LAW_LET_GO)
