"""The set-up page: whatever the size, all rows fit, and what is highlighted is in sight."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from themes.pack import Colour
from tui.games.no81.setup_page import Item, lay_out, sight
from tui.widgets.lines import width

WORDS = st.text("ab 王小（。", min_size=1, max_size=30)
ITEMS = st.lists(
    st.builds(Item, label=WORDS, mark=st.sampled_from(" x*"), right=st.text("1冷/", max_size=6)),
    max_size=24,
)
PANEL = st.lists(st.tuples(WORDS, st.just(Colour.TEXT)), max_size=20)


@given(ITEMS, PANEL, st.integers(60, 200), st.integers(6, 30), st.integers(-1, 23))
def test_list_and_panel_fit_in_exactly_the_rows_there_are(
    items: list[Item], panel: list[tuple[str, Colour]], cells: int, height: int, at: int
) -> None:
    at = min(at, len(items) - 1)
    rows = lay_out(items, at, panel, cells, height)
    assert len(rows) == height
    assert all(width(row) <= cells for row in rows)
    first, end = sight(len(items), at, cells, height)
    assert at < 0 or first <= at < end
    assert sum(">" in row.text for row in rows) == (at >= 0)


@pytest.mark.parametrize(("cells", "height"), [(60, 10), (60, 12), (80, 13), (120, 20)])
def test_thirteen_ranks_are_in_sight_at_every_size(cells: int, height: int) -> None:
    assert sight(13, 12, cells, height) == (0, 13)


def test_a_panel_that_is_too_long_says_so() -> None:
    rows = lay_out([Item(label="a")], 0, [("word " * 200, Colour.TEXT)], 60, 8)
    assert "(? more)" in rows[-1].text
    assert all("more" not in row.text for row in rows[:-1])
