"""Scenarios FD-S64, FD-S77, FD-S78: 2nd's kills and who attacks it (rules page 18.6)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.model import Liberation, Note, Standing
from engine.games.future_diary.terms import Cause, Code, Via
from tests.engine.games.future_diary.table import (
    disguise,
    flee,
    forced,
    hit,
    kill,
    play,
    probe,
    sheet,
    table,
)

# --- 2nd ---------------------------------------------------------------------------------------


@pytest.mark.rule("FD-S64", "FD-12.3.4", "FD-5.7", "FD-5.1")
def test_yunos_first_attacker_is_known_at_once_and_countered() -> None:
    played = play(table(act=3), P2=sheet(disguise()), P3=sheet(kill(2)))
    assert played.code(3, 2) is Code.COUNTERED
    assert played.dead == (3,)
    assert played.outcome.attackers == ((3, "third", True),)
    assert played.vias(2) == {3: Via.CONTROL_FATE}


@pytest.mark.rule("FD-S64", "FD-12.3.4", "FD-12.3.5", "FD-5.5")
def test_yunos_later_attackers_are_a_role_and_one_death_is_cancelled() -> None:
    world = table(act=5, know={(4, 2)}, change={2: {"spent": frozenset({"first_attacker"})}})
    played = play(world, P2=sheet(disguise()), P4=sheet(kill(2)))
    assert played.code(4, 2) is Code.LANDED
    assert played.outcome.attackers == ((4, "fourth", False),)
    assert played.known(2) == {}
    assert played.world.seats[2].notes == (Note(role="fourth", act=5),)
    assert played.effects(2) == [(4, Cause.KILL, Code.ABSORBED)]
    assert "one_shot" in played.world.seats[2].spent
    assert played.dead == ()


@pytest.mark.rule("FD-12.3.4")
def test_of_several_first_attackers_the_lowest_seat_is_known() -> None:
    world = table(know={(4, 2), (6, 2)})
    played = play(world, P4=sheet(kill(2)), P6=sheet(kill(2)), P2=sheet(disguise()))
    assert played.outcome.attackers == ((4, "fourth", True), (6, "sixth", False))
    assert played.code(4, 2) is Code.COUNTERED
    assert played.code(6, 2) is Code.LANDED


@pytest.mark.rule("FD-12.3.4", "FD-9.9")
def test_a_counter_kill_makes_2nd_a_target_as_well() -> None:
    world = table(know={(2, 6), (6, 2)})
    played = play(world, P2=sheet(kill(6)), P6=sheet(disguise()))
    assert played.outcome.attackers == ((6, "sixth", True),)
    assert played.outcome.targets == {2: (6,), 6: (2,)}


@pytest.mark.rule("FD-12.3.5", "FD-10.4", "FD-12.13.3")
@pytest.mark.parametrize("seat", [2, 12])
def test_a_one_shot_layer_can_be_held_back(seat: int) -> None:
    world = table(change={seat: {"standing": Standing(hold=True)}})
    played = play(world, P3=sheet(kill(seat)))
    assert played.dead == (seat,)
    assert "one_shot" not in played.world.seats[seat].spent
    assert play(table(), P3=sheet(kill(seat))).dead == ()


@pytest.mark.rule("FD-S77", "FD-12.3.2", "FD-9.5")
@pytest.mark.parametrize(("guess", "code"), [("kill", Code.WRONG_GUESS), ("disguise", Code.LANDED)])
def test_a_blacken_kill_is_never_countered(guess: str, code: Code) -> None:
    played = play(table(know={(6, 2)}), P2=sheet(kill(6, blacken=guess)), P6=sheet(disguise()))
    assert played.code(2, 6) is code
    assert 2 not in played.dead


@pytest.mark.rule("FD-12.3.2", "FD-9.5")
def test_flight_and_alliance_stop_a_blacken_kill() -> None:
    played = play(table(), P2=sheet(kill(6, blacken="flee")), P6=sheet(flee()))
    assert played.code(2, 6) is Code.FLED
    world = table(allied={(2, 6)})
    assert play(world, P2=sheet(kill(6, blacken="none"))).code(2, 6) is Code.ALLIED


@pytest.mark.rule("FD-S78", "FD-12.3.3", "FD-9.17", "FD-9.4")
def test_the_lock_of_a_night_kill_shields_by_day() -> None:
    world = table(know={(2, 6), (6, 2)})
    played = play(world, P6=sheet(kill(2)), P2=sheet(night=hit(6, blacken="kill")))
    assert played.code(6, 2) is Code.VOID
    assert played.outcome.attackers == ()
    assert played.code(2, 6, night=True) is Code.LANDED
    assert played.dead == (6,)


@pytest.mark.rule("FD-12.3.3", "FD-9.4", "FD-4.10")
def test_the_lock_takes_flight_disguise_and_break_but_not_the_kind() -> None:
    world = table(know={(2, 6)})
    for order, guess in ((flee(), "flee"), (disguise(), "disguise")):
        played = play(world, P2=sheet(kill(6, blacken=guess)), P6=sheet(order))
        assert played.code(2, 6) is Code.LANDED
        assert played.outcome.fleeing == played.outcome.disguised == frozenset()
        assert played.outcome.finals[6].kind is order.kind
        assert played.outcome.world.seats[6].charge


@pytest.mark.rule("FD-12.3.3")
def test_there_is_no_lock_without_knowledge_a_right_guess_and_working_skills() -> None:
    known = table(know={(2, 6)}, allied={(13, 1)})
    right, wrong = sheet(kill(6, blacken="probe")), sheet(kill(6, blacken="flee"))
    target = sheet(probe(1))
    assert play(known, P2=right, P6=target).outcome.void == {6}
    assert play(known, P2=wrong, P6=target).outcome.void == frozenset()
    assert play(table(), P2=right, P6=target).outcome.void == frozenset()
    void = sheet(liberation=Liberation(option="a", seat=2))
    assert play(known, P2=right, P6=target, P13=void).outcome.void == frozenset()
    control = sheet(hypnosis=forced(2, "flee"))
    world = table(P3="twelfth", P12="third", know={(2, 6)})
    assert play(world, P2=right, P6=target, P3=control).outcome.void == frozenset()
