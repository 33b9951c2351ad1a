"""The two change windows: answers to proposals, a better day order, Law's pick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.bots.future_diary.filling import Filling
from engine.bots.future_diary.mind import Mind
from engine.games.future_diary.terms import Kind, ReportCode

__all__ = ["aimed_at_me", "change"]

_TRUST: Final = 0.5
"""An enemy likelier than this gets no alliance."""


def change(mind: Mind, form: Filling) -> None:
    """Fill in a window: yes to the best proposal, Law, and a change where a report calls for it."""
    askers = sorted(map(int, form.offers("accept")), key=lambda n: (mind.foe(n), n))
    if askers and mind.foe(askers[0]) <= _TRUST:
        form.put("accept", askers[0])
    _law(mind, form)
    if not form.offers("day"):
        return
    killers = set(aimed_at_me(mind))
    if killers:
        _hide(mind, form, killers)
    elif mind.prey and mind.prey[0] in mind.sight.known and _has_better(mind):
        form.put("day", Kind.KILL)
        form.put("day.target", mind.prey[0])


def aimed_at_me(mind: Mind) -> Iterator[int]:
    """Yield who is seen to aim a kill at this seat in this act (0: somebody)."""
    mine = mind.sight.seat
    for act, line in mind.sight.lines():
        if act != mind.sight.act:
            continue
        match line["code"]:
            case ReportCode.AGAINST if line["kind"] == Kind.KILL:
                yield line["seat"]
            case ReportCode.AIMED if line["yes"]:
                yield 0
            case ReportCode.SWEEP if mine in line["targets"]:
                yield line["seat"]
            case ReportCode.ACTIONS | ReportCode.FINAL:
                orders = [line.get(part) or {} for part in ("day", "night", "final")]
                if any(o.get("kind") == Kind.KILL and mine in o["targets"] for o in orders):
                    yield line["seat"]
            case _:
                pass


def _hide(mind: Mind, form: Filling, killers: set[int]) -> None:
    """Strike back from behind a disguise if all killers are known, else run."""
    if killers <= mind.sight.known.keys() and form.put("day", Kind.DISGUISE):
        return
    if not form.put("day", Kind.FLEE):
        form.put("day", Kind.DISGUISE)


def _has_better(mind: Mind) -> bool:
    """Return whether the order on the sheet is no kill already."""
    return f"day={Kind.KILL}" not in (mind.sight.page.get("sheet") or ())


def _law(mind: Mind, form: Filling) -> None:
    """Take the worst enemy's day away."""
    if form.put("law.seat", *mind.foes):
        form.put("law.kind", Kind.NONE)
