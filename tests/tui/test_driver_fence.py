"""Back-pressure: frames wait for the link, and the newest one wins."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import pytest

from tui.fence import DELAY, PATIENCE, Flow


class Link:
    """A link of ``rate`` bytes a second with a round trip of ``trip`` seconds, on a fake clock."""

    def __init__(self, *, rate: float, trip: float, answers: bool = True) -> None:
        self.now = 0.0
        self.rate, self.trip, self.answers = rate, trip, answers
        self.busy_until = 0.0
        self.events: deque[tuple[float, Callable[[], None]]] = deque()
        self.freed = 0
        self.flow = Flow(self.fence, lambda: self.now, self.free)

    def fence(self, reached: Callable[[], None]) -> None:
        if self.answers:
            self.events.append((max(self.now, self.busy_until) + self.trip, reached))

    def free(self) -> None:
        self.freed += 1

    def send(self, count: int) -> None:
        self.busy_until = max(self.now, self.busy_until) + count / self.rate
        self.flow.sent(count)

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.events and self.events[0][0] <= end:
            self.now, reached = self.events.popleft()
            reached()
        self.now = end

    @property
    def backlog(self) -> float:
        return max(0.0, self.busy_until - self.now)


def started(link: Link) -> Link:
    """Enter full screen and paint it once, as every session does."""
    link.send(40)
    link.send(4_700)
    link.run(10)
    return link


@pytest.mark.report("asyncssh#664")
def test_a_slow_link_is_never_far_behind() -> None:
    link = started(Link(rate=3_000, trip=0.05))
    worst = 0.0
    for _ in range(300):
        if link.flow.may_send():
            link.send(350)
        worst = max(worst, link.backlog)
        link.run(0.02)
    # One frame more than the allowance may be on its way when the limit is noticed.
    assert worst < DELAY + 2 * 350 / 3_000 + 0.3


def test_held_frames_are_released_when_the_link_is_free() -> None:
    link = started(Link(rate=3_000, trip=0.05))
    while link.flow.may_send():
        link.send(350)
    assert link.freed == 0
    link.run(5)
    assert link.freed == 1
    assert link.flow.may_send()


def test_a_fast_link_far_away_holds_nothing() -> None:
    link = started(Link(rate=1_000_000, trip=0.3))
    for _ in range(100):
        assert link.flow.may_send()
        link.send(300)
        link.run(0.05)


def test_a_client_that_stops_reading_gets_no_more_than_the_limit() -> None:
    link = started(Link(rate=50_000, trip=0.02))
    link.answers = False
    sent = 0
    for _ in range(1_000):
        if link.flow.may_send():
            link.send(500)
            sent += 500
        link.run(0.06)
    assert sent <= link.flow.limit + 500


def test_a_client_that_answers_no_fence_is_not_frozen() -> None:
    link = Link(rate=50_000, trip=0.02, answers=False)
    link.send(40)
    for _ in range(10):
        if link.flow.may_send():
            link.send(4_700)
    assert not link.flow.may_send()
    link.run(PATIENCE)
    assert link.flow.may_send()


def test_small_changes_need_no_fence() -> None:
    link = started(Link(rate=1_000_000, trip=0.01))
    for _ in range(5):
        link.send(80)
    assert not link.events


def test_trap_8_the_channels_own_pause_is_a_second_guard() -> None:
    link = started(Link(rate=1_000_000, trip=0.01))
    link.flow.paused(True)
    assert not link.flow.may_send()
    link.run(1)
    assert link.freed == 0
    link.flow.paused(False)
    assert link.freed == 1
    assert link.flow.may_send()
