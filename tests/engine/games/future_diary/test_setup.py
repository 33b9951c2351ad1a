"""Set-ups: options, roles in play, seats (FD-2.1 to FD-2.3, FD-14.3)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.errors import ConfigError
from engine.event import Value
from engine.games.future_diary.game import GAME
from engine.games.future_diary.roles import FIRST_LOOP, SETUPS, seats_of
from engine.games.future_diary.setup import configure, roles_of
from engine.games.future_diary.terms import ConfigCode, Pace, Role

ROOT = Path(__file__).parents[4]
RULES = ROOT.parent / "shared" / "rules" / "future_diary.md"


def code(seats: int, **options: Value) -> str:
    with pytest.raises(ConfigError) as refused:
        configure(seats, options)
    return refused.value.code


@pytest.mark.rule("FD-2.2", "FD-2.1")
@pytest.mark.parametrize("seats", range(5, 16))
def test_each_size_has_its_roles_for_exactly_its_seats(seats: int) -> None:
    roles = roles_of(seats, configure(seats, {}))
    assert set(roles) == set(SETUPS[seats])
    assert seats_of(roles) == seats
    assert {Role.FIRST, Role.SECOND} <= set(roles)
    assert seats / 4 - 1.5 < FIRST_LOOP[seats] < seats / 4 + 1


@pytest.mark.rule("FD-2.1")
def test_the_full_table_has_fourteen_roles_on_fifteen_seats() -> None:
    assert len(SETUPS[15]) == len(Role) == 14
    assert seats_of(SETUPS[15]) == 15


@pytest.mark.rule("FD-2.2")
def test_sets_grow_one_role_at_a_time_up_to_twelve() -> None:
    order = {6: "twelfth", 7: "third", 8: "fifth", 9: "sixth", 10: "eighth", 11: "akise"}
    for seats, role in {**order, 12: "eleventh", 13: "murmur"}.items():
        assert set(SETUPS[seats]) - set(SETUPS[seats - 1]) == {role}
    assert set(SETUPS[14]) == {*SETUPS[12], Role.SEVENTH}
    firsts = [FIRST_LOOP[seats] for seats in range(5, 16)]
    assert firsts == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


@pytest.mark.rule("FD-2.3")
def test_an_own_set_has_first_second_and_as_many_as_seats() -> None:
    own = ("first", "second", "seventh", "murmur")
    assert roles_of(5, configure(5, {"roles": own})) == (
        Role.MURMUR, Role.FIRST, Role.SECOND, Role.SEVENTH,
    )  # fmt: skip
    assert code(6, roles=own) == ConfigCode.ROLES
    assert code(5, roles=("first", "third", "seventh", "murmur")) == ConfigCode.ROLES
    assert code(5, roles=("first", "second", "second", "third", "murmur")) == ConfigCode.CHOICE
    assert code(5, roles=("first", "second", "nobody", "third", "murmur")) == ConfigCode.CHOICE


@pytest.mark.rule("FD-14.3", "FD-3.8")
def test_limits_and_pace_are_host_options_within_bounds() -> None:
    full = configure(5, {})
    assert (full["pace"], full["quiet"], full["acts"], full["reveal"]) == (
        Pace.NORMAL, "6", "20", "on",
    )  # fmt: skip
    assert configure(5, {"quiet": "off", "acts": "40"})["quiet"] == "off"
    for name, value in (("quiet", "2"), ("quiet", "13"), ("acts", "7"), ("acts", "41")):
        assert code(5, **{name: value}) == ConfigCode.CHOICE
    assert code(5, pace="hasty") == code(5, colour="red") == ConfigCode.CHOICE


@pytest.mark.rule("FD-2.2")
def test_other_sizes_are_refused_and_a_set_up_is_complete_after_one_look() -> None:
    assert code(4) == code(16) == ConfigCode.SEATS
    full = configure(9, {"quiet": "3"})
    assert configure(9, full) == full


@pytest.mark.rule("FD-15.7")
@pytest.mark.parametrize(
    ("pace", "seconds", "runs_on"),
    [("quick", 600, False), ("normal", 600, False), ("slow", 2400, False), ("daily", 172800, True)],
)
def test_a_game_that_all_have_left_is_given_up_after_a_while(
    pace: str, seconds: int, runs_on: bool
) -> None:
    patience = GAME.patience(configure(5, {"pace": pace}))
    assert (patience.seconds, patience.runs_on) == (seconds, runs_on)


@pytest.mark.rule("FD-17.2", "FD-17.3")
def test_the_clause_list_is_that_of_the_rules_document() -> None:
    if not RULES.exists():
        pytest.skip("the rules document is not beside this clone; the list stands for it")
    text = RULES.read_text(encoding="utf-8")
    rules = re.findall(r"^(FD-\d+\.\d+(?:\.\d+)?)\s", text, re.MULTILINE)
    scenarios = re.findall(r"^\*\*(FD-S\d\d) ", text, re.MULTILINE)
    listed = (ROOT / "docs" / "rules" / "future_diary_clauses.txt").read_text(encoding="utf-8")
    names = [line for line in listed.splitlines() if line and not line.startswith("#")]
    assert set(names) == {*rules, *scenarios, "FD-16"}
