"""Future Diary at length: whole games of every size, and twin worlds for every kind of viewer.

Run by ``make soak``; figures go to the terminal. ``UNDERTABLE_SOAK_GAMES``,
``UNDERTABLE_SOAK_PAIRS`` and ``UNDERTABLE_SOAK_SEED`` change how many games and twins of each there
are, and where their numbers begin.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from multiprocessing import get_context
from time import perf_counter

import pytest

from engine.driver import Status, replay
from engine.games.future_diary.setup import MAX_SEATS, MIN_SEATS
from engine.games.future_diary.state import Table
from engine.games.future_diary.terms import Loop, Option, Verdict
from engine.view import Observer
from tests.engine.gates.future_diary_twins import check_future_diary
from tests.engine.gates.playing import PLAYED, run, setup_of, viewers

GAME = "future_diary"
GAMES = int(os.environ.get("UNDERTABLE_SOAK_GAMES", "10000"))
SEED = int(os.environ.get("UNDERTABLE_SOAK_SEED", "1000"))
PROCESSES = 2
TWINS = max(4, GAMES * 3 // 100)
"""Games whose twins are played: 300, in four sizes."""
PAIRS = int(os.environ.get("UNDERTABLE_SOAK_PAIRS", "24"))
"""Twins of each of them."""
KEPT_EVERY = 20
"""Of so many games one is replayed, and every viewer comes back to it."""


def bots(seats: int, number: int) -> list[str]:
    """Return the bots of one game: heuristic, random, or every second one."""
    names = (("heuristic", "heuristic"), ("heuristic", "random"), ("random", "random"))
    return [names[number % 3][chair % 2] for chair in range(seats)]


def whole_game(job: tuple[int, int]) -> tuple[int, str, int, int]:
    """Play one game of heuristic bots; return size, verdict, acts and decisions."""
    seats, number = job
    setup = setup_of(GAME, seats, number)
    driver = run(setup, bots=["heuristic"] * seats)
    table: Table = driver.state
    world = table.world
    (verdict,) = (Verdict(str(e.public["verdict"])) for e in driver.events if e.kind == "over")
    quiet, acts = str(setup.options[Option.QUIET]), int(str(setup.options[Option.ACTS]))
    assert world.act <= acts, setup
    assert quiet == "off" or world.quiet <= int(quiet), setup
    alive = Counter(world.seats[n].loop for n in world.living)
    first, second = alive[Loop.FIRST], alive[Loop.SECOND]
    match verdict:  # FD-14.1, FD-14.3
        case Verdict.FIRST_LOOP:
            assert 0 < first >= second
        case Verdict.SECOND_LOOP:
            assert first == 0 < second
        case Verdict.MUTUAL_RUIN:
            assert first == second == 0
        case Verdict.WORLD_FADES | Verdict.ACT_LIMIT:
            assert 0 < first < second
    assert driver.result is not None
    winners = {table.seat_of(chair) for chair in driver.result.winners}
    assert winners == {n for n, seat in world.seats.items() if str(seat.loop) == str(verdict)}
    if number % KEPT_EVERY == 0:
        again = replay(setup.game, driver.journal)
        assert again.status is Status.OVER
        for viewer in viewers(seats):
            one, two = Observer(driver, viewer), Observer(again, viewer)
            assert one.update() == two.update()
            assert one.fold.plain() == two.fold.plain()
    decisions = sum(entry.seat >= 0 for entry in driver.journal.entries)
    return seats, verdict.value, world.act, decisions


def twins(job: tuple[int, int]) -> tuple[int, int, int]:
    """Check the twins of one game; return (comparisons, viewer-steps wanted, reached)."""
    seats, number = job
    setup = setup_of(GAME, seats, number)
    coverage = check_future_diary(setup, setup.game, PAIRS, bots(seats, number))
    return coverage.comparisons, len(coverage.wanted), len(coverage.reached)


def report(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Write figures to the terminal, past pytest's capture and from an xdist worker too."""
    with capsys.disabled():
        sys.stderr.write(f"\n{text}\n")


@pytest.mark.soak
@pytest.mark.rule("FD-14.1", "FD-14.2", "FD-14.3", "FD-2.2")
@pytest.mark.timeout(3600)
def test_whole_games_of_every_size_end_within_the_limits_of_the_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    began = perf_counter()
    sizes = range(MIN_SEATS, MAX_SEATS + 1)
    jobs = [(seats, SEED + n) for n in range(-(-GAMES // len(sizes))) for seats in sizes]
    with get_context("spawn").Pool(PROCESSES) as pool:
        games = list(pool.imap_unordered(whole_game, jobs, chunksize=11))
    assert len(games) >= GAMES
    verdicts = Counter(verdict for _, verdict, _, _ in games)
    report(
        capsys,
        f"future_diary: {len(games)} games of {MIN_SEATS} to {MAX_SEATS}, seed {SEED}: "
        f"{dict(verdicts)}, {sum(g[2] for g in games)} acts, {sum(g[3] for g in games)} decisions "
        f"in {perf_counter() - began:.0f} s, no failure",
    )


@pytest.mark.soak
@pytest.mark.rule("FD-16", "FD-16.1", "FD-16.2")
@pytest.mark.timeout(3600)
def test_twin_worlds_for_every_viewer_at_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    began = perf_counter()
    sizes = tuple(seats for seats, *_ in PLAYED[GAME])
    jobs = [(seats, SEED + n) for n in range(-(-TWINS // len(sizes))) for seats in sizes]
    with get_context("spawn").Pool(PROCESSES) as pool:
        results = list(pool.imap_unordered(twins, jobs, chunksize=2))
    total = Counter[str]()
    for comparisons, wanted, reached in results:
        total.update(comparisons=comparisons, wanted=wanted, reached=reached)
    assert total["reached"] > 0.75 * total["wanted"], "too few steps had a twin to compare with"
    report(
        capsys,
        f"future_diary: twin worlds of {len(results)} games of {sizes}, seed {SEED}: "
        f"{total['comparisons']} comparisons, {total['reached']} of {total['wanted']} viewer-steps "
        f"with a truly different twin, in {perf_counter() - began:.0f} s, no difference",
    )
