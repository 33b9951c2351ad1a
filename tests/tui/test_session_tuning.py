"""Garbage collection of a process of many sessions."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from tui import tuning
from tui.cells import split_cells
from tui.widgets.lines import clean


@pytest.fixture(autouse=True)
def nothing_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning._State, "closed", 0)
    monkeypatch.setattr(tuning._State, "busy_at", 0.0)


class Cycle:
    """Garbage that only the collector can free."""

    def __init__(self) -> None:
        self.me = self


def cycles() -> int:
    return sum(isinstance(thing, Cycle) for thing in gc.get_objects())


def test_dead_sessions_are_collected_at_a_quiet_moment() -> None:
    gc.disable()
    try:
        Cycle()
        tuning.session_closed()
        assert not tuning.collect_if_quiet(tuning._State.busy_at + 0.5)
        assert cycles() == 1
        assert tuning.collect_if_quiet(tuning._State.busy_at + 60)
        assert cycles() == 0
        assert not tuning.collect_if_quiet(tuning._State.busy_at + 120)
    finally:
        gc.enable()


def test_many_dead_sessions_are_collected_even_when_it_is_never_quiet() -> None:
    for _ in range(39):
        tuning.session_closed()
    assert not tuning.collect_if_quiet(tuning._State.busy_at)
    tuning.session_closed()
    assert tuning.collect_if_quiet(tuning._State.busy_at)


def test_what_somebody_wrote_is_forgotten_with_the_sessions_that_showed_it() -> None:
    clean("said at a table")
    split_cells("said at a table")
    tuning.session_closed()
    assert tuning.collect_if_quiet(tuning._State.busy_at + 60)
    assert clean.cache_info().currsize == split_cells.cache_info().currsize == 0


def test_tuning_freezes_what_start_up_made() -> None:
    code = (
        "import gc\n"
        "from tui import tuning\n"
        "tuning.tune()\n"
        "assert gc.get_freeze_count() > 1000 and gc.isenabled()\n"
        "assert gc.get_threshold()[2] >= 1_000_000\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)
