"""What must not reach anybody: hidden facts are exchanged, and what others are told stays (FD-16).

Each test changes one hidden fact of one seat in random acts, where the rules give it to nobody
else, plays the act again, and compares everything that every other seat receives.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.games.future_diary.block import blocks
from engine.games.future_diary.close import close
from engine.games.future_diary.diaries.justice import hunted
from engine.games.future_diary.foresight import wave
from engine.games.future_diary.model import Entry, Seat, Skills, Standing
from engine.games.future_diary.outcome import Closed, Inputs, Locked, Words
from engine.games.future_diary.resolve import resolve
from engine.games.future_diary.terms import Kind, Loop, Role, Via
from tests.engine.games.future_diary.read_acts import ReadAct, sample


def _received(locked: Locked, inputs: Inputs, words: Words) -> tuple[dict[int, Any], Closed]:
    """Return all that each seat gets in an act, and the act."""
    closed = close(resolve(locked, inputs), words, hunted(locked))
    told = blocks(closed)
    waves = [wave(locked, inputs, number) for number in (1, 2)]
    return {
        n: ([seen[n].told() for seen in waves], told.get(n), closed.deaths)
        for n in locked.world.living
    }, closed


def _again(act: ReadAct, locked: Locked) -> tuple[dict[int, Any], dict[int, Any], Closed]:
    """Return what each seat gets in the act as it was, and in the changed one, and the latter."""
    inputs, words = act.closed.outcome.inputs, act.closed.words
    before, _ = _received(act.locked, inputs, words)
    after, closed = _received(locked, inputs, words)
    return before, after, closed


def _with_seat(locked: Locked, seat: Seat) -> Locked:
    return replace(locked, world=locked.world.with_seats(seat))


def _seats() -> Iterator[tuple[ReadAct, Seat]]:
    """Yield living seats of the random acts: each role in turn, for every act costs time."""
    for index, act in enumerate(sample()):
        for number in act.locked.world.living:
            if (number + index) % 5 == 0:
                yield act, act.locked.world.seats[number]


def _together(act: ReadAct, number: int) -> set[int]:
    """Return the seats whose reports this one reads: its own, the other half's, its allies'."""
    world = act.locked.world
    return {*world.party(number), *world.allies(number)}


def _reads(act: ReadAct, number: int, roles: set[Role]) -> bool:
    return any(act.locked.world.seats[n].role in roles for n in _together(act, number))


def _others(received: Mapping[int, Any], *hidden: int) -> dict[int, Any]:
    return {n: told for n, told in received.items() if n not in hidden}


@pytest.mark.rule("FD-16", "FD-2.5", "FD-14.4")
def test_nobody_is_told_a_loop_before_a_death() -> None:
    tried = 0
    for act, seat in _seats():
        named = seat.role in {Role.FIRST, Role.SECOND, Role.SEVENTH, Role.AKISE}
        union = any(s.diary and seat.number in s.diary.picks for s in act.locked.sheets.values())
        night = act.locked.sheets[seat.number].night.hits
        if named or union or night or seat.number in act.closed.deaths:
            continue
        tried += 1
        turned = replace(seat, loop=Loop.FIRST if seat.loop is Loop.SECOND else Loop.SECOND)
        before, after, _ = _again(act, _with_seat(act.locked, turned))
        assert _others(before, seat.number) == _others(after, seat.number)
    assert tried > 30


@pytest.mark.rule("FD-16", "FD-5.4")
def test_nobody_is_told_by_whom_it_is_known() -> None:
    tried = 0
    for act, seat in _seats():
        world, sheet = act.locked.world, act.locked.sheets[seat.number]
        final = act.closed.outcome.finals[seat.number].kind
        strikes = {Kind.KILL, Kind.DISGUISE} & {sheet.day.kind, final} or sheet.night.hits
        asked = seat.number in {s.skills.faith for s in act.locked.sheets.values()}
        if strikes or asked or sheet.skills.gamble or seat.role in {Role.SECOND, Role.SEVENTH}:
            continue
        if seat.role is Role.AKISE:
            continue  # its will may tell 1st all that it knew
        tried += 1
        new = (Entry(seat=n, role="x", act=1, via=Via.PROBE) for n in world.living)
        learnt = tuple(entry for entry in new if entry.seat != seat.number)
        locked = _with_seat(act.locked, replace(seat, ledger=(*learnt, *seat.ledger)))
        before, after, _ = _again(act, locked)
        assert _others(before, seat.number) == _others(after, seat.number)
    assert tried > 30


@pytest.mark.rule("FD-16", "FD-10.4")
def test_nobody_is_told_a_standing_instruction_of_one_who_lives() -> None:
    tried = 0
    for act, seat in _seats():
        # 2nd's and 12th's are used in the act itself, 9th's where it came back.
        if seat.number in act.closed.outcome.down or seat.role in {Role.SECOND, Role.TWELFTH}:
            continue
        tried += 1
        other = Standing(half_god=False, bomb=(1, 2), awakening=(3,), trigger1=False, will=False)
        before, after, _ = _again(act, _with_seat(act.locked, replace(seat, standing=other)))
        assert before == after
    assert tried > 30


@pytest.mark.rule("FD-16", "FD-12.1.1", "FD-12.7.1", "FD-12.14.2")
def test_nobody_is_told_that_it_was_looked_at() -> None:
    tried = 0
    for act, seat in _seats():
        sheet = act.locked.sheets[seat.number]
        skills = replace(sheet.skills, gods_view=None, faith=None, truth=None)
        if skills == sheet.skills:
            continue
        tried += 1
        sheets = {**act.locked.sheets, seat.number: replace(sheet, skills=skills)}
        before, after, _ = _again(act, replace(act.locked, sheets=sheets))
        assert _others(before, seat.number) == _others(after, seat.number)
    assert tried > 5


@pytest.mark.rule("FD-16", "FD-6.1", "FD-12.3.1")
def test_only_diaries_that_read_it_tell_that_a_diary_was_used() -> None:
    """A report without consequences is known to its owner, its ally and a few diaries."""
    readers = {Role.FIRST, Role.SECOND, Role.FOURTH, Role.SIXTH, Role.TENTH, Role.ELEVENTH,
               Role.MURMUR, Role.SEVENTH}  # fmt: skip
    tried = 0
    for act, seat in _seats():
        number = seat.number
        mute = {Role.EIGHTH, Role.AKISE, Role.TWELFTH, Role.SEVENTH}
        if number not in act.locked.used or seat.role in mute:
            continue
        tried += 1
        sheets = {**act.locked.sheets, number: replace(act.locked.sheets[number], diary=None)}
        locked = replace(act.locked, sheets=sheets, used=act.locked.used - {number})
        before, after, _ = _again(act, locked)
        hidden = {n for n in before if _reads(act, n, readers) or number in _together(act, n)}
        assert _others(before, *hidden) == _others(after, *hidden)
    assert tried > 30


@pytest.mark.rule("FD-16", "FD-3.6", "FD-9.7", "FD-12.1.3")
def test_whose_skills_are_void_reads_nothing_of_it_where_no_skill_mattered() -> None:
    tried = 0
    for act, seat in _seats():
        sheet = act.locked.sheets[seat.number]
        rich = seat.role in {Role.FIFTH, Role.FOURTH, Role.FIRST, Role.TENTH, Role.THIRD}
        touched = act.closed.outcome.targets.get(seat.number) or sheet.night.hits
        if rich or touched or sheet.skills != Skills() or sheet.diary is not None:
            continue
        if sheet.day.kind is Kind.KILL or seat.number in act.locked.void:
            continue
        if seat.role in {Role.SECOND, Role.NINTH, Role.AKISE, Role.SEVENTH}:
            continue
        if seat.number in act.closed.outcome.down:
            continue
        tried += 1
        locked = replace(act.locked, void=act.locked.void | {seat.number})
        before, after, _ = _again(act, locked)
        assert before == after
    assert tried > 5
