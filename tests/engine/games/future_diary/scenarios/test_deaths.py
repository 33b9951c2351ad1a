"""Scenarios FD-S65, FD-S66, FD-S74, FD-S79, FD-S80: what becomes of death effects."""

from __future__ import annotations

import pytest

from engine.games.future_diary.outcome import Stage
from engine.games.future_diary.protections import WORKS_AGAINST
from engine.games.future_diary.terms import Cause, Code
from tests.engine.games.future_diary.table import (
    Played,
    disguise,
    flee,
    hit,
    kill,
    play,
    sheet,
    table,
    use,
)

# --- layers ------------------------------------------------------------------------------------


@pytest.mark.rule("FD-9.12", "FD-9.8")
def test_which_layer_works_against_which_cause_is_the_rules_table() -> None:
    kills = {Cause.KILL, Cause.COUNTER}
    assert {code: set(causes) for code, causes in WORKS_AGAINST.items()} == {
        Code.DETECTIVE: {*kills, Cause.REDIRECT, Cause.BOMB},
        Code.DEPENDENT: kills,
        Code.MERCY: kills,
        Code.REDIRECTED: {*kills, Cause.GAMBLE, Cause.BOMB},
        Code.ABSORBED: {*kills, Cause.REDIRECT, Cause.GAMBLE, Cause.BOMB},
    }


@pytest.mark.rule("FD-17.3")
def test_codes_of_kills_are_those_of_the_rules_page() -> None:
    listed = (
        "killer_down void controlled target_down no_right allied off_turn countered wrong_guess "
        "fled detective dependent mercy redirected absorbed dead"
    )
    assert {code.value for code in Code} == {*listed.split(), "landed"}


@pytest.mark.rule("FD-S65", "FD-9.11", "FD-9.2", "FD-4.11", "FD-12.13.3")
def test_double_absorbs_the_first_author_and_the_second_stands() -> None:
    world = table(know={(4, 12)}, change={3: {"charge": False}, 4: {"charge": False}})
    played = play(world, P4=sheet(kill(12)), P3=sheet(kill(12)))
    assert played.effects(12) == [
        (3, Cause.KILL, Code.ABSORBED),
        (4, Cause.KILL, Code.DEAD),
    ]
    assert played.dead == (12,)
    assert played.closed.charged == {4}


def borne_by(bearer: int) -> Played:
    """FD-S66: P3 and P4 land on P5 (5th), who has somebody else bear it."""
    world = table(know={(4, 5), (5, bearer)}, change={3: {"charge": False}})
    return play(world, P3=sheet(kill(5)), P4=sheet(kill(5)), P5=sheet(black_heart=bearer))


@pytest.mark.rule("FD-S66", "FD-9.8", "FD-9.12", "FD-9.13", "FD-12.6.3")
def test_what_5th_would_suffer_its_bearer_suffers() -> None:
    played = borne_by(12)
    assert [e.moved_to for e in played.closed.effects if e.victim == 5] == [12, 12]
    assert played.effects(12) == [
        (5, Cause.REDIRECT, Code.ABSORBED),
        (5, Cause.REDIRECT, Code.DEAD),
    ]
    assert played.dead == (12,)
    assert played.closed.charged == frozenset()


@pytest.mark.rule("FD-S66", "FD-9.12")
def test_mercy_does_not_help_a_bearer() -> None:
    assert borne_by(8).dead == (8,)


@pytest.mark.rule("FD-9.13", "FD-12.6.3")
def test_a_bearer_that_fell_before_bears_nothing() -> None:
    world = table(fl={4}, know={(5, 6)})
    played = play(
        world, P3=sheet(kill(6)), P4=sheet(night=hit(5, "fifth")), P5=sheet(black_heart=6)
    )
    assert played.dead == (5, 6)


@pytest.mark.rule("FD-9.13")
def test_a_bearer_that_falls_in_the_same_batch_still_bears() -> None:
    world = table(know={(5, 6), (4, 6)})
    played = play(world, P3=sheet(kill(5)), P4=sheet(kill(6)), P5=sheet(black_heart=6))
    assert played.dead == (6,)
    assert len(played.effects(6)) == 2


@pytest.mark.rule("FD-S74", "FD-12.9.3", "FD-9.2")
def test_mercy_is_read_per_batch() -> None:
    world = table(fl={5}, allied={(8, 6)}, know={(4, 8)})
    played = play(world, P3=sheet(kill(6)), P4=sheet(kill(8)))
    assert played.dead == (6, 8)
    played = play(world, P3=sheet(kill(6)), P5=sheet(night=hit(8, "eighth", "first")))
    assert played.effects(8) == [(5, Cause.KILL, Code.MERCY)]
    assert played.dead == (6,)


@pytest.mark.rule("FD-12.9.3", "FD-9.5")
def test_an_unallied_8th_neither_kills_nor_counters() -> None:
    world = table(know={(4, 8), (8, 4)})
    played = play(world, P4=sheet(kill(8)), P8=sheet(disguise()))
    assert played.effects(8) == [(4, Cause.KILL, Code.MERCY)]
    assert played.dead == ()
    world = table(know={(8, 4)})
    assert play(world, P8=sheet(kill(4))).code(8, 4) is Code.NO_RIGHT
    world = table(know={(8, 4), (4, 8)}, allied={(8, 6)})
    assert play(world, P8=sheet(kill(4))).dead == (4,)
    assert play(world, P4=sheet(kill(8)), P8=sheet(disguise())).dead == (4,)


@pytest.mark.rule("FD-S79", "FD-12.14.3", "FD-9.8")
def test_detective_cancels_what_the_guessed_author_does() -> None:
    world = table(know={(4, 14)}, change={14: {"proof": 1}}, act=3)
    guess = sheet(diary=use(4, kind="kill"))
    played = play(world, P14=guess, P4=sheet(kill(14)), P3=sheet(kill(14)))
    assert played.effects(14) == [
        (3, Cause.KILL, Code.DEAD),
        (4, Cause.KILL, Code.DETECTIVE),
    ]
    assert played.dead == (14,)
    assert play(world, P14=guess, P4=sheet(kill(14))).dead == ()


@pytest.mark.rule("FD-12.14.3", "FD-9.12", "FD-12.9.2")
def test_detective_works_against_5th_who_passes_a_death_on() -> None:
    world = table(know={(5, 14)}, change={14: {"proof": 1}})
    guess = sheet(diary=use(4, 5, kind="none"))
    orders = {3: sheet(kill(5)), 5: sheet(black_heart=14)}
    assert play(world, sheets=orders).dead == (14,)
    assert play(world, sheets={**orders, 14: guess}).dead == ()


@pytest.mark.rule("FD-S80", "FD-12.14.4", "FD-9.12", "FD-9.15")
def test_a_gamble_on_somebody_who_does_not_kill() -> None:
    bet = sheet(gamble=5)
    played = play(table(know={(14, 5)}), P14=bet, P5=sheet(flee()))
    assert played.effects(5) == [(14, Cause.GAMBLE, Code.DEAD)]
    assert played.dead == (5,)
    assert "gamble" in played.world.seats[14].spent
    assert played.outcome.gamble == {"seat": 5, "lost": False}
    world = table(know={(14, 5), (5, 6)})
    assert play(world, P14=bet, P5=sheet(flee(), black_heart=6)).dead == (6,)


@pytest.mark.rule("FD-S80", "FD-12.14.4")
def test_a_gamble_on_ones_own_killer_is_lost_by_day() -> None:
    world = table(fl={5}, know={(14, 5)})
    played = play(world, P14=sheet(gamble=5), P5=sheet(night=hit(14, "first", "ninth")))
    assert played.effects(14) == [(5, Cause.GAMBLE, Code.DEAD)]
    assert played.closed.effects[0].stage is Stage.DAY
    assert played.code(5, 14, night=True) is Code.TARGET_DOWN
    assert played.dead == (14,)


@pytest.mark.rule("FD-S80", "FD-12.14.4")
def test_a_gamble_on_a_stranger_is_nothing_and_spent() -> None:
    played = play(table(), P14=sheet(gamble=5))
    assert played.outcome.gamble == {"seat": 5, "lost": None}
    assert played.dead == ()
    assert "gamble" in played.world.seats[14].spent


@pytest.mark.rule("FD-12.14.4", "FD-9.12")
def test_detective_does_not_stop_a_lost_bet() -> None:
    world = table(know={(4, 14)}, change={14: {"proof": 1}})
    order = sheet(gamble=4, diary=use(4, kind="kill"))
    played = play(world, P14=order, P4=sheet(kill(14)))
    assert played.effects(14) == [
        (4, Cause.KILL, Code.DETECTIVE),
        (4, Cause.GAMBLE, Code.DEAD),
    ]
    assert played.dead == (14,)
