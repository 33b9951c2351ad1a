"""Worked scenarios of ledger and prediction, and what the flow of an act decides (S18, S49-S51)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.game import idle
from engine.games.future_diary.terms import Kind, Mode, Reject, Step, Via
from tests.engine.games.future_diary.stage import Stage
from tests.engine.games.future_diary.table import table


@pytest.mark.rule("FD-S18", "FD-3.1", "FD-4.4", "FD-15.6")
def test_who_sends_nothing_passes_and_after_two_silent_acts_a_bot_may_play() -> None:
    stage = Stage(table())
    stage.say(14, "ready", "truth=7", "truth.kind=none")
    stage.until(Step.PREDICT)
    truth = {"code": "truth", "seat": 7, "kind": Kind.NONE, "right": True}
    assert stage.told(14, "notices")[0]["items"] == (truth,)
    assert stage.told(7, "closed")[0]["sheet"] == ()
    for number in range(1, 16):
        if number != 7:
            stage.say(number, "say", "public", "here")
    stage.until(Step.ORDERS, act=2)
    assert idle(stage.table) == frozenset()
    for number in range(1, 16):
        if number != 7:
            stage.say(number, "ready")
    stage.until(Step.ORDERS, act=3)
    assert idle(stage.table) == {stage.table.chair(7)}
    stage.say(7, "ready")
    stage.until(Step.ORDERS, act=4)
    assert stage.table.chair(7) not in idle(stage.table)
    assert stage.seat(7).alive


@pytest.mark.rule("FD-15.6")
def test_a_ready_or_a_word_is_enough_not_to_be_silent_but_a_time_out_is_not() -> None:
    stage = Stage(table(seats=5))
    stage.say(1, "ready")
    stage.say(2, "say", "public", "hm")
    stage.say(3, "late")
    stage.until(Step.ORDERS, act=2)
    assert [stage.seat(n).silent for n in range(1, 6)] == [0, 0, 1, 1, 1]


@pytest.mark.rule("FD-S19", "FD-11.2", "FD-5.1")
def test_s19_a_right_prediction_is_a_link_and_lets_kill_by_day() -> None:
    stage = Stage(table(act=2))
    stage.until(Step.PREDICT)
    stage.say(6, "predict", "9", "ninth")
    assert stage.told(6, "predicted")[0]["right"] is True
    stage.until(Step.ORDERS, act=3)
    stage.say(6, "submit", "day=kill", "day.target=9")
    assert all(event["kind"] != "predicted" for event in stage.told(9, "predicted"))
    assert stage.seat(9).ledger == ()


@pytest.mark.rule("FD-S20", "FD-11.3", "FD-7.2")
def test_s20_a_wrong_prediction_forces_a_disguise_but_not_the_diary() -> None:
    stage = Stage(table(act=2))
    stage.until(Step.PREDICT)
    stage.say(6, "predict", "9", "tenth")
    stage.until(Step.ORDERS, act=3)
    stage.say(6, "ready", "diary=use")
    stage.until(Step.CHANGE_2)
    report = stage.told(6, "foresight")[-1]
    assert report["reports"]
    assert report["change"] is False
    assert stage.code(6, "ready", "day=flee") == Reject.NO_RIGHT_NOW
    stage.until(Step.ORDERS, act=4)
    stage.say(6, "ready", "day=flee")


@pytest.mark.rule("FD-S21", "FD-7.5", "FD-11.5")
def test_s21_a_control_prevails_over_a_penalty_which_is_served_all_the_same() -> None:
    world = table(act=3, know={(11, 3)}, change={11: {"forced": 3}})
    stage = Stage(world)
    forced = ("hypnosis=11", "hypnosis.kind=kill", "hypnosis.target=3")
    stage.say(12, "ready", *forced)
    stage.until(Step.ORDERS, act=4)
    told = stage.told(11, "notices")[0]
    assert told["final"] == {"kind": Kind.KILL, "targets": (3,)}
    assert not stage.seat(3).alive
    stage.say(11, "submit", "day=flee")


@pytest.mark.rule("FD-S22", "FD-11.6")
def test_s22_the_extra_guess_of_act_one_costs_nothing_and_is_not_kept() -> None:
    stage = Stage(table(fl=[5, 6, 7]))
    stage.until(Step.PREDICT)
    stage.say(5, "predict", "9", "tenth")
    stage.say(5, "predict", "9", "ninth")
    assert len(stage.seat(5).ledger) == 1
    stage.say(6, "predict", "9", "tenth")
    stage.until(Step.PREDICT, act=2)
    assert (stage.seat(5).forced, stage.seat(6).forced) == (0, 0)
    stage.say(6, "predict", "9", "tenth")
    assert stage.seat(6).forced == 3
    assert stage.code(6, "predict", "9", "ninth") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-S23", "FD-11.7", "FD-12.5.3")
def test_s23_pursuit_goes_on_until_a_wrong_guess_and_keeps_its_links() -> None:
    stage = Stage(table(act=2))
    stage.until(Step.PREDICT)
    stage.say(4, "predict", "1", "first")
    assert stage.told(4, "predicted")[-1]["more"] is True
    stage.say(4, "predict", "2", "second")
    stage.say(4, "predict", "3", "ninth")
    assert stage.told(4, "predicted")[-1]["more"] is False
    assert [(e.seat, e.via) for e in stage.seat(4).ledger] == [
        (1, Via.PREDICTION), (2, Via.PREDICTION),
    ]  # fmt: skip
    assert stage.seat(4).forced == 3
    assert stage.code(4, "predict", "5", "fifth") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-S49", "FD-12.12.2", "FD-7.7")
def test_s49_law_looks_and_then_names_another_final_action() -> None:
    stage = Stage(table(act=2, know={(11, 4), (4, 11)}))
    stage.say(4, "ready", "day=kill", "day.target=11", "day.frame=3", "day.cover=none")
    stage.say(11, "ready", "law=4")
    stage.until(Step.CHANGE_2)
    look = stage.told(11, "foresight")[-1]["law"]
    assert look == {"seat": 4, "order": {"kind": Kind.KILL, "targets": (11,)}}
    assert stage.code(11, "ready", "law.seat=4", "law.kind=flee") == Reject.BAD_TARGET
    assert stage.code(5, "ready", "law.seat=4", "law.kind=flee") == Reject.NO_RIGHT_NOW
    stage.say(11, "ready", "law.seat=11", "law.kind=disguise")
    stage.until(Step.PREDICT)
    assert [n for n in stage.table.world.seats if not stage.seat(n).alive] == [4]


@pytest.mark.rule("FD-S50", "FD-12.12.2", "FD-3.1")
def test_s50_law_let_go_is_unspent_but_has_cost_the_diary_right() -> None:
    stage = Stage(table(act=2))
    stage.say(11, "ready", "law=4")
    stage.until(Step.ORDERS, act=3)
    assert "law" not in stage.seat(11).spent
    assert stage.code(11, "submit", "law=4") == Reject.NO_RIGHT_NOW
    assert stage.code(11, "submit", "diary=use", "diary.pick=4") == Reject.NO_RIGHT_NOW
    stage.until(Step.ORDERS, act=4)
    stage.say(11, "submit", "law=4")


@pytest.mark.rule("FD-S51", "FD-12.12.3", "FD-3.6")
def test_s51_creators_silence_leaves_the_diary_and_no_change() -> None:
    stage = Stage(table(act=3, fl=[5], change={11: {"forced": 3}}))
    stage.until(Step.PREDICT)
    stage.say(11, "creator", "5", "silence")
    stage.until(Step.ORDERS, act=4)
    assert "creator" in stage.seat(11).spent
    assert stage.code(5, "submit", "day=flee") == Reject.SILENCED
    night = ("night=kill", "night.target=1", "night.guess=first")
    assert stage.code(5, "submit", *night) == Reject.SILENCED
    stage.say(5, "ready", "diary=use", "diary.pick=4")
    stage.until(Step.CHANGE_1)
    assert stage.told(5, "closed")[-1]["forced"] == "silence"
    report = stage.told(5, "foresight")[-1]
    assert report["reports"]
    assert report["change"] is False
    stage.until(Step.PREDICT)
    assert stage.told(5, "notices")[-1]["final"] == {"kind": Kind.NONE, "targets": ()}


@pytest.mark.rule("FD-6.3", "FD-3.1", "FD-12.5.1")
def test_a_watch_goes_on_by_itself_unless_it_is_unticked() -> None:
    stage = Stage(table(act=2, know={(4, 9)}))
    stage.say(4, "ready", "diary=use", "diary.mode=watch", "diary.pick=9")
    stage.until(Step.ORDERS, act=3)
    watch = ("diary=use", "diary.mode=watch", "diary.pick=9")
    assert stage.context(4)["sheet"] == watch
    stage.until(Step.ORDERS, act=4)
    assert [event["sheet"] for event in stage.told(4, "closed")] == [watch, watch]
    stage.say(4, "ready", f"diary.mode={Mode.SWEEP}", "diary=use")
    stage.until(Step.ORDERS, act=5)
    assert stage.context(4)["sheet"] == ()


@pytest.mark.rule("FD-10.4", "FD-3.1")
def test_standing_instructions_stand_until_they_are_changed() -> None:
    stage = Stage(table(act=2))
    stage.say(9, "ready", "standing.half_god=no", "standing.bomb=3", "standing.bomb=1")
    stage.until(Step.PREDICT)
    assert stage.seat(9).standing.bomb == (3, 1)
    kept = ("standing.half_god=no", "standing.bomb=3", "standing.bomb=1")
    assert stage.context(9)["sheet"] == kept
    stage.say(9, "ready", "standing.bomb=4")
    stage.until(Step.ORDERS, act=3)
    assert (stage.seat(9).standing.bomb, stage.seat(9).standing.half_god) == ((4,), True)
