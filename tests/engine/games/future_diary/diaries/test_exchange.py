"""7th's diary: each half reads of the other while it rests (FD-12.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.future_diary.model import Frame
from tests.engine.games.future_diary.reading import foresight, report
from tests.engine.games.future_diary.table import hit, kill, probe, sheet, table, use

MAN, WOMAN = 7, 15


@pytest.mark.rule("FD-6.8")
def test_in_odd_acts_the_man_reads_whether_somebody_means_to_kill_the_woman() -> None:
    world = table(fl={9}, know={(4, WOMAN), (5, WOMAN)})
    read = {MAN: sheet(diary=use())}
    for orders, yes in (
        ({}, False),
        ({4: sheet(probe(WOMAN))}, False),
        ({5: sheet(kill(WOMAN))}, False),
        ({4: sheet(kill(WOMAN))}, True),
        ({4: sheet(replace(kill(WOMAN), frame=Frame(seat=1)))}, True),
        ({9: sheet(night=hit(WOMAN, "seventh"))}, True),
    ):
        given = {**read, **orders}
        assert report(world, MAN, sheets=given) == [{"code": "aimed", "yes": yes}]


@pytest.mark.rule("FD-6.8", "FD-12.8.4", "FD-6.10")
def test_in_even_acts_the_woman_reads_how_each_kill_of_the_man_will_go() -> None:
    world = table(fl={MAN, WOMAN}, know={(MAN, 2)}, act=2)
    nights = (hit(3, "third"), hit(4, "fifth"))
    orders = {MAN: sheet(kill(9), night=nights), WOMAN: sheet(diary=use())}
    assert report(world, WOMAN, sheets=orders) == [
        {"code": "success", "target": 9, "night": False, "yes": False},
        {"code": "success", "target": 3, "night": True, "yes": True},
        {"code": "success", "target": 4, "night": True, "yes": False},
    ]


@pytest.mark.rule("FD-6.12", "FD-12.8.3")
def test_both_halves_and_their_ally_read_it_and_the_halves_read_the_allys() -> None:
    world = table(allied={(MAN, 1)})
    orders = {MAN: sheet(diary=use()), 1: sheet(diary=use(3))}
    seen = foresight(world, sheets=orders)
    assert [r.of for r in seen[MAN].reports] == [MAN, 1]
    assert [r.of for r in seen[WOMAN].reports] == [MAN, 1]
    assert [r.of for r in seen[1].reports] == [1, MAN]
