"""Flow control without SSH: sizes, thinned resizes, stalled output, echoes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.api import Size
from server.flow import MOST_COLUMNS, MOST_ROWS, Echoes, OutputWatch, Resizes, clamp
from tests.server.ssh_helpers import eventually


@pytest.mark.report("haliphax/xthulu#177")
@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_every_size_is_usable(columns: int, rows: int) -> None:
    size = clamp(columns, rows)
    assert 1 <= size.columns <= MOST_COLUMNS
    assert 1 <= size.rows <= MOST_ROWS


def test_a_zero_means_as_before() -> None:
    assert clamp(0, 0) == (80, 24)
    assert clamp(0, 50, Size(120, 40)) == (120, 50)
    assert clamp(1, 0, Size(120, 40)) == (1, 40)


async def test_a_storm_of_resizes_delivers_the_first_and_the_last() -> None:
    seen: list[Size] = []
    resizes = Resizes(seen.append, interval=0.02)
    storm = [Size(n, n) for n in range(1, 201)]
    for size in storm:
        resizes.put(size)
    assert seen == storm[:1]
    await eventually(lambda: len(seen) > 1)
    assert seen == [storm[0], storm[-1]]
    resizes.close()


async def test_nothing_is_delivered_after_close() -> None:
    seen: list[Size] = []
    resizes = Resizes(seen.append, interval=0.01)
    resizes.put(Size(1, 1))
    resizes.put(Size(2, 2))
    resizes.close()
    await asyncio.sleep(0.05)
    assert seen == [Size(1, 1)]


async def test_output_over_the_cap_for_long_is_a_stall_and_falling_below_is_not() -> None:
    unsent = 0
    stalls: list[int] = []
    watch = OutputWatch(lambda: unsent, lambda: stalls.append(unsent), cap=100, seconds=0.02)
    unsent = 150
    watch.wrote()
    unsent = 50
    await asyncio.sleep(0.06)
    assert stalls == []
    unsent = 150
    watch.wrote()
    await eventually(lambda: stalls == [150])


def test_output_far_over_the_cap_does_not_wait() -> None:
    stalls: list[bool] = []
    OutputWatch(lambda: 801, lambda: stalls.append(True), cap=100, seconds=1000).wrote()
    assert stalls == [True]


class _Client:
    """Answers echoes when told to."""

    def __init__(self) -> None:
        self.open: list[Callable[[], None]] = []

    def ask(self, answered: Callable[[], None]) -> None:
        self.open.append(answered)


async def test_echoes_are_answered_in_their_order() -> None:
    client, seen = _Client(), list[int]()
    echoes = Echoes(client.ask)
    for number in range(3):
        echoes.request(lambda number=number: seen.append(number))  # type: ignore[misc]
    for answered in client.open:
        answered()
    assert seen == [0, 1, 2]
    echoes.close()


async def test_a_client_that_never_answers_does_not_hold_frames_for_ever() -> None:
    client, seen = _Client(), list[str]()
    echoes = Echoes(client.ask, patience=0.02)
    echoes.request(lambda: seen.append("first"))
    await eventually(lambda: seen == ["first"])
    echoes.request(lambda: seen.append("second"))
    await eventually(lambda: seen == ["first", "second"])
    assert len(client.open) == 1
    client.open[0]()  # a late answer: each is called once, and the client hears again
    assert seen == ["first", "second"]
    echoes.request(lambda: seen.append("third"))
    assert len(client.open) == 2
    echoes.close()


async def test_a_client_that_has_answered_once_may_take_its_time() -> None:
    client, seen = _Client(), list[str]()
    echoes = Echoes(client.ask, patience=0.01)
    echoes.request(lambda: seen.append("first"))
    client.open[0]()
    echoes.request(lambda: seen.append("slow"))
    await asyncio.sleep(0.05)
    assert seen == ["first"]
    echoes.close()
    client.open[1]()
    assert seen == ["first"]
