"""Scenarios FD-S88, FD-S90: no tell, and how little the dead see (rules page 18.7)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.terms import EventKind, Step
from tests.engine.games.future_diary.stage import Stage
from tests.engine.games.future_diary.table import table


@pytest.mark.rule("FD-S88", "FD-3.3", "FD-10.1", "FD-16.2", "FD-16.1")
@pytest.mark.parametrize("step", [Step.CHANGE_1, Step.CHANGE_2, Step.LAST_WORDS])
def test_a_step_in_which_nobody_has_anything_to_do_is_held_like_any_other(step: Step) -> None:
    stage = Stage(table(act=3))
    stage.until(step)
    seats = range(1, 16)
    frames = [
        (
            stage.ask(n).kind, stage.ask(n).settled, stage.ask(n).default,
            tuple(stage.context(n)["verbs"]), tuple(stage.context(n)["form"]),
        )
        for n in seats
        if n not in {7, 15}  # the halves of 7th may always write to one another
    ]  # fmt: skip
    assert len(set(frames)) == 1
    for n in [*seats][:-1]:
        stage.say(n, "ready")
    assert stage.step == step
    stage.say(15, "ready")
    assert stage.step != step


@pytest.mark.rule("FD-S88", "FD-16.2", "FD-10.6")
def test_every_pane_gets_one_private_block_of_foresight_and_of_notices() -> None:
    stage = Stage(table(act=3))
    stage.until(Step.PREDICT)
    for n in range(1, 16):
        (block,) = stage.told(n, EventKind.NOTICES)
        assert block["items"] == ({"code": "nothing"},)
        assert [event["wave"] for event in stage.told(n, EventKind.FORESIGHT)] == [1, 2]
        (prompts,) = stage.told(n, EventKind.PROMPTS)
        assert prompts["prompts"] == ()


@pytest.mark.rule("FD-S90", "FD-15.4", "FD-16", "FD-15.3")
def test_the_dead_see_what_spectators_see_and_keep_their_old_pane() -> None:
    stage = Stage(table(act=3, know={(6, 4)}))
    stage.say(6, "ready", "day=kill", "day.target=4")
    stage.until(Step.PREDICT)
    (death,) = stage.told(4, EventKind.NOTICES)
    assert death["dead"] == ({"seat": 4, "role": "fourth", "loop": "second_loop"},)
    assert "items" not in death
    before = len(_seen(stage, 4))
    stage.say(4, "say", "dead", "who was it?")
    stage.say(1, "say", "public", "who was it?")
    stage.until(Step.ORDERS, 4)
    assert stage.code(4, "say", "public", "it was me") == "channel_closed"
    stage.until(Step.PREDICT, 4)
    seen = _seen(stage, 4)[before:]
    dead_talk = [event for event in seen if event.get("channel") == "dead"]
    assert len(dead_talk) == 1
    public = [event for event in stage.driver.events if event.audience is None]
    as_spectator = [event.seen_by(-1) for event in public]
    assert all(event in as_spectator for event in seen if event not in dead_talk)


def _seen(stage: Stage, number: int) -> list[dict[str, object]]:
    chair = stage.table.chair(number)
    seen = (event.seen_by(chair) for event in stage.driver.events)
    return [dict(event) for event in seen if event is not None]
