"""Predictions, Creator, and Proof's pick (FD-11, FD-12.12.3, FD-12.14.1)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from engine.games.future_diary.model import Day, Final, Record, Sheet
from engine.games.future_diary.terms import Kind, Reject, Step, Via
from tests.engine.games.future_diary.stage import Stage
from tests.engine.games.future_diary.table import disguise, flee, probe, table

paired = partial(table, P10="seventh/man", P11="seventh/woman")


def predicting(stage: Stage) -> Stage:
    """Return the stage at ``predict`` of its first act."""
    stage.until(Step.PREDICT)
    return stage


@pytest.mark.rule("FD-11.1", "FD-11.2", "FD-16")
def test_a_prediction_is_answered_at_once_to_its_seat_alone() -> None:
    stage = predicting(Stage(table(act=2)))
    stage.say(6, "predict", "9", "ninth")
    (told,) = stage.told(6, "predicted")
    assert told == {
        "kind": "predicted", "seat": 9, "role": "ninth", "right": True, "free": False,
        "more": False, "forced": None,
    }  # fmt: skip
    assert stage.told(9, "predicted") == stage.public("predicted") == []
    (entry,) = stage.seat(6).ledger
    assert (entry.seat, entry.role, entry.via) == (9, "ninth", Via.PREDICTION)
    assert stage.code(6, "predict", "8", "eighth") == Reject.NO_RIGHT_NOW
    assert not stage.context(6)["predict"]


@pytest.mark.rule("FD-11.1", "FD-11.8", "FD-17.2")
def test_a_prediction_names_another_living_seat_and_a_role_in_play_in_predict() -> None:
    stage = Stage(table(seats=8, dead=[5], act=2))
    assert stage.code(1, "predict", "3", "third") == Reject.NOT_YOUR_STEP
    predicting(stage)
    assert stage.code(1, "predict", "1", "first") == Reject.BAD_TARGET
    assert stage.code(1, "predict", "5", "fifth") == Reject.BAD_TARGET
    assert stage.code(1, "predict", "3", "murmur") == Reject.UNREADABLE
    assert stage.code(1, "predict", "99", "third") == Reject.UNREADABLE
    assert stage.code(1, "predict", "3") == Reject.UNREADABLE


@pytest.mark.rule("FD-11.8")
def test_a_seat_that_is_known_already_may_be_predicted() -> None:
    stage = predicting(Stage(table(act=2, know={(6, 9)})))
    stage.say(6, "predict", "9", "ninth")
    assert [entry.via for entry in stage.seat(6).ledger] == [Via.PROBE, Via.PREDICTION]


@pytest.mark.rule("FD-11.2", "FD-5.8", "FD-12.1.2")
def test_a_prediction_is_judged_by_the_shown_role_of_its_act() -> None:
    stage = Stage(table(act=2))
    stage.say(13, "ready", "servant=tenth")
    predicting(stage)
    stage.say(4, "predict", "13", "murmur")
    stage.say(5, "predict", "13", "tenth")
    assert not stage.told(4, "predicted")[0]["right"]
    assert stage.told(5, "predicted")[0]["right"]
    assert stage.seat(5).ledger[0].role == "tenth"


@pytest.mark.rule("FD-11.2", "FD-5.6")
def test_a_half_of_seventh_is_predicted_as_seventh_and_learnt_as_its_half() -> None:
    stage = predicting(Stage(paired(act=2)))
    stage.say(6, "predict", "11", "seventh")
    (entry,) = stage.seat(6).ledger
    assert (entry.seat, entry.role) == (11, "seventh/woman")


@pytest.mark.rule("FD-5.6", "FD-12.8.3", "FD-16")
def test_what_one_half_predicts_rightly_both_know_at_once_and_nobody_else() -> None:
    stage = predicting(Stage(paired(act=2)))
    stage.say(10, "predict", "13", "murmur")
    link = {"kind": "learnt", "seat": 13, "role": "murmur", "act": 2, "via": "prediction"}
    assert stage.told(10, "learnt") == stage.told(11, "learnt") == [link]
    assert stage.told(13, "learnt") == stage.public("learnt") == []
    assert stage.told(11, "predicted") == []
    assert stage.seat(11).ledger == stage.seat(10).ledger
    stage.say(11, "predict", "10", "seventh")
    assert stage.told(11, "predicted")[0]["right"]
    assert len(stage.seat(11).ledger) == 1


@pytest.mark.rule("FD-11.3", "FD-11.4", "FD-11.5", "FD-16")
def test_a_wrong_one_forces_a_disguise_in_the_next_act_only() -> None:
    stage = predicting(Stage(table(act=2)))
    stage.say(6, "predict", "9", "tenth")
    assert stage.seat(6).ledger == ()
    stage.until(Step.ORDERS, act=3)
    assert stage.told(6, "forced") == [{"kind": "forced", "seat": 6}]
    assert stage.public("forced") == []
    assert stage.code(6, "submit", "day=flee") == Reject.FORCED
    stage.until(Step.PREDICT)
    assert stage.told(6, "closed")[-1] == {
        "kind": "closed", "act": 3, "sheet": ("day=disguise",), "forced": "disguise",
    }  # fmt: skip
    assert stage.told(6, "notices")[-1]["final"] == {"kind": "disguise", "targets": ()}
    stage.until(Step.ORDERS, act=4)
    stage.say(6, "submit", "day=flee")


@pytest.mark.rule("FD-11.5", "FD-12.8.3")
def test_the_half_that_acts_next_pays_for_both_and_once() -> None:
    stage = predicting(Stage(paired(act=2)))
    stage.say(10, "predict", "9", "tenth")
    stage.say(11, "predict", "9", "eighth")
    assert [stage.told(n, "predicted")[0]["forced"] for n in (10, 11)] == [11, 11]
    stage.until(Step.ORDERS, act=3)
    assert (stage.seat(10).forced, stage.seat(11).forced) == (0, 3)
    forced = [{"kind": "forced", "seat": 11}]
    assert stage.told(10, "forced") == stage.told(11, "forced") == forced
    penalty = {"kind": "penalty", "seat": 11}
    assert [stage.told(n, "penalty") for n in (10, 11)] == [[penalty], [penalty]]
    assert stage.public("penalty") == []
    stage.until(Step.ORDERS, act=4)
    stage.say(10, "submit", "day=flee")


@pytest.mark.rule("FD-11.6")
def test_the_first_loop_has_one_guess_more_in_act_one_without_penalty() -> None:
    stage = predicting(Stage(table(fl=[5])))
    stage.say(5, "predict", "9", "tenth")
    first = stage.told(5, "predicted")[0]
    assert (first["right"], first["free"], first["more"]) == (False, True, True)
    assert stage.seat(5).forced == 0
    stage.say(5, "predict", "9", "ninth")
    assert stage.told(5, "predicted")[1]["free"] is False
    assert stage.code(5, "predict", "8", "eighth") == Reject.NO_RIGHT_NOW
    stage.say(6, "predict", "9", "ninth")
    assert stage.told(6, "predicted")[0]["free"] is False
    assert not stage.told(6, "predicted")[0]["more"]


@pytest.mark.rule("FD-11.6", "FD-11.7", "FD-12.5.3")
def test_a_right_free_guess_starts_no_pursuit() -> None:
    stage = predicting(Stage(table(fl=[4])))
    stage.say(4, "predict", "9", "ninth")
    stage.say(4, "predict", "8", "ninth")
    assert stage.code(4, "predict", "7", "eighth") == Reject.NO_RIGHT_NOW
    assert stage.seat(4).forced == 2


@pytest.mark.rule("FD-11.7", "FD-12.5.3", "FD-9.7")
def test_pursuit_is_a_skill_and_void_with_the_others() -> None:
    stage = Stage(table(act=2, allied=[(13, 6)]))
    stage.say(13, "ready", "liberation=a", "liberation.seat=4")
    predicting(stage)
    stage.say(4, "predict", "9", "ninth")
    assert stage.code(4, "predict", "8", "eighth") == Reject.NO_RIGHT_NOW


# --- Creator --------------------------------------------------------------------------------


def created(mode: str, **options: object) -> Stage:
    """Return the stage after 11th declared Creator on seat 5."""
    stage = Stage(table(act=3, **options))  # type: ignore[arg-type]
    stage.say(11, "ready", "day=disguise")
    predicting(stage)
    stage.say(11, "creator", "5", mode)
    return stage


@pytest.mark.rule("FD-12.12.3", "FD-16")
def test_creator_is_told_to_eleventh_and_then_to_the_silenced() -> None:
    stage = created("silence", fl=[5])
    told = [{"kind": "creator", "seat": 5, "mode": "silence"}]
    assert stage.told(11, "creator") == told
    assert stage.told(5, "creator") == stage.public("creator") == []
    assert stage.code(11, "creator", "6", "speech") == Reject.NO_RIGHT_NOW
    stage.until(Step.ORDERS, act=4)
    assert stage.told(5, "silenced") == [{"kind": "silenced", "mode": "silence"}]
    assert stage.public("silenced") == stage.told(11, "silenced") == []


@pytest.mark.rule("FD-12.12.3", "FD-17.2")
def test_creator_is_for_eleventh_after_a_disguise_once() -> None:
    stage = Stage(table(act=3))
    assert stage.code(11, "creator", "5", "silence") == Reject.NOT_YOUR_STEP
    stage.say(11, "ready", "day=flee")
    predicting(stage)
    assert stage.code(11, "creator", "5", "silence") == Reject.NO_RIGHT_NOW
    assert stage.code(6, "creator", "5", "silence") == Reject.NO_RIGHT_NOW
    stage = Stage(table(act=3))
    stage.say(11, "ready", "day=disguise")
    predicting(stage)
    assert stage.code(11, "creator", "5", "dance") == Reject.UNREADABLE
    assert stage.code(11, "creator", "11", "silence") == Reject.BAD_TARGET
    stage.say(11, "creator", "5", "silence")
    stage.until(Step.ORDERS, act=4)
    stage.say(11, "ready", "day=disguise")
    predicting(stage)
    assert stage.code(11, "creator", "5", "silence") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-3.7", "FD-12.12.3", "FD-16")
def test_a_void_creator_does_nothing_is_not_spent_and_is_not_told() -> None:
    stage = Stage(table(act=3, allied=[(13, 6)]))
    stage.say(11, "ready", "day=disguise")
    stage.say(13, "ready", "liberation=a", "liberation.seat=11")
    predicting(stage)
    stage.say(11, "creator", "5", "silence")
    assert stage.told(11, "creator") == [{"kind": "creator", "seat": 5, "mode": "silence"}]
    assert stage.code(11, "creator", "5", "silence") == Reject.NO_RIGHT_NOW
    stage.until(Step.ORDERS, act=4)
    assert stage.told(5, "silenced") == []
    assert "creator" not in stage.seat(11).spent


# --- Proof ----------------------------------------------------------------------------------


def record(act: int, **finals: Day) -> Record:
    seats = {int(name[1:]): Final(day=day) for name, day in finals.items()}
    return Record(act=act, sheets={n: Sheet() for n in seats}, finals=seats)


@pytest.mark.rule("FD-12.14.1", "FD-11.2")
def test_predicting_eighth_is_akises_proof_at_once_and_opens_its_pick_for_good() -> None:
    records = (record(1, P9=probe(3), P3=disguise()), record(2, P9=flee(), P3=probe(2)))
    stage = Stage(replace(table(act=3, dead=[9]), records=records))
    assert stage.code(14, "proof", "9", "3") == Reject.NO_RIGHT_NOW
    predicting(stage)
    stage.say(14, "predict", "8", "eighth")
    assert "proof" in stage.context(14)["verbs"]
    assert stage.code(14, "proof", "9", "9") == Reject.BAD_TARGET
    assert stage.code(14, "proof", "9", "14") == Reject.BAD_TARGET
    assert stage.code(14, "proof", "9") == Reject.UNREADABLE
    stage.until(Step.CHANGE_1, act=4)
    stage.say(14, "proof", "9", "3")
    (shown,) = stage.told(14, "proved")
    assert shown["finals"] == (
        {"seat": 9, "act": 1, "order": {"kind": Kind.PROBE, "targets": (3,)}},
        {"seat": 9, "act": 2, "order": {"kind": Kind.FLEE, "targets": ()}},
        {"seat": 3, "act": 1, "order": {"kind": Kind.DISGUISE, "targets": ()}},
        {"seat": 3, "act": 2, "order": {"kind": Kind.PROBE, "targets": (2,)}},
    )
    assert stage.public("proved") == []
    assert stage.code(14, "proof", "9", "3") == Reject.NO_RIGHT_NOW


@pytest.mark.rule("FD-12.14.1")
@pytest.mark.parametrize("step", [Step.CHANGE_1, Step.CHANGE_2, Step.LAST_WORDS])
def test_a_pick_made_while_an_act_is_open_is_used_up_by_its_end(step: Step) -> None:
    records = (record(1, P9=probe(3), P3=disguise()),)
    stage = Stage(
        replace(table(act=3, change={14: {"proof": 2, "proof_open": True}}), records=records)
    )
    stage.until(step)
    stage.say(14, "proof", "9", "3")
    stage.until(Step.ORDERS, act=4)
    assert stage.code(14, "proof", "2", "3") == Reject.NO_RIGHT_NOW
    assert any(line["code"] == "proved" for r in stage.table.world.records for line in r.lines)
