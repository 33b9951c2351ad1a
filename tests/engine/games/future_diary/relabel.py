"""The same act with every seat moved around the ring, and what may be compared of two acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from engine.games.future_diary.model import World
from tests.engine.games.future_diary.acts import Act
from tests.engine.games.future_diary.table import Played

__all__ = ["rotated", "summary"]

T = TypeVar("T")

SEATS = {
    "target", "seat", "number", "gods_view", "faith", "law", "heart_link", "black_heart", "gamble",
    "watch", "trail", "dog_b", "picks", "bomb", "awakening", "last_picks",
}  # fmt: skip
"""The fields of values that hold seat numbers."""


def rotated(act: Act, by: int) -> Act:
    """Return ``act`` with every seat ``by`` places further around the ring."""
    size = len(act.world.seats)

    def to(seat: int) -> int:
        return (seat - 1 + by) % size + 1

    def keyed(mapping: Mapping[int, T]) -> dict[int, T]:
        return {to(n): _moved(value, to) for n, value in mapping.items()}

    seats = {to(n): _moved(seat, to) for n, seat in act.world.seats.items()}
    alliances = tuple(
        (frozenset(map(to, one)), frozenset(map(to, two))) for one, two in act.world.alliances
    )
    world = replace(act.world, seats=MappingProxyType(seats), alliances=alliances)
    return Act(
        world=world,
        sheets=keyed(act.sheets),
        changes=keyed(act.changes),
        answers={to(n): p if p is None else to(p) for n, p in act.answers.items()},
        law=None if act.law is None else _moved(act.law, to),
    )


def _moved(value: Any, to: Any) -> Any:
    """Return a value with all seats in it moved."""
    if isinstance(value, tuple):
        return tuple(_moved(item, to) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {}
    for item in fields(value):
        held = getattr(value, item.name)
        match held:
            case int() if item.name in SEATS:
                changed[item.name] = to(held)
            case tuple() if item.name in SEATS:
                changed[item.name] = tuple(map(to, held))
            case (int() as seat, kind) if item.name == "truth":
                changed[item.name] = (to(seat), kind)
            case _:
                changed[item.name] = _moved(held, to)
    return replace(value, **changed)


def summary(played: Played, back: int = 0) -> Mapping[str, Any]:
    """Return all that an act did, with every seat moved ``back``; orders in memory left out."""
    size = len(played.world.seats)

    def to(seat: int) -> int:
        return (seat - 1 - back) % size + 1

    closed, outcome = played.closed, played.outcome
    return {
        "dead": {to(n) for n in closed.deaths},
        "blows": {(to(b.author), to(b.target), b.night, b.code, b.counter) for b in outcome.blows},
        "effects": sorted(
            (to(e.victim), to(e.author), e.cause, e.code, e.stage) for e in closed.effects
        ),
        "prompts": {to(n): asked for n, asked in outcome.prompts.items()},
        "targets": {to(n): sorted(map(to, by)) for n, by in outcome.targets.items()},
        "finals": {to(n): (f.kind, f.by) for n, f in outcome.finals.items()},
        "declined": {(to(a), to(b)) for a, b in outcome.declined},
        "gifts": {(to(n), token) for n, token in closed.gifts},
        "charged": set(map(to, closed.charged)),
        "seats": {to(n): _plain(closed.world, n, to) for n in closed.world.seats},
        "alliances": {
            frozenset(frozenset(map(to, party)) for party in pair)
            for pair in closed.world.alliances
        },
    }


def _plain(world: World, number: int, to: Any) -> tuple[Any, ...]:
    seat = world.seats[number]
    return (
        seat.alive, seat.loop, seat.charge, seat.ready_from, sorted(seat.spent), seat.night_right,
        sorted(seat.skill_from.items()), seat.shown, len(seat.notes), seat.proof,
        {(to(entry.seat), entry.role, entry.via) for entry in seat.ledger},
    )  # fmt: skip
