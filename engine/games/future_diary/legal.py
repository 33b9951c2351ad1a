"""What a seat may order, fact by fact (FD-4): a code if it may not, None if it may.

Every predicate reads only what its seat may know (FD-3.5, FD-16.1c): the public world, its own
ledger, alliance, charges and cool-downs. What a *target* really is never matters here; an order
that must fail for a hidden reason is taken and fails in resolution. ``form`` asks these predicates
both for what it offers and for why something is refused.
"""

from __future__ import annotations

from typing import Final

from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.terms import Kind, Loop, Reject, Role

__all__ = [
    "CHANGES", "FORCEABLE", "USE_KINDS", "ally", "anybody", "bound", "day", "day_kill",
    "free", "given", "known", "maniac", "neighbour", "night", "night_right", "no_half", "other",
    "own_ally",
]  # fmt: skip

CHANGES: Final = (Kind.PROBE, Kind.KILL, Kind.DISGUISE, Kind.FLEE, Kind.NONE)
"""What a change may set (FD-7.4)."""

FORCEABLE: Final = CHANGES
"""What Hypnosis and Law may set (FD-7.7)."""

USE_KINDS: Final = (Kind.PROBE, Kind.KILL)
"""What Use may set (FD-7.7)."""


def free(_value: object) -> Reject | None:
    """Nothing is against any value: a guess is a guess."""
    return None


# --- targets --------------------------------------------------------------------------------


def anybody(world: World, number: int) -> Reject | None:
    """Any living seat, the own one included."""
    seat = world.seats.get(number)
    return None if seat is not None and seat.alive else Reject.BAD_TARGET


def other(world: World, seat: Seat, number: int) -> Reject | None:
    """One other living seat (FD-4.14)."""
    return Reject.BAD_TARGET if number == seat.number else anybody(world, number)


def known(world: World, seat: Seat, number: int) -> Reject | None:
    """One other living seat that this one has a link to (FD-5.1)."""
    return other(world, seat, number) or (None if seat.knows(number) else Reject.UNKNOWN_TARGET)


def own_ally(world: World, seat: Seat, number: int) -> Reject | None:
    """One other living seat, but not the own ally or other half (FD-4.14)."""
    if number == world.partner(seat.number):
        return Reject.BAD_TARGET
    if number in world.allies(seat.number):
        return Reject.OWN_ALLY
    return other(world, seat, number)


def maniac(world: World, seat: Seat) -> Reject | None:
    """3rd that knows two or more living seats (FD-12.4.2)."""
    prey = [n for n in world.living if seat.knows(n)]
    return None if seat.role is Role.THIRD and len(prey) > 1 else Reject.NO_RIGHT_NOW


def day_kill(world: World, seat: Seat, number: int) -> Reject | None:
    """Judge a day kill's target: known, save for Raid, Blacken (FD-4.6, FD-12.3.2, FD-12.4.1)."""
    if seat.role in {Role.SECOND, Role.THIRD} or seat.knows(number):
        return own_ally(world, seat, number)
    return own_ally(world, seat, number) or Reject.UNKNOWN_TARGET


def ally(world: World, seat: Seat, number: int) -> Reject | None:
    """One to propose an alliance to: known, not the other half (FD-8.2, FD-4.14)."""
    if number == world.partner(seat.number):
        return Reject.BAD_TARGET
    return known(world, seat, number)


def no_half(world: World, seat: Seat, number: int) -> Reject | None:
    """One other living seat, but not the other half (Heart Link, FD-12.8.5)."""
    return Reject.BAD_TARGET if number == world.partner(seat.number) else other(world, seat, number)


def neighbour(world: World, seat: Seat, number: int) -> Reject | None:
    """Judge a living neighbour (FD-12.13.2)."""
    if number not in world.neighbours(seat.number):
        return Reject.BAD_TARGET
    return other(world, seat, number)


# --- the two halves of an act ---------------------------------------------------------------


def bound(world: World, seat: Seat) -> Reject | None:
    """Return what keeps a seat from any order of this act: its turn (FD-12.8.1) or silence."""
    if seat.rests(world.act):
        return Reject.RESTING
    return Reject.SILENCED if seat.silenced == world.act else None


def allied_kill(world: World, seat: Seat) -> Reject | None:
    """8th may kill only while allied (FD-12.9.3)."""
    gentle = seat.role is Role.EIGHTH and not world.allies(seat.number)
    return Reject.NO_RIGHT_NOW if gentle else None


def day(world: World, seat: Seat, kind: Kind) -> Reject | None:
    """Judge a kind of day order for this seat now (FD-4.2 to FD-4.10, FD-11.3)."""
    kept = bound(world, seat)
    if kept is not None:
        return None if kind is Kind.NONE else kept
    if seat.forced == world.act:
        return None if kind is Kind.DISGUISE else Reject.FORCED
    allied = bool(world.allies(seat.number))
    match kind:
        case Kind.KILL:
            return allied_kill(world, seat)
        case Kind.FLEE:
            return None if seat.charge else Reject.NO_CHARGE
        case Kind.ALLY:
            return Reject.ALREADY_ALLIED if allied else None
        case Kind.BREAK:
            return None if allied else Reject.NOT_ALLIED
        case Kind.PROBE | Kind.DISGUISE | Kind.NONE:
            return None


def given(world: World, seat: Seat) -> Kind:
    """Return the day kind of a seat that enters none: forced disguise, else ``none``."""
    forced = seat.forced == world.act and bound(world, seat) is None
    return Kind.DISGUISE if forced else Kind.NONE


def night_right(seat: Seat) -> bool:
    """Whether a seat may act at night (FD-4.3)."""
    return seat.loop is Loop.FIRST or seat.night_right


def night(world: World, seat: Seat) -> Reject | None:
    """Judge a night kill by this seat now (FD-4.3, FD-4.7)."""
    right = None if night_right(seat) else Reject.NO_NIGHT_RIGHT
    return bound(world, seat) or right or allied_kill(world, seat)
