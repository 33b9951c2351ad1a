"""The two plot triggers (FD-13), and Akise's Proof, which is triggered as well (FD-12.14.1)."""

from __future__ import annotations

from dataclasses import replace

from engine.games.future_diary.ledger import learn, meet
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.outcome import Effect, Outcome, Stage
from engine.games.future_diary.terms import Cause, Code, Loop, Role, Via

__all__ = ["choose_her", "her_choice", "it_may_reach_him", "proof", "tell_him"]

TRIGGER_1 = "trigger1"
_STAGES = tuple(Stage)


# --- 1: choose me and live, or choose her and die ----------------------------------------------


def her_choice(act: Outcome) -> tuple[int, int] | None:
    """Return (1st, 2nd) if 1st has the choice now (FD-13.1), else None."""
    first, second = act.world.holder(Role.FIRST), act.world.holder(Role.SECOND)
    if first is None or second is None or TRIGGER_1 in act.world.seats[first].spent:
        return None
    standing = [e for e in act.effects if e.victim == first and e.code is Code.DEAD]
    by_her = (
        len(standing) == 1
        and standing[0].author == second
        and standing[0].cause is Cause.KILL
        and standing[0].blacken
        and second not in act.down
        and act.locked.world.knows(second, first)
        and _another_ally(act, standing[0], second)
    )
    return (first, second) if by_her else None


def _another_ally(act: Outcome, effect: Effect, second: int) -> bool:
    """Return whether the victim was allied, not to 2nd, when the batch of ``effect`` began."""
    allies = act.world.allies(effect.victim)
    before = _STAGES.index(effect.stage)
    fallen = {
        e.victim for e in act.effects if e.code is Code.DEAD and _STAGES.index(e.stage) < before
    }
    return bool(allies - fallen) and second not in allies


def choose_her(world: World, first: int, second: int) -> World:
    """Return the world after *accept*: other alliances end, these two are allied and known.

    1st's loop is 2nd's for good, with the night right from the next act.
    """
    parted = tuple(pair for pair in world.alliances if not {first, second} & (pair[0] | pair[1]))
    seat = world.seats[first]
    turned = replace(seat, loop=Loop.FIRST, night_right=True, spent=seat.spent | {TRIGGER_1})
    couple = (frozenset({first}), frozenset({second}))
    world = replace(world.with_seats(turned), alliances=(*parted, couple))
    return meet(world, *couple, Via.ALLIANCE)


# --- 2: it must reach him ----------------------------------------------------------------------


def it_may_reach_him(world: World, down: frozenset[int]) -> bool:
    """Return whether Akise is down, 1st is not, and both have the same loop (FD-13.2)."""
    akise, first = world.holder(Role.AKISE), world.holder(Role.FIRST)
    if akise is None or first is None or not world.seats[first].alive:
        return False
    same = world.seats[akise].loop is world.seats[first].loop
    return akise in down and first not in down and same


def tell_him(world: World) -> tuple[World, tuple[tuple[int, str], ...]]:
    """Copy Akise's entries about living seats to 1st; return also what was told.

    ``world`` has the dead of this act marked.
    """
    akise, first = world.holder(Role.AKISE), world.holder(Role.FIRST)
    assert akise is not None
    assert first is not None
    told: list[tuple[int, str]] = []
    for entry in world.seats[akise].ledger:
        if world.seats[entry.seat].alive and entry.seat != first:
            world = learn(world, first, entry.seat, Via.WILL, entry.role)
            told.append((entry.seat, entry.role))
    return world, tuple(told)


# --- Proof -------------------------------------------------------------------------------------


def proof(seat: Seat, act: int) -> Seat:
    """Return Akise with Proof, if this seat is Akise and has just gained ``eighth``.

    To be called after every change of ledgers. A mask counts.
    """
    found = any(entry.role == Role.EIGHTH for entry in seat.ledger)
    if seat.role is not Role.AKISE or seat.proof or not found:
        return seat
    return replace(seat, proof=act, proof_open=True)
