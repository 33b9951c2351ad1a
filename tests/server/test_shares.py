"""Workers' parts of a server's bounds."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.settings import Limits
from server.shares import part_of, parts


@given(st.integers(1, 5000), st.integers(1, 64))
def test_a_part_is_at_least_its_even_share_and_at_most_the_whole(most: int, workers: int) -> None:
    assert most / workers <= part_of(most, workers) <= most


def test_one_worker_has_the_whole_of_every_bound() -> None:
    assert parts(Limits(), 1) == Limits()


def test_what_is_counted_for_one_connection_or_session_is_not_divided() -> None:
    whole, part = asdict(Limits()), asdict(parts(Limits(), 4))
    assert {key for key in whole if whole[key] != part[key]} == {
        "connections", "connects_burst", "connects_per_minute", "handshakes",
        "handshakes_per_address", "sessions", "sessions_per_address",
        "sessions_per_identity",
    }  # fmt: skip


@pytest.mark.parametrize("workers", [2, 4, 8])
def test_a_full_party_behind_one_address_is_let_in_however_chance_deals_it_out(
    workers: int,
) -> None:
    dealt = random.Random(workers)
    most = parts(Limits(), workers).sessions_per_address
    for _ in range(200):
        drawn = Counter(dealt.randrange(workers) for _ in range(Limits().sessions_per_address))
        refused = sum(max(0, count - most) for count in drawn.values())
        assert refused <= 4
