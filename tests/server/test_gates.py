"""Gates: tallies, pace, combination, and how addresses are grouped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.gates import Bucket, Pace, Reason, Tally, Turned, Turnstile, address_group, admit_all


class _Clock:
    """A clock that stands still unless told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _tally(total: int, each: int) -> Tally:
    return Tally(total=total, each=each, total_reason=Reason.FULL, each_reason=Reason.IDENTITY_FULL)


def test_a_tally_counts_per_key_and_in_all() -> None:
    tally = _tally(3, 2)
    tally.admit("a")
    tally.admit("a")
    with pytest.raises(Turned) as narrow:
        tally.admit("a")
    tally.admit("b")
    with pytest.raises(Turned) as wide:
        tally.admit("c")
    assert (narrow.value.reason, wide.value.reason) == (Reason.IDENTITY_FULL, Reason.FULL)
    assert len(tally) == 3


def test_a_release_frees_one_place_however_often_it_is_called() -> None:
    tally = _tally(2, 2)
    first, _second = tally.admit("a"), tally.admit("a")
    first()
    first()
    assert len(tally) == 1
    tally.admit("a")
    with pytest.raises(Turned):
        tally.admit("a")


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=60))
def test_a_tally_never_exceeds_its_limits_and_empties_completely(
    steps: list[tuple[str, bool]],
) -> None:
    tally = _tally(4, 2)
    held: list[tuple[str, object]] = []
    for key, come in steps:
        if come:
            try:
                held.append((key, tally.admit(key)))
            except Turned:
                assert len(held) == 4 or [k for k, _ in held].count(key) == 2
        elif held:
            release = held.pop(0)[1]
            assert callable(release)
            release()
        assert len(tally) == len(held) <= 4
    for _, release in held:
        assert callable(release)
        release()
    assert len(tally) == 0


def test_a_bucket_goes_into_debt_and_says_for_how_long() -> None:
    clock = _Clock()
    bucket = Bucket(burst=10, rate=5, clock=clock)
    assert bucket.take(10) == 0
    assert bucket.take(5) == 1.0
    clock.now += 1
    assert bucket.take(0) == 0
    clock.now += 1000
    assert bucket.try_take(10)
    assert not bucket.try_take(1)


def test_forty_friends_behind_one_address_join_within_a_minute() -> None:
    clock = _Clock()
    pace = Pace(burst=80, per_minute=60, clock=clock)
    for _ in range(80):
        pace.admit("192.0.2.1")
    with pytest.raises(Turned) as turned:
        pace.admit("192.0.2.1")
    assert turned.value.reason is Reason.TOO_FAST
    pace.admit("192.0.2.2")


def test_trying_again_while_refused_does_not_prolong_the_wait() -> None:
    clock = _Clock()
    pace = Pace(burst=1, per_minute=60, clock=clock)
    pace.admit("a")
    for _ in range(100):
        with pytest.raises(Turned):
            pace.admit("a")
    clock.now += 1
    pace.admit("a")


def test_who_comes_a_little_too_early_is_let_in_to_wait() -> None:
    clock = _Clock()
    pace = Pace(burst=1, per_minute=60, patience=2, clock=clock)
    early = []
    for _ in range(3):
        pace.admit("a")
        early.append(pace.early("a"))
    assert early == [0, 1, 2]
    with pytest.raises(Turned):
        pace.admit("a")
    assert pace.early("a") == 2
    clock.now += 1
    pace.admit("a")
    assert (pace.early("a"), pace.early("b")) == (2, 0)


def test_pace_remembers_a_bounded_number_of_keys() -> None:
    pace = Pace(burst=1, per_minute=1, clock=_Clock(), remember=3)
    for key in "abcd":
        pace.admit(key)
    pace.admit("a")  # forgotten, so allowed again
    with pytest.raises(Turned):
        pace.admit("d")


def test_a_turnstile_spreads_a_crowd_and_holds_nobody_up_alone() -> None:
    clock = _Clock()
    turnstile = Turnstile(interval=0.5, clock=clock)
    assert [turnstile.wait() for _ in range(3)] == [0, 0.5, 1.0]
    clock.now += 10
    assert turnstile.wait() == 0


def test_all_gates_or_none() -> None:
    wide, narrow = _tally(9, 9), _tally(1, 1)
    release = admit_all((wide, "a"), (narrow, "a"))
    with pytest.raises(Turned):
        admit_all((wide, "b"), (narrow, "b"))
    assert (len(wide), len(narrow)) == (1, 1)
    release()
    release()
    assert (len(wide), len(narrow)) == (0, 0)


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("local", "local"),
        ("", ""),
    ],
)
def test_addresses_are_counted_by_who_owns_them(address: str, group: str) -> None:
    assert address_group(address) == group
