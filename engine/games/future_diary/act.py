"""One act, step by step: orders, foresight, changes, last words, notices, predictions (FD-3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.event import Value
from engine.games.future_diary import answer, chronicle, rights
from engine.games.future_diary.block import blocks
from engine.games.future_diary.close import close
from engine.games.future_diary.diaries.justice import hunted
from engine.games.future_diary.foresight import Foresight, wave
from engine.games.future_diary.form import Chosen
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Day, Seat, Sheet, World
from engine.games.future_diary.outcome import Closed, Inputs, Locked, Outcome, Words
from engine.games.future_diary.resolve import resolve
from engine.games.future_diary.sheets import steps as forms
from engine.games.future_diary.sitting import sit
from engine.games.future_diary.state import Table
from engine.games.future_diary.terms import EventKind, Mode, Role, Step
from engine.request import Script, tell

__all__ = ["last_words", "notices", "orders", "predictions", "respond"]


Waves = tuple[Mapping[int, Foresight], Mapping[int, Foresight]]


def orders(table: Table) -> Script[tuple[Mapping[int, Sheet], Locked]]:
    """Open an act, hold ``orders``, and lock them; return the sheets as given, too."""
    table.world = replace(table.world, act=table.world.act + 1)
    table.tallies, table.declared, table.outcome = {}, False, None
    yield from _announce(table)
    sheets = yield from sit(
        table, Step.ORDERS, lambda seat: forms.orders(table.world, seat), lambda s: _auto(table, s)
    )
    _instruct(table, sheets)
    given = {number: answer.sheet(fields) for number, fields in sheets.items()}
    locked = lock(table.world, given)
    table.world = locked.world
    yield from tell(
        EventKind.CLOSED,
        {table.chair(n): _as_locked(locked, n) for n in table.world.living},
        act=table.world.act,
    )
    return given, locked


def _announce(table: Table) -> Script[None]:
    """Tell who is silenced, spoken for or forced in this act (FD-11.3, FD-12.12.3)."""
    world = table.world
    for number in world.living:
        seat = world.seats[number]
        for mode, act in (("silence", seat.silenced), ("speech", seat.spoken_for)):
            if act == world.act:
                yield from tell(EventKind.SILENCED, audience=table.audience(number), mode=mode)
        if seat.forced == world.act:
            readers = table.audience(*world.party(number))
            yield from tell(EventKind.FORCED, audience=readers, seat=number)


def _auto(table: Table, seat: Seat) -> Chosen:
    """Return what stands on a sheet from the beginning: a watch or trail goes on (FD-6.3)."""
    fields: dict[str, tuple[str, ...]] = dict(answer.of_standing(seat.standing))
    watched, trailed = rights.watched(table.world, seat), rights.trailed(table.world, seat)
    if seat.role is Role.FOURTH and watched is not None:
        watch = {"diary.mode": (Mode.WATCH.value,), "diary.pick": (str(watched),)}
        fields |= {"diary": ("use",), **watch}
    if seat.role is Role.TWELFTH and trailed is not None:
        fields |= {"diary": ("use",), "diary.mode": (Mode.TRAIL.value,)}
    return fields


def _instruct(table: Table, sheets: Mapping[int, Chosen]) -> None:
    """Keep the standing instructions that stand on the sheets (FD-10.4)."""
    for number, fields in sheets.items():
        table.change(number, standing=answer.standing(fields))


def _as_locked(locked: Locked, number: int) -> Mapping[str, Value]:
    seat, sheet, act = locked.world.seats[number], locked.sheets[number], locked.world.act
    forced = "silence" if seat.silenced == act else "disguise" if seat.forced == act else None
    fields = answer.of_sheet(sheet, dogs=seat.role is Role.TENTH)
    return {"sheet": answer.write(fields), "forced": None if seat.rests(act) else forced}


# --- foresight and change -------------------------------------------------------------------


def respond(table: Table, locked: Locked) -> Script[tuple[Waves, Outcome]]:
    """Bring both waves of foresight, take the changes, and resolve (FD-3.4, FD-7)."""
    first = yield from _foresight(table, locked, Inputs(), 1)
    given = yield from _window(table, Step.CHANGE_1, first)
    inputs = Inputs(changes=_changes(given), answers=_answers(first, given))
    second = yield from _foresight(table, locked, inputs, 2)
    given = yield from _window(table, Step.CHANGE_2, second)
    laws = [answer.forced(fields, "law.seat", "law") for fields in given.values()]
    inputs = replace(
        inputs,
        changes={**inputs.changes, **_changes(given)},
        law=next((law for law in laws if law is not None), None),
    )
    return (first, second), resolve(locked, inputs)


def _foresight(
    table: Table, locked: Locked, inputs: Inputs, number: int
) -> Script[Mapping[int, Foresight]]:
    seen = wave(locked, inputs, number)
    yield from tell(
        EventKind.FORESIGHT,
        {table.chair(n): foresight.told() for n, foresight in seen.items()},
        act=table.world.act,
        wave=number,
    )
    return seen


def _window(
    table: Table, step: Step, seen: Mapping[int, Foresight]
) -> Script[Mapping[int, Chosen]]:
    """Hold a change window for everybody, entitled or not (FD-3.3)."""

    def entitled(seat: Seat) -> forms.Entitled:
        mine = seen[seat.number]
        looked = None if mine.law is None else mine.law.seat
        return forms.Entitled(change=mine.change, proposals=mine.proposals, law=looked)

    return (yield from sit(table, step, lambda s: forms.change(table.world, s, entitled(s))))


def _changes(given: Mapping[int, Chosen]) -> dict[int, Day]:
    """Return the changed day orders; a form without any ``day`` field changes nothing."""
    return {
        number: answer.day(fields)
        for number, fields in given.items()
        if any(name.startswith("day") for name in fields)
    }


def _answers(seen: Mapping[int, Foresight], given: Mapping[int, Chosen]) -> dict[int, int | None]:
    """Return what those who were proposed to have said (FD-8.4); nothing means no."""
    said = {n: given[n].get("accept") for n, foresight in seen.items() if foresight.proposals}
    return {n: int(values[0]) if values else None for n, values in said.items()}


# --- last words, notices, predictions -------------------------------------------------------


def last_words(table: Table, outcome: Outcome) -> Script[Closed]:
    """Hear the last words, and close the act (FD-10.1)."""
    yield from tell(
        EventKind.PROMPTS,
        {table.chair(n): {"prompts": outcome.prompts.get(n, ())} for n in table.world.living},
        act=table.world.act,
    )
    given = yield from sit(
        table,
        Step.LAST_WORDS,
        lambda s: forms.last_words(table.world, s, outcome.prompts.get(s.number, ())),
        lambda s: answer.of_standing(s.standing, ""),
    )
    spoken = [n for n in outcome.prompts if table.sittings[n].answered]
    words = Words(said={n: answer.standing(given[n], "") for n in spoken})
    table.outcome = outcome
    return close(outcome, words, hunted(outcome.locked))


def notices(table: Table, closed: Closed, given: Mapping[int, Sheet], read: Waves) -> Script[None]:
    """Let what has happened be true, and tell each seat its part of it (FD-10.6)."""
    record = chronicle.record(closed, given=given, read=read)
    world = _with_picks(table, closed)
    table.world = world = replace(world, records=(*table.world.records, record))
    dead = tuple(
        {"seat": n, "role": world.seats[n].true_name, "loop": world.seats[n].loop.value}
        for n in closed.deaths
    )
    yield from tell(
        EventKind.NOTICES,
        {table.chair(n): block for n, block in blocks(closed).items()},
        act=world.act,
        dead=dead,
    )


def _with_picks(table: Table, closed: Closed) -> World:
    """Return the closed act's world; Proof's pick may have been made meanwhile (FD-12.14.1)."""
    opened = (n for n, seat in closed.outcome.locked.world.seats.items() if seat.proof_open)
    picked = (n for n in opened if not table.world.seats[n].proof_open)
    seats = closed.world.seats
    return closed.world.with_seats(*(replace(seats[n], proof_open=False) for n in picked))


def predictions(table: Table) -> Script[None]:
    """Hold ``predict``, then end the act: who was silent all through is counted (FD-15.6)."""
    sheets = yield from sit(
        table,
        Step.PREDICT,
        lambda seat: forms.standing(table.world, seat),
        lambda seat: answer.of_standing(seat.standing),
    )
    _instruct(table, sheets)
    for number in table.world.living:
        silent = 0 if number in table.heard else table.world.seats[number].silent + 1
        table.change(number, silent=silent)
    table.heard = set()
