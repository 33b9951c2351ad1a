"""Bytes that another session has made from the same to the same are the bytes one would make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.api import Size
from tests.tui.test_cells import LOOKS, RED, Emulator
from tui import gallery
from tui.cells import Grid, Piece, PublicPiece, Tag
from tui.differ import FRAMES, Differ

SIZE = Size(24, 6)
HALF = SIZE.columns // 2


def piece(text: str, look: int, columns: int, kind: type[Piece] = PublicPiece) -> Piece:
    """Return a row of cells."""
    grid = Grid(Size(columns, 1))
    grid.put(0, 0, text.ljust(columns)[:columns], LOOKS[look])
    return kind(grid.chars[0], grid.looks[0])


TEXTS = ("ally", "", "kill 4 as sixth", "act 3 of 9")
WHOLE = [piece(text, look, SIZE.columns) for text in TEXTS for look in range(len(LOOKS))]
LEFT = [piece(text, look, HALF) for text in TEXTS for look in range(2)]
SCREENS = st.lists(
    st.lists(
        st.sampled_from(WHOLE) | st.tuples(st.sampled_from(LEFT), st.sampled_from(LEFT)),
        min_size=SIZE.rows,
        max_size=SIZE.rows,
    ),
    min_size=1,
    max_size=5,
)
Screen = Sequence[Piece | tuple[Piece, Piece]]


@pytest.fixture(autouse=True)
def empty() -> Iterator[None]:
    FRAMES.cache_clear()
    yield
    FRAMES.cache_clear()


def lay(grid: Grid, screen: Screen) -> None:
    """Lay a whole screen."""
    for y, row in enumerate(screen):
        if isinstance(row, tuple):
            for x, half in zip((0, HALF), row, strict=True):
                grid.lay(x, y, half)
        else:
            grid.lay(0, y, row)


def sent(differ: Differ, grid: Grid, screens: Sequence[Screen], room: int | None) -> list[bytes]:
    """Return the bytes of each frame."""
    found = []
    for screen in screens:
        lay(grid, screen)
        found.append(differ.frame(grid, room=room))
    return found


@settings(max_examples=80, deadline=None)
@given(SCREENS, st.none() | st.integers(150, 300))
def test_one_who_comes_after_another_sends_what_it_would_have_sent_alone(
    screens: list[list[Piece]], room: int | None
) -> None:
    FRAMES.cache_clear()
    with gallery.alone():
        alone = sent(Differ(), Grid(SIZE), screens, room)
    assert not len(FRAMES)
    first = sent(Differ(), Grid(SIZE), screens, room)
    differ, grid, emulator = Differ(), Grid(SIZE), Emulator(SIZE)
    second = sent(differ, grid, screens, room)
    assert alone == first == second
    for data in [*second, *(differ.frame(grid, room=room) for _ in range(9))]:
        emulator.stream.feed(data)
    assert emulator.rows() == grid.text()


def test_a_screen_with_one_private_row_is_kept_for_nobody() -> None:
    differ, grid = Differ(), Grid(SIZE)
    lay(grid, [WHOLE[0]] * (SIZE.rows - 1) + [piece("mine", 0, SIZE.columns, Piece)])
    differ.frame(grid)
    grid.lay(0, 0, WHOLE[7])
    assert grid.tag is None
    assert differ.frame(grid)
    grid.lay(0, SIZE.rows - 1, WHOLE[3])
    differ.frame(grid)  # from a screen with a private row
    assert not len(FRAMES)
    grid.lay(0, 0, WHOLE[8])
    differ.frame(grid)
    assert len(FRAMES) == 1


def tag_of(grid: Grid, y: int) -> Tag | None:
    """Return what a row consists of now."""
    return grid.tags[y]


def test_half_a_row_that_is_private_leaves_the_row_without_a_tag() -> None:
    grid = Grid(SIZE)
    grid.lay(0, 0, LEFT[0])
    assert tag_of(grid, 0) is None
    grid.lay(HALF, 0, LEFT[1])
    assert tag_of(grid, 0) == (LEFT[0], LEFT[1])
    grid.lay(HALF, 0, piece("mine", 0, HALF, Piece))
    assert tag_of(grid, 0) is None
    grid.lay(0, 0, LEFT[2])
    assert tag_of(grid, 0) is None


def test_what_is_written_over_a_piece_changes_nobody_elses_row() -> None:
    ours, theirs = Grid(SIZE), Grid(SIZE)
    for grid in (ours, theirs):
        grid.lay(0, 0, WHOLE[0])
    ours.put(2, 0, "##", RED)
    assert ours.tags[0] is None
    assert theirs.text()[0] == "".join(WHOLE[0].chars)
    assert theirs.tags[0] is WHOLE[0]
