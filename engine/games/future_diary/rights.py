"""What a seat may use, fact by fact (FD-6, FD-12): diaries, what they pay for, skills.

Like ``legal`` these predicates read only what their seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.games.future_diary import legal
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.roles import HALVES, MAN, ROLES, WOMAN
from engine.games.future_diary.terms import Loop, Mode, Reject, Role

__all__ = [
    "EXTRA_PICK", "MASKS", "MODES", "diary", "forgo", "liberation", "mask", "mode", "pick", "picks",
    "skill", "trailed", "watched",
]  # fmt: skip

EXTRA_PICK: Final = frozenset(
    {Role.FIRST, Role.FOURTH, Role.FIFTH, Role.TENTH, Role.ELEVENTH, Role.TWELFTH, Role.AKISE}
)
"""Roles whose diary can take one pick more (FD-12.9.1)."""

MODES: Final[Mapping[Role, tuple[Mode, ...]]] = MappingProxyType(
    {
        Role.FOURTH: (Mode.SWEEP, Mode.WATCH),
        Role.EIGHTH: (Mode.A, Mode.B, Mode.C, Mode.UNION),
        Role.TWELFTH: (Mode.SEARCH, Mode.TRAIL),
    }
)
"""Diaries with a choice (FD-6.8)."""

_OWNERS: Final[Mapping[str, Role]] = MappingProxyType(
    {
        "gods_view": Role.MURMUR, "servant": Role.MURMUR, "liberation": Role.MURMUR,
        "faith": Role.SIXTH, "hypnosis": Role.TWELFTH, "heart_link": Role.SEVENTH,
        "black_heart": Role.FIFTH, "truth": Role.AKISE, "gamble": Role.AKISE,
    }
)  # fmt: skip
"""Who has which skill of the sheet; Use and Law are paid with a diary right (:func:`forgo`)."""


# --- diaries --------------------------------------------------------------------------------


def _rested(world: World, seat: Seat) -> Reject | None:
    """Judge the diary right of normal cadence, or 8th's gift of a repeat (FD-6.2, FD-12.9.1 C)."""
    return None if seat.ready_from <= world.act or seat.repeat else Reject.NO_RIGHT_NOW


def mode(world: World, seat: Seat, chosen: Mode) -> Reject | None:
    """Judge a mode of the own diary (FD-6.8, FD-12.5.1, FD-12.9, FD-12.13.1)."""
    allied = bool(world.allies(seat.number))
    match seat.role, chosen:
        case (Role.FOURTH, Mode.SWEEP):
            return _rested(world, seat)
        case (Role.FOURTH, Mode.WATCH):
            return None if any(seat.knows(n) for n in world.living) else Reject.NO_RIGHT_NOW
        case (Role.TWELFTH, Mode.SEARCH):
            return Reject.NO_RIGHT_NOW if trailed(world, seat) else _rested(world, seat)
        case (Role.TWELFTH, Mode.TRAIL):
            return None if trailed(world, seat) else Reject.NO_RIGHT_NOW
        case (Role.EIGHTH, Mode.A | Mode.B | Mode.C):
            return _rested(world, seat) if allied else Reject.NOT_ALLIED
        case (Role.EIGHTH, Mode.UNION):
            if seat.loop is not Loop.FIRST:
                return Reject.NO_RIGHT_NOW
            return Reject.ALREADY_ALLIED if allied else _rested(world, seat)
        case _:
            return Reject.NO_RIGHT_NOW


def diary(world: World, seat: Seat) -> Reject | None:
    """Judge a use of the own diary in this act, whatever the mode (FD-6.1 to FD-6.3, FD-6.13)."""
    card = ROLES[seat.role].diary
    if card is None or not _owned(world, seat):
        return Reject.NO_RIGHT_NOW
    if card.every_act:
        return None
    if seat.role not in MODES:
        return _rested(world, seat)
    reasons = [mode(world, seat, m) for m in MODES[seat.role]]
    return None if None in reasons else reasons[0]


def _owned(world: World, seat: Seat) -> bool:
    """Whether the diary opens at all: 2nd needs 1st, Akise Proof, 7th the half whose turn it is."""
    match seat.role:
        case Role.SECOND:
            first = world.holder(Role.FIRST)
            return first is not None and world.seats[first].alive
        case Role.AKISE:
            return 0 < seat.proof < world.act
        case Role.SEVENTH:
            return seat.half == (MAN if world.act % 2 else WOMAN)
        case _:
            return True


def watched(world: World, seat: Seat) -> int | None:
    """Return the seat that 4th goes on watching, while it lives (FD-12.5.1)."""
    return seat.watch if seat.watch in world.living else None


def trailed(world: World, seat: Seat) -> int | None:
    """Return the seat that 12th trails, while it lives (FD-12.13.1)."""
    return seat.trail if seat.trail in world.living else None


def pick(world: World, seat: Seat, chosen: Mode | None, number: int) -> Reject | None:
    """One pick of the own diary (FD-6.8, FD-12.6.1, FD-12.9.1)."""
    match seat.role, chosen:
        case (Role.FOURTH, _):
            return legal.known(world, seat, number)
        case (Role.FIFTH, _):
            last = Reject.BAD_TARGET if number in seat.last_picks else None
            return legal.other(world, seat, number) or last
        case (Role.EIGHTH, Mode.A):
            return legal.other(world, seat, number) or _takes_more(world, seat, number)
        case _:
            return legal.other(world, seat, number)


def _takes_more(world: World, seat: Seat, number: int) -> Reject | None:
    """Whether 8th's ally has, as far as 8th knows, a diary that can take one pick more."""
    if number not in world.allies(seat.number):
        return Reject.BAD_TARGET
    learnt = next((e.role for e in reversed(seat.ledger) if e.seat == number), "")
    return None if learnt in EXTRA_PICK else Reject.BAD_TARGET


def picks(world: World, seat: Seat) -> int:
    """How many picks the own diary takes at most now (FD-6.8, FD-12.2.4, FD-12.9.1)."""
    more = 1 if seat.extra_pick else 0
    if seat.role is not Role.FIRST:
        return 1 + more
    fallen = sum(1 for s in world.seats.values() if not s.alive and s.loop is seat.loop)
    return 3 + fallen + more


def forgo(world: World, seat: Seat) -> Reject | None:
    """Paying with the diary right: 6th's Use, 11th's Law (FD-6.4, FD-12.1.5)."""
    if seat.role is Role.ELEVENTH and "law" in seat.spent:
        return Reject.NO_RIGHT_NOW
    if seat.role not in {Role.SIXTH, Role.ELEVENTH}:
        return Reject.NO_RIGHT_NOW
    return None if seat.freedom else _rested(world, seat)


# --- skills ---------------------------------------------------------------------------------


def skill(world: World, seat: Seat, name: str) -> Reject | None:
    """Judge a skill of the order sheet in this act: owned, not spent, cooled down (section 12)."""
    if seat.role is not _OWNERS[name] or name in seat.spent:
        return Reject.NO_RIGHT_NOW
    if seat.skill_from.get(name, 0) > world.act:
        return Reject.NO_RIGHT_NOW
    further = _FURTHER.get(name)
    return None if further is None else further(world, seat)


def _allied(world: World, seat: Seat) -> Reject | None:
    return None if world.allies(seat.number) else Reject.NOT_ALLIED


def _unallied(world: World, seat: Seat) -> Reject | None:
    return Reject.ALREADY_ALLIED if world.allies(seat.number) else None


def _before_proof(world: World, seat: Seat) -> Reject | None:
    return Reject.NO_RIGHT_NOW if 0 < seat.proof < world.act else None


_FURTHER: Final[Mapping[str, Callable[[World, Seat], Reject | None]]] = MappingProxyType(
    {"liberation": _allied, "heart_link": _unallied, "truth": _before_proof}
)
"""Conditions beside spent and cool-down: FD-12.1.3, FD-12.8.5, FD-12.14.1."""


def liberation(seat: Seat, option: str) -> Reject | None:
    """Each option of Liberation once per game (FD-12.1.3)."""
    return Reject.NO_RIGHT_NOW if f"liberation_{option}" in seat.spent else None


def mask(world: World, shown: str) -> Reject | None:
    """Judge a servant mask: a role in play whose holder has not been announced dead (FD-12.1.2)."""
    names = {s.true_name for s in world.seats.values() if s.alive} - {Role.MURMUR}
    return None if shown in names else Reject.BAD_TARGET


MASKS: Final = (*(r for r in Role if r not in {Role.MURMUR, Role.SEVENTH}), *HALVES)
"""Every mask that could be named."""
