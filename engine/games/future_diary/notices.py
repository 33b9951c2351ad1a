"""What each seat is told at ``notices``: one private block for every living one (FD-10.6, FD-16).

Every item stands in the visibility table of section 16 for its reader; what is not listed there is
told to nobody. Nothing here depends on which kill did what: a killer reads only who died (FD-10.7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from engine.event import Value
from engine.games.future_diary import information
from engine.games.future_diary.diaries.page import Line, Lines
from engine.games.future_diary.model import Sheet
from engine.games.future_diary.outcome import Closed
from engine.games.future_diary.terms import Cause, Code, Kind, Loop, NoticeCode, Role, Via
from engine.games.future_diary.visible import as_order, truth

__all__ = ["died_of", "items", "prey"]


def items(closed: Closed) -> Mapping[int, Lines]:
    """Return the items of each living seat, never none (FD-16.2), in the order of FD-10.6.

    The one dead seat that is still told something is 10th, of its killers (FD-12.11.2).
    """
    told = {n: tuple(_items(closed, n)) for n in closed.world.living}
    told = {n: mine or (_item(NoticeCode.NOTHING),) for n, mine in told.items()}
    told |= {
        n: (_names(NoticeCode.AWAKENED, died_of(closed, n)),)
        for n in closed.deaths
        if _awakes(closed, n)
    }
    return MappingProxyType(told)


def prey(closed: Closed, seat: int) -> tuple[tuple[int, bool], ...]:
    """Return the targets of a seat's kills, (seat, night), as it knows them by its own orders."""
    final = closed.outcome.finals[seat].day
    night = closed.outcome.locked.sheets.get(seat, Sheet()).night
    hits = final.hits if final.kind is Kind.KILL else ()
    later = night.hits if night.followup is None else (*night.hits, night.followup)
    return (*((hit.target, False) for hit in hits), *((hit.target, True) for hit in later))


def died_of(closed: Closed, seat: int) -> tuple[tuple[int, str], ...]:
    """Return the killers whose kills stand on ``seat``, and their shown roles (FD-5.8)."""
    killers = {
        effect.author
        for effect in closed.effects
        if effect.victim == seat
        and effect.code is Code.DEAD
        and effect.cause in {Cause.KILL, Cause.COUNTER}
    }
    return tuple((n, closed.world.seats[n].shown_role) for n in sorted(killers))


def _item(code: NoticeCode, **fields: Value) -> Line:
    return {"code": code, **fields}


def _items(closed: Closed, seat: int) -> Iterator[Line]:
    yield from _information(closed, seat)
    yield from _own_final(closed, seat)
    yield from _alliances(closed, seat)
    yield from _own_deeds(closed, seat)
    yield from _attacks(closed, seat)
    yield from _last_words(closed, seat)
    yield from _granted(closed, seat)


# --- FD-10.6, 3 -----------------------------------------------------------------------------


def _information(closed: Closed, seat: int) -> Iterator[Line]:
    act, world = closed.outcome, closed.world
    for probe in information.probes(act, world):
        if probe.by == seat:
            yield _item(NoticeCode.PROBED, seat=probe.seat, role=probe.role)
    for guess in information.truths(act, world):
        if guess.by == seat:
            yield _item(NoticeCode.TRUTH, seat=guess.seat, kind=guess.kind, right=guess.right)
    for guess in information.detective(act, world):
        if seat in {guess.by, *_still_allied(closed, guess.by)}:
            yield _item(
                NoticeCode.DETECTIVE,
                of=guess.by,
                seat=guess.seat,
                kind=guess.kind,
                right=guess.right,
            )
    for found in information.faith(act, world):
        if found.by == seat:
            yield _item(NoticeCode.FAITH, seat=found.seat, found=found.found)
    for sight in information.gods_view(act, world):
        if sight.by == seat:
            order = as_order(sight.order)
            yield _item(NoticeCode.GODS_VIEW, seat=sight.seat, order=order, used=sight.used)


def _still_allied(closed: Closed, seat: int) -> frozenset[int]:
    """Return who reads a diary along: allies since before this act, who still are (FD-8.9)."""
    return closed.outcome.locked.world.allies(seat) & closed.world.allies(seat)


# --- FD-10.6, 4 -----------------------------------------------------------------------------


def _own_final(closed: Closed, seat: int) -> Iterator[Line]:
    final = closed.outcome.finals[seat]
    if final.by not in {"submitted", "change"}:
        yield _item(NoticeCode.NOT_BY_OWN_HAND, order=as_order(truth(final.day)))


def _alliances(closed: Closed, seat: int) -> Iterator[Line]:
    party = closed.world.party(seat)
    for formed in closed.outcome.formed:
        if formed.pair is not None and party in formed.pair:
            yield _item(NoticeCode.ALLIED, seats=_others(formed.pair, party))
        elif formed.pair is None and party & set(formed.authors):
            union = formed.via is Via.UNION
            yield _item(NoticeCode.UNION_NOTHING if union else NoticeCode.HEART_LINK_NOTHING)
    for proposer, target in closed.outcome.declined:
        if proposer == seat:
            yield _item(NoticeCode.NO_ALLIANCE, seat=target)
    for pair in closed.ended:
        if party in pair:
            yield _item(NoticeCode.ALLIANCE_ENDED, seats=_others(pair, party))
    if closed.chose_her is not None and seat in closed.chose_her:
        (other,) = set(closed.chose_her) - {seat}
        yield _item(NoticeCode.CHOSE_HER, seat=other)


def _others(pair: tuple[frozenset[int], frozenset[int]], party: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(pair[1] if party == pair[0] else pair[0]))


def _own_deeds(closed: Closed, seat: int) -> Iterator[Line]:
    if seat in closed.outcome.fleeing:
        yield _item(NoticeCode.FLEE_SPENT)
    if seat in closed.charged:
        yield _item(NoticeCode.CHARGE_BACK)
    blows = (blow for blow in closed.outcome.blows if blow.target == seat)
    struck = {blow.author for blow in blows if blow.code is Code.COUNTERED}
    for attacker in sorted(struck):
        yield _item(NoticeCode.COUNTERED, seat=attacker)
    for target in dict.fromkeys(target for target, _ in prey(closed, seat)):
        yield _item(NoticeCode.KILL_RESULT, target=target, died=target in closed.deaths)
    if closed.outcome.locked.forgone.get(seat) == "law" and closed.outcome.inputs.law is None:
        yield _item(NoticeCode.LAW_LET_GO)


def _attacks(closed: Closed, seat: int) -> Iterator[Line]:
    """Tell what befell the seat, to the roles that read it; others are not told."""
    act, now = closed.outcome, closed.world.seats[seat]
    if now.role is Role.NINTH and act.targets.get(seat) and "half_god" not in now.spent:
        yield _item(NoticeCode.WAS_TARGET)
    if now.role is Role.SECOND:
        # By role, not by seat: the order of the notes must not place their killers.
        for killer, role, first in sorted(act.attackers, key=lambda a: (not a[2], a[1])):
            yield _item(NoticeCode.ATTACKED, role=role, seat=killer if first else None)
    mine = [effect for effect in closed.effects if effect.victim == seat]
    if any(effect.code is Code.ABSORBED for effect in mine):
        layer = "control" if now.role is Role.SECOND else "double"
        yield _item(NoticeCode.AVERTED, layer=layer)
    if closed.half_god == seat:
        yield _item(NoticeCode.AVERTED, layer="half_god")
    for bearer in sorted({e.moved_to for e in mine if e.moved_to is not None}):
        yield _item(NoticeCode.BORNE, seat=bearer)


def _last_words(closed: Closed, seat: int) -> Iterator[Line]:
    if seat in closed.awakened:
        yield _names(NoticeCode.AWAKENED, closed.awakened[seat])
    if closed.will and closed.world.seats[seat].role is Role.FIRST:
        yield _names(NoticeCode.WILL, closed.will)


def _awakes(closed: Closed, seat: int) -> bool:
    return "awakening" in closed.outcome.prompts.get(seat, ())


def _names(code: NoticeCode, known: tuple[tuple[int, str], ...]) -> Line:
    return _item(code, seats=tuple(n for n, _ in known), roles=tuple(role for _, role in known))


# --- FD-10.6, 2, 5 and 6 --------------------------------------------------------------------


def _granted(closed: Closed, seat: int) -> Iterator[Line]:
    before, now = closed.outcome.locked.world.seats[seat], closed.world.seats[seat]
    rights = [s.night_right or s.loop is Loop.FIRST for s in (before, now)]
    if rights == [False, True]:
        yield _item(NoticeCode.NIGHT_RIGHT)
    for holder, token in closed.gifts:
        if holder == seat:
            yield _item(NoticeCode.GIFT, token=token)
    if closed.proof == seat:
        yield _item(NoticeCode.PROOF)
