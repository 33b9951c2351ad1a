"""What one diary is opened with, and the lines it may write (FD-6.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.event import Value
from engine.games.future_diary.model import DiaryOrder, Seat, World
from engine.games.future_diary.terms import Code, ReportCode
from engine.games.future_diary.visible import Deed, Sight, as_order

__all__ = ["Line", "Lines", "Page", "Projected", "actions", "aimed", "line"]

Line = Mapping[str, Value]
"""One line of a report: ``code`` and the fields that :class:`ReportCode` names for it."""

Lines = tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Projected:
    """One kill order of the own party and its projected failure, None for success (FD-6.10)."""

    target: int
    night: bool
    reason: Code | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One diary opened by its owner: how, in which world, and what there is to see.

    ``kills`` are those that Murder and Exchange ask about, empty for every other diary. ``void``:
    the owner's skills are void in this act.
    """

    sight: Sight
    world: World
    owner: Seat
    order: DiaryOrder
    void: bool = False
    kills: tuple[Projected, ...] = ()


def line(code: ReportCode, **fields: Value) -> Line:
    """Return one line of a report."""
    return {"code": code, **fields}


def actions(
    sight: Sight, seat: int, *, day: bool = False, night: bool = False, used: bool = False
) -> Line:
    """Return the submitted orders of a seat: those parts that the diary gives (FD-6.8)."""
    fields: dict[str, Value] = {}
    if day:
        fields["day"] = as_order(sight.days[seat])
    if night:
        fields["night"] = as_order(sight.nights[seat])
    if used:
        fields["used"] = seat in sight.used
    return line(ReportCode.ACTIONS, seat=seat, **fields)


def aimed(deed: Deed, *, final: bool) -> Line:
    """Return one order aimed at somebody: by whom, by day or night, of which kind (FD-6.8)."""
    return line(
        ReportCode.AGAINST, seat=deed.actor, night=deed.night, kind=deed.order.kind, final=final
    )
