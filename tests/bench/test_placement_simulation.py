"""The simulated cluster loses no table and runs none twice, whatever dies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.bench.placement import SCENARIOS, TTL, Scenario, Simulation

SHORT = {name: replace(s, seconds=60.0, tables=min(s.tables, 200)) for name, s in SCENARIOS.items()}


@pytest.mark.parametrize("name", SHORT)
def test_each_table_has_one_home_at_all_times(name: str) -> None:
    simulation = Simulation(SHORT[name])
    simulation.run()
    assert set(simulation.homes) == simulation.open
    assert set(simulation.homes.values()) == {1}


def test_the_same_seed_gives_the_same_run() -> None:
    assert Simulation(SHORT["storm"]).run() == Simulation(SHORT["storm"]).run()
    assert Simulation(SHORT["storm"], seed=8).run() != Simulation(SHORT["storm"]).run()


def test_a_dead_ones_tables_are_missed_for_a_ttl_and_no_sooner() -> None:
    found = Simulation(SHORT["storm"]).run()
    assert min(found.away) > TTL / 2
    assert found.homeless == 0


def test_with_nobody_left_tables_wait_for_who_comes_back() -> None:
    alone = Scenario(processes=1, tables=20, seconds=200.0, death=50.0, drain=1e9, back=3.0)
    found = Simulation(alone).run()
    assert found.homeless > 0
    assert max(found.away) >= alone.back
