"""Scenarios FD-S56 to FD-S62: alliances, Heart Link, Union (rules page 18.5)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.alliances import deliverable
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Liberation, World
from engine.games.future_diary.terms import Code, Loop, Mode, Via
from tests.engine.games.future_diary.table import (
    Played,
    ally,
    breaking,
    flee,
    forced,
    hit,
    kill,
    play,
    probe,
    sheet,
    table,
    use,
)


@pytest.mark.rule("FD-S56", "FD-8.2", "FD-8.4", "FD-8.5", "FD-8.7", "FD-8.8")
def test_an_alliance_forms_before_a_kill() -> None:
    world = table(know={(4, 9), (9, 4)})
    played = play(world, P4=sheet(ally(9)), P9=sheet(kill(4)), answers={9: 4})
    assert played.code(9, 4) is Code.ALLIED
    assert played.dead == ()
    assert played.world.allies(4) == {9}
    assert played.vias(9)[4] is Via.ALLIANCE
    assert played.world.seats[9].loop is Loop.SECOND


@pytest.mark.rule("FD-8.4")
def test_a_proposal_without_a_yes_comes_to_nothing() -> None:
    world = table(know={(4, 9)})
    played = play(world, P4=sheet(ally(9)))
    assert played.outcome.declined == ((4, 9),)
    assert played.world.alliances == ()
    assert deliverable(played.locked) == {9: (4,)}


@pytest.mark.rule("FD-8.3", "FD-8.1")
def test_a_proposal_to_an_allied_seat_is_not_delivered_and_counts_as_declined() -> None:
    world = table(know={(4, 1)}, allied={(1, 6)})
    locked = lock(world, {4: sheet(ally(1))})
    assert deliverable(locked) == {}
    played = play(world, P4=sheet(ally(1)), answers={1: 4})
    assert played.outcome.declined == ((4, 1),)
    assert played.world.allies(1) == {6}


@pytest.mark.rule("FD-S57", "FD-8.6", "FD-12.2.3")
def test_1st_cannot_refuse_and_takes_the_lowest_seat_by_default() -> None:
    world = table(know={(4, 1), (7, 1)})
    orders = {4: sheet(ally(1)), 7: sheet(ally(1))}
    played = play(world, sheets=orders)
    assert played.world.allies(1) == {4}
    assert played.outcome.declined == ((7, 1),)
    assert play(world, sheets=orders, answers={1: 7}).world.allies(1) == {7, 15}
    assert play(world, sheets=orders, answers={1: None}).world.allies(1) == {4}


@pytest.mark.rule("FD-12.2.3", "FD-9.7")
def test_a_1st_whose_skills_are_void_answers_freely() -> None:
    world = table(know={(4, 1)}, allied={(13, 6)})
    void = sheet(liberation=Liberation(option="a", seat=1))
    assert play(world, P13=void, P4=sheet(ally(1))).world.allies(1) == frozenset()
    played = play(world, P13=void, P4=sheet(ally(1)), answers={1: 4})
    assert played.world.allies(1) == {4}


@pytest.mark.rule("FD-8.6", "FD-8.5")
def test_a_mutual_proposal_of_1st_stands_above_its_cowardice() -> None:
    world = table(know={(4, 1), (1, 9), (9, 1)})
    played = play(world, P4=sheet(ally(1)), P1=sheet(ally(9)), P9=sheet(ally(1)))
    assert played.world.allies(1) == {9}
    played = play(world, P4=sheet(ally(1)), P1=sheet(ally(9)), answers={9: 1})
    assert played.world.allies(1) == {9}  # P1 proposes, P4 too: the lower proposer comes first


@pytest.mark.rule("FD-S58", "FD-8.5")
def test_mutual_proposals_stand_above_answers() -> None:
    world = table(know={(4, 6), (6, 4), (2, 4)})
    played = play(world, P4=sheet(ally(6)), P6=sheet(ally(4)), P2=sheet(ally(4)), answers={4: 2})
    assert played.world.allies(4) == {6}
    assert played.outcome.declined == ((2, 4),)


@pytest.mark.rule("FD-8.5")
def test_answers_form_by_ascending_proposer() -> None:
    world = table(know={(4, 9), (6, 4)})
    played = play(world, P4=sheet(ally(9)), P6=sheet(ally(4)), answers={9: 4, 4: 6})
    assert played.world.allies(4) == {9}
    world = table(know={(6, 9), (3, 6)})
    played = play(world, P6=sheet(ally(9)), P3=sheet(ally(6)), answers={9: 6, 6: 3})
    assert played.world.allies(6) == {3}


@pytest.mark.rule("FD-S59", "FD-8.10", "FD-4.9")
def test_a_broken_alliance_holds_to_the_end_of_the_act() -> None:
    world = table(know={(6, 4)}, allied={(4, 6)})
    played = play(world, P4=sheet(breaking()), P6=sheet(kill(4)))
    assert played.code(6, 4) is Code.ALLIED
    assert played.closed.ended == ((frozenset({4}), frozenset({6})),)
    assert played.world.alliances == ()
    after = play(played.next(), P6=sheet(kill(4)))
    assert after.dead == (4,)


def fallen_ally(*, by_night: bool) -> Played:
    """FD-S60: P1 (1st) allied with P6; P3 kills P6 and P5 kills P1, at once or one by one."""
    world = table(fl={5}, allied={(1, 6)}, know={(4, 1)})
    if by_night:
        return play(world, P3=sheet(kill(6)), P5=sheet(night=hit(1, "first")))
    return play(world, P3=sheet(kill(6)), P4=sheet(kill(1)))


@pytest.mark.rule("FD-S60", "FD-8.11", "FD-9.2", "FD-9.8", "FD-12.2.2")
def test_an_ally_that_fell_before_protects_no_more_but_in_one_batch_it_does() -> None:
    played = fallen_ally(by_night=True)
    assert played.code(5, 1, night=True) is Code.LANDED
    assert played.dead == (1, 6)
    played = fallen_ally(by_night=False)
    assert [code for *_, code in played.effects(1)] == [Code.DEPENDENT]
    assert played.dead == (6,)


@pytest.mark.rule("FD-8.11")
def test_an_alliance_ends_with_a_death_and_lasts_with_a_return() -> None:
    world = table(allied={(1, 6)})
    played = play(world, P3=sheet(kill(6)))
    assert played.closed.ended == ((frozenset({1}), frozenset({6})),)
    world = table(allied={(1, 9)})
    returned = play(world, P3=sheet(kill(9)))
    assert returned.dead == ()
    assert returned.world.allies(1) == {9}


@pytest.mark.rule("FD-S61", "FD-12.8.5", "FD-8.7", "FD-5.6")
def test_heart_link_binds_whom_both_halves_name() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=2)
    played = play(world, P10=sheet(heart_link=4), P11=sheet(heart_link=4))
    assert played.world.allies(4) == {10, 11}
    assert played.known(4) == {10: "seventh/man", 11: "seventh/woman"}
    assert played.known(10) == played.known(11) == {4: "fourth"}
    assert played.vias(4)[10] is Via.HEART_LINK
    assert played.world.seats[10].skill_from == {"heart_link": 4}
    assert played.world.seats[11].skill_from == {"heart_link": 4}


@pytest.mark.rule("FD-S61", "FD-12.8.5")
def test_heart_link_of_two_minds_is_nothing_and_cools_down() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=2)
    played = play(world, P10=sheet(heart_link=4), P11=sheet(heart_link=5))
    assert played.world.alliances == ()
    assert [f.authors for f in played.outcome.formed if f.pair is None] == [(10, 11)]
    assert played.world.seats[10].skill_from == {"heart_link": 4}
    alone = play(world, P10=sheet(heart_link=4))
    assert alone.world.seats[10].skill_from == {}
    assert [f.authors for f in alone.outcome.formed] == [(10,)]


@pytest.mark.rule("FD-12.8.5", "FD-8.1")
def test_heart_link_reaches_nobody_who_is_allied() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", allied={(4, 6)})
    played = play(world, P10=sheet(heart_link=4), P11=sheet(heart_link=4))
    assert played.world.allies(10) == frozenset()
    world = table(P10="seventh/man", P11="seventh/woman", allied={(10, 6)})
    played = play(world, P10=sheet(heart_link=4), P11=sheet(heart_link=4))
    assert played.world.allies(11) == {6}


@pytest.mark.rule("FD-8.1", "FD-8.5", "FD-12.8.3")
def test_an_alliance_of_one_half_is_one_of_both() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3, know={(4, 10), (11, 4)})
    played = play(world, P4=sheet(ally(10)), P11=sheet(ally(4)))
    assert played.world.allies(4) == {10, 11}
    played = play(world, P4=sheet(ally(10)), answers={10: 4})
    assert played.world.allies(11) == {4}
    assert play(world, P4=sheet(ally(10)), answers={11: 4}).world.alliances == ()


@pytest.mark.rule("FD-4.14", "FD-8.1")
def test_halves_cannot_kill_each_other() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", act=3, know={(6, 11)})
    played = play(world, P6=sheet(use_follower=forced(11, "kill", 10)))
    assert played.code(11, 10) is Code.ALLIED


@pytest.mark.rule("FD-S62", "FD-12.9.4")
def test_union_finds_a_free_fellow_and_nobody_else() -> None:
    union = sheet(diary=use(5, mode=Mode.UNION))
    played = play(table(fl={5, 8}), P8=union)
    assert played.world.allies(8) == {5}
    assert played.known(5) == {8: "eighth"}
    assert played.vias(5)[8] is Via.UNION
    for world in (table(fl={8}), table(fl={5, 8}, allied={(5, 6)})):
        played = play(world, P8=union)
        assert played.world.allies(8) == frozenset()
        assert played.known(8) == {}
        assert [f.authors for f in played.outcome.formed] == [(8,)]
        assert 8 in played.locked.used


@pytest.mark.rule("FD-8.5")
def test_heart_link_stands_above_union_and_union_above_proposals() -> None:
    world = table(P10="seventh/man", P11="seventh/woman", fl={5, 8}, know={(9, 5), (5, 9)})
    links = {10: sheet(heart_link=5), 11: sheet(heart_link=5)}
    union = {8: sheet(diary=use(5, mode=Mode.UNION))}
    mutual = {9: sheet(ally(5)), 5: sheet(ally(9))}
    assert play(world, sheets={**links, **union, **mutual}).world.allies(5) == {10, 11}
    assert play(world, sheets={**union, **mutual}).world.allies(5) == {8}
    assert play(world, sheets=mutual).world.allies(5) == {9}


@pytest.mark.rule("FD-8.8", "FD-9.12")
def test_gamble_reaches_an_ally() -> None:
    world = table(know={(14, 6)}, allied={(14, 6)})
    assert play(world, P14=sheet(gamble=6)).dead == (6,)


@pytest.mark.rule("FD-8.12")
def test_an_alliance_changes_no_loop() -> None:
    world = table(fl={4}, know={(4, 9)})
    played = play(world, P4=sheet(ally(9)), answers={9: 4})
    assert [played.world.seats[n].loop for n in (4, 9)] == [Loop.FIRST, Loop.SECOND]


@pytest.mark.rule("FD-7.10", "FD-8.5")
def test_a_voided_proposer_is_still_one_because_alliances_come_first() -> None:
    world = table(know={(2, 4), (4, 9)})
    played = play(world, P2=sheet(kill(4, blacken="ally")), P4=sheet(ally(9)), answers={9: 4})
    assert played.world.allies(9) == frozenset()  # P4 died after R2
    assert played.known(9) == {4: "fourth"}


def masked() -> World:
    return table(know={(4, 13)}, masks={13: "sixth"})


@pytest.mark.rule("FD-8.7", "FD-5.8", "FD-12.1.2")
def test_an_ally_reads_the_mask() -> None:
    played = play(
        masked(), P4=sheet(ally(13)), P13=sheet(probe(1), servant="tenth"), answers={13: 4}
    )
    assert played.known(4)[13] == "tenth"


@pytest.mark.rule("FD-8.5")
def test_who_flees_can_be_allied_with() -> None:
    world = table(know={(4, 9)})
    played = play(world, P4=sheet(ally(9)), P9=sheet(flee()), answers={9: 4})
    assert played.world.allies(9) == {4}
