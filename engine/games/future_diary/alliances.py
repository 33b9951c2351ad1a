"""R2: alliances form (FD-8.5), each pair if both parties are then unallied.

Order: Heart Link, Union, mutual proposals, other proposals that were accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.games.future_diary.ledger import meet
from engine.games.future_diary.model import World
from engine.games.future_diary.outcome import Formed, Inputs, Locked, Outcome
from engine.games.future_diary.terms import Kind, Loop, Mode, Role, Via

__all__ = ["deliverable", "form", "replies"]

Party = frozenset[int]


def deliverable(locked: Locked) -> dict[int, tuple[int, ...]]:
    """Return by target the seats whose proposals are shown to it at ``foresight_1`` (FD-8.4).

    A proposal to a seat that is already allied is not delivered (FD-8.3).
    """
    shown: dict[int, tuple[int, ...]] = {}
    for proposer, sheet in sorted(locked.sheets.items()):
        target = sheet.day.target
        if sheet.day.kind is Kind.ALLY and target and not locked.world.allies(target):
            shown[target] = (*shown.get(target, ()), proposer)
    return shown


def replies(locked: Locked, inputs: Inputs) -> Mapping[int, int | None]:
    """Return by target the proposer it says *yes* to; 1st cannot refuse (FD-8.6, FD-12.2.3)."""
    said = dict(inputs.answers)
    first = locked.world.holder(Role.FIRST)
    if first is None or first in locked.void:
        return said
    proposers = deliverable(locked).get(first, ())
    if proposers and said.get(first) not in proposers:
        said[first] = min(proposers)
    return said


def form(act: Outcome, answers: Mapping[int, int | None]) -> Outcome:
    """Return the act with its alliances formed; ``answers`` as :func:`replies` gives them."""
    proposals = {
        n: final.day.target
        for n, final in sorted(act.finals.items())
        if final.kind is Kind.ALLY and final.day.target is not None
    }
    world, formed = act.world, []
    for wish in (
        *_heart_link(act),
        *_union(act),
        *_mutual(act.world, proposals),
        *_accepted(act, proposals, answers),
    ):
        if wish.pair is not None and not any(world.allies(min(party)) for party in wish.pair):
            world = meet(world, *wish.pair, wish.via)
            world = replace(world, alliances=(*world.alliances, wish.pair))
            formed.append(wish)
        elif wish.via is not Via.ALLIANCE:
            formed.append(replace(wish, pair=None))
    together = {frozenset(made.pair) for made in formed if made.pair is not None}
    declined = tuple(
        (proposer, target)
        for proposer, target in proposals.items()
        if frozenset({world.party(proposer), world.party(target)}) not in together
    )
    return replace(act, world=world, formed=tuple(formed), declined=declined)


def _heart_link(act: Outcome) -> Iterator[Formed]:
    """Two blind picks of the halves of 7th (FD-12.8.5); a void half's pick counts for nothing."""
    picks = {
        n: pick
        for n, sheet in sorted(act.locked.sheets.items())
        if (pick := sheet.skills.heart_link) is not None
    }
    if not picks:
        return
    agreed = {pick for n, pick in picks.items() if n not in act.locked.void}
    both = len(picks) == len(act.world.party(min(picks))) and not act.locked.void & set(picks)
    pair = None
    if both and len(agreed) == 1:
        pair = (act.world.party(min(picks)), act.world.party(agreed.pop()))
    yield Formed(via=Via.HEART_LINK, authors=tuple(picks), pair=pair)


def _union(act: Outcome) -> Iterator[Formed]:
    """8th finds a fellow of the first loop, who is not asked (FD-12.9.4)."""
    for number, sheet in sorted(act.locked.sheets.items()):
        if sheet.diary is not None and sheet.diary.mode is Mode.UNION:
            (other,) = sheet.diary.picks
            found = number in act.locked.used and act.world.seats[other].loop is Loop.FIRST
            parties = (act.world.party(number), act.world.party(other))
            yield Formed(via=Via.UNION, authors=(number,), pair=parties if found else None)


def _mutual(world: World, proposals: Mapping[int, int]) -> Iterator[Formed]:
    """Yield A to B and B to A, where parties count, not seats."""
    wishes: dict[Party, Party] = {}
    authors: dict[Party, int] = {}
    for proposer, target in proposals.items():
        wishes[world.party(proposer)] = world.party(target)
        authors[world.party(proposer)] = proposer
    for one, two in wishes.items():
        if wishes.get(two) == one and min(one) < min(two):
            both = (authors[one], authors[two])
            yield Formed(via=Via.ALLIANCE, authors=both, pair=(one, two))


def _accepted(
    act: Outcome, proposals: Mapping[int, int], answers: Mapping[int, int | None]
) -> Iterator[Formed]:
    """Yield what the other answered with *yes*, by ascending proposer seat."""
    for proposer, target in proposals.items():
        if answers.get(target) == proposer:
            pair = (act.world.party(proposer), act.world.party(target))
            yield Formed(via=Via.ALLIANCE, authors=(proposer,), pair=pair)
