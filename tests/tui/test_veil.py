"""What leaves a session of a masked game, and when: by public facts and the player's own keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.api import Size
from tui.veil import DELAY, ECHO_SECONDS, TALK, TICK, Sizes, Veil, echo_size, step_size

STEP = 4096
START = 1000.0


class Planned:
    def __init__(self, when: float, callback: Callable[[], None]) -> None:
        self.when, self.callback, self.cancelled = when, callback, False

    def cancel(self) -> None:
        self.cancelled = True


class FakeLoop:
    """Time that is set by hand."""

    def __init__(self) -> None:
        self.seconds = START
        self.planned: list[Planned] = []

    def now(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return self.seconds

    def call_at(self, when: float, callback: Callable[[], None]) -> Planned:
        plan = Planned(when, callback)
        self.planned.append(plan)
        return plan

    def run(self, seconds: float) -> None:
        end = self.seconds + seconds
        while due := [p for p in self.planned if not p.cancelled and p.when <= end]:
            first = min(due, key=lambda p: p.when)
            self.planned.remove(first)
            self.seconds = max(self.seconds, first.when)
            first.callback()
        self.seconds = end


class Session:
    """A veil, its clock, and the beats that it made: (seconds since the start, size)."""

    def __init__(self, frame: dict[str, Any] | None = None) -> None:
        self.loop = FakeLoop()
        self.beats: list[tuple[float, int]] = []
        self.veil = Veil(beat=self._beat, sizes=Sizes(step=lambda: STEP), time=self.loop)
        self.veil.take(frame or frame_at(self.loop))
        self.veil.drawn()
        self.loop.run(ECHO_SECONDS + 1)
        self.beats.clear()

    def _beat(self, size: int) -> None:
        self.beats.append((round(self.loop.seconds - START, 3), size))

    def take(self, frame: dict[str, Any]) -> float:
        """Take a frame and draw it; return for how long it is held."""
        wait = self.veil.take(frame) - self.loop.seconds
        self.veil.drawn()
        return wait


def frame_at(
    loop: FakeLoop,
    *,
    told: int = 5,
    kind: str = "orders",
    stage: str = "playing",
    ends: float = 0,
    ask: int = 1,
) -> dict[str, Any]:
    return {
        "t": "table", "game_no": 1, "stage": stage, "waiting_kind": kind, "ask": {"id": ask},
        "beat": {"told": told, "at": loop.seconds, "ends": ends},
    }  # fmt: skip


@given(st.integers(1, 20_000))
def test_an_echo_has_one_of_few_sizes_and_room_for_padding(length: int) -> None:
    size = echo_size(length)
    assert size == length or size - length > 2
    assert size in {64, 768} or size % 4096 == 0


def test_a_step_has_a_size_that_follows_from_the_window() -> None:
    assert step_size(Size(80, 24)) == 2048
    assert step_size(Size(120, 40)) == 4096


def test_a_game_that_is_not_masked_is_not_shaped() -> None:
    loop = FakeLoop()
    veil = Veil(beat=lambda _size: None, sizes=Sizes(step=lambda: STEP), time=loop)
    assert veil.take({"t": "table"}) == loop.seconds
    assert veil.may_send()
    assert not veil.on
    assert not loop.planned


@pytest.mark.rule("FD-3.3", "FD-16.1")
def test_a_step_beats_at_one_moment_however_late_each_session_hears_of_it() -> None:
    first, second = Session(), Session()
    frame = frame_at(first.loop, told=6, kind="change_1")
    for session, late in ((first, 0.0), (second, 0.4)):
        session.loop.run(late)
        assert session.take(dict(frame)) == 0
        assert not session.veil.may_send()
        session.loop.run(2 - late)
    assert first.beats == second.beats
    assert [size for _, size in first.beats] == [STEP, TALK]


def test_a_session_that_is_not_done_drawing_beats_when_it_is() -> None:
    session = Session()
    session.veil.take(frame_at(session.loop, told=6, kind="change_1"))
    session.loop.run(DELAY + 0.2)
    assert session.beats == []
    session.veil.drawn()
    session.loop.run(1)
    assert next(size for _, size in session.beats) == STEP


def test_what_is_said_to_all_has_a_size_of_its_own() -> None:
    session = Session()
    session.take(frame_at(session.loop, told=6))
    session.loop.run(2)
    assert [size for _, size in session.beats] == [TALK]


@pytest.mark.rule("FD-16.1")
def test_private_news_wait_for_the_next_tick_of_the_public_clock() -> None:
    ends = START + 103
    alone, talked_to = Session(), Session()
    for session in (alone, talked_to):
        session.take(frame_at(session.loop, ends=ends))
    wait = talked_to.take(frame_at(talked_to.loop, ends=ends))
    assert wait == pytest.approx(10)  # 100 s are left, and 90 at the next tick
    assert not talked_to.veil.may_send()
    for session in (alone, talked_to):
        session.loop.run(25)
    assert alone.beats == talked_to.beats
    assert [size for _, size in alone.beats] == [TICK, TICK]


def test_the_answer_to_an_own_request_comes_at_once_and_only_one() -> None:
    ends = START + 300
    session = Session(frame_at(FakeLoop(), ends=ends))
    session.veil.typed()
    session.veil.asked()
    assert session.take(frame_at(session.loop, ends=ends, ask=2)) == 0
    assert session.take(frame_at(session.loop, ends=ends, ask=3)) > 0


def test_an_allys_words_do_not_slip_in_while_an_answer_is_awaited() -> None:
    ends = START + 300
    session = Session(frame_at(FakeLoop(), ends=ends))
    session.veil.asked()
    assert session.take(frame_at(session.loop, ends=ends)) > 0
    assert session.take(frame_at(session.loop, ends=ends, ask=2)) == 0
    session.veil.asked()
    # The answer may come together with something public.
    assert session.take(frame_at(session.loop, ends=ends, told=6, ask=3)) == 0
    assert session.take(frame_at(session.loop, ends=ends, told=6, ask=4)) > 0


def test_notices_wait_like_any_private_news() -> None:
    session = Session(frame_at(FakeLoop(), ends=START + 300))
    assert session.take({"t": "notice", "code": "time_short"}) > 0
    assert session.take({"t": "notice", "code": "draining", "closed": True}) == 0
    session.veil.asked()
    assert session.take({"t": "notice", "code": "flee"}) == 0


def test_an_echo_may_leave_for_a_moment_after_a_key() -> None:
    session = Session()
    assert not session.veil.may_send()
    session.veil.typed()
    assert session.veil.may_send()
    session.loop.run(ECHO_SECONDS + 0.1)
    assert not session.veil.may_send()


def test_no_echo_leaves_between_a_step_and_its_beat() -> None:
    session = Session()
    session.take(frame_at(session.loop, told=6, kind="predict"))
    session.veil.typed()
    assert not session.veil.may_send()
    session.loop.run(DELAY + 0.1)
    assert session.veil.may_send()


def test_the_last_seconds_are_counted_one_by_one_and_a_long_step_by_the_minute() -> None:
    short = Session(frame_at(FakeLoop(), ends=START + 8))
    short.loop.run(2)
    assert [size for _, size in short.beats] == [TICK, TICK]
    long = Session(frame_at(FakeLoop(), ends=START + 7203))
    long.loop.run(110)
    assert len(long.beats) == 2


def test_without_a_clock_nothing_is_sent_while_nothing_happens() -> None:
    session = Session()
    session.loop.run(600)
    assert session.beats == []


def test_the_end_of_the_game_is_a_beat_and_the_last_one() -> None:
    session = Session(frame_at(FakeLoop(), ends=START + 300))
    session.take(frame_at(session.loop, told=9, kind="", stage="over"))
    session.loop.run(60)
    assert [size for _, size in session.beats] == [STEP, 0]
    assert session.veil.may_send()
    assert session.take(frame_at(session.loop, told=9, kind="", stage="over")) == 0
