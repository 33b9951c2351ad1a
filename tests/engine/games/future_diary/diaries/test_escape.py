"""9th's diary: who is after it, as submitted and as it now stands (FD-6.8)."""

from __future__ import annotations

import pytest

from tests.engine.games.future_diary.reading import report
from tests.engine.games.future_diary.table import ally, flee, hit, probe, sheet, table, use


@pytest.mark.rule("FD-6.8", "FD-6.9")
def test_every_order_against_9th_is_listed_twice_and_nights_are_the_same() -> None:
    world = table(fl={6}, know={(4, 9)})
    orders = {
        9: sheet(diary=use()),
        3: sheet(probe(9), diary=use()),
        4: sheet(ally(9)),
        6: sheet(night=hit(9, "ninth")),
    }
    lines = report(world, 9, 2, sheets=orders, changes={3: flee()})
    found = [(line["seat"], line["kind"], line["night"], line["final"]) for line in lines]
    assert found == [
        (3, "probe", False, False),
        (4, "ally", False, False),
        (6, "kill", True, False),
        (4, "ally", False, True),
        (6, "kill", True, True),
    ]
