"""What seats read in one act: a short way from sheets to reports, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.games.future_diary.block import blocks
from engine.games.future_diary.foresight import Foresight, wave
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Day, Sheet, World
from engine.games.future_diary.notices import items
from engine.games.future_diary.outcome import Inputs
from engine.games.future_diary.why import why
from tests.engine.games.future_diary.table import Played

__all__ = ["because", "block", "foresight", "order", "report", "told"]


def foresight(
    world: World,
    number: int = 1,
    *,
    changes: Mapping[int, Day] = MappingProxyType({}),
    sheets: Mapping[int, Sheet] = MappingProxyType({}),
    **orders: Sheet,
) -> Mapping[int, Foresight]:
    """Return what the wave brings to every seat; ``changes`` are those of ``change_1``.

    Sheets are given as ``P4=sheet(...)`` or, by number, as ``sheets``.
    """
    locked = lock(world, {**sheets, **{int(place[1:]): given for place, given in orders.items()}})
    return wave(locked, Inputs(changes=changes), number)


def report(
    world: World, reader: int, number: int = 1, *, of: int | None = None, **orders: Any
) -> list[dict[str, Any]]:
    """Return the lines that ``reader`` reads in the only report of ``of`` (its own)."""
    seen = foresight(world, number, **orders)[reader]
    (found,) = (one for one in seen.reports if one.of == (of or reader))
    return [dict(line) for line in found.lines]


def order(kind: str, *targets: int) -> dict[str, Any]:
    """Return an order as reports carry it."""
    return {"kind": kind, "targets": targets}


def told(played: Played, seat: int) -> list[dict[str, Any]]:
    """Return the notices of one seat."""
    return [dict(item) for item in items(played.closed)[seat]]


def because(played: Played, seat: int) -> list[dict[str, Any]]:
    """Return the *why* of one seat."""
    return [dict(line) for line in why(played.closed)[seat]]


def block(played: Played, seat: int) -> dict[str, Any]:
    """Return the private block of one seat."""
    return dict(blocks(played.closed)[seat])
