"""No.81 under every gate at length: twin worlds for every kind of viewer, and all the cheap gates.

Run by ``make soak``; figures and the seed go to the terminal. ``UNDERTABLE_SOAK_GAMES`` (the number
for Love Letter) scales how many games there are of each mode, ``UNDERTABLE_SOAK_PAIRS`` is how many
twins each has, and ``UNDERTABLE_SOAK_SEED`` is where the games' numbers begin.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import replace
from itertools import chain
from multiprocessing import get_context
from time import perf_counter

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status, replay
from engine.errors import Refused
from engine.event import Event
from engine.games.no81.configure import MAX_SEATS, MIN_SEATS
from engine.games.no81.glossary import Mode
from engine.view import Observer
from tests.engine.gates.comparing import Difference
from tests.engine.gates.no81_leaks import NO81_LEAKS
from tests.engine.gates.no81_reference import No81Reference
from tests.engine.gates.no81_twins import check_no81
from tests.engine.gates.playing import Setup, Watch, looked_at, run, setup_of, viewers
from tests.engine.gates.test_canary import named

GAME = "no81"
MODES = tuple(mode.value for mode in Mode)
SIZES = tuple(range(MAX_SEATS, MIN_SEATS - 1, -1))
GAMES = max(1, int(os.environ.get("UNDERTABLE_SOAK_GAMES", "10000")) * 3 // 100)
"""Games of each mode: 300, over all numbers of seats."""
PAIRS = int(os.environ.get("UNDERTABLE_SOAK_PAIRS", "9"))
"""Twins of each of them."""
SEED = int(os.environ.get("UNDERTABLE_SOAK_SEED", "1000"))
PROCESSES = 2
LEAVERS_EVERY = 4
"""In every so many games players leave for good now and then (N81-8.9)."""
LONG_EVERY = 5
"""Every so many games a table's own round limit is played; the others last five rounds."""

Job = tuple[str, int, int]
"""Mode, seats, number."""


def jobs(mode: str) -> list[Job]:
    """Return the games of one mode, of large tables first."""
    each = -(-GAMES // len(SIZES))
    return [(mode, seats, SEED + n) for seats in SIZES for n in range(each)]


def soaked(job: Job) -> Setup:
    """Return one game to play."""
    mode, seats, number = job
    setup = setup_of(GAME, seats, number, short=number % LONG_EVERY > 0, mode=mode)
    return replace(setup, leavers=number % LEAVERS_EVERY == 0)


def bots(seats: int, number: int) -> list[str]:
    """Return the bots of one game: heuristic, random, or every second one."""
    names = (("heuristic", "heuristic"), ("heuristic", "random"), ("random", "random"))
    return [names[number % 3][seat % 2] for seat in range(seats)]


def twins(job: Job) -> tuple[Counter[str], int, int]:
    """Check the twins of one game; return comparisons by viewer, viewer-steps wanted, reached."""
    setup = soaked(job)
    coverage = check_no81(setup, setup.game, PAIRS, bots(setup.seats, setup.number))
    return coverage.sorts, len(coverage.wanted), len(coverage.reached & coverage.wanted)


def noticed(leak: str) -> str:
    """Return the first game in which the twins notice a leak."""
    for number in range(SEED, SEED + 8):
        for mode in MODES:
            setup = setup_of(GAME, 2 + number % 4, number, short=True, mode=mode)
            try:
                check_no81(setup, NO81_LEAKS[leak](setup.game), 16)
            except Difference:
                return f"{setup}"
    raise AssertionError(f"{leak} was not noticed")


def cheap_gates(job: Job) -> tuple[int, int]:
    """Play one game under every cheap gate; return its decisions and the secrets looked for."""
    setup = soaked(job)
    reference = No81Reference(setup.seats)
    whole = sorted(
        chain(*setup.game.zones(setup.game.play(setup.seats, setup.options).state).values())
    )
    watches: list[Watch] = []
    dice = Dice(f"poke {setup}")
    looked = 0

    def on_event(driver: Driver, event: Event) -> None:
        reference.on_event(driver, event)
        zones = setup.game.zones(driver.state)
        assert sorted(chain(*zones.values())) == whole, f"{setup}: {event.kind}"

    def on_step(driver: Driver) -> None:
        nonlocal looked
        if not watches:
            watches.extend(Watch(driver, v) for v in viewers(setup.seats))
        over = driver.status is Status.OVER
        assert over or any(pending.answer is None for pending in driver.pending.values())
        for watch in watches:
            frame = watch.frame()
            if not over:
                secrets = reference.secrets(watch.observer.viewer)
                looked += len(secrets)
                assert not named(frame, setup, secrets), f"{setup}: {watch.observer.viewer}"
        if looked_at(setup, driver):
            _poke(driver, dice)

    driver = run(setup, on_event=on_event, on_step=on_step, bots=bots(setup.seats, setup.number))
    again = replay(setup.game, driver.journal)
    assert again.result == driver.result
    assert again.journal.entries == driver.journal.entries
    for watch in watches:
        fresh = Observer(again, watch.observer.viewer)
        fresh.update()
        assert fresh.events == watch.observer.events, f"{setup}: replay"
        assert fresh.fold.plain() == watch.observer.fold.plain(), f"{setup}: coming back"
    return sum(entry.seat >= 0 for entry in driver.journal.entries), looked


def _poke(driver: Driver, dice: Dice) -> None:
    """Try one illegal answer from a random seat; it must change nothing."""
    seat = dice.below(driver.journal.header.seats)
    pending = driver.pending.get(seat)
    before = (repr(driver.state), len(driver.journal.entries), len(driver.events))
    with pytest.raises(Refused):
        driver.answer(seat, pending.id - dice.below(2) if pending else 1, ["none of these"])
    assert (repr(driver.state), len(driver.journal.entries), len(driver.events)) == before


def report(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """Write figures to the terminal, past pytest's capture and from an xdist worker too."""
    with capsys.disabled():
        sys.stderr.write(f"\n{text}\n")


@pytest.mark.soak
@pytest.mark.rule("N81-20.1", "N81-20.2", "N81-20.3", "N81-20.5", "N81-6.13")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("mode", MODES)
def test_twin_worlds_for_every_kind_of_viewer(
    mode: str, capsys: pytest.CaptureFixture[str]
) -> None:
    began = perf_counter()
    with get_context("spawn").Pool(PROCESSES) as pool:
        results = list(pool.imap_unordered(twins, jobs(mode), chunksize=2))
    sorts: Counter[str] = sum((sorts for sorts, _, _ in results), Counter())
    wanted = sum(wanted for _, wanted, _ in results)
    reached = sum(reached for _, _, reached in results)
    assert len(results) >= GAMES
    assert set(sorts) == {"living seat", "dead seat", "spectator"}
    assert reached > 0.5 * wanted, "too few steps had a twin to compare with"
    report(
        capsys,
        f"no81 {mode}: twin worlds of {len(results)} games of {MIN_SEATS} to {MAX_SEATS}, seed "
        f"{SEED}, {PAIRS} each: {sum(sorts.values())} comparisons ({dict(sorts)}), {reached} of "
        f"{wanted} viewer-steps with a truly different twin; every view at every eighth step, all "
        f"else at each; in {perf_counter() - began:.0f} s, no difference",
    )


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_every_leak_is_noticed_by_twin_worlds(capsys: pytest.CaptureFixture[str]) -> None:
    began = perf_counter()
    with get_context("spawn").Pool(PROCESSES) as pool:
        found = dict(zip(NO81_LEAKS, pool.map(noticed, NO81_LEAKS, chunksize=1), strict=True))
    assert all(found.values())
    report(capsys, f"no81: leaks noticed in {found}, in {perf_counter() - began:.0f} s")


@pytest.mark.soak
@pytest.mark.rule("N81-2.1", "N81-2.6", "N81-3.1", "N81-15.9")
@pytest.mark.timeout(3600)
def test_random_games_keep_every_cheap_gate(capsys: pytest.CaptureFixture[str]) -> None:
    began = perf_counter()
    every = list(chain(*zip(*map(jobs, MODES), strict=True)))
    with get_context("spawn").Pool(PROCESSES) as pool:
        results = list(pool.imap_unordered(cheap_gates, every, chunksize=4))
    looked = sum(looked for _, looked in results)
    assert looked > 0
    report(
        capsys,
        f"no81: {len(results)} games of all modes and sizes, seed {SEED}: "
        f"{sum(decisions for decisions, _ in results)} decisions, {looked} times a secret looked "
        f"for, in {perf_counter() - began:.0f} s, no failure",
    )
