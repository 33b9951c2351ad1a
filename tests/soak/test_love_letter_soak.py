"""Love Letter at length: 10,000 random games per number of players with every cheap gate on.

And twin worlds for every viewer at every step of 500 games and more. Run by ``make soak``; figures
and the seed are written to the terminal. ``UNDERTABLE_SOAK_GAMES`` and ``UNDERTABLE_SOAK_SEED``
change how many games a number of players gets and where their numbers begin.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from multiprocessing import get_context
from time import perf_counter

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status, replay
from engine.errors import Refused
from engine.event import Event
from engine.view import Observer
from tests.engine.gates.playing import Setup, Watch, run, setup_of, viewers
from tests.engine.gates.reference import REFERENCES
from tests.engine.gates.test_canary import named
from tests.engine.gates.twins import check_twins

GAME = "love_letter"
SEATS = (2, 3, 4, 5, 6)
GAMES = int(os.environ.get("UNDERTABLE_SOAK_GAMES", "10000"))
TWINS = max(1, GAMES * 11 // 1000)
"""Games per number of players for the twin worlds: 110, so 550 in all."""
SEED = int(os.environ.get("UNDERTABLE_SOAK_SEED", "1000"))
PROCESSES = 2
LONG_EVERY = 25
"""Every so many games a match of several wins is played; the others are decided by one."""


def soaked(seats: int, number: int) -> Setup:
    """Return one game to play: any options, mostly one win."""
    setup = setup_of(GAME, seats, number)
    if number % LONG_EVERY:
        setup = replace(setup, options={**setup.options, "wins": "1"})
    return setup


def cheap_gates(job: tuple[int, int]) -> int:
    """Play one game under every cheap gate; return how many decisions it took."""
    setup = soaked(*job)
    reference = REFERENCES[setup.game.id](setup.seats)
    whole = sorted(setup.game.play(setup.seats, setup.options).state.pool)
    watches: list[Watch] = []
    ended = False
    dice = Dice(f"poke {setup}")

    def on_event(driver: Driver, event: Event) -> None:
        nonlocal ended
        reference.on_event(driver, event)
        ended |= event.kind == "round_over"
        assert sorted(chain(*setup.game.zones(driver.state).values())) == whole, "conservation"

    def on_step(driver: Driver) -> None:
        nonlocal ended
        if not watches:
            watches.extend(Watch(driver, v) for v in viewers(setup.seats))
        assert driver.waiting or driver.status is Status.OVER, "liveness"
        for watch in watches:
            frame = watch.frame()
            assert ended or not named(frame, setup, reference.secrets(watch.observer.viewer))
        ended = False
        _poke(driver, dice)

    driver = run(setup, on_event=on_event, on_step=on_step)
    again = replay(setup.game, driver.journal)
    assert again.journal.entries == driver.journal.entries
    assert again.result == driver.result
    for watch in watches:
        fresh = Observer(again, watch.observer.viewer)
        fresh.update()
        assert fresh.events == watch.observer.events, "replay"
        assert fresh.fold.plain() == watch.observer.fold.plain(), "reconnect"
    return sum(entry.seat >= 0 for entry in driver.journal.entries)


def _poke(driver: Driver, dice: Dice) -> None:
    """Try one illegal answer from a random seat; it must change nothing."""
    seat = dice.below(driver.journal.header.seats)
    pending = driver.pending.get(seat)
    before = (len(driver.journal.entries), len(driver.events), dict(driver.pending))
    try:
        driver.answer(seat, pending.id - dice.below(2) if pending else 1, ["none of these"])
    except Refused:
        assert (len(driver.journal.entries), len(driver.events), driver.pending) == before
    else:
        raise AssertionError("an illegal answer was taken")


def twins(job: tuple[int, int]) -> tuple[int, int, int]:
    """Check all twins of one game; return (comparisons, viewer-steps wanted, reached)."""
    setup = setup_of(GAME, *job)
    coverage = check_twins(replace(setup, options={**setup.options, "wins": "1"}))
    return coverage.comparisons, len(coverage.wanted), len(coverage.reached)


def jobs(games: int) -> Iterator[tuple[int, int]]:
    """Yield (seats, number) for so many games per number of players."""
    return ((seats, SEED + number) for number in range(games) for seats in SEATS)


def report(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Write figures to the terminal, past pytest's capture and from an xdist worker too."""
    with capsys.disabled():
        sys.stderr.write(f"\n{text}\n")


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_random_games_keep_every_cheap_gate(capsys: pytest.CaptureFixture[str]) -> None:
    began = perf_counter()
    with get_context("spawn").Pool(PROCESSES) as pool:
        decisions = list(pool.imap_unordered(cheap_gates, jobs(GAMES), chunksize=50))
    seconds = perf_counter() - began
    assert len(decisions) == GAMES * len(SEATS)
    report(
        capsys,
        f"love_letter: {GAMES} games for each of {SEATS} players, seed {SEED}: "
        f"{sum(decisions)} decisions in {seconds:.0f} s, no failure",
    )


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_twin_worlds_for_every_viewer_at_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    began = perf_counter()
    with get_context("spawn").Pool(PROCESSES) as pool:
        results = list(pool.imap_unordered(twins, jobs(TWINS), chunksize=2))
    seconds = perf_counter() - began
    total = Counter[str]()
    for comparisons, wanted, reached in results:
        total.update(comparisons=comparisons, wanted=wanted, reached=reached)
    assert total["reached"] > 0.75 * total["wanted"], "too few steps had a twin to compare with"
    report(
        capsys,
        f"love_letter: twin worlds of {len(results)} games, seed {SEED}: "
        f"{total['comparisons']} comparisons, {total['reached']} of {total['wanted']} viewer-steps "
        f"with a truly different twin, in {seconds:.0f} s, no difference",
    )
