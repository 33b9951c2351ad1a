"""The differ: what a terminal shows after each frame is exactly the wanted grid."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from server.api import Size
from tests.tui.fake_terminal import ColourErasingScreen
from themes.loader import available, load
from tui.cells import Grid, is_unsure, split_cells
from tui.colour import PLAIN, Rendition
from tui.differ import Differ

RED = Rendition("31", "49", 0)
ON_BLUE = Rendition("97", "44", 0)
BOLD = Rendition("39", "49", 1)
UNDERLINED_ON_BLUE = Rendition("97", "44", 8)
LOOKS = (PLAIN, RED, ON_BLUE, BOLD, UNDERLINED_ON_BLUE)


class Emulator:
    """A terminal emulator that judges what the bytes do."""

    def __init__(self, size: Size) -> None:
        self.screen = ColourErasingScreen(size.columns, size.rows)
        # Not what pyte starts with: the first frame must not count on a clean screen.
        self.stream = pyte.ByteStream(self.screen)
        self.stream.feed(b"\x1b[?7l\x1b[41mjunk junk\r\njunk")

    def rows(self) -> list[str]:
        return [
            "".join(self.screen.buffer[y][x].data for x in range(self.screen.columns))
            for y in range(self.screen.lines)
        ]

    def background(self, x: int, y: int) -> str:
        return str(self.screen.buffer[y][x].bg)


def shown_after(size: Size, *frames: list[tuple[int, int, str, Rendition]]) -> Emulator:
    """Paint each frame of (x, y, text, look) on its own fresh grid and feed an emulator."""
    emulator, differ = Emulator(size), Differ()
    for frame in frames:
        grid = Grid(size)
        for x, y, text, look in frame:
            grid.put(x, y, text, look)
        emulator.stream.feed(differ.frame(grid))
        assert emulator.rows() == grid.text()
    return emulator


def test_an_unchanged_screen_costs_nothing() -> None:
    grid, differ = Grid(Size(10, 2)), Differ()
    grid.put(0, 0, "hello", RED)
    assert differ.frame(grid)
    assert differ.frame(grid) == b""


def test_only_the_changed_cell_is_sent() -> None:
    grid, differ = Grid(Size(80, 24)), Differ()
    grid.put(0, 3, "score 1", RED)
    differ.frame(grid)
    grid.put(6, 3, "2", RED)
    sent = differ.frame(grid)
    assert b"2" in sent
    assert b"score" not in sent


def test_a_small_gap_is_bridged_and_a_large_one_jumped() -> None:
    grid, differ = Grid(Size(80, 1)), Differ()
    grid.put(0, 0, "abcdefghijklmnop", PLAIN)
    differ.frame(grid)
    grid.put(1, 0, "B", PLAIN)
    grid.put(4, 0, "E", PLAIN)
    grid.put(14, 0, "O", PLAIN)
    assert differ.frame(grid).endswith(b"BcdE\x1b[9CO")


def test_a_blank_tail_is_erased_in_its_colour() -> None:
    size = Size(40, 1)
    emulator = shown_after(
        size, [(0, 0, "a long line of many words", ON_BLUE)], [(0, 0, "a", PLAIN),
                                                               (1, 0, " " * 39, ON_BLUE)],
    )  # fmt: skip
    assert emulator.background(39, 0) == "blue"


def test_a_terminal_that_erases_without_colour_gets_spaces() -> None:
    grid, differ = Grid(Size(40, 2)), Differ(erases_in_colour=False)
    grid.put(0, 0, " " * 40, ON_BLUE)
    sent = differ.frame(grid)
    assert b"\x1b[K" not in sent
    assert sent.count(b" ") == 40


def test_wide_characters_are_written_over_in_both_halves() -> None:
    size = Size(12, 2)
    shown_after(
        size,
        [(0, 0, "世界平和", PLAIN)],
        [(1, 0, "世界平和", PLAIN)],
        [(0, 0, "世x平z", PLAIN)],
        [(0, 0, "abcd", RED)],
        [(10, 0, "世界", PLAIN)],
        [(11, 1, "世", PLAIN)],
    )


def test_half_of_a_wide_character_leaves_a_blank() -> None:
    grid = Grid(Size(6, 1))
    grid.put(0, 0, "世界", PLAIN)
    grid.put(1, 0, "x", PLAIN)
    assert grid.text() == [" x界  "]
    grid.put(2, 0, "y", PLAIN)
    assert grid.text() == [" xy   "]
    grid.put(5, 0, "世", PLAIN)
    assert grid.text() == [" xy   "]


@pytest.mark.report("mosh#234", "mosh#388", "rich#502")
@pytest.mark.parametrize("text", ["é́", "👩‍👩‍👧", "❤️", "★★", "가", "Ω…", "\u200b", "\u202e"])
def test_after_a_doubtful_width_the_cursor_is_placed_afresh(text: str) -> None:
    grid, differ = Grid(Size(20, 1)), Differ()
    end = grid.put(0, 0, text, PLAIN)
    grid.put(end, 0, "|", PLAIN)
    sent = differ.frame(grid).decode()
    assert end == cell_len(text)
    cells = [cell for cell in grid.chars[0][:end] if cell]
    if cells and (len(cells[-1]) > 1 or cells[-1] in "★…"):
        assert f"\x1b[1;{end + 1}H|" in sent


@pytest.mark.report("freenet/river#633")
@pytest.mark.parametrize(
    "bad", ["\x1b]52;c;AAAA\x07", "\x1b[2J", "\r", "\x9b31m", "\u202e", "\x07"]
)
def test_no_order_to_the_terminal_passes_through_text(bad: str) -> None:
    grid, differ = Grid(Size(30, 1)), Differ()
    differ.frame(grid)
    grid.put(0, 0, f"a{bad}b", PLAIN)
    sent = differ.frame(grid)
    for byte in (b"\x07", b"\x1b]", b"\x1b[2J", b"\r", b"\x9b", "\u202e".encode(), b"\xc2\x9b"):
        assert byte not in sent.replace(b"\x1b[H", b"")


@given(st.text(max_size=30))
def test_cells_are_as_many_as_rich_counts(text: str) -> None:
    assert len(split_cells(text)) == cell_len(text)


def test_the_cursor_rests_where_it_is_told() -> None:
    grid, differ = Grid(Size(20, 5)), Differ()
    emulator = Emulator(grid.size)
    emulator.stream.feed(differ.frame(grid, (7, 3)))
    assert (emulator.screen.cursor.x, emulator.screen.cursor.y) == (7, 3)
    assert differ.frame(grid, (7, 3)) == b""


LOG = [f"Turn {number}: somebody plays a card of number {number}." for number in range(40)]


@pytest.mark.parametrize(("before", "after"), [(0, 1), (0, 3), (3, 0), (20, 8), (5, 6)])
def test_a_log_that_moves_costs_its_new_lines_only(before: int, after: int) -> None:
    size = Size(80, 24)
    emulator, differ = Emulator(size), Differ()
    sent = b""
    for first in (before, after):
        grid = Grid(size)
        grid.put(0, 2, "the table", BOLD)
        for row in range(15):
            grid.put(1, 5 + row, f"{LOG[first + row]:79}", ON_BLUE)
        grid.put(0, 23, "keys and commands", RED)
        sent = differ.frame(grid)
        emulator.stream.feed(sent)
        assert emulator.rows() == grid.text()
        for row in range(15):
            assert emulator.background(70, 5 + row) == "blue"
            assert emulator.background(3, 23) == "default"
    new = min(abs(after - before), 15)
    assert len(sent) < 80 + new * 65


PIECE = st.tuples(
    st.integers(-3, 22),
    st.integers(-1, 6),
    st.text(st.sampled_from("ab  中文あ한 z-"), min_size=1, max_size=26),
    st.sampled_from(LOOKS),
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(LOG[:12]), min_size=10, max_size=10),
    st.integers(-6, 6),
    st.integers(0, 10),
    st.integers(0, 9),
)
def test_rows_moved_anyhow_are_shown_right(rows: list[str], by: int, at: int, edit: int) -> None:
    size = Size(60, 10)
    emulator, differ, grid = Emulator(size), Differ(), Grid(size)
    for y, text in enumerate(rows):
        grid.put(0, y, f"{text:60}", LOOKS[len(text) % 5])
    emulator.stream.feed(differ.frame(grid))
    moved = rows[:at] + [rows[(y + by) % 10] for y in range(at, 10)]
    moved[edit] = "something new"
    for y, text in enumerate(moved):
        grid.put(0, y, f"{text:60}", LOOKS[len(text) % 5])
    emulator.stream.feed(differ.frame(grid))
    assert emulator.rows() == grid.text()
    for y in range(10):
        blue = grid.looks[y][50].bg == "44"
        assert emulator.background(50, y) == ("blue" if blue else "default")


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(PIECE, max_size=6), min_size=1, max_size=5), st.booleans())
def test_any_sequence_of_frames_shows_the_wanted_grid(
    frames: list[list[tuple[int, int, str, Rendition]]], erases: bool
) -> None:
    size = Size(20, 6)
    emulator, differ, grid = Emulator(size), Differ(erases_in_colour=erases), Grid(size)
    for frame in frames:
        for x, y, text, look in frame:
            grid.put(x, y, text, look)
        emulator.stream.feed(differ.frame(grid))
        assert emulator.rows() == grid.text()
        for y in range(size.rows):
            for x in range(size.columns):
                look, cell = grid.looks[y][x], emulator.screen.buffer[y][x]
                assert cell.bg == ("blue" if look.bg == "44" else "default")
                if grid.chars[y][x] not in {"", " "}:
                    assert cell.bold == bool(look.attributes & 1)
                    assert cell.underscore == bool(look.attributes & 8)


def test_signs_of_themes_cost_no_placing_of_the_cursor() -> None:
    for theme in available():
        for glyph, text in load(theme).glyphs.items():
            assert not any(map(is_unsure, text)), glyph


def test_blanks_in_the_middle_are_erased_and_gone_over() -> None:
    size = Size(60, 1)
    words = "a row that is full of words from the left to the right edge "
    after = [(0, 0, "short", PLAIN), (5, 0, " " * 40, ON_BLUE), (45, 0, "end", PLAIN)]
    emulator = shown_after(size, [(0, 0, words[:60], ON_BLUE)], after)
    assert emulator.background(20, 0) == "blue"
    grid, differ = Grid(size), Differ()
    grid.put(0, 0, words[:60], ON_BLUE)
    differ.frame(grid)
    for x, y, text, look in after:
        grid.put(x, y, text, look)
    assert b"\x1b[40X\x1b[40C" in differ.frame(grid)


def test_a_terminal_that_erases_without_colour_gets_spaces_in_the_middle_too() -> None:
    grid, differ = Grid(Size(60, 1)), Differ(erases_in_colour=False)
    grid.put(0, 0, "x" * 60, ON_BLUE)
    differ.frame(grid)
    grid.put(5, 0, " " * 40, ON_BLUE)
    assert b"X" not in differ.frame(grid).replace(b"x", b"")
