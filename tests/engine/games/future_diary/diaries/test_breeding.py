"""10th's dogs (FD-12.11.1)."""

from __future__ import annotations

import pytest

from tests.engine.games.future_diary.reading import report
from tests.engine.games.future_diary.table import sheet, table, use


@pytest.mark.rule("FD-12.11.1", "FD-6.8")
def test_dog_b_may_follow_where_dog_a_went_and_a_gift_is_one_dog_a_more() -> None:
    world = table(know={(10, 4)}, change={10: {"extra_pick": True}})
    lines = report(world, 10, P10=sheet(diary=use(4, 6, dog_b=4)))
    assert [(line["seat"], "night" in line, "used" in line) for line in lines] == [
        (4, False, False), (6, False, False), (4, True, True),
    ]  # fmt: skip
