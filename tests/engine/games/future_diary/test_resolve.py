"""Projection (FD-6.10), and the rulings on what a resolution leaves open (docs/rulings.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Cover, Day, Liberation, Sheet, World
from engine.games.future_diary.resolve import project
from engine.games.future_diary.terms import Code, Kind
from tests.engine.games.future_diary.table import (
    ally,
    disguise,
    flee,
    forced,
    hit,
    kill,
    maniac,
    play,
    probe,
    sheet,
    table,
)

Reasons = Mapping[tuple[int, bool, int], Code | None]


def projected(world: World, orders: Mapping[int, Sheet]) -> Reasons:
    return project(lock(world, orders)).reasons


@pytest.mark.rule("FD-6.10", "FD-S35", "FD-S36")
def test_a_projection_names_why_a_kill_would_fail() -> None:
    orders = {3: sheet(kill(8))}
    assert projected(table(), orders) == {(3, False, 0): Code.MERCY}
    assert projected(table(), {3: sheet(kill(6))}) == {(3, False, 0): None}
    assert projected(table(), {3: sheet(kill(6)), 6: sheet(flee())}) == {(3, False, 0): Code.FLED}


@pytest.mark.rule("FD-6.10")
def test_a_projection_knows_controls_and_no_changes_answers_or_cowardice() -> None:
    world = table(P4="twelfth", P12="fourth", know={(9, 1), (12, 1), (1, 12)})
    orders = {4: sheet(hypnosis=forced(3, "none")), 3: sheet(kill(6))}
    assert projected(world, orders)[3, False, 0] is Code.CONTROLLED
    orders = {9: sheet(ally(1)), 3: sheet(kill(1))}
    assert projected(world, orders)[3, False, 0] is None  # 1st has not answered yet
    mutual = {**orders, 12: sheet(ally(1)), 1: sheet(ally(12))}
    assert projected(world, mutual)[3, False, 0] is Code.DEPENDENT


@pytest.mark.rule("FD-6.10", "FD-6.6", "FD-12.6.2")
def test_a_projection_has_5th_do_what_it_shows() -> None:
    world = table(fl={5}, know={(5, 3), (6, 5)})
    strike = sheet(kill(3), night=hit(3, "third"))
    assert projected(world, {3: sheet(kill(6)), 5: strike}) == {(3, False, 0): None}
    hidden = sheet(flee())
    assert projected(world, {3: sheet(kill(5)), 5: hidden})[3, False, 0] is None
    faked = sheet(Day(kind=Kind.NONE, fake=Cover(kind=Kind.FLEE)))
    assert projected(world, {3: sheet(kill(5)), 5: faked})[3, False, 0] is Code.FLED
    puppet = sheet(use_follower=forced(5, "kill", 3))
    orders = {6: puppet, 5: sheet(), 4: sheet(), 3: sheet(night=hit(6))}
    night = replace(world.seats[3], night_right=True)
    assert projected(world.with_seats(night), orders) == {(3, True, 0): None}


@pytest.mark.rule("FD-6.10", "FD-9.7")
def test_a_projection_sees_a_5th_whose_skills_are_void() -> None:
    world = table(allied={(13, 1)})
    void = sheet(liberation=Liberation(option="a", seat=5))
    orders = {3: sheet(kill(5)), 5: sheet(flee()), 13: void}
    assert projected(world, orders)[3, False, 0] is Code.FLED


@pytest.mark.rule("FD-6.10")
def test_a_kill_is_projected_to_succeed_if_its_target_falls_by_anybody() -> None:
    world = table(fl={3}, know={(4, 6)})
    orders = {3: sheet(night=hit(6, "first")), 4: sheet(kill(6))}
    assert projected(world, orders)[3, True, 0] is None
    orders = {3: sheet(night=hit(6, "first"), followup=hit(5, "fifth"))}
    assert projected(world, orders) == {
        (3, True, 0): Code.WRONG_GUESS,
        (3, True, 1): Code.VOID,
    }


@pytest.mark.rule("FD-6.10")
def test_a_projection_changes_nothing() -> None:
    locked = lock(table(), {3: sheet(kill(6))})
    project(locked)
    assert locked == lock(table(), {3: sheet(kill(6))})


# --- rulings -----------------------------------------------------------------------------------


@pytest.mark.rule("FD-12.4.3", "FD-9.5")
def test_a_guess_that_3rd_gives_is_judged() -> None:
    world = table(fl={3})
    assert play(world, P3=sheet(night=hit(6, "first"))).code(3, 6, night=True) is Code.WRONG_GUESS
    assert play(world, P3=sheet(night=hit(6))).dead == (6,)


@pytest.mark.rule("FD-12.11.3")
def test_a_guess_of_10th_is_not() -> None:
    assert play(table(fl={10}), P10=sheet(night=hit(6, "first"))).dead == (6,)


@pytest.mark.rule("FD-9.7", "FD-12.8.4", "FD-12.6.4")
def test_void_skills_leave_7th_one_kill_and_5th_one_guess() -> None:
    world = table(allied={(13, 1)}, fl={5, 7, 15}, act=2)
    void = {n: sheet(liberation=Liberation(option="a", seat=n)) for n in (5, 7)}
    two = sheet(night=(hit(4, "fourth"), hit(6, "sixth")))
    played = play(world, P7=two, P13=void[7])
    assert played.code(7, 4, night=True) is Code.LANDED
    assert played.code(7, 6, night=True) is Code.NO_RIGHT
    one = sheet(night=hit(6, "sixth", "first"))
    assert play(world, P5=one, P13=void[5]).dead == (6,)


@pytest.mark.rule("FD-9.7", "FD-12.4.2")
def test_a_void_maniac_has_no_right_even_to_whom_it_knows() -> None:
    world = table(allied={(13, 1)}, know={(3, 4), (3, 6)})
    void = sheet(liberation=Liberation(option="a", seat=3))
    played = play(world, P3=sheet(maniac()), P13=void)
    assert [b.code for b in played.outcome.blows] == [Code.NO_RIGHT, Code.NO_RIGHT]


@pytest.mark.rule("FD-9.4", "FD-12.1.2", "FD-12.3.3")
def test_the_blacken_lock_leaves_a_mask_that_was_taken_at_lock() -> None:
    world = table(know={(2, 13)}, fl={5})
    order = sheet(night=hit(13, "tenth", "first"))
    mask = sheet(probe(1), servant="tenth")
    played = play(world, P2=sheet(night=hit(13, blacken="probe")), P5=order, P13=mask)
    assert played.code(5, 13, night=True) is Code.LANDED


@pytest.mark.rule("FD-3.7", "FD-12.3.3", "FD-12.6.3", "FD-12.14.4")
def test_what_the_blacken_lock_prevented_is_not_used_up() -> None:
    """2nd falls by day, so that who was under the lock of its night kill lives on."""
    for seat, order in ((5, sheet(flee(), black_heart=6)), (14, sheet(flee(), gamble=6))):
        world = table(
            know={(2, seat), (5, 6), (14, 6)}, change={2: {"spent": frozenset({"one_shot"})}}
        )
        locking = sheet(night=hit(seat, blacken="flee"))
        played = play(world, P2=locking, P3=sheet(kill(2)), sheets={seat: order})
        assert played.outcome.void == {seat}
        assert played.dead == (2,)
        after = played.world.seats[seat]
        assert after.spent == frozenset()
        assert after.skill_from == {}
        assert after.charge


@pytest.mark.rule("FD-12.14.4")
def test_a_gamble_looks_at_orders_not_at_what_becomes_of_them() -> None:
    world = table(know={(14, 9), (6, 9)})
    puppet = sheet(use_follower=forced(9, "kill", 14))
    played = play(world, P14=sheet(gamble=9), P6=puppet)
    assert played.code(9, 14) is Code.NO_RIGHT
    assert played.dead == (14,)


@pytest.mark.rule("FD-12.14.4")
def test_a_gamble_looks_at_a_follow_up_too() -> None:
    world = table(fl={3}, know={(14, 3)})
    order = sheet(night=hit(6, "first"), followup=hit(14, "akise"))
    assert play(world, P14=sheet(gamble=3), P3=order).dead == (14,)


@pytest.mark.rule("FD-4.8", "FD-12.9.3")
def test_a_disguise_lasts_through_the_night() -> None:
    world = table(fl={4}, know={(6, 4)})
    played = play(world, P4=sheet(night=hit(6, "sixth")), P6=sheet(disguise()))
    assert played.code(4, 6, night=True) is Code.COUNTERED
