"""While a decision goes on nobody notices another's answer: no event, no byte, no number."""

from __future__ import annotations

from dataclasses import replace

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

    run(setup, on_step=look, bots=_players(setup))
    assert seen > 300


ASKED_MORE = [
    replace(setup_of("no81", seats, number, mode=mode), leavers=mode == "identity")
    for seats, number, mode in ((2, 1, "karma"), (3, 0, "identity"), (4, 0, "series"))
] + [setup_of("no81", 6, 0, short=True, mode="coldwarm")]


@pytest.mark.rule("N81-6.1", "N81-20.3")
@pytest.mark.parametrize("setup", ASKED_MORE, ids=str)
def test_what_a_seat_is_asked_before_it_has_declared_anything_nobody_else_is_sent(
    setup: Setup,
) -> None:
    """So it does not matter how many questions there are: a twin may have more of them."""
    watches: list[Watch] = []
    quiet: dict[int, bytes] = {}
    kinds: set[str] = set()

    def look(driver: Driver) -> None:
        if not watches:
            watches.extend(Watch(driver, v) for v in viewers(setup.seats))
        for watch in watches:
            viewer, frame = watch.observer.viewer, watch.frame()
            if driver.goes_on and viewer not in driver.pending:
                assert frame == quiet[viewer], (viewer, driver.journal.entries[-1])
                kinds.update(pending.ask.kind for pending in driver.pending.values())
            quiet[viewer] = watch.frame()

    run(setup, on_step=look, bots=_players(setup))
    assert "target" in kinds


def _players(setup: Setup) -> list[str]:
    return [("heuristic", "random")[seat % 2] for seat in range(setup.seats)]
