"""1st's diary: three picks, one more per fallen fellow, one more as a gift (FD-12.2)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.model import Liberation
from tests.engine.games.future_diary.reading import order, report
from tests.engine.games.future_diary.table import hit, probe, sheet, table, use


@pytest.mark.rule("FD-6.8", "FD-12.2.1")
def test_each_pick_is_read_in_the_order_of_the_picks() -> None:
    world = table(fl={5})
    lines = report(world, 1, P1=sheet(diary=use(9, 3)), P3=sheet(probe(9)))
    assert [line["seat"] for line in lines] == [9, 3]
    assert lines[1] == {
        "code": "actions", "seat": 3, "day": order("probe", 9), "night": order("none"),
        "used": False,
    }  # fmt: skip


@pytest.mark.rule("FD-6.5", "FD-6.8")
def test_the_night_is_read_with_its_targets_and_without_its_guesses() -> None:
    world = table(fl={9})
    (line,) = report(world, 1, P1=sheet(diary=use(9)), P9=sheet(night=hit(4, "fourth")))
    assert line["night"] == order("kill", 4)


@pytest.mark.rule("FD-12.2.4", "FD-9.7")
@pytest.mark.parametrize(("gift", "left"), [(False, 3), (True, 4)])
def test_void_skills_take_the_picks_of_rescue_and_nothing_else(gift: bool, left: int) -> None:
    world = table(allied={(13, 6)}, dead={9, 10}, change={1: {"extra_pick": gift}})
    orders = {1: sheet(diary=use(3, 4, 5, 8, 11))}
    assert len(report(world, 1, sheets=orders)) == 5
    orders |= {13: sheet(liberation=Liberation(option="a", seat=1))}
    assert [line["seat"] for line in report(world, 1, sheets=orders)] == [3, 4, 5, 8][:left]
