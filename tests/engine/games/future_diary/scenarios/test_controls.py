"""Scenarios FD-S44 to FD-S50: controls and Law (rules page 18.4).

What is refused at submission is proved with the order sheets.
"""

from __future__ import annotations

import pytest

from engine.games.future_diary.finals import provisional
from engine.games.future_diary.lock import lock
from engine.games.future_diary.model import Day
from engine.games.future_diary.outcome import Inputs
from engine.games.future_diary.terms import Code, Kind
from tests.engine.games.future_diary.table import (
    Played,
    ally,
    disguise,
    flee,
    forced,
    hit,
    kill,
    liberated,
    maniac,
    play,
    probe,
    sheet,
    table,
    use,
)


def three_controls(*, law: bool, use_: bool, priority: bool = False) -> Played:
    """FD-S45: P5 submitted probe; Use says kill P2, Hypnosis flee, Law none."""
    world = table(P4="twelfth", P12="fourth", know={(6, 5), (5, 2)}, allied={(13, 1)})
    orders = {
        5: sheet(probe(1)),
        4: sheet(hypnosis=forced(5, "flee")),
        6: sheet(use_follower=forced(5, "kill", 2)) if use_ else sheet(),
        11: sheet(law=5) if law else sheet(),
        13: liberated("c", 4) if priority else sheet(),
    }
    return play(world, sheets=orders, law=forced(5, "none") if law else None)


@pytest.mark.rule("FD-S44", "FD-12.7.2", "FD-7.8", "FD-9.5", "FD-12.10.1")
def test_a_puppet_kills_only_whom_it_knows() -> None:
    order = sheet(use_follower=forced(4, "kill", 9))
    for known, code in ((True, Code.LANDED), (False, Code.NO_RIGHT)):
        world = table(know={(6, 4), *({(4, 9)} if known else ())})
        played = play(world, P6=order, P4=sheet(probe(1)))
        assert played.code(4, 9) is code
        assert played.outcome.finals[4].kind is Kind.KILL
        assert (9 in played.outcome.targets) is known


@pytest.mark.rule("FD-7.8", "FD-9.5")
def test_a_puppet_has_its_own_rights_and_no_others() -> None:
    order = sheet(use_follower=forced(3, "kill", 9))
    assert play(table(know={(6, 3)}), P6=order).code(3, 9) is Code.LANDED
    order = sheet(use_follower=forced(2, "kill", 9))
    assert play(table(know={(6, 2)}), P6=order).code(2, 9) is Code.NO_RIGHT
    order = sheet(use_follower=forced(8, "kill", 9))
    assert play(table(know={(6, 8), (8, 9)}), P6=order).code(8, 9) is Code.NO_RIGHT


@pytest.mark.rule("FD-S45", "FD-7.5", "FD-7.6", "FD-7.11")
def test_law_stands_above_use_and_use_above_hypnosis() -> None:
    for law, use_, kind, by in (
        (True, True, Kind.NONE, "law"),
        (False, True, Kind.KILL, "use"),
        (False, False, Kind.FLEE, "hypnosis"),
    ):
        final = three_controls(law=law, use_=use_).outcome.finals[5]
        assert final.kind is kind
        assert final.by == by
        assert final.author is not None


@pytest.mark.rule("FD-S46", "FD-12.1.3", "FD-7.5")
def test_priority_lifts_a_control_above_the_others() -> None:
    final = three_controls(law=False, use_=True, priority=True).outcome.finals[5]
    assert final.kind is Kind.FLEE
    assert three_controls(law=True, use_=True, priority=True).outcome.finals[5].kind is Kind.FLEE


@pytest.mark.rule("FD-7.5", "FD-11.4", "FD-12.12.3")
def test_controls_stand_above_penalties_and_penalties_above_changes() -> None:
    for penalty, by, kind in (
        ("silenced", "silence", Kind.NONE),
        ("forced", "forced", Kind.DISGUISE),
    ):
        world = table(act=4, P4="twelfth", P12="fourth", change={5: {penalty: 4}})
        played = play(world, P5=sheet(probe(1)), changes={5: flee()})
        assert (played.outcome.finals[5].by, played.outcome.finals[5].kind) == (by, kind)
        played = play(world, P4=sheet(hypnosis=forced(5, "kill", 1)), P5=sheet(probe(1)))
        assert played.outcome.finals[5].kind is Kind.KILL


@pytest.mark.rule("FD-7.1", "FD-7.5")
def test_an_own_change_replaces_the_order() -> None:
    played = play(table(), P3=sheet(kill(8)), changes={3: kill(5)})
    assert [(b.author, b.target) for b in played.outcome.blows] == [(3, 5)]
    assert played.outcome.finals[3].by == "change"


@pytest.mark.rule("FD-7.4", "FD-12.4.2")
def test_a_change_to_maniac_is_aimed_as_well() -> None:
    world = table(know={(3, 4), (3, 6)})
    played = play(world, P3=sheet(probe(1)), changes={3: maniac()})
    assert played.dead == (4, 6)


@pytest.mark.rule("FD-6.9")
def test_provisional_finals_know_use_and_hypnosis_but_not_law() -> None:
    world = table(P4="twelfth", P12="fourth", know={(6, 7)}, act=2)
    sheets = {
        4: sheet(hypnosis=forced(5, "flee")),
        6: sheet(use_follower=forced(7, "probe", 1)),
        11: sheet(law=9),
    }
    inputs = Inputs(changes={8: disguise()}, law=forced(5, "none"))
    seen = provisional(lock(world, sheets), inputs)
    assert [seen[n].kind for n in (5, 7, 8)] == [Kind.FLEE, Kind.PROBE, Kind.DISGUISE]


@pytest.mark.rule("FD-S47", "FD-7.8", "FD-12.3.2")
def test_a_forced_flight_without_a_charge_is_none_but_counts_for_guesses() -> None:
    world = table(P10="twelfth", P12="tenth", change={11: {"charge": False}})
    played = play(
        world, P10=sheet(hypnosis=forced(11, "flee")), P2=sheet(night=hit(11, blacken="flee"))
    )
    assert played.outcome.fleeing == frozenset()
    assert played.code(2, 11, night=True) is Code.LANDED
    assert played.dead == (11,)


@pytest.mark.rule("FD-S48", "FD-8.5", "FD-7.10")
def test_a_replaced_proposal_lapses() -> None:
    world = table(P3="twelfth", P12="third", know={(4, 1)})
    played = play(
        world,
        P4=sheet(ally(1)),
        P3=sheet(hypnosis=forced(4, "probe", 7)),
        P7=sheet(disguise()),
    )
    assert played.world.alliances == ()
    assert played.known(4) == {1: "first", 7: "seventh/man"}


@pytest.mark.rule("FD-7.10")
def test_a_replaced_break_leaves_the_alliance() -> None:
    world = table(P3="twelfth", P12="third", allied={(4, 6)})
    order = sheet(Day(kind=Kind.BREAK))
    played = play(world, P4=order, P3=sheet(hypnosis=forced(4, "flee")))
    assert played.world.allies(4) == {6}
    assert play(world, P4=order).world.allies(4) == frozenset()


@pytest.mark.rule("FD-S49", "FD-12.12.2", "FD-6.7")
def test_law_saves_who_reads_it() -> None:
    world = table(know={(4, 11), (11, 4)})
    attack = {4: sheet(kill(11)), 11: sheet(probe(1), law=4)}
    played = play(world, sheets=attack, law=forced(11, "disguise"))
    assert played.code(4, 11) is Code.COUNTERED
    assert played.dead == (4,)
    assert "law" in played.world.seats[11].spent


@pytest.mark.rule("FD-S50", "FD-12.12.2", "FD-3.1", "FD-6.4")
def test_law_without_a_pick_is_not_spent_but_the_diary_right_is() -> None:
    played = play(table(act=3), P11=sheet(law=4))
    seat = played.world.seats[11]
    assert "law" not in seat.spent
    assert seat.ready_from == 5


@pytest.mark.rule("FD-7.6")
def test_a_control_leaves_night_and_diary_alone() -> None:
    world = table(P4="twelfth", P12="fourth", fl={5})
    played = play(
        world,
        P4=sheet(hypnosis=forced(5, "none")),
        P5=sheet(probe(1), night=hit(9, "ninth"), diary=use(1)),
    )
    assert played.code(5, 9, night=True) is Code.LANDED
    assert 5 in played.locked.used


@pytest.mark.rule("FD-7.9", "FD-12.8.1")
def test_a_resting_half_can_be_a_puppet() -> None:
    world = table(act=3, P10="seventh/man", P11="seventh/woman", know={(6, 10), (10, 9)})
    played = play(world, P6=sheet(use_follower=forced(10, "kill", 9)))
    assert played.outcome.finals[10].kind is Kind.KILL
    assert played.code(10, 9) is Code.LANDED
    assert played.outcome.finals[11].kind is Kind.NONE


@pytest.mark.rule("FD-7.9", "FD-9.12")
def test_a_resting_puppet_is_not_reached_by_a_counter_kill() -> None:
    world = table(act=3, P10="seventh/man", P11="seventh/woman", know={(6, 10), (10, 9), (9, 10)})
    order = sheet(use_follower=forced(10, "kill", 9))
    played = play(world, P6=order, P9=sheet(disguise()))
    assert played.code(10, 9) is Code.COUNTERED
    assert [b.code for b in played.outcome.blows if b.counter] == [Code.OFF_TURN]
    assert played.dead == ()


@pytest.mark.rule("FD-9.5", "FD-9.17")
def test_an_order_that_was_replaced_fails_as_controlled() -> None:
    world = table(P10="twelfth", P12="tenth", know={(11, 9)})
    played = play(world, P10=sheet(hypnosis=forced(11, "flee")), P11=sheet(kill(9)))
    assert played.code(11, 9) is Code.CONTROLLED
    assert played.outcome.targets == {}


@pytest.mark.rule("FD-S21", "FD-7.5", "FD-11.5")
def test_a_control_over_a_penalty_is_carried_out_and_the_penalty_is_served() -> None:
    world = table(act=2, know={(11, 3)}, change={11: {"forced": 2}})
    played = play(world, P12=sheet(hypnosis=forced(11, "kill", 3)))
    assert played.code(11, 3) is Code.LANDED
    after = play(played.next(), P11=sheet(probe(1)))
    assert after.outcome.finals[11].kind is Kind.PROBE
