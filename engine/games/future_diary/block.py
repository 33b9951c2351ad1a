"""The one private block of each seat at ``notices``: what it is told, why, and how it now stands.

Its fields are those of ``EventKind.NOTICES``. Seats that are not in the mapping get none: the dead,
who receive nothing (FD-15.4), but for 10th, which reads who killed it as it dies (FD-12.11.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.event import Value
from engine.games.future_diary import notices, why
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.outcome import Closed
from engine.games.future_diary.roles import MAN, ROLES
from engine.games.future_diary.terms import Loop, Role, Token
from engine.games.future_diary.visible import as_order, truth

__all__ = ["blocks", "ready_in", "tokens"]

Block = Mapping[str, Value]


def blocks(closed: Closed) -> Mapping[int, Block]:
    """Return the private block of every seat that gets one."""
    items, reasons = notices.items(closed), why.why(closed)
    return MappingProxyType(
        {
            seat: {"items": told, "why": reasons.get(seat, ())} | _standing(closed, seat)
            for seat, told in items.items()
        }
    )


def _standing(closed: Closed, seat: int) -> dict[str, Value]:
    """Return how a living seat stands after this act; of a dead one nothing changes any more."""
    final = as_order(truth(closed.outcome.finals[seat].day))
    now, world = closed.world.seats[seat], closed.world
    if not now.alive:
        return {"final": final}
    return {
        "final": final,
        "charge": now.charge,
        "ready_in": ready_in(world, now),
        "ally": tuple(sorted(world.allies(seat))),
        "loop": now.loop,
        "night": now.loop is Loop.FIRST or now.night_right,
        "ledger": tuple(
            {"seat": entry.seat, "role": entry.role, "act": entry.act, "via": entry.via}
            for entry in reversed(now.ledger)
        ),
        "tokens": tokens(now),
    }


def tokens(seat: Seat) -> tuple[Token, ...]:
    """Return the gifts that a seat holds (FD-12.1.5, FD-12.9.1)."""
    held = {
        Token.FREEDOM: seat.freedom,
        Token.EXTRA_PICK: seat.extra_pick,
        Token.REPEAT: seat.repeat,
    }
    return tuple(token for token, has in held.items() if has)


def ready_in(world: World, seat: Seat) -> int | None:
    """Return acts until the next diary right from the next act on, None: no diary (FD-6.2)."""
    card, first = ROLES[seat.role].diary, world.holder(Role.FIRST)
    orphaned = seat.role is Role.SECOND and (first is None or not world.seats[first].alive)
    if card is None or orphaned or (seat.role is Role.AKISE and not seat.proof):
        return None
    coming = world.act + 1
    if seat.half:  # the halves alternate (FD-6.8)
        return int((seat.half == MAN) is not (coming % 2 == 1))
    return max(0, seat.ready_from - coming)
