"""Scenarios FD-S24, S25, S27, S67, S68, S72, S75, S76: whom the roles' skills reach."""

from __future__ import annotations

import pytest

from engine.games.future_diary.outcome import Stage
from engine.games.future_diary.terms import Cause, Code
from tests.engine.games.future_diary.table import (
    disguise,
    flee,
    hit,
    kill,
    maniac,
    none,
    play,
    probe,
    sheet,
    table,
)

# --- 7th ---------------------------------------------------------------------------------------


@pytest.mark.rule("FD-S67", "FD-12.8.2", "FD-9.14", "FD-9.5")
def test_the_resting_half_is_out_of_reach_and_the_acting_one_takes_both_along() -> None:
    for act, code, dead in ((3, Code.OFF_TURN, ()), (4, Code.LANDED, (10, 11))):
        world = table(P10="seventh/man", P11="seventh/woman", act=act, know={(4, 10)})
        played = play(world, P4=sheet(kill(10)))
        assert played.code(4, 10) is code
        assert played.dead == dead
    assert played.effects(11) == [(10, Cause.JOINT, Code.DEAD)]


@pytest.mark.rule("FD-S68", "FD-9.7", "FD-12.3.3", "FD-9.14")
def test_the_blacken_lock_opens_the_off_turn() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3, know={(2, 10)})
    played = play(world, P2=sheet(kill(10, blacken="none")))
    assert played.code(2, 10) is Code.LANDED
    assert played.dead == (10, 11)


@pytest.mark.rule("FD-12.8.4")
def test_7th_kills_two_by_night_each_with_its_own_guess() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3, fl={10, 11})
    played = play(world, P11=sheet(night=(hit(4, "fifth"), hit(6, "sixth"))))
    assert played.code(11, 4, night=True) is Code.WRONG_GUESS
    assert played.code(11, 6, night=True) is Code.LANDED


@pytest.mark.rule("FD-4.7", "FD-5.6")
def test_a_guess_of_7th_names_no_half() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3, fl={4})
    played = play(world, P4=sheet(night=hit(11, "seventh")))
    assert played.dead == (10, 11)


# --- 3rd ---------------------------------------------------------------------------------------


@pytest.mark.rule("FD-S75", "FD-12.4.2", "FD-9.2", "FD-9.9")
def test_maniac_meets_everybody_it_knows() -> None:
    world = table(know={(3, 4), (3, 6), (3, 8), (3, 9), (6, 3)})
    played = play(
        world, P3=sheet(maniac()), P6=sheet(disguise()), P9=sheet(flee()), P4=sheet(none())
    )
    assert [played.code(3, n) for n in (4, 6, 8, 9)] == [
        Code.LANDED, Code.COUNTERED, Code.LANDED, Code.FLED,
    ]  # fmt: skip
    assert played.effects(8) == [(3, Cause.KILL, Code.MERCY)]
    assert played.dead == (3, 4)


@pytest.mark.rule("FD-S76", "FD-12.4.3", "FD-12.4.4")
def test_a_landed_guess_earns_a_follow_up_even_without_a_death() -> None:
    world = table(fl={3}, allied={(1, 6)}, P7="murmur", P13="seventh/man")
    order = sheet(night=hit(1, "first"), followup=hit(7, "murmur"))
    played = play(world, P3=order)
    assert played.effects(1) == [(3, Cause.KILL, Code.DEPENDENT)]
    assert played.blow(3, 7, night=True).follow
    assert played.blow(3, 7, night=True).stage is Stage.FOLLOW_UP
    assert played.dead == (7,)


@pytest.mark.rule("FD-12.4.3")
@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        (("second",), ("murmur",), Code.VOID),
        ((), ("murmur",), Code.VOID),
        (("first",), ("second",), Code.WRONG_GUESS),
    ],
)
def test_a_follow_up_needs_a_first_guess_that_landed_and_a_right_one(
    first: tuple[str, ...], second: tuple[str, ...], code: Code
) -> None:
    world = table(fl={3}, P7="murmur", P13="seventh/man")
    order = sheet(night=hit(1, *first), followup=hit(7, *second))
    assert play(world, P3=order).code(3, 7, night=True) is code


@pytest.mark.rule("FD-12.4.3", "FD-9.5")
def test_a_3rd_that_fell_at_night_has_no_follow_up() -> None:
    world = table(fl={3, 5}, P7="murmur", P13="seventh/man")
    order = sheet(night=hit(1, "first"), followup=hit(7, "murmur"))
    played = play(world, P3=order, P5=sheet(night=hit(3, "third", "first")))
    assert played.code(3, 7, night=True) is Code.KILLER_DOWN
    assert played.dead == (1, 3)


# --- 5th, Murmur -------------------------------------------------------------------------------


@pytest.mark.rule("FD-S25", "FD-12.1.2", "FD-12.6.4", "FD-5.8")
def test_a_mask_is_what_night_guesses_are_judged_by() -> None:
    mask = sheet(servant="tenth")
    for guesses, code in (
        (("murmur", "ninth"), Code.WRONG_GUESS),
        (("murmur", "tenth"), Code.LANDED),
    ):
        played = play(table(fl={5}), P5=sheet(night=hit(13, *guesses)), P13=mask)
        assert played.code(5, 13, night=True) is code


@pytest.mark.rule("FD-S24", "FD-12.1.2", "FD-5.2", "FD-5.3")
def test_a_probe_finds_the_mask_and_keeps_it() -> None:
    played = play(table(), P6=sheet(probe(13)), P13=sheet(disguise(), servant="fourth"))
    assert played.known(6) == {13: "fourth"}
    after = play(played.next(), P6=sheet(kill(13)), P13=sheet(servant="sixth"))
    assert after.code(6, 13) is Code.LANDED
    assert after.known(6) == {13: "fourth"}


@pytest.mark.rule("FD-S27", "FD-5.6")
def test_a_link_to_one_half_is_none_to_the_other() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3)
    played = play(world, P6=sheet(probe(11)), P11=sheet(disguise()))
    assert played.known(6) == {11: "seventh/woman"}
    assert not played.world.knows(6, 10)
