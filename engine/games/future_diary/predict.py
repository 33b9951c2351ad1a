"""What is said between two acts: predictions, Creator, and Proof's pick (FD-11, FD-12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import Refused
from engine.event import Value
from engine.games.future_diary import legal
from engine.games.future_diary.information import finals_before
from engine.games.future_diary.ledger import learn
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.roles import MAN, WOMAN
from engine.games.future_diary.state import Table, Tally
from engine.games.future_diary.terms import (
    ChronicleCode,
    EventKind,
    Kind,
    Loop,
    Reject,
    Role,
    Step,
    Via,
)
from engine.games.future_diary.triggers import proof
from engine.games.future_diary.visible import as_order
from engine.request import Script, tell

__all__ = [
    "check_creator", "check_predict", "check_proof", "create", "may_create", "may_predict",
    "may_prove", "predict", "prove",
]  # fmt: skip

_MODES: Final = ("silence", "speech")


# --- predictions ----------------------------------------------------------------------------


def may_predict(table: Table, number: int) -> bool:
    """Whether a prediction of this seat is open now (FD-11.1, FD-11.6, FD-11.7)."""
    if table.step is not Step.PREDICT:
        return False
    seat, tally = table.world.seats[number], table.tallies.get(number, Tally())
    if _free(table.world, seat, tally) or not tally.ordinary:
        return seat.alive
    return seat.alive and _pursues(table, seat) and not tally.failed


def _free(world: World, seat: Seat, tally: Tally) -> bool:
    """Whether the next prediction is the first loop's extra one of act 1 (FD-11.6)."""
    return world.act == 1 and seat.loop is Loop.FIRST and not tally.free


def _pursues(table: Table, seat: Seat) -> bool:
    """Whether 4th may go on after a right prediction: Pursuit is a skill (FD-12.5.3, FD-9.7)."""
    return seat.role is Role.FOURTH and seat.number not in _void(table)


def _void(table: Table) -> frozenset[int]:
    """Return whose skills are void in this act, by Liberation or the Blacken lock."""
    done = table.outcome
    return frozenset() if done is None else done.void | done.locked.void


def check_predict(table: Table, number: int, args: tuple[str, ...]) -> None:
    """Raise :class:`Refused` unless a seat may make this prediction now."""
    if table.step is not Step.PREDICT:
        raise Refused(Reject.NOT_YOUR_STEP)
    if not may_predict(table, number):
        raise Refused(Reject.NO_RIGHT_NOW)
    if len(args) != 2 or args[1] not in table.roles:
        raise Refused(Reject.UNREADABLE, field="predict")
    _check_other(table, number, args[0])


def _check_other(table: Table, number: int, text: str) -> None:
    why = legal.other(table.world, table.world.seats[number], _seat(table, text))
    if why is not None:
        raise Refused(why)


def _seat(table: Table, text: str) -> int:
    """Return the seat that ``text`` names; refuse what is no seat."""
    if text not in map(str, table.world.seats):
        raise Refused(Reject.UNREADABLE, field="seat")
    return int(text)


def predict(table: Table, number: int, args: tuple[str, ...]) -> Script[None]:
    """Answer a prediction at once (FD-11.2, FD-11.3)."""
    seat, about, role = table.world.seats[number], int(args[0]), args[1]
    tally = table.tallies.setdefault(number, Tally())
    free = _free(table.world, seat, tally)
    right = table.world.seats[about].shown_role.partition("/")[0] == role
    pays = None if right or free else _punished(table.world, number)
    if free:
        tally.free = True
    else:
        tally.ordinary += 1
        tally.failed = not right
    if pays is not None:
        table.change(pays, forced=table.world.act + 1)
    table.write(ChronicleCode.PREDICTED, by=number, seat=about, role=role, right=right, free=free)
    if right:
        _link(table, number, about)
    yield from tell(
        EventKind.PREDICTED,
        audience=table.audience(number),
        seat=about,
        role=role,
        right=right,
        free=free,
        more=may_predict(table, number),
        forced=pays,
    )
    other_half = table.world.party(number) - {number}
    if pays is not None and other_half:
        yield from tell(EventKind.PENALTY, audience=table.audience(*other_half), seat=pays)
    for entry in table.world.seats[number].ledger[len(seat.ledger) :]:
        yield from tell(
            EventKind.LEARNT,
            audience=table.audience(*table.world.party(number)),
            seat=entry.seat,
            role=entry.role,
            act=entry.act,
            via=entry.via.value,
        )


def _link(table: Table, number: int, about: int) -> None:
    """Write the link; an ``eighth`` is Akise's Proof, at once (FD-12.14.1)."""
    world = learn(table.world, number, about, Via.PREDICTION)
    table.world = world.with_seats(proof(world.seats[number], world.act))


def _punished(world: World, number: int) -> int:
    """Return who serves the penalty: of 7th the half that acts in the next act (FD-11.5)."""
    acting = WOMAN if (world.act + 1) % 2 else MAN
    halves = [n for n in world.party(number) if world.seats[n].half == acting]
    return halves[0] if halves else number


# --- Creator --------------------------------------------------------------------------------


def may_create(table: Table, number: int) -> bool:
    """Whether 11th may declare Creator, by what it knows: its final action was disguise."""
    seat, done = table.world.seats[number], table.outcome
    if seat.role is not Role.ELEVENTH or table.step is not Step.PREDICT or done is None:
        return False
    fresh = "creator" not in seat.spent and not table.declared
    return seat.alive and fresh and done.finals[number].kind is Kind.DISGUISE


def check_creator(table: Table, number: int, args: tuple[str, ...]) -> None:
    """Raise :class:`Refused` unless 11th may declare this now (FD-12.12.3)."""
    if table.step is not Step.PREDICT:
        raise Refused(Reject.NOT_YOUR_STEP)
    if not may_create(table, number):
        raise Refused(Reject.NO_RIGHT_NOW)
    if len(args) != 2 or args[1] not in _MODES:
        raise Refused(Reject.UNREADABLE, field="creator")
    _check_other(table, number, args[0])


def create(table: Table, number: int, args: tuple[str, ...]) -> Script[None]:
    """Declare Creator for the next act (FD-12.12.3).

    Where 11th's skills are void it does nothing and is not spent (FD-3.7), which nobody tells.
    """
    about, mode, done = int(args[0]), args[1], table.outcome
    table.declared = True
    if done is not None and number in done.disguised and number not in _void(table):
        seat = table.world.seats[number]
        table.change(number, spent=seat.spent | {"creator"})
        name = "silenced" if mode == "silence" else "spoken_for"
        table.change(about, **{name: table.world.act + 1})
    table.write(ChronicleCode.CREATOR, by=number, seat=about, mode=mode)
    yield from tell(EventKind.CREATOR, audience=table.audience(number), seat=about, mode=mode)


# --- Proof ----------------------------------------------------------------------------------


def may_prove(table: Table, number: int) -> bool:
    """Whether Akise's pick is open (FD-12.14.1)."""
    seat = table.world.seats[number]
    return seat.alive and seat.proof_open


def check_proof(table: Table, number: int, args: tuple[str, ...]) -> None:
    """Raise :class:`Refused` unless Akise may pick these two seats, living or dead."""
    if not may_prove(table, number):
        raise Refused(Reject.NO_RIGHT_NOW)
    if len(args) != 2:
        raise Refused(Reject.UNREADABLE, field="proof")
    picked = {_seat(table, text) for text in args}
    if len(picked) != 2 or number in picked:
        raise Refused(Reject.BAD_TARGET)


def prove(table: Table, number: int, args: tuple[str, ...]) -> Script[None]:
    """Show Akise the true final actions of two seats in all acts before Proof."""
    seat = table.world.seats[number]
    one, two = map(int, args)
    finals: tuple[Mapping[str, Value], ...] = tuple(
        {"seat": about, "act": act, "order": as_order(order)}
        for about, act, order in finals_before(table.world, seat.proof, (one, two))
    )
    table.change(number, proof_open=False)
    table.write(ChronicleCode.PROVED, by=number, seats=(one, two))
    yield from tell(EventKind.PROVED, audience=table.audience(number), finals=finals)
