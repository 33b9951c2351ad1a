"""2nd's diary: all about 1st, by name and never by seat (FD-12.3.1)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.terms import Mode
from tests.engine.games.future_diary.reading import foresight, order, report
from tests.engine.games.future_diary.table import (
    flee,
    hit,
    kill,
    probe,
    sheet,
    table,
    use,
)


@pytest.mark.rule("FD-6.8", "FD-12.3.1", "FD-5.8")
def test_it_finds_the_true_1st_and_not_whoever_wears_its_mask() -> None:
    orders = {2: sheet(diary=use()), 13: sheet(flee(), servant="first"), 1: sheet(probe(9))}
    (first,) = report(table(), 2, sheets=orders)
    assert first == {
        "code": "first", "seat": None, "day": order("probe", 9), "night": order("none")
    }  # fmt: skip


@pytest.mark.rule("FD-6.8")
def test_whoever_knows_1st_reads_its_seat() -> None:
    (first,) = report(table(know={(2, 1)}), 2, P2=sheet(diary=use()))
    assert first["seat"] == 1


@pytest.mark.rule("FD-6.8")
def test_orders_of_day_and_night_against_1st_are_listed_with_their_actors() -> None:
    world = table(fl={4}, know={(6, 1)})
    orders = {2: sheet(diary=use()), 4: sheet(night=hit(1, "first")), 6: sheet(kill(1))}
    assert report(world, 2, sheets=orders)[1:] == [
        {"code": "against", "seat": 4, "night": True, "kind": "kill", "final": False},
        {"code": "against", "seat": 6, "night": False, "kind": "kill", "final": False},
    ]


@pytest.mark.rule("FD-6.8", "FD-6.13")
def test_the_extension_needs_knowledge_and_a_living_1st_and_no_use() -> None:
    assert not foresight(table(), 2)[2].reports
    assert not foresight(table(know={(2, 1)}, dead={1}), 2)[2].reports
    assert report(table(know={(2, 1)}), 2, 2)[0]["final"] == order("none")


@pytest.mark.rule("FD-6.13")
def test_a_jam_does_not_stop_the_extension() -> None:
    world = table(know={(2, 1)}, allied={(8, 6)})
    orders = {8: sheet(diary=use(2, mode=Mode.B)), 2: sheet(diary=use())}
    assert foresight(world, 1, sheets=orders)[2].jammed
    assert not foresight(world, 1, sheets=orders)[2].reports
    assert report(world, 2, 2, sheets=orders)[0]["code"] == "first"
