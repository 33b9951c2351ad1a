"""Scenarios FD-S82 to FD-S87: plot triggers, victory, the fading world (rules page 18.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.future_diary.model import Sheet, Standing, World
from engine.games.future_diary.terms import Code, Kind, Loop, Verdict, Via
from engine.games.future_diary.win import fading, verdict, winners
from tests.engine.games.future_diary.table import (
    Played,
    disguise,
    hit,
    kill,
    play,
    probe,
    sheet,
    table,
)

USUAL = {"quiet": "6", "acts": "20"}
CONTROL_SPENT = {"spent": frozenset({"one_shot"})}


def her(**others: Sheet) -> Played:
    """FD-S82: P1 (1st) allied with P6, P2 (2nd) knows P1 and Blackens it, guessing rightly."""
    world = table(allied={(1, 6)}, know={(2, 1), (4, 2)}, change={2: CONTROL_SPENT})
    orders = {"P1": sheet(probe(7)), "P2": sheet(kill(1, blacken="probe")), **others}
    return play(world, sheets={int(n[1:]): order for n, order in orders.items()})


@pytest.mark.rule("FD-S82", "FD-13.1", "FD-14.4")
def test_who_chooses_her_lives_on_at_her_side() -> None:
    played = her()
    assert played.prompts == {1: ("trigger1",)}
    assert played.outcome.void == {1}
    assert played.dead == ()
    assert played.closed.chose_her == (1, 2)
    assert played.closed.ended == ((frozenset({1}), frozenset({6})),)
    assert played.world.allies(1) == {2}
    assert played.world.allies(6) == frozenset()
    seat = played.world.seats[1]
    assert seat.loop is Loop.FIRST
    assert seat.night_right
    assert played.vias(1)[2] is Via.ALLIANCE
    assert played.known(2)[1] == "first"


@pytest.mark.rule("FD-13.1")
def test_who_refuses_her_dies() -> None:
    world = table(allied={(1, 6)}, know={(2, 1)})
    played = play(
        world,
        P1=sheet(probe(7)),
        P2=sheet(kill(1, blacken="probe")),
        said={1: Standing(trigger1=False)},
    )
    assert played.dead == (1,)
    assert played.world.alliances == ()


@pytest.mark.rule("FD-S83", "FD-13.1")
def test_her_mercy_is_out_of_reach_if_somebody_else_strikes_or_she_falls() -> None:
    played = her(P3=sheet(kill(1)))
    assert played.prompts == {}
    assert played.dead == (1,)
    played = her(P4=sheet(kill(2)))
    assert played.prompts == {}
    assert played.dead == (1, 2)


@pytest.mark.rule("FD-13.1")
@pytest.mark.parametrize(
    ("know", "allied"), [({(2, 1)}, set()), (set(), {(1, 6)}), ({(2, 1)}, {(1, 2)})]
)
def test_without_knowledge_or_another_ally_there_is_no_choice(
    know: set[tuple[int, int]], allied: set[tuple[int, int]]
) -> None:
    played = play(table(know=know, allied=allied), P2=sheet(kill(1, blacken="none")))
    assert played.closed.chose_her is None


@pytest.mark.rule("FD-13.1")
def test_an_ordinary_kill_of_2nd_gives_no_choice() -> None:
    world = table(allied={(1, 6)}, know={(2, 1)})
    played = play(world, P2=sheet(kill(1)))
    assert played.effects(1)[0][2] is Code.DEPENDENT


@pytest.mark.rule("FD-13.1")
def test_an_ally_that_fell_by_day_is_none_by_night() -> None:
    world = table(allied={(1, 6)}, know={(2, 1)})
    orders = {2: sheet(night=hit(1, blacken="none"))}
    assert play(world, sheets=orders).closed.chose_her == (1, 2)
    played = play(world, sheets={**orders, 3: sheet(kill(6))})
    assert played.prompts == {}
    assert played.dead == (1, 6)


@pytest.mark.report("jinrou#427")
@pytest.mark.rule("FD-13.1", "FD-4.11", "FD-10.2")
def test_a_saved_1st_can_be_bombed_and_her_kill_no_longer_counts() -> None:
    world = table(
        allied={(1, 6)},
        know={(2, 1), (4, 9)},
        change={9: {"spent": frozenset({"half_god"})}, 2: {"charge": False}},
    )
    played = play(
        world,
        P2=sheet(kill(1, blacken="none")),
        P4=sheet(kill(9)),
        said={9: Standing(bomb=(1,))},
    )
    assert played.dead == (1, 9)
    assert played.closed.charged == frozenset()
    assert played.world.seats[1].loop is Loop.FIRST


@pytest.mark.report("BeyondMafia#237")
@pytest.mark.rule("FD-13.1", "FD-8.11", "FD-10.2")
def test_an_alliance_that_she_was_chosen_for_ends_with_her() -> None:
    world = table(
        allied={(1, 6)},
        know={(2, 1), (4, 9)},
        change={9: {"spent": frozenset({"half_god"})}, 2: CONTROL_SPENT},
    )
    played = play(
        world,
        P2=sheet(kill(1, blacken="none")),
        P4=sheet(kill(9)),
        said={9: Standing(bomb=(2,))},
    )
    assert played.dead == (2, 9)
    assert played.closed.chose_her == (1, 2)
    assert played.world.alliances == ()
    assert [set().union(*pair) for pair in played.closed.ended] == [{1, 6}, {1, 2}]


@pytest.mark.rule("FD-13.2", "FD-10.2", "FD-10.4")
def test_a_will_that_trigger_1_makes_possible_is_by_standing_instruction() -> None:
    """When everybody is asked, 1st is down; once it chose her, both are of the first loop."""
    world = table(fl={14}, allied={(1, 6)}, know={(2, 1), (14, 4)})
    played = play(world, P2=sheet(kill(1, blacken="none")), P3=sheet(kill(14)))
    assert played.prompts == {1: ("trigger1",)}
    assert played.closed.will == ((4, "fourth"),)


@pytest.mark.rule("FD-S84", "FD-13.2", "FD-12.14.1")
def test_what_akise_knew_of_the_living_reaches_1st() -> None:
    world = table(know={(14, 2), (14, 4), (14, 7)}, dead={7, 15})
    played = play(world, P3=sheet(kill(14)), said={14: Standing(will=True)})
    assert played.prompts == {14: ("will",)}
    assert played.known(1) == {2: "second", 4: "fourth"}
    assert played.vias(1)[4] is Via.WILL
    assert played.closed.will == ((2, "second"), (4, "fourth"))


@pytest.mark.rule("FD-13.2", "FD-10.4")
def test_the_will_needs_the_same_loop_a_living_1st_and_a_yes() -> None:
    know = {(14, 4), (4, 1)}
    order = sheet(kill(14))
    assert play(table(know=know, fl={14}), P3=order).known(1) == {}
    assert play(table(know=know), P3=order, P4=sheet(kill(1))).known(1) == {}
    assert play(table(know=know), P3=order, said={14: Standing(will=False)}).known(1) == {}
    assert play(table(know=know), P3=order).known(1) == {4: "fourth"}


@pytest.mark.rule("FD-10.3", "FD-13.2")
def test_an_akise_that_the_bomb_takes_speaks_by_standing_instruction() -> None:
    world = table(know={(14, 4)}, change={9: {"spent": frozenset({"half_god"})}})
    played = play(world, P3=sheet(kill(9)), said={9: Standing(bomb=(14,))})
    assert played.prompts == {9: ("bomb",)}
    assert played.known(1) == {4: "fourth"}
    world = world.with_seats(replace(world.seats[14], standing=Standing(will=False)))
    played = play(world, P3=sheet(kill(9)), said={9: Standing(bomb=(14,))})
    assert played.known(1) == {}


@pytest.mark.rule("FD-12.14.1", "FD-10.6")
def test_proof_opens_where_akise_finds_8th_or_its_mask() -> None:
    world = table(act=3)
    mask = sheet(disguise(), servant="eighth")
    played = play(world, P14=sheet(probe(13)), P13=mask)
    assert played.closed.proof == 14
    assert (played.world.seats[14].proof, played.world.seats[14].proof_open) == (3, True)
    again = play(played.next(), P14=sheet(probe(8)), P8=sheet(disguise()))
    assert again.closed.proof is None
    assert again.world.seats[14].proof == 3


def five(**orders: Sheet) -> Played:
    """Five seats, 2nd alone in the first loop."""
    world = table(seats=5, P1="second", P2="first", P3="fourth", P4="tenth", P5="ninth",
                  change={5: {"spent": frozenset({"half_god"})}})  # fmt: skip
    return play(world, sheets={int(n[1:]): order for n, order in orders.items()})


@pytest.mark.rule("FD-S85", "FD-14.1")
def test_parity_is_read_after_each_act() -> None:
    played = five(P1=sheet(kill(5, blacken="none"), night=hit(4, blacken="none")))
    assert played.dead == (4, 5)
    assert verdict(played.world, USUAL) is None
    after = play(played.next(), P1=sheet(kill(3, blacken="none")))
    assert verdict(after.world, USUAL) is Verdict.FIRST_LOOP
    assert winners(after.world, Verdict.FIRST_LOOP) == (1,)


@pytest.mark.rule("FD-12.8.6", "FD-14.1")
def test_7th_counts_as_two_seats() -> None:
    alive = {2, 7, 15, 4, 5, 6}
    world = table(dead={n for n in range(1, 16) if n not in alive}, fl={7, 15})
    assert verdict(world, USUAL) is Verdict.FIRST_LOOP
    world = table(dead={n for n in range(1, 16) if n not in alive}, fl={4})
    assert verdict(world, USUAL) is None


@pytest.mark.rule("FD-S86", "FD-9.3", "FD-14.1", "FD-14.2")
def test_if_nobody_is_left_it_is_a_draw() -> None:
    world = table(
        seats=5, P1="second", P4="ninth", P5="tenth", P2="first", P3="fourth", dead={2, 3},
        know={(5, 1)}, change={1: CONTROL_SPENT, 4: {"spent": frozenset({"half_god"})}},
    )  # fmt: skip
    played = play(
        world,
        P1=sheet(kill(4, blacken="none")),
        P5=sheet(kill(1)),
        said={4: Standing(bomb=(5,))},
    )
    assert played.dead == (1, 4, 5)
    ended = verdict(played.world, USUAL)
    assert ended is Verdict.MUTUAL_RUIN
    assert winners(played.world, ended) == ()


@pytest.mark.rule("FD-14.1", "FD-14.2")
def test_without_a_first_loop_the_second_wins_with_its_dead() -> None:
    world = table(seats=5, dead={1, 2})
    assert verdict(world, USUAL) is Verdict.SECOND_LOOP
    assert winners(world, Verdict.SECOND_LOOP) == (1, 3, 4, 5)


@pytest.mark.rule("FD-S87", "FD-14.3")
def test_the_world_fades_after_six_quiet_acts_with_two_warnings() -> None:
    world, told, ended = table(act=5), {}, {}
    while world.act <= 10:
        played = play(world)
        told[world.act] = fading(played.world, USUAL)
        ended[world.act] = verdict(played.world, USUAL)
        world = played.next()
    assert told == {5: None, 6: None, 7: None, 8: 2, 9: 1, 10: None}
    assert ended == dict.fromkeys(range(5, 10)) | {10: Verdict.WORLD_FADES}


@pytest.mark.rule("FD-14.3")
def test_a_death_begins_the_quiet_anew_and_both_limits_are_the_hosts() -> None:
    quiet = replace(table(act=9), quiet=5)
    assert play(quiet, P3=sheet(kill(4))).world.quiet == 0
    assert verdict(play(quiet).world, USUAL) is Verdict.WORLD_FADES
    assert verdict(play(quiet).world, {"quiet": "off", "acts": "20"}) is None
    assert fading(play(quiet).world, {"quiet": "off", "acts": "20"}) is None
    assert fading(play(quiet).world, {"quiet": "8", "acts": "20"}) == 2
    late: World = table(act=20)
    assert verdict(late, USUAL) is Verdict.ACT_LIMIT
    assert verdict(late, {"quiet": "6", "acts": "21"}) is None


@pytest.mark.rule("FD-4.4", "FD-14.1")
def test_a_changed_loop_counts_for_victory() -> None:
    world = table(seats=5, P1="second", P2="first", dead={4, 5}, allied={(2, 3)}, know={(1, 2)})
    played = play(world, P1=sheet(kill(2, blacken=Kind.NONE)))
    assert played.dead == ()
    assert verdict(played.world, USUAL) is Verdict.FIRST_LOOP
    assert winners(played.world, Verdict.FIRST_LOOP) == (1, 2)
