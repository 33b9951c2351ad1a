"""The meter of a link, and when it is judged to be poor."""

from __future__ import annotations

from tui.meter import GOOD, NARROW, POOR, SPAN, WIDE, Judge, Meter


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def test_bytes_are_counted_over_the_last_seconds_and_in_all() -> None:
    clock = Clock()
    meter = Meter(clock)
    meter.sent(600)
    meter.sent(400)
    assert (meter.total, meter.rate) == (1000, 1000 / SPAN)
    clock.at = SPAN / 2
    meter.sent(500)
    assert meter.rate == 1500 / SPAN
    clock.at = SPAN + 1
    assert meter.rate == 500 / SPAN
    clock.at = 3 * SPAN
    assert (meter.total, meter.rate) == (1500, 0)


def test_a_busy_link_costs_no_memory() -> None:
    clock = Clock()
    meter = Meter(clock)
    for step in range(10_000):
        clock.at = step / 100
        meter.sent(10)
    assert len(meter._sent) <= 10 * SPAN + 2


WIDE_OPEN = 100_000.0


def test_one_late_picture_makes_no_poor_link() -> None:
    judge = Judge()
    trips = (POOR, POOR, GOOD, POOR, POOR, GOOD)
    assert not any(judge.take(seconds, WIDE_OPEN) for seconds in trips)
    assert not judge.is_poor


def test_a_link_that_is_late_again_and_again_is_poor_until_it_is_quick_for_long() -> None:
    judge = Judge()
    assert [judge.take(POOR * 2, WIDE_OPEN) for _ in range(3)] == [False, False, True]
    assert judge.is_poor
    quick = [GOOD / 2] * 5
    assert not any(judge.take(seconds, WIDE_OPEN) for seconds in (*quick, GOOD, *quick))
    assert judge.take(GOOD / 2, WIDE_OPEN)
    assert not judge.is_poor


def test_a_narrow_link_is_poor_however_short_the_way_is() -> None:
    judge = Judge()
    assert [judge.take(0.2, NARROW / 2) for _ in range(3)] == [False, False, True]
    assert not any(judge.take(0.2, (NARROW + WIDE) / 2) for _ in range(20))
    assert [judge.take(0.2, WIDE * 2) for _ in range(6)][-1]


def test_a_long_way_alone_is_not_poor() -> None:
    judge = Judge()
    assert not any(judge.take(0.7, WIDE_OPEN) for _ in range(20))
