"""11th's diary: copies of other diaries (FD-6.14)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.terms import Mode
from tests.engine.games.future_diary.reading import foresight, report
from tests.engine.games.future_diary.table import sheet, table, use


@pytest.mark.rule("FD-6.14", "FD-6.8", "FD-12.12.1")
def test_of_8th_and_akise_their_choices_are_seen_in_wave_1() -> None:
    world = table(allied={(8, 6)}, change={14: {"proof": 1}}, act=3)
    orders = {11: sheet(diary=use(8)), 8: sheet(diary=use(4, mode=Mode.C))}
    assert report(world, 11, sheets=orders) == [{"code": "choice", "mode": "C", "seat": 4}]
    orders = {11: sheet(diary=use(14)), 14: sheet(diary=use(4, kind="flee"))}
    assert report(world, 11, sheets=orders) == [{"code": "choice", "kind": "flee", "seat": 4}]


@pytest.mark.rule("FD-6.14")
def test_what_the_watched_seat_reads_through_its_ally_is_not_copied() -> None:
    world = table(allied={(1, 6)}, act=2)
    orders = {11: sheet(diary=use(6)), 1: sheet(diary=use(3))}
    assert not foresight(world, 1, sheets=orders)[11].reports
    assert report(world, 11, 2, sheets=orders) == [{"code": "nothing"}]


@pytest.mark.rule("FD-6.14")
@pytest.mark.parametrize("used", [True, False])
def test_2nds_passive_extension_is_copied_only_where_its_diary_was_used(used: bool) -> None:
    world = table(know={(2, 1)}, act=2)
    orders = {11: sheet(diary=use(2)), 2: sheet(diary=use() if used else None)}
    (line,) = report(world, 11, 2, sheets=orders)
    assert line["code"] == ("first" if used else "nothing")


@pytest.mark.rule("FD-6.14", "FD-16.1")
def test_nothing_comes_at_the_same_moment_whoever_is_watched() -> None:
    for watched in (1, 6, 8, 13, 14):
        orders = {11: sheet(diary=use(watched))}
        assert not foresight(table(), 1, sheets=orders)[11].reports
        assert report(table(), 11, 2, sheets=orders) == [{"code": "nothing"}]


@pytest.mark.rule("FD-6.14", "FD-12.9.2")
def test_an_extra_pick_brings_a_second_copy_under_its_own_name() -> None:
    world = table(change={11: {"extra_pick": True}})
    orders = {11: sheet(diary=use(5, 1)), 1: sheet(diary=use(3)), 5: sheet(diary=use(4))}
    copies = foresight(world, 1, sheets=orders)[11].reports
    assert [(one.of, one.copy) for one in copies] == [(11, 5), (11, 1)]
