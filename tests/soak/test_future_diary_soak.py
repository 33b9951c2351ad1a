"""Future Diary's resolution at length: every case of role against role, and many random acts.

Run by ``make soak``; figures go to the terminal. ``UNDERTABLE_SOAK_ACTS`` and
``UNDERTABLE_SOAK_SEED`` change how many random acts are drawn and where their numbers begin.
"""

from __future__ import annotations

import os
import sys
from multiprocessing import get_context
from random import Random
from time import perf_counter

import pytest

from tests.engine.games.future_diary.acts import draw_act
from tests.engine.games.future_diary.invariants import check
from tests.engine.games.future_diary.matrix import PAIRS, cases
from tests.engine.games.future_diary.relabel import rotated, summary
from tests.engine.games.future_diary.test_resolution import compare, shuffled

ACTS = int(os.environ.get("UNDERTABLE_SOAK_ACTS", "20000"))
SEED = int(os.environ.get("UNDERTABLE_SOAK_SEED", "1000"))
PROCESSES = 2
BLOCK = 250
PARTS = 5
"""Into how many tests all pairs are divided: each has its own time limit."""


def random_acts(block: int) -> int:
    """Resolve a block of random acts twice, in two orders of arrival."""
    for number in range(SEED + block * BLOCK, SEED + (block + 1) * BLOCK):
        act = draw_act(Random(number))
        played = act.play()
        check(played)
        compare(act, played, number)
        again = shuffled(act, Random(number)).play()
        assert summary(again) == summary(played), number
        assert again.closed.effects == played.closed.effects, number
    return BLOCK


def every_case(pair: tuple[str, str]) -> int:
    """Resolve all cases of a pair, each also with everybody moved around the ring."""
    count = 0
    for act in cases(*pair):
        played = act.play()
        check(played)
        compare(act, played, pair)
        by = 1 + count % 14
        assert summary(rotated(act, by).play(), by) == summary(played), (pair, act)
        count += 1
    return count


def report(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Write figures to the terminal, past pytest's capture and from an xdist worker too."""
    with capsys.disabled():
        sys.stderr.write(f"\n{text}\n")


@pytest.mark.soak
@pytest.mark.rule("FD-9.2", "FD-3.5", "FD-17.4")
@pytest.mark.timeout(1800)
def test_random_acts_resolve_alike_in_whatever_order_they_arrive(
    capsys: pytest.CaptureFixture[str],
) -> None:
    began = perf_counter()
    with get_context("spawn").Pool(PROCESSES) as pool:
        done = sum(pool.imap_unordered(random_acts, range(ACTS // BLOCK)))
    seconds = perf_counter() - began
    assert done >= ACTS - BLOCK
    report(capsys, f"future_diary: {done} random acts from {SEED} in {seconds:.0f} s, no failure")


@pytest.mark.soak
@pytest.mark.rule("FD-9.2", "FD-2.6")
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_case_of_role_against_role_resolves_alike_around_the_ring(
    part: int, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = PAIRS[part::PARTS]
    began = perf_counter()
    with get_context("spawn").Pool(PROCESSES) as pool:
        counts = list(pool.imap_unordered(every_case, pairs))
    seconds = perf_counter() - began
    assert len(counts) == len(pairs)
    report(
        capsys,
        f"future_diary: {sum(counts)} cases of {len(pairs)} pairs of roles in {seconds:.0f} s",
    )
