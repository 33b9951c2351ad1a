"""Timed steps: who is asked, when they end, how long they are (FD-3)."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.games.future_diary.steps import seconds
from engine.games.future_diary.terms import Pace, Reject, Role, Step
from engine.view import Observer
from tests.engine.games.future_diary.stage import Stage
from tests.engine.games.future_diary.table import table

STEPS = (Step.ORDERS, Step.CHANGE_1, Step.CHANGE_2, Step.LAST_WORDS, Step.PREDICT)


@pytest.mark.rule("FD-3.1", "FD-3.2", "FD-10.1")
def test_an_act_has_its_five_timed_steps_in_order_every_time() -> None:
    stage = Stage(table(seats=6))
    stage.until(Step.ORDERS, act=3)
    told = [(event["act"], event["step"]) for event in stage.public("step")]
    assert told == [(act, step) for act in (1, 2) for step in STEPS] + [(3, Step.ORDERS)]


@pytest.mark.rule("FD-3.3", "FD-S88")
def test_every_chair_is_asked_in_every_step_with_the_same_public_frame() -> None:
    stage = Stage(table(seats=8, dead=[4]))
    for step in STEPS:
        assert stage.step == step
        assert stage.driver.waiting == tuple(range(8))
        assert {pending.ask.kind for pending in stage.driver.pending.values()} == {step}
        stage.time_out()


@pytest.mark.report("lykos#386")
@pytest.mark.report("lykos#65")
@pytest.mark.rule("FD-3.3", "FD-S88")
def test_a_step_ends_when_all_living_seats_are_ready_whatever_the_dead_do() -> None:
    stage = Stage(table(seats=5, dead=[4]))
    for number in (1, 2, 3):
        stage.say(number, "ready")
    assert stage.step == Step.ORDERS
    stage.say(5, "ready")
    assert stage.step == Step.CHANGE_1


@pytest.mark.rule("FD-3.1", "FD-3.3", "FD-16.1")
def test_ready_may_be_withdrawn_and_nobody_else_notices_any_of_it() -> None:
    stage = Stage(table(seats=5))
    stage.say(1, "ready", "day=disguise")
    stage.say(1, "wait")
    assert [event["ready"] for event in stage.told(1, "sheet")] == [True, False]
    assert stage.public("sheet") == stage.told(2, "sheet") == []
    for number in (2, 3, 4, 5):
        stage.say(number, "ready")
    assert stage.step == Step.ORDERS


@pytest.mark.rule("FD-3.3", "FD-16.1")
def test_an_answer_changes_nothing_at_all_of_what_others_are_asked() -> None:
    stage = Stage(table(seats=5))
    me = stage.table.chair(1)
    before = {chair: pending for chair, pending in stage.driver.pending.items() if chair != me}
    stage.say(1, "ready", "day=flee")
    stage.say(1, "wait")
    after = {chair: pending for chair, pending in stage.driver.pending.items() if chair != me}
    assert after == before
    assert all(after[chair] is before[chair] for chair in before)


@pytest.mark.report("DiplomacyGM#78")
@pytest.mark.rule("FD-3.5")
def test_the_last_valid_submission_of_a_seat_counts_and_their_order_does_not() -> None:
    def played(first: int, second: int) -> tuple[object, object]:
        stage = Stage(table(seats=5))
        stage.say(first, "submit", "day=probe", "day.target=3")
        stage.say(second, "submit", "day=probe", "day.target=3")
        stage.say(1, "submit", "day=disguise")
        assert stage.code(1, "submit", "day=kill", "day.target=3") == "unknown_target"
        stage.time_out()
        return stage.told(1, "closed")[0]["sheet"], stage.told(2, "closed")[0]["sheet"]

    assert played(1, 2) == played(2, 1) == (("day=disguise",), ("day=probe", "day.target=3"))


@pytest.mark.rule("FD-3.1", "FD-3.8")
@pytest.mark.parametrize(
    ("pace", "lengths"),
    [
        (Pace.QUICK, (210, 45, 30, 22, 90)),
        (Pace.NORMAL, (420, 90, 60, 45, 180)),
        (Pace.SLOW, (1680, 360, 240, 180, 720)),
        (Pace.DAILY, (86400, 28800, 14400, 7200, 43200)),
    ],
)
def test_a_step_is_as_long_as_the_pace_makes_it(pace: Pace, lengths: tuple[int, ...]) -> None:
    stage = Stage(table(seats=5), {"pace": pace})
    stage.until(Step.ORDERS, act=2)
    told = [event["seconds"] for event in stage.public("step")]
    assert tuple(told[:5]) == lengths
    later = {Pace.QUICK: 150, Pace.NORMAL: 300, Pace.SLOW: 1200, Pace.DAILY: 86400}
    assert told[5] == stage.driver.seconds == later[pace]


@pytest.mark.rule("FD-3.1", "FD-3.3", "FD-16.1")
def test_time_for_pursuit_is_given_to_all_as_long_as_fourth_is_not_announced_dead() -> None:
    world = table(seats=8)
    fourth = world.holder(Role.FOURTH)
    assert fourth is not None
    assert seconds(world, Step.PREDICT, Pace.NORMAL) == 180
    assert seconds(table(seats=8, dead=[fourth]), Step.PREDICT, Pace.NORMAL) == 90
    assert seconds(table(seats=8, masks={}), Step.PREDICT, Pace.DAILY) == 43200


def test_a_guess_of_fourth_does_not_move_the_clock() -> None:
    stage = Stage(table(seats=5, P3="fourth", P1="first", P2="second"))
    stage.until(Step.PREDICT)
    before = stage.driver.seconds, stage.driver.step
    stage.say(3, "predict", "1", "first")
    assert stage.context(3)["predict"]
    assert (stage.driver.seconds, stage.driver.step) == before


@pytest.mark.rule("FD-10.2", "FD-15.4")
@pytest.mark.report("FreeKill#311")
def test_who_fell_is_offered_last_words_once_and_after_them_nothing_in_any_step() -> None:
    spent = {9: {"spent": frozenset({"half_god"})}}
    stage = Stage(table(act=2, know={(4, 9)}, change=spent))
    stage.say(4, "ready", "day=kill", "day.target=9")
    stage.until(Step.LAST_WORDS)
    assert [entry["id"] for entry in stage.context(9)["form"]] == ["bomb"]
    stage.say(9, "ready", "bomb=10")
    for step in (Step.PREDICT, *STEPS):
        stage.until(step)
        for number in (9, 10):
            assert stage.ask(number).settled
            assert stage.context(number)["form"] == ()
            assert stage.code(number, "submit", "day=flee") == Reject.DEAD


@pytest.mark.rule("FD-4.10", "FD-3.5")
@pytest.mark.report("noname#4206")
@pytest.mark.report("noname#2451")
def test_a_charge_that_was_used_is_gone_for_whoever_comes_back_too() -> None:
    stage = Stage(table(act=2))
    stage.say(6, "ready", "day=flee")
    stage.until(Step.ORDERS, act=3)
    back = Observer(stage.driver, stage.table.chair(6))
    back.update()
    assert back.ask is not None
    assert "day=disguise" in back.ask.options
    assert "day=flee" not in back.ask.options
    assert stage.code(6, "submit", "day=flee") == Reject.NO_CHARGE


@pytest.mark.rule("FD-3.3", "FD-10.4")
@pytest.mark.report("noname#3836")
def test_an_answer_that_never_came_keeps_nobody_from_the_next_step() -> None:
    stage = Stage(table(act=2, know={(4, 9)}))
    stage.say(4, "ready", "day=kill", "day.target=9")
    stage.until(Step.LAST_WORDS)
    chair = stage.table.chair(9)
    old = stage.driver.pending[chair].id
    stage.until(Step.PREDICT)
    assert all(not stage.ask(number).settled for number in stage.table.world.living)
    with pytest.raises(Refused) as refused:
        stage.driver.answer(chair, old, ("ready", "bomb=10"))
    assert refused.value.code == Refusal.STALE
