"""Properties of resolution: determinism, no order of arrival, role against role.

``tests/soak/test_future_diary_soak.py`` does the same at length.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest

from tests.engine.games.future_diary.acts import Act, draw_act
from tests.engine.games.future_diary.invariants import check
from tests.engine.games.future_diary.matrix import PAIRS, cases
from tests.engine.games.future_diary.oracle import Oracle
from tests.engine.games.future_diary.relabel import rotated, summary
from tests.engine.games.future_diary.table import Played
from tests.engine.games.future_diary.undertaker import Undertaker

ACTS = 120
CASES_PER_PAIR = 4


T = TypeVar("T")


def mixed(mapping: Mapping[int, T], rng: Random) -> dict[int, T]:
    """Return the same mapping, filled in another order."""
    keys = list(mapping)
    rng.shuffle(keys)
    return {key: mapping[key] for key in keys}


def shuffled(act: Act, rng: Random) -> Act:
    """Return the same act as it might lie in memory after another order of arrival."""
    world = replace(
        act.world,
        seats=mixed(act.world.seats, rng),
        alliances=tuple(rng.sample(act.world.alliances, len(act.world.alliances))),
    )
    return replace(
        act,
        world=world,
        sheets=mixed(act.sheets, rng),
        changes=mixed(act.changes, rng),
        answers=mixed(act.answers, rng),
    )


def compare(act: Act, played: Played, name: object) -> None:
    """Compare what ``resolve`` made of an act with the oracle's reading."""
    outcome, oracle = played.outcome, Oracle(act=act)
    kinds = {n: final.kind for n, final in outcome.finals.items()}
    assert kinds == {n: day.kind for n, day in oracle.final.items()}, name
    allies = {n: set(outcome.world.allies(n)) for n in outcome.finals}
    assert allies == {n: oracle.allies[n] for n in outcome.finals}, name
    assert outcome.void == oracle.locked, name
    assert outcome.fleeing == oracle.fleeing, name
    assert outcome.disguised == oracle.disguised, name
    blows = sorted((b.author, b.target, b.night, b.counter, b.code) for b in outcome.blows)
    assert blows == sorted(oracle.codes), name
    effects = [(e.victim, e.author, e.cause, e.code) for e in outcome.effects]
    assert effects == oracle.ends, name
    assert outcome.down == oracle.down, name
    targets = {n: sorted(by) for n, by in outcome.targets.items()}
    assert targets == {n: sorted(by) for n, by in oracle.targets.items()}, name
    compare_ends(act, played, name)


def compare_ends(act: Act, played: Played, name: object) -> None:
    """Compare what ``close`` made of it."""
    closed, ends = played.closed, Undertaker(act=act)
    assert set(closed.deaths) == ends.down, name
    assert (closed.half_god, closed.chose_her, closed.bomb) == (
        ends.returned,
        ends.couple,
        ends.bombed,
    ), name
    assert closed.charged == ends.charged, name
    pairs = {(n, m) for n in closed.world.living for m in closed.world.allies(n)}
    assert pairs == ends.pairs, name
    assert {n: set(news) for n, news in closed.awakened.items()} == ends.news, name
    assert (closed.will is not None) == ends.will, name


@pytest.mark.report("DiplomacyGM#78")
@pytest.mark.report("Ultimafia (source)")
@pytest.mark.rule("FD-9.2", "FD-3.5", "FD-17.4", "FD-9.1")
@pytest.mark.parametrize("block", range(4))
def test_any_act_resolves_alike_in_whatever_order_it_arrived(block: int) -> None:
    for number in range(block * ACTS // 4, (block + 1) * ACTS // 4):
        act = draw_act(Random(number))
        played = act.play()
        check(played)
        again = shuffled(act, Random(number)).play()
        assert summary(again) == summary(played), number
        assert again.closed.effects == played.closed.effects, number
        assert again.outcome.blows == played.outcome.blows, number


@pytest.mark.report("DiplomacyGM#78")
@pytest.mark.rule("FD-9.2", "FD-2.6")
@pytest.mark.parametrize("part", range(5))
def test_role_against_role_resolves_alike_wherever_they_sit(part: int) -> None:
    for place, pair in enumerate(PAIRS):
        if place % 5 != part:
            continue
        rng = Random(place)
        for act in rng.sample([*cases(*pair)], CASES_PER_PAIR):
            played = act.play()
            check(played)
            compare(act, played, pair)
            by = rng.randint(1, 14)
            assert summary(rotated(act, by).play(), by) == summary(played), (pair, act)


@pytest.mark.rule("FD-7.5", "FD-8.5", "FD-9.1", "FD-9.5", "FD-9.8", "FD-9.12", "FD-9.17")
@pytest.mark.parametrize("block", range(4))
def test_any_act_resolves_as_a_second_reading_of_the_rules_has_it(block: int) -> None:
    for number in range(block * ACTS // 4, (block + 1) * ACTS // 4):
        act = draw_act(Random(number))
        compare(act, act.play(), number)
