"""Chance: committed, recomputable, unbiased, and independent of the process."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Dice, DictatedChance, SeededChance, commitment, shuffle_index
from engine.errors import EngineError
from engine.request import Chance

ITEMS = tuple("abcdefghijklmnopqrstuvwxyz")


@given(
    seed=st.binary(min_size=32, max_size=32),
    count=st.integers(1, 104),
    sequence=st.integers(0, 2**40),
)
def test_a_draw_is_a_function_of_seed_place_and_outcomes(
    seed: bytes, count: int, sequence: int
) -> None:
    chance = Chance(kind="x", outcomes=tuple(map(str, range(count))), take=count)
    random.seed(sequence)
    first = SeededChance(seed).draw(sequence, chance)
    random.seed(sequence + 1)
    assert SeededChance(seed).draw(sequence, chance) == first
    assert sorted(first) == list(range(count))


def test_numbers_decode_to_each_arrangement_once() -> None:
    assert {shuffle_index(n, 4, 4) for n in range(24)} == set(permutations(range(4)))
    assert Counter(shuffle_index(n, 5, 2) for n in range(20)) == Counter(permutations(range(5), 2))


def test_every_card_comes_to_every_place() -> None:
    chance = Chance(kind="deck", outcomes=ITEMS[:4], take=4)
    source = SeededChance(b"\x01" * 32)
    counts = Counter(source.draw(n, chance) for n in range(24_000))
    assert len(counts) == 24
    # A thousand expected each; six standard deviations are 190.
    assert all(abs(n - 1_000) < 190 for n in counts.values())


def test_the_commitment_is_sha256_of_the_seed() -> None:
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_dictate_takes_values_in_order_and_refuses_the_impossible() -> None:
    chance = Chance(kind="fate", outcomes=("hope", "hope", "despair"), take=2)
    assert DictatedChance([("hope", "hope")]).draw(0, chance) == (0, 1)
    for wrong in ([("despair", "despair")], [("hope",)], []):
        with pytest.raises(EngineError):
            DictatedChance(wrong).draw(0, chance)


def test_dice_are_even_and_repeatable() -> None:
    dice, again = Dice("seed"), Dice("seed")
    rolls = [dice.below(6) for _ in range(12_000)]
    assert rolls == [again.below(6) for _ in range(12_000)]
    assert all(abs(n - 2_000) < 250 for n in Counter(rolls).values())
    assert dice.pick(("only",)) == "only"
