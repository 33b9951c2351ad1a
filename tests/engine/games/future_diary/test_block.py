"""The one private block of a seat (FD-16.2), and how it then stands."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.future_diary.block import blocks, ready_in
from engine.games.future_diary.model import Liberation
from engine.games.future_diary.terms import Mode
from tests.engine.games.future_diary.read_acts import sample
from tests.engine.games.future_diary.reading import block, order
from tests.engine.games.future_diary.table import (
    ally,
    disguise,
    flee,
    kill,
    play,
    probe,
    sheet,
    table,
    use,
)

FIELDS = {
    "items", "why", "final", "charge", "ready_in", "ally", "loop", "night", "ledger", "tokens",
}  # fmt: skip


@pytest.mark.rule("FD-16.2")
def test_every_living_seat_gets_the_same_fields_whatever_happened() -> None:
    for act in sample():
        told = blocks(act.closed)
        assert {frozenset(told[n]) for n in act.closed.world.living} <= {frozenset(FIELDS)}


@pytest.mark.rule("FD-5.3", "FD-5.2")
def test_the_ledger_is_told_newest_first_with_act_and_origin() -> None:
    first = play(table(act=2), P4=sheet(probe(13)), P13=sheet(disguise(), servant="sixth"))
    again = play(first.next(), P4=sheet(probe(13)), P13=sheet(disguise()))
    assert block(again, 4)["ledger"] == (
        {"seat": 13, "role": "murmur", "act": 3, "via": "probe"},
        {"seat": 13, "role": "sixth", "act": 2, "via": "probe"},
    )


@pytest.mark.rule("FD-5.6", "FD-16")
def test_both_halves_read_one_ledger() -> None:
    played = play(table(act=1), P15=sheet(probe(4)), P4=sheet(disguise()))
    assert block(played, 7)["ledger"] == block(played, 15)["ledger"] != ()


@pytest.mark.rule("FD-6.2", "FD-6.3")
def test_the_next_diary_right_is_counted_from_the_next_act_on() -> None:
    played = play(table(), P1=sheet(diary=use(3)))
    expected: dict[int, Any] = {1: 1, 3: 0, 5: 0, 10: 0, 13: None, 14: None, 7: 1, 15: 0}
    assert {n: block(played, n)["ready_in"] for n in expected} == expected


@pytest.mark.rule("FD-6.13")
def test_after_1sts_death_2nd_has_no_diary_any_more() -> None:
    world = table(dead={1})
    assert ready_in(world, world.seats[2]) is None
    assert ready_in(table(), table().seats[2]) == 0


@pytest.mark.rule("FD-12.14.1")
def test_akise_has_a_diary_once_proof_has_come() -> None:
    world = table(change={14: {"proof": 2}}, act=2)
    assert ready_in(world, world.seats[14]) == 0


@pytest.mark.rule("FD-8.7", "FD-16", "FD-4.10")
def test_allies_charge_loop_and_night_right_are_told_as_they_now_are() -> None:
    world = table(fl={4}, know={(4, 9)})
    played = play(world, answers={9: 4}, P4=sheet(ally(9)), P6=sheet(flee()))
    assert block(played, 4)["ally"] == (9,)
    assert (block(played, 4)["loop"], block(played, 4)["night"]) == ("first_loop", True)
    assert (block(played, 9)["loop"], block(played, 9)["night"]) == ("second_loop", False)
    assert (block(played, 6)["charge"], block(played, 6)["final"]) == (False, order("flee"))


@pytest.mark.rule("FD-12.1.5", "FD-12.9.1")
def test_gifts_are_held_until_they_are_used() -> None:
    world = table(allied={(8, 1), (13, 6)}, act=2)
    orders = {
        8: sheet(diary=use(1, mode=Mode.A)), 13: sheet(liberation=Liberation(option="b", seat=1)),
    }  # fmt: skip
    played = play(world, sheets=orders)
    assert block(played, 1)["tokens"] == ("freedom", "extra_pick")


@pytest.mark.rule("FD-15.4", "FD-12.11.2", "FD-4.5")
def test_the_dying_get_no_block_save_10th_its_killers() -> None:
    played = play(table(know={(4, 6)}), P3=sheet(kill(10)), P4=sheet(kill(6)))
    told = blocks(played.closed)
    assert 6 not in told
    assert set(told[10]) == {"items", "why", "final"}
