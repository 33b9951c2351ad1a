"""Scenarios FD-S01 to FD-S16: the five actions and their meetings (rules page 18.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.future_diary.model import Sheet, Standing, World
from engine.games.future_diary.outcome import Stage
from engine.games.future_diary.terms import Cause, Code, Kind, Via
from tests.engine.games.future_diary.table import (
    Played,
    ally,
    disguise,
    flee,
    hit,
    kill,
    none,
    play,
    probe,
    sheet,
    table,
)

KILL, COUNTER = Cause.KILL, Cause.COUNTER


@pytest.mark.rule("FD-S01", "FD-4.5", "FD-10.6")
def test_a_probe_of_a_disguise_finds_its_role_and_tells_nobody_else() -> None:
    played = play(table(), P3=sheet(probe(6)), P6=sheet(disguise()))
    assert played.known(3) == {6: "sixth"}
    assert played.vias(3) == {6: Via.PROBE}
    assert all(not played.known(n) for n in played.world.living if n not in {3, 7, 15})


@pytest.mark.rule("FD-S02", "FD-4.5", "FD-4.10")
def test_a_probe_of_anything_else_finds_nothing_and_an_idle_flight_costs_the_charge() -> None:
    played = play(table(), P3=sheet(probe(6)), P6=sheet(flee()))
    assert played.known(3) == {}
    assert not played.world.seats[6].charge


@pytest.mark.rule("FD-4.5")
def test_a_prober_who_dies_finds_nothing() -> None:
    world = table(know={(4, 3)})
    played = play(world, P3=sheet(probe(6)), P6=sheet(disguise()), P4=sheet(kill(3)))
    assert played.dead == (3,)
    assert played.known(3) == {}


@pytest.mark.rule("FD-S04", "FD-4.6", "FD-9.5", "FD-9.8", "FD-10.2", "FD-4.11")
def test_a_day_kill_of_a_known_seat_lands() -> None:
    world = table(know={(4, 9)}, change={9: {"spent": frozenset({"half_god"})}})
    played = play(world, P4=sheet(kill(9)), P9=sheet(probe(1)))
    assert played.code(4, 9) is Code.LANDED
    assert played.outcome.down == {9}
    assert played.prompts == {9: ("bomb",)}
    assert played.dead == (9,)
    assert played.world.seats[4].charge
    assert played.closed.charged == frozenset()


@pytest.mark.rule("FD-4.6", "FD-12.4.1")
def test_only_raid_and_blacken_kill_an_unknown_seat_by_day() -> None:
    played = play(
        table(),
        P3=sheet(kill(9)),
        P2=sheet(kill(10, blacken="none")),
    )
    assert played.code(3, 9) is Code.LANDED
    assert played.code(2, 10) is Code.LANDED


@pytest.mark.rule("FD-S05", "FD-4.7", "FD-9.5", "FD-12.3.2")
@pytest.mark.parametrize(("guess", "code"), [("fifth", Code.WRONG_GUESS), ("sixth", Code.LANDED)])
def test_a_night_kill_needs_a_right_guess_and_knowledge_does_not_help(
    guess: str, code: Code
) -> None:
    played = play(table(know={(2, 6)}), P2=sheet(night=hit(6, guess)))
    assert played.code(2, 6, night=True) is code
    assert played.dead == ((6,) if code is Code.LANDED else ())


@pytest.mark.rule("FD-S06", "FD-4.7", "FD-9.5", "FD-4.11")
def test_a_target_that_fell_by_day_is_not_there_by_night() -> None:
    world = table(fl={5}, know={(5, 6)}, change={5: {"charge": False}})
    played = play(world, P5=sheet(kill(6), night=hit(6, "sixth")))
    assert played.code(5, 6) is Code.LANDED
    assert played.code(5, 6, night=True) is Code.TARGET_DOWN
    assert played.closed.charged == {5}
    assert played.world.seats[5].charge


@pytest.mark.rule("FD-S07", "FD-4.8", "FD-9.9", "FD-4.11")
def test_a_disguise_strikes_back_at_a_killer_it_knows() -> None:
    world = table(know={(4, 6), (6, 4)}, change={6: {"charge": False}})
    played = play(world, P4=sheet(kill(6)), P6=sheet(disguise()))
    assert played.code(4, 6) is Code.COUNTERED
    assert played.effects(4) == [(6, COUNTER, Code.DEAD)]
    assert played.dead == (4,)
    assert played.closed.charged == {6}
    assert [(b.author, b.target, b.code) for b in played.outcome.blows if b.counter] == [
        (6, 4, Code.LANDED)
    ]


@pytest.mark.rule("FD-S08", "FD-4.8")
def test_a_disguise_does_not_help_against_a_stranger() -> None:
    played = play(table(know={(4, 6)}), P4=sheet(kill(6)), P6=sheet(disguise()))
    assert played.code(4, 6) is Code.LANDED
    assert played.dead == (6,)


@pytest.mark.rule("FD-S09", "FD-9.6")
def test_a_wrong_guess_into_a_disguise_is_countered_all_the_same() -> None:
    world = table(fl={5}, know={(6, 5)})
    played = play(world, P5=sheet(night=hit(6, "first", "ninth")), P6=sheet(disguise()))
    assert played.code(5, 6, night=True) is Code.COUNTERED
    assert played.dead == (5,)


@pytest.mark.rule("FD-S10", "FD-9.10", "FD-9.2")
def test_each_attacker_of_a_disguise_is_judged_alone() -> None:
    world = table(know={(4, 6), (6, 4)})
    played = play(world, P3=sheet(kill(6)), P4=sheet(kill(6)), P6=sheet(disguise()))
    assert played.code(4, 6) is Code.COUNTERED
    assert played.code(3, 6) is Code.LANDED
    assert played.dead == (4, 6)


@pytest.mark.rule("FD-S11", "FD-4.10", "FD-9.5")
def test_a_flight_helps_by_day_and_by_night_once() -> None:
    world = table(fl={5}, know={(4, 6)})
    attack = sheet(night=hit(6, "sixth"))
    played = play(world, P4=sheet(kill(6)), P5=attack, P6=sheet(flee()))
    assert played.code(4, 6) is Code.FLED
    assert played.code(5, 6, night=True) is Code.FLED
    assert played.dead == ()
    assert not played.world.seats[6].charge


@pytest.mark.rule("FD-S12", "FD-9.9", "FD-4.12")
def test_a_counter_kill_does_not_reach_who_flees() -> None:
    world = table(fl={5}, know={(6, 5)})
    played = play(world, P5=sheet(flee(), night=hit(6, "sixth")), P6=sheet(disguise()))
    assert played.code(5, 6, night=True) is Code.COUNTERED
    assert [b.code for b in played.outcome.blows if b.counter] == [Code.FLED]
    assert played.dead == ()


@pytest.mark.rule("FD-S13", "FD-9.3")
def test_two_who_kill_each_other_by_day_both_die() -> None:
    played = play(table(know={(4, 6), (6, 4)}), P4=sheet(kill(6)), P6=sheet(kill(4)))
    assert played.dead == (4, 6)


@pytest.mark.rule("FD-S14", "FD-9.3", "FD-9.16", "FD-3.2", "FD-4.1")
def test_who_falls_by_day_does_not_act_by_night() -> None:
    world = table(fl={5}, know={(4, 5)})
    played = play(world, P4=sheet(kill(5)), P5=sheet(night=hit(1, "first")))
    assert played.code(5, 1, night=True) is Code.KILLER_DOWN
    assert played.dead == (5,)


def omniscient(guess: bool | None) -> Played:
    """FD-S15: five seats, P3 knows all others and kills P1 (2nd) in disguise."""
    world = table(
        seats=5, P1="second", P2="first", P3="fourth", P4="ninth", P5="tenth",
        know={(3, 1), (3, 2), (3, 4), (3, 5), (1, 3)},
    )  # fmt: skip
    return play(world, P1=sheet(disguise()), P3=sheet(kill(1, pierce=guess)))


@pytest.mark.rule("FD-S15", "FD-4.13", "FD-9.5", "FD-9.8")
def test_omniscience_ignores_a_disguise_that_it_guessed() -> None:
    played = omniscient(guess=True)
    assert played.code(3, 1) is Code.LANDED
    assert played.effects(1) == [(3, KILL, Code.ABSORBED)]
    assert played.dead == ()
    assert "one_shot" in played.world.seats[1].spent


@pytest.mark.rule("FD-S16", "FD-4.13")
@pytest.mark.parametrize("guess", [False, None])
def test_omniscience_that_guesses_no_disguise_is_countered(guess: bool | None) -> None:
    played = omniscient(guess)
    assert played.code(3, 1) is Code.COUNTERED
    assert played.dead == (3,)


@pytest.mark.rule("FD-S18", "FD-4.2", "FD-4.4", "FD-12.14.2")
def test_who_sends_nothing_passes_and_a_guess_of_none_is_right() -> None:
    played = play(table(), P14=sheet(truth=(7, Kind.NONE)))
    assert played.outcome.finals[7].kind is Kind.NONE
    assert played.known(14) == {7: "seventh/man"}


@pytest.mark.rule("FD-4.3", "FD-9.5")
def test_the_night_belongs_to_the_first_loop_and_who_gained_it() -> None:
    world = table(know={(4, 6)}, change={9: {"night_right": True}}, fl={5})
    for seat, code in ((4, Code.NO_RIGHT), (9, Code.LANDED), (5, Code.LANDED)):
        orders = {seat: sheet(night=hit(6, "sixth"))}
        assert play(world, sheets=orders).code(seat, 6, night=True) is code


@pytest.mark.rule("FD-4.11", "FD-9.8")
def test_a_charge_comes_back_for_a_kill_that_stands_and_for_nothing_else() -> None:
    world = table(know={(4, 12)}, change={4: {"charge": False}})
    assert play(world, P4=sheet(kill(12))).closed.charged == frozenset()  # Double absorbs
    spent = replace(world.seats[12], spent=frozenset({"one_shot"}))
    assert play(world.with_seats(spent), P4=sheet(kill(12))).closed.charged == {4}


@pytest.mark.rule("FD-9.1")
def test_stages_are_those_of_the_rules_page() -> None:
    assert [stage.value for stage in Stage] == [
        "finals", "alliances", "blacken_lock", "flee", "disguise", "priority_day", "day",
        "priority_night", "night", "follow_up", "last_words",
    ]  # fmt: skip


def _all_at_once() -> tuple[World, dict[int, Sheet]]:
    world = table(
        fl={5, 3, 8}, know={(4, 6), (6, 4), (4, 9), (9, 4), (14, 5), (5, 12)}, allied={(1, 11)}
    )
    orders: dict[int, Sheet] = {
        2: sheet(kill(1, blacken="none"), night=hit(4, blacken="kill")),
        3: sheet(kill(12), night=hit(9, "ninth"), followup=hit(6, "sixth")),
        4: sheet(kill(6)),
        5: sheet(flee(), night=hit(14, "akise", "first"), black_heart=12),
        6: sheet(disguise(), faith=4),
        9: sheet(ally(4)),
        14: sheet(none(), gamble=5),
    }
    return world, orders


@pytest.mark.report("DiplomacyGM#78")
@pytest.mark.rule("FD-9.2", "FD-3.5", "FD-17.4")
def test_the_order_of_sheets_answers_and_seats_in_memory_changes_nothing() -> None:
    world, orders = _all_at_once()
    standing = {9: Standing(bomb=(12, 1)), 14: Standing()}
    once = play(world, said=standing, answers={4: 9}, sheets=orders)
    turned = replace(world, seats=dict(reversed(list(world.seats.items()))))
    again = play(
        turned,
        said=dict(reversed(standing.items())),
        answers={4: 9},
        sheets=dict(reversed(orders.items())),
    )
    assert again.closed.world == once.closed.world
    assert again.closed.effects == once.closed.effects
    assert again.outcome.blows == once.outcome.blows
    assert again.closed.deaths == once.closed.deaths
