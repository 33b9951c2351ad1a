"""Within a step nobody notices that another has answered: no event, no byte, no number."""

from __future__ import annotations

import pytest

from engine.driver import Driver, Status
from tests.engine.gates.playing import Setup, Watch, run, setup_of, viewers

LOUD = frozenset({"say", "persona", "predict"})
"""Answers that others read: talk, a persona taken, and what 7th's halves share."""
GAMES = [setup_of("future_diary", seats, number) for seats, number in ((5, 1), (8, 3))]


@pytest.mark.rule("FD-3.3", "FD-3.5", "FD-16", "FD-16.1")
@pytest.mark.parametrize("setup", GAMES, ids=str)
def test_an_answer_within_a_step_changes_nothing_that_anybody_else_is_sent(setup: Setup) -> None:
    watches: list[Watch] = []
    quiet: dict[int, bytes] = {}
    step = seen = 0

    def look(driver: Driver) -> None:
        nonlocal step, seen
        if not watches:
            watches.extend(Watch(driver, v) for v in viewers(setup.seats))
        entry = driver.journal.entries[-1] if driver.journal.entries else None
        same = entry is not None and driver.step == step and driver.status is Status.RUNNING
        for watch in watches:
            viewer, frame = watch.observer.viewer, watch.frame()
            if same and entry is not None and viewer != entry.seat and entry.answer[0] not in LOUD:
                assert frame == quiet[viewer], (viewer, entry)
                seen += 1
            quiet[viewer] = watch.frame()
        step = driver.step

    run(setup, on_step=look, bots=[("heuristic", "random")[c % 2] for c in range(setup.seats)])
    assert seen > 300
