"""Scenarios FD-S69 to FD-S71, FD-S72, FD-S73: 9th's and 10th's last words (rules page 18.6)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.model import Standing
from engine.games.future_diary.terms import Cause, Code, Via
from tests.engine.games.future_diary.table import (
    disguise,
    flee,
    hit,
    kill,
    play,
    sheet,
    table,
)

NO_HALF_GOD = {"spent": frozenset({"half_god"})}

# --- 9th ---------------------------------------------------------------------------------------


@pytest.mark.rule("FD-S69", "FD-12.10.3", "FD-10.2", "FD-10.5", "FD-12.10.1")
def test_half_god_returns_once_with_the_night() -> None:
    played = play(table(), P3=sheet(kill(9)), said={9: Standing(half_god=True)})
    assert played.prompts == {9: ("half_god", "bomb")}
    assert played.dead == ()
    assert played.closed.half_god == 9
    seat = played.world.seats[9]
    assert seat.alive
    assert seat.night_right
    assert "half_god" in seat.spent
    again = play(played.next(), P3=sheet(kill(9)))
    assert again.prompts == {9: ("bomb",)}
    assert again.dead == (9,)


@pytest.mark.rule("FD-10.4", "FD-10.2")
def test_who_answers_nothing_speaks_by_standing_instruction() -> None:
    world = table(change={9: {"standing": Standing(half_god=False, bomb=(6, 5))}})
    assert play(world, P3=sheet(kill(9))).dead == (6, 9)
    assert play(table(), P3=sheet(kill(9))).dead == ()
    assert play(table(change={9: NO_HALF_GOD}), P3=sheet(kill(9))).dead == (9,)


@pytest.mark.rule("FD-10.5")
def test_a_9th_that_falls_by_day_does_not_act_by_night_though_it_returns() -> None:
    world = table(fl={9})
    played = play(world, P3=sheet(kill(9)), P9=sheet(night=hit(6, "sixth")))
    assert played.code(9, 6, night=True) is Code.KILLER_DOWN
    assert played.dead == ()


@pytest.mark.report("Sunev/jinrou#68")
@pytest.mark.rule("FD-S70", "FD-10.2", "FD-10.3", "FD-9.14", "FD-12.10.2")
def test_two_effects_are_too_many_for_half_god_and_the_bomb_takes_both_halves() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3, know={(4, 9)})
    played = play(world, P3=sheet(kill(9)), P4=sheet(kill(9)), said={9: Standing(bomb=(10,))})
    assert played.prompts == {9: ("bomb",)}
    assert played.dead == (9, 10, 11)
    assert played.effects(10) == [(9, Cause.BOMB, Code.DEAD)]


@pytest.mark.report("jinrou#427")
@pytest.mark.rule("FD-S71", "FD-9.12", "FD-10.2")
def test_a_9th_that_was_no_target_has_no_half_god_and_double_absorbs_the_bomb() -> None:
    world = table(know={(14, 9)})
    played = play(world, P14=sheet(gamble=9), said={9: Standing(bomb=(12,))})
    assert played.prompts == {9: ("bomb",)}
    assert played.effects(12) == [(9, Cause.BOMB, Code.ABSORBED)]
    assert played.dead == (9,)


@pytest.mark.rule("FD-10.2")
def test_the_bomb_goes_to_the_first_choice_that_is_still_up() -> None:
    world = table(know={(4, 9), (6, 1)}, change={9: NO_HALF_GOD})
    orders = {4: sheet(kill(9)), 6: sheet(kill(1))}
    played = play(world, sheets=orders, said={9: Standing(bomb=(1, 5))})
    assert played.closed.bomb == 5
    assert played.dead == (1, 5, 9)
    played = play(world, sheets=orders, said={9: Standing(bomb=(1,))})
    assert played.closed.bomb is None
    assert played.dead == (1, 9)


@pytest.mark.rule("FD-9.12", "FD-10.3")
def test_5th_passes_a_bomb_on() -> None:
    world = table(know={(5, 6)}, change={9: NO_HALF_GOD})
    played = play(world, P3=sheet(kill(9)), P5=sheet(black_heart=6), said={9: Standing(bomb=(5,))})
    assert played.dead == (6, 9)


@pytest.mark.rule("FD-9.7", "FD-10.2")
def test_a_9th_whose_skills_are_void_has_no_last_words() -> None:
    world = table(know={(2, 9)}, change={9: {"standing": Standing(bomb=(6,))}})
    played = play(world, P2=sheet(kill(9, blacken="none")))
    assert played.prompts == {}
    assert played.dead == (9,)


@pytest.mark.rule("FD-12.10.3", "FD-9.12")
def test_half_god_cancels_a_gamble_only_in_an_act_in_which_9th_was_a_target() -> None:
    world = table(know={(14, 9)}, fl={5})
    gambled = {14: sheet(gamble=9)}
    attacked = {**gambled, 5: sheet(night=hit(9, "first", "second"))}
    assert play(world, sheets=gambled).dead == (9,)
    assert play(world, sheets=attacked).dead == (9,)  # down by day: no target any more
    attacked = {**gambled, 4: sheet(kill(9)), 9: sheet(flee())}
    world = table(know={(14, 9), (4, 9)})
    assert play(world, sheets=attacked).dead == ()


# --- 10th --------------------------------------------------------------------------------------


@pytest.mark.rule("FD-S72", "FD-12.11.3", "FD-9.5")
def test_dogs_find_who_flees_and_need_no_guess_but_fear_a_disguise() -> None:
    world = table(
        P10="tenth", P11="seventh/woman", P7="seventh/man", P15="eleventh",
        act=5, fl={10}, know={(11, 10)},
    )  # fmt: skip
    attack = sheet(night=hit(11))
    played = play(world, P10=attack, P11=sheet(flee()))
    assert played.code(10, 11, night=True) is Code.LANDED
    assert played.dead == (7, 11)
    played = play(world, P10=attack, P11=sheet(disguise()))
    assert played.code(10, 11, night=True) is Code.COUNTERED
    assert played.dead == (10,)


@pytest.mark.rule("FD-S73", "FD-12.11.2", "FD-5.8", "FD-10.2")
def test_a_killed_10th_tells_two_who_did_it() -> None:
    world = table(know={(13, 10)})
    played = play(
        world,
        P3=sheet(kill(10)),
        P13=sheet(kill(10), servant="sixth"),
        said={10: Standing(awakening=(1, 4))},
    )
    assert played.prompts == {10: ("awakening",)}
    assert played.known(1) == played.known(4) == {3: "third", 13: "sixth"}
    assert played.vias(1)[3] is Via.AWAKENING
    assert played.closed.awakened == dict.fromkeys((1, 4), ((3, "third"), (13, "sixth")))


@pytest.mark.rule("FD-S73", "FD-12.11.2", "FD-10.3")
def test_a_10th_that_was_not_killed_tells_nobody() -> None:
    world = table(know={(14, 10)}, change={10: {"standing": Standing(awakening=(1,))}})
    played = play(world, P14=sheet(gamble=10))
    assert played.prompts == {}
    assert played.known(1) == {}
    bombed = table(change={9: NO_HALF_GOD, 10: {"standing": Standing(awakening=(1,))}})
    played = play(bombed, P3=sheet(kill(9)), said={9: Standing(bomb=(10,))})
    assert played.dead == (9, 10)
    assert played.known(1) == {}


@pytest.mark.rule("FD-10.2", "FD-12.11.2")
def test_recipients_who_are_down_learn_nothing() -> None:
    world = table(know={(4, 1)}, change={10: {"standing": Standing(awakening=(1, 6))}})
    played = play(world, P3=sheet(kill(10)), P4=sheet(kill(1)))
    assert played.known(1) == {}
    assert played.known(6) == {3: "third"}
