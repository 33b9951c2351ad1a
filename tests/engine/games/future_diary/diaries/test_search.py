"""4th's diary: a sweep over the day, or a watch on one seat (FD-12.5.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.future_diary.model import Frame
from engine.games.future_diary.terms import Mode
from tests.engine.games.future_diary.reading import order, report
from tests.engine.games.future_diary.table import hit, kill, maniac, probe, sheet, table, use


@pytest.mark.rule("FD-6.8", "FD-12.5.1")
def test_a_sweep_lists_day_kills_and_neither_nights_nor_other_deeds() -> None:
    world = table(fl={9}, know={(3, 6), (3, 7), (10, 6)})
    orders = {
        4: sheet(diary=use(mode=Mode.SWEEP)), 3: sheet(maniac()), 10: sheet(kill(6)),
        6: sheet(probe(9)), 9: sheet(night=hit(4, "fourth")),
    }  # fmt: skip
    assert report(world, 4, sheets=orders) == [
        {"code": "sweep", "seat": 3, "targets": (6, 7)},
        {"code": "sweep", "seat": 10, "targets": (6,)},
    ]


@pytest.mark.rule("FD-6.8", "FD-6.6")
def test_its_own_framed_kill_is_in_its_own_sweep_as_the_framed_seats() -> None:
    world = table(know={(4, 9)})
    framed = replace(kill(9), frame=Frame(seat=3))
    lines = report(world, 4, P4=sheet(framed, diary=use(mode=Mode.SWEEP)))
    assert lines == [{"code": "sweep", "seat": 3, "targets": (9,)}]


@pytest.mark.rule("FD-6.8", "FD-6.3", "FD-12.5.1")
def test_a_watch_reads_everything_of_one_known_seat() -> None:
    world = table(know={(4, 6)})
    orders = {4: sheet(diary=use(6, mode=Mode.WATCH)), 6: sheet(probe(1), diary=use())}
    assert report(world, 4, sheets=orders) == [
        {
            "code": "actions", "seat": 6, "day": order("probe", 1), "night": order("none"),
            "used": True,
        }
    ]  # fmt: skip
