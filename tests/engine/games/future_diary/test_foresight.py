"""The waves of foresight: who reads what, when, and what no report ever holds (FD-6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.games.future_diary.foresight import wave
from engine.games.future_diary.model import Cover, Day, Frame, Hit, Liberation, Night, Sheet
from engine.games.future_diary.outcome import Inputs, Locked
from engine.games.future_diary.roles import HALVES, ROLES
from engine.games.future_diary.terms import Code, Kind, Mode, Role
from tests.engine.games.future_diary.read_acts import sample, texts
from tests.engine.games.future_diary.reading import foresight, order
from tests.engine.games.future_diary.table import (
    ally,
    flee,
    forced,
    kill,
    play,
    probe,
    sheet,
    table,
    use,
)

ROLE_NAMES = {*Role, *HALVES}


# --- proposals and jams ---------------------------------------------------------------------


@pytest.mark.rule("FD-8.4", "FD-8.3", "FD-16")
def test_a_proposal_is_shown_with_its_seat_in_wave_1_and_not_to_one_who_is_allied() -> None:
    world = table(know={(4, 9), (6, 9), (3, 1)}, allied={(1, 5)})
    orders = {4: sheet(ally(9)), 6: sheet(ally(9)), 3: sheet(ally(1))}
    seen = foresight(world, sheets=orders)
    assert seen[9].proposals == (4, 6)
    assert seen[1].proposals == ()
    assert all(not one.proposals for one in foresight(world, 2, sheets=orders).values())


@pytest.mark.rule("FD-3.6", "FD-12.9.1", "FD-16")
def test_a_jam_is_told_to_its_target_even_unused_and_its_object_to_8ths_ally_alone() -> None:
    world = table(allied={(8, 6), (1, 5)})
    seen = foresight(world, P8=sheet(diary=use(1, mode=Mode.B)))
    assert [n for n, one in seen.items() if one.jammed] == [1]
    assert [n for n, one in seen.items() if one.reports] == [6]
    (choice,) = seen[6].reports
    assert [dict(line) for line in choice.lines] == [{"code": "choice", "mode": "B", "seat": 1}]


@pytest.mark.rule("FD-3.6", "FD-12.8.3")
@pytest.mark.parametrize(("jammed", "told", "read"), [(7, [7, 15], []), (15, [15], [7, 15])])
def test_both_halves_read_that_their_diary_is_closed_where_its_owner_is_jammed(
    jammed: int, told: list[int], read: list[int]
) -> None:
    world = table(allied={(8, 6)})
    orders = {8: sheet(diary=use(jammed, mode=Mode.B)), 7: sheet(diary=use())}
    seen = foresight(world, sheets=orders)
    assert [n for n, one in seen.items() if one.jammed] == told
    assert [n for n in (7, 15) if seen[n].reports] == read


@pytest.mark.rule("FD-16", "FD-12.9.1")
@pytest.mark.parametrize("mode", [Mode.A, Mode.C, Mode.UNION])
def test_the_gifts_of_8th_and_its_union_are_read_by_nobody(mode: Mode) -> None:
    allied = set() if mode is Mode.UNION else {(8, 6)}
    seen = foresight(table(fl={8}, allied=allied), P8=sheet(diary=use(6, mode=mode)))
    assert not any(one.reports for one in seen.values())


# --- copies ---------------------------------------------------------------------------------


@pytest.mark.rule("FD-6.12", "FD-8.9")
def test_an_alliance_that_forms_in_this_act_reads_along_from_the_next() -> None:
    world = table(know={(6, 1)})
    orders = {6: sheet(ally(1)), 1: sheet(diary=use(3))}
    assert not foresight(world, sheets=orders)[6].reports
    played = play(world, sheets=orders)
    assert played.world.allies(6) == {1}
    ready = replace(played.next(), act=3)
    assert foresight(ready, sheets={1: sheet(diary=use(3))})[6].reports


@pytest.mark.rule("FD-6.12", "FD-6.14")
def test_the_watchers_ally_reads_its_copies_and_2nds_ally_its_love() -> None:
    world = table(allied={(11, 6), (2, 5)}, know={(2, 1)})
    orders = {11: sheet(diary=use(1)), 1: sheet(diary=use(3))}
    assert [(one.of, one.copy) for one in foresight(world, sheets=orders)[6].reports] == [(11, 1)]
    assert [one.of for one in foresight(world, 2, sheets=orders)[5].reports] == [2]


@pytest.mark.rule("FD-6.1", "FD-6.11")
def test_reports_come_to_their_owner_once_in_the_wave_of_their_diary() -> None:
    for act in sample():
        for number, seen in enumerate(act.read, 1):
            for reader, one in seen.items():
                for report in one.reports:
                    card = ROLES[act.locked.world.seats[report.of].role].diary
                    assert card is not None
                    loves = card.id == "yukiteru" and number == 2
                    copied = report.copy is not None or card.id == "augment"
                    assert card.wave == number or loves or copied
                assert [r.of for r in one.reports if r.of == reader and r.copy is None] in (
                    [], [reader],
                )  # fmt: skip


# --- 11th's look ----------------------------------------------------------------------------


@pytest.mark.rule("FD-12.12.2", "FD-6.7", "FD-S49")
def test_laws_look_is_the_truth_even_of_a_framed_kill_and_of_5th() -> None:
    world = table(know={(4, 11)})
    framed = replace(kill(11), frame=Frame(seat=3, cover=Cover(kind=Kind.PROBE, target=1)))
    orders = {11: sheet(law=4), 4: sheet(framed)}
    assert foresight(world, sheets=orders)[11].law is None
    seen = foresight(world, 2, sheets=orders)[11]
    assert seen.told()["law"] == {"seat": 4, "order": order("kill", 11)}
    assert not seen.change
    fifth = {11: sheet(law=5), 5: sheet(Day(kind=Kind.FLEE, fake=Cover(kind=Kind.PROBE)))}
    assert foresight(world, 2, sheets=fifth)[11].told()["law"] == {
        "seat": 5, "order": order("flee"),
    }  # fmt: skip


@pytest.mark.rule("FD-12.12.2", "FD-3.7", "FD-12.9.1")
def test_there_is_no_look_while_11ths_skills_are_void_or_its_diary_is_jammed() -> None:
    world = table(allied={(13, 1), (8, 6)})
    law = {11: sheet(law=4), 4: sheet(flee())}
    void = {13: sheet(liberation=Liberation(option="a", seat=11))}
    jam = {8: sheet(diary=use(11, mode=Mode.B))}
    assert foresight(world, 2, sheets={**law, **void})[11].law is None
    assert foresight(world, 2, sheets={**law, **jam})[11].law is None


@pytest.mark.rule("FD-12.12.2", "FD-6.9")
def test_laws_look_is_at_the_provisional_final_action() -> None:
    world = table(P5="twelfth", P12="fifth")
    orders = {11: sheet(law=4), 4: sheet(probe(1)), 5: sheet(hypnosis=forced(4, "flee"))}
    (look,) = [one.law for one in foresight(world, 2, sheets=orders).values() if one.law]
    assert look.order.kind is Kind.FLEE


# --- what no report holds -------------------------------------------------------------------


@pytest.mark.rule("FD-6.5", "FD-16", "FD-5.4")
def test_no_report_names_a_role() -> None:
    for act in sample():
        for seen in act.read:
            for one in seen.values():
                assert not ROLE_NAMES & {*texts(one.told())}


@pytest.mark.rule("FD-16", "FD-10.7")
def test_a_reason_of_a_failed_kill_is_in_the_murder_diary_only() -> None:
    codes = {*Code} - {Code.DEAD}
    for act in sample():
        for one in act.read[0].values():
            for report in one.reports:
                third = Role.THIRD in {
                    act.locked.world.seats[n].role for n in (report.of, report.copy) if n
                }
                assert third or not codes & {*texts(report.lines)}


def _blunt(one: Hit) -> Hit:
    return Hit(target=one.target, guess=(Role.MURMUR,), blacken=None, pierce=None)


def _stripped(given: Sheet) -> Sheet:
    """Return a sheet with the same deeds, and nothing else of it."""
    follow = given.night.followup
    return replace(
        given,
        day=replace(given.day, hits=tuple(map(_blunt, given.day.hits))),
        night=Night(
            hits=tuple(map(_blunt, given.night.hits)),
            followup=None if follow is None else _blunt(follow),
            frame=given.night.frame,
        ),
    )


def _said(locked: Locked, number: int) -> Mapping[int, Any]:
    projecting = {Role.THIRD, Role.SEVENTH}
    return {
        n: [
            report
            for report in one.reports
            if not projecting & {
                locked.world.seats[k].role for k in (report.of, report.copy) if k
            }
        ]
        for n, one in wave(locked, Inputs(), number).items()
    }  # fmt: skip


@pytest.mark.rule("FD-6.5")
def test_guesses_and_blacken_and_omniscience_are_in_no_report() -> None:
    for act in sample():
        blunt = {n: _stripped(given) for n, given in act.locked.sheets.items()}
        other = replace(act.locked, sheets=blunt)
        for number in (1, 2):
            assert _said(act.locked, number) == _said(other, number)


@pytest.mark.rule("FD-6.6", "FD-12.6.2")
def test_no_report_changes_with_what_5th_really_does() -> None:
    for act in sample():
        locked = act.locked
        fifth = locked.world.holder(Role.FIFTH)
        assert fifth is not None
        if fifth not in locked.sheets or fifth in locked.void:
            continue
        mine = locked.sheets[fifth]
        if mine.day.kind in {Kind.ALLY, Kind.BREAK}:
            continue  # who is allied decides who is saved, which the Murder Diary foresees
        idle = replace(mine, day=Day(fake=mine.day.fake), night=Night())
        other = replace(locked, sheets={**locked.sheets, fifth: idle})
        for number in (1, 2):
            seen = [
                {n: one.reports for n, one in wave(world, Inputs(), number).items()}
                for world in (locked, other)
            ]
            assert seen[0] == seen[1]
