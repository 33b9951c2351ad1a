"""Lines are measured in cells, and user text stays text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from themes.pack import Colour
from tui.widgets.lines import Line, Span, clean, cut, fit, indent, line, pad, sides, width, wrap

mixed = st.text(st.sampled_from("ab c，。王小明é/"), max_size=60)


@given(mixed, st.integers(0, 40))
def test_cut_never_exceeds_its_cells_and_keeps_what_fits(text: str, cells: int) -> None:
    short = cut(text, cells)
    assert cell_len(short) <= cells
    if cell_len(text) <= cells:
        assert short == text


@given(mixed, st.integers(0, 40))
def test_pad_is_exactly_as_wide_as_asked(text: str, cells: int) -> None:
    assert cell_len(pad(text, cells)) == cells


@given(st.lists(mixed, max_size=5), st.integers(0, 50))
def test_fit_never_exceeds_its_cells(texts: list[str], cells: int) -> None:
    row = line(*texts)
    short = fit(row, cells)
    assert width(short) <= cells
    if width(row) <= cells:
        assert short == row


@given(mixed, st.integers(4, 40), st.integers(0, 10))
def test_wrap_fits_and_loses_nothing_but_spaces(text: str, cells: int, first: int) -> None:
    rows = wrap(text, cells, first=first)
    assert all(cell_len(row) <= cells for row in rows)
    assert "".join("".join(rows).split()) == "".join(text.split())


def test_wrap_breaks_between_words_and_between_chinese_characters() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("紅橙黃綠藍", 6) == ["紅橙黃", "綠藍"]


def test_wrap_never_begins_a_row_with_a_closing_mark() -> None:
    assert wrap("紅橙黃，綠藍", 8)[1][0] != "，"


def test_a_cut_is_marked() -> None:
    assert cut("Celestia", 6) == "Cele.."
    assert fit(line("abcdef", "ghi"), 6).text == "abcd.."


def test_sides_keeps_the_right_side_whole_and_cuts_the_left() -> None:
    row = sides(line("a long left side"), line("right"), 16)
    assert row.text.endswith("right")
    assert width(row) == 16
    assert ".." in row.text


@pytest.mark.parametrize(
    "bad", ["\x1b[2J", "a\nb", "\u202eevil", "zero\u200bwidth", "\x9b31m", "\ud800"]
)
def test_control_and_direction_characters_are_taken_out_before_drawing(bad: str) -> None:
    shown = clean(bad)
    assert all(unicodedata.category(c) not in {"Cc", "Cf", "Cs"} for c in shown)


@pytest.mark.report("Textualize/textual#6155")
def test_markup_in_user_text_is_only_text() -> None:
    assert clean("[bold red]Bo[/]") == "[bold red]Bo[/]"
    assert line("[link=x]").text == "[link=x]"


def test_indent_and_shade_are_kept() -> None:
    row = indent(Line((Span("x", Colour.HOPE),), Colour.CHOSEN), 3)
    assert row.text == "   x"
    assert row.shade is Colour.CHOSEN


def test_an_opening_mark_stays_with_what_it_opens() -> None:
    text = "可在設定（Ctrl-O）裡關閉：「（甲）乙」。"
    for cells in range(12, 40):
        rows = wrap(text, cells)
        assert "".join(rows) == text
        assert not any(row.endswith(("（", "「")) for row in rows), rows
