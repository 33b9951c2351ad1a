"""Gate 3: a game is its journal. Live equals replay equals every prefix, in any process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from engine.codec import decode_journal, encode_journal
from engine.driver import Driver, Status, replay
from engine.journal import By, Journal
from engine.registry import GAMES
from tests.engine.gates.playing import Setup, Watch, digest, looked_at, run, setups, viewers

ROOT = Path(__file__).parents[3]


def told(driver: Driver) -> list[bytes]:
    """Return, for each viewer, everything it has been sent when it comes (back) now."""
    return [Watch(driver, v).frame() for v in viewers(driver.journal.header.seats)]


@pytest.mark.parametrize("setup", setups(2), ids=str)
def test_replay_of_every_prefix_equals_the_live_game_there(setup: Setup) -> None:
    live: dict[int, list[bytes]] = {}
    steps: list[int] = []

    def look(driver: Driver) -> None:
        steps.append(len(driver.journal.entries))
        if looked_at(setup, driver) or driver.status is Status.OVER:
            live[steps[-1]] = told(driver)

    driver = run(setup, on_step=look)
    entries = driver.journal.entries
    wanted = range(0, len(entries) + 1, 1 if len(entries) < 120 else 7)
    for length in wanted if len(live) == len(steps) else sorted(live)[:: 1 + len(live) // 12]:
        again = replay(setup.game, Journal(header=driver.journal.header, entries=entries[:length]))
        reached = len(again.journal.entries)
        assert reached == next(step for step in steps if step >= length)
        assert told(again) == live[reached], f"prefix {length}"
    assert driver.status is Status.OVER


@pytest.mark.parametrize("setup", setups(1), ids=str)
def test_a_journal_survives_its_wire_form(setup: Setup) -> None:
    driver = run(setup)
    again = replay(setup.game, decode_journal(encode_journal(driver.journal)))
    assert told(again) == told(driver)
    assert again.result == driver.result


@pytest.mark.parametrize("setup", setups(1), ids=str)
def test_a_replayed_game_can_be_played_on_to_the_same_end(setup: Setup) -> None:
    driver = run(setup)
    entries = driver.journal.entries
    half = Journal(header=driver.journal.header, entries=entries[: len(entries) // 2])
    again = replay(setup.game, half)
    for entry in entries[len(again.journal.entries) :]:
        if entry.by is By.LEAVING:
            again.leave(entry.seat)
        elif entry.seat >= 0:
            again.answer(entry.seat, again.pending[entry.seat].id, entry.answer, by=entry.by)
    assert again.journal.entries == entries
    assert told(again) == told(driver)


@pytest.mark.report("PettingZoo#241")
def test_processes_with_different_hash_seeds_agree() -> None:
    assert GAMES
    code = "from tests.engine.gates.playing import digest; import sys; sys.stdout.write(digest())"
    results = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(results) == 1
    assert all(results)


def test_the_global_random_generator_is_of_no_consequence() -> None:
    random.seed(1)
    before = digest(1)
    random.seed(2)
    random.random()
    assert digest(1) == before
