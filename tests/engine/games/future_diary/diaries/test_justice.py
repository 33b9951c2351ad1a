"""12th's diary: search, then trail (FD-12.13.1)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.terms import Mode
from tests.engine.games.future_diary.reading import order, report
from tests.engine.games.future_diary.table import hit, kill, play, probe, sheet, table, use


@pytest.mark.rule("FD-6.8", "FD-12.13.1")
def test_of_several_killers_the_lowest_seat_is_named_and_trailed() -> None:
    world = table(fl={4}, know={(9, 6)})
    orders = {
        12: sheet(diary=use(6, mode=Mode.SEARCH)), 9: sheet(kill(6)), 3: sheet(kill(6)),
        4: sheet(night=hit(6, "fifth")),
    }  # fmt: skip
    assert report(world, 12, sheets=orders) == [{"code": "hunted", "pick": 6, "seat": 3}]
    assert play(world, sheets=orders).world.seats[12].trail == 3


@pytest.mark.rule("FD-6.8")
def test_a_search_without_a_killer_names_nobody_and_starts_no_trail() -> None:
    orders = {12: sheet(diary=use(6, mode=Mode.SEARCH)), 5: sheet(probe(6))}
    assert report(table(), 12, sheets=orders) == [{"code": "hunted", "pick": 6, "seat": None}]
    assert play(table(), sheets=orders).world.seats[12].trail is None


@pytest.mark.rule("FD-12.9.2", "FD-12.13.1")
def test_with_an_extra_pick_the_first_pick_that_has_a_killer_starts_the_trail() -> None:
    world = table(change={12: {"extra_pick": True}}, know={(9, 6), (10, 4)})
    orders = {12: sheet(diary=use(1, 4, mode=Mode.SEARCH)), 9: sheet(kill(6)), 10: sheet(kill(4))}
    assert [line["seat"] for line in report(world, 12, sheets=orders)] == [None, 10]
    assert play(world, sheets=orders).world.seats[12].trail == 10


@pytest.mark.rule("FD-6.8", "FD-6.3", "FD-12.13.1")
def test_a_trail_reads_day_and_night_of_the_trailed_seat() -> None:
    world = table(fl={3}, act=2, change={12: {"trail": 3}})
    orders = {12: sheet(diary=use(mode=Mode.TRAIL)), 3: sheet(probe(1), night=hit(6))}
    assert report(world, 12, sheets=orders) == [
        {"code": "actions", "seat": 3, "day": order("probe", 1), "night": order("kill", 6)}
    ]
    assert play(world, sheets=orders).world.seats[12].trail == 3
