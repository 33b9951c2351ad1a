"""The load model adds up."""

from __future__ import annotations

from dataclasses import replace

from tests.bench.model import LARGEST_CELL, MEASURED, Play, lines, measured, needs


def test_twice_the_players_need_twice_the_work() -> None:
    one, two = needs(20_000), needs(40_000)
    assert two.updates == 2 * one.updates
    assert two.appends == 2 * one.appends
    assert abs(two.fronts - 2 * one.fronts) <= 1


def test_few_players_still_have_two_of_each_and_three_nodes() -> None:
    few = needs(10)
    assert (few.fronts, few.table_processes, few.nodes, few.cells) == (2, 2, 3, 1)


def test_more_players_than_a_cell_holds_have_several_and_none_has_more() -> None:
    many = needs(1_000_000)
    assert many.players / many.cells <= LARGEST_CELL
    assert many.renewals == needs(LARGEST_CELL).renewals


def test_what_costs_more_needs_more_processes() -> None:
    dear = replace(MEASURED, front_ms_per_update=2 * MEASURED.front_ms_per_update)
    assert needs(10_000, dear).fronts > needs(10_000).fronts
    busy = Play(decisions_per_table=3.0)
    assert needs(50_000, play=busy).nodes > needs(50_000).nodes


def test_costs_of_this_machine_come_in_place_of_ours() -> None:
    found = measured({"scaling.cluster.front_cpu_ms_per_update": 9.0})
    assert found == replace(MEASURED, front_ms_per_update=9.0)
    assert measured({}) == MEASURED


def test_the_table_has_a_column_for_each_number_of_players() -> None:
    table = lines([needs(100), needs(10_000)])
    assert all(line.count("|") == 4 for line in table[1:])
    assert any("10,000" in line for line in table)
