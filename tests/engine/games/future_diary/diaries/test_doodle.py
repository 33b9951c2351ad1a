"""5th's diary: days in odd acts, nights in even ones (FD-12.6.1)."""

from __future__ import annotations

import pytest

from tests.engine.games.future_diary.reading import order, report
from tests.engine.games.future_diary.table import hit, probe, sheet, table, use


@pytest.mark.rule("FD-6.8", "FD-12.6.1")
@pytest.mark.parametrize(
    ("act", "half"), [(1, {"day": order("probe", 9)}), (2, {"night": order("kill", 8)})]
)
def test_one_half_of_the_act_is_read(act: int, half: dict[str, object]) -> None:
    world = table(fl={3}, act=act)
    orders = {5: sheet(diary=use(3)), 3: sheet(probe(9), night=hit(8))}
    assert report(world, 5, sheets=orders) == [{"code": "actions", "seat": 3} | half]
