"""Random acts in random worlds, filled in by the forms, with all that is read in them.

For what must hold of every report, notice and chronicle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from engine.chance import Dice
from engine.games.future_diary import answer
from engine.games.future_diary.close import close
from engine.games.future_diary.diaries.justice import hunted
from engine.games.future_diary.foresight import Foresight, wave
from engine.games.future_diary.form import Form, holds, offered
from engine.games.future_diary.ledger import learn
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Day, Sheet, World
from engine.games.future_diary.outcome import Closed, Inputs, Locked, Words
from engine.games.future_diary.resolve import resolve
from engine.games.future_diary.sheets import steps
from engine.games.future_diary.terms import Via
from tests.engine.games.future_diary.table import NATURAL, table

__all__ = ["ReadAct", "acts", "sample", "texts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAct:
    """One act, with everything that was read in it."""

    given: Mapping[int, Sheet]
    locked: Locked
    read: tuple[Mapping[int, Foresight], Mapping[int, Foresight]]
    closed: Closed


@cache
def sample() -> tuple[ReadAct, ...]:
    """Return the acts that the tests of one run share, because making them is slow."""
    return tuple(acts("sample", 30))


def acts(seed: str, worlds: int, *, length: int = 3) -> Iterator[ReadAct]:
    """Yield ``length`` acts in a row of each of so many random worlds."""
    for number in range(worlds):
        dice = Dice(f"{seed} {number}")
        now = _world(dice)
        for _ in range(length):
            act = _act(now, dice)
            yield act
            now = replace(act.closed.world, act=act.closed.world.act + 1)


def texts(value: Any, *, but: tuple[str, ...] = ("code",)) -> Iterator[str]:
    """Yield every text in plain data, those under the keys ``but`` aside."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in but:
                yield from texts(inner, but=but)
    elif isinstance(value, (tuple, list)):
        for inner in value:
            yield from texts(inner, but=but)
    elif isinstance(value, str):
        yield str(value)


def _world(dice: Dice) -> World:
    """Return a world of fifteen seats in mid-game: some dead, allied, known, gifted."""
    left = list(NATURAL)
    names: dict[str, Any] = {f"P{n}": left.pop(dice.below(len(left))) for n in range(1, 16)}
    seats = tuple(range(1, 16))
    halves = {n for n in seats if "/" in names[f"P{n}"]}
    dead = {n for n in seats if not dice.below(8)} - halves
    fl = {n for n in seats if not dice.below(3)} - halves
    made = table(fl=fl, dead=dead, act=1 + dice.below(6), **names)
    up = list(made.living)
    for _ in range(dice.below(40)):
        one, two = (up[dice.below(len(up))] for _ in "ab")
        if one != two:
            made = learn(made, one, two, Via.PROBE)
    for _ in range(dice.below(4)):
        pair = [made.party(up[dice.below(len(up))]) for _ in "ab"]
        if pair[0] != pair[1] and not any(made.allies(min(party)) for party in pair):
            made = replace(made, alliances=(*made.alliances, (pair[0], pair[1])))
    return made.with_seats(
        *(
            replace(
                seat,
                charge=bool(dice.below(2)),
                extra_pick=not dice.below(4),
                repeat=not dice.below(4),
                freedom=not dice.below(4),
                proof=0 if dice.below(3) else max(0, made.act - 1),
                forced=made.act if not dice.below(10) else 0,
                silenced=made.act if not dice.below(12) else 0,
            )
            for seat in made.seats.values()
            if seat.alive
        )
    )


def _act(now: World, dice: Dice) -> ReadAct:
    given = {n: answer.sheet(_filled(steps.orders(now, now.seats[n]), dice)) for n in now.living}
    locked = lock(now, given)
    first = wave(locked, Inputs(), 1)
    said = _said(locked, first, dice)
    asked = [n for n in said if first[n].proposals]
    yes = {n: said[n].get("accept") for n in asked}
    answers = {n: int(chosen[0]) if chosen else None for n, chosen in yes.items()}
    inputs = Inputs(changes=_changes(said), answers=answers)
    second = wave(locked, inputs, 2)
    said = _said(locked, second, dice)
    laws = (answer.forced(fields, "law.seat", "law") for fields in said.values())
    law = next((law for law in laws if law is not None), None)
    inputs = replace(inputs, changes={**inputs.changes, **_changes(said)}, law=law)
    outcome = resolve(locked, inputs)
    words = {
        n: answer.standing(
            _filled(steps.last_words(outcome.world, outcome.world.seats[n], prompts), dice), ""
        )
        for n, prompts in outcome.prompts.items()
        if dice.below(2)
    }
    closed = close(outcome, Words(said=words), hunted(locked))
    return ReadAct(given=given, locked=locked, read=(first, second), closed=closed)


def _filled(form: Form, dice: Dice) -> dict[str, tuple[str, ...]]:
    """Return a form filled in at random: what is needed, and most of the rest."""
    chosen: dict[str, tuple[str, ...]] = {}
    for entry in offered(form):
        if holds(entry.when, chosen) and (entry.need or dice.below(3)):
            left = list(entry.values)
            count = 1 + dice.below(min(entry.most, len(left)))
            chosen[entry.id] = tuple(left.pop(dice.below(len(left))) for _ in range(count))
    return chosen


def _said(
    locked: Locked, seen: Mapping[int, Foresight], dice: Dice
) -> dict[int, dict[str, tuple[str, ...]]]:
    said = {}
    for n, foresight in seen.items():
        law = None if foresight.law is None else foresight.law.seat
        entitled = steps.Entitled(change=foresight.change, proposals=foresight.proposals, law=law)
        form = steps.change(locked.world, locked.world.seats[n], entitled)
        said[n] = _filled(form, dice) if dice.below(2) else {}
    return said


def _changes(said: Mapping[int, Mapping[str, tuple[str, ...]]]) -> dict[int, Day]:
    return {n: answer.day(fields) for n, fields in said.items() if "day" in fields}
