"""No.81 at length: whole games of every mode and size by heuristic bots, every card counted.

Run by ``make soak``; tables of who wins go to the terminal. ``UNDERTABLE_SOAK_GAMES`` and
``UNDERTABLE_SOAK_SEED`` change how many games a mode gets and where their numbers begin.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from functools import partial
from multiprocessing import get_context
from time import perf_counter

import pytest

from engine.games.no81.configure import MAX_SEATS, MIN_SEATS
from engine.games.no81.glossary import Mode
from tests.soak.no81_games import played, tables

GAMES = int(os.environ.get("UNDERTABLE_SOAK_GAMES", "5000"))
SEED = int(os.environ.get("UNDERTABLE_SOAK_SEED", "1000"))
PROCESSES = 2
DRAWN, LATE = 0.02, 0.25
"""The shares of games that may end in a draw or go on into attrition: bots are to fight."""


@pytest.mark.soak
@pytest.mark.rule("N81-2.1", "N81-3.1", "N81-15.3", "N81-15.6")
@pytest.mark.timeout(7200)
def test_whole_games_of_every_mode_and_size_keep_every_card_and_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    began = perf_counter()
    sizes = range(MIN_SEATS, MAX_SEATS + 1)
    jobs = [
        (mode.value, size, SEED + number)
        for number in range(-(-GAMES // len(sizes)))
        for mode in Mode
        for size in sizes
    ]
    with get_context("spawn").Pool(PROCESSES) as pool:
        games = list(pool.imap_unordered(played, jobs, chunksize=7))
    seconds = perf_counter() - began
    counted = Counter(game.mode for game in games)
    assert all(counted[mode.value] >= GAMES for mode in Mode)
    decisions = sum(game.decisions for game in games)
    with capsys.disabled():
        head = f"no81: {len(games)} games, seed {SEED}: {decisions} decisions in {seconds:.0f} s"
        sys.stderr.write("\n".join(["", head, *tables(games), ""]))
    drawn = sum(not any(seat.won for seat in game.seats) for game in games)
    assert drawn <= DRAWN * len(games)
    assert sum(game.late for game in games) <= LATE * len(games)


@pytest.mark.soak
@pytest.mark.rule("N81-8.9", "N81-2.1", "N81-3.1", "N81-15.3")
@pytest.mark.timeout(7200)
def test_games_that_players_leave_for_good_keep_every_card_and_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    began = perf_counter()
    each = -(-GAMES // 10 // (MAX_SEATS - MIN_SEATS + 1))
    jobs = [
        (mode.value, size, SEED + number)
        for number in range(each)
        for mode in Mode
        for size in range(MIN_SEATS, MAX_SEATS + 1)
    ]
    with get_context("spawn").Pool(PROCESSES) as pool:
        games = list(pool.imap_unordered(partial(played, leavers=True), jobs, chunksize=7))
    ends = Counter(game.why for game in games)
    with capsys.disabled():
        seconds = perf_counter() - began
        sys.stderr.write(
            f"\nno81 with leavers: {len(games)} games, seed {SEED}, in {seconds:.0f} s: {ends}\n"
        )
    assert len(games) == len(jobs)
