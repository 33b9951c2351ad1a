"""Frames of a given size: what does not fit comes later, and padding changes nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from server.api import Size
from tests.tui.test_cells import LOOKS, Emulator
from tui.cells import Grid
from tui.differ import Differ

SIZE = Size(30, 8)
WRITES = st.lists(
    st.tuples(
        st.integers(0, 29),
        st.integers(0, 7),
        st.sampled_from(["ally", "預知", "kill 4 as sixth", "★"]),
        st.sampled_from(LOOKS),
    ),
    max_size=12,
)


def painted(writes: list[tuple[int, int, str, object]]) -> Grid:
    grid = Grid(SIZE)
    for x, y, text, look in writes:
        grid.put(x, y, text, look)  # type: ignore[arg-type]
    return grid


@settings(max_examples=60, deadline=None)
@given(st.lists(WRITES, min_size=1, max_size=4), st.integers(150, 400), st.integers(3, 99))
def test_frames_with_little_room_show_everything_in_the_end(
    frames: list[list[tuple[int, int, str, object]]], room: int, padding: int
) -> None:
    emulator, differ = Emulator(SIZE), Differ()
    grid = Grid(SIZE)
    emulator.stream.feed(differ.frame(grid))
    for writes in frames:
        grid = painted(writes)
        data = differ.frame(grid, room=room)
        assert len(data) <= room
        emulator.stream.feed(data + differ.padding(padding))
    while data := differ.frame(grid, room=room):
        assert len(data) <= room
        emulator.stream.feed(data + differ.padding(padding))
    assert emulator.rows() == grid.text()


@given(st.integers(3, 5000))
def test_padding_has_exactly_the_length_that_was_asked_for(count: int) -> None:
    assert len(Differ().padding(count)) == count
    assert Differ().padding(0) == b""
