"""Talk: who may write where, who reads it, and how much (FD-15)."""

from __future__ import annotations

from functools import partial

import pytest

from engine.event import SPECTATOR
from engine.games.future_diary.game import GAME, author
from engine.games.future_diary.talk import MAX_LENGTH, MAX_POSTS, channels
from engine.games.future_diary.terms import Channel, Reject, Step
from tests.engine.games.future_diary.stage import Stage
from tests.engine.games.future_diary.table import table

paired = partial(table, P10="seventh/man", P11="seventh/woman")


def readers(stage: Stage, text: str) -> set[int]:
    """Return the seats that have read ``text``, 0 for spectators."""
    seats = [0, *stage.table.world.seats]
    lines = {n: stage.told(n, "said") if n else stage.public("said") for n in seats}
    return {n for n, said in lines.items() if any(line["text"] == text for line in said)}


@pytest.mark.rule("FD-15.1")
def test_public_talk_is_open_in_orders_and_predict_only_and_names_its_seat() -> None:
    stage = Stage(table(seats=5))
    stage.say(4, "say", "public", "good evening")
    line = {"kind": "said", "channel": "public", "seat": 4, "text": "good evening"}
    assert stage.public("said") == stage.told(1, "said") == [line]
    for step in (Step.CHANGE_1, Step.CHANGE_2, Step.LAST_WORDS):
        stage.time_out()
        assert stage.step == step
        assert stage.code(4, "say", "public", "psst") == Reject.CHANNEL_CLOSED
    stage.time_out()
    stage.say(4, "say", "public", "well")
    assert readers(stage, "well") == {0, 1, 2, 3, 4, 5}


@pytest.mark.rule("FD-15.1", "FD-15.2")
def test_a_post_is_short_printable_and_one_of_forty_in_a_step() -> None:
    stage = Stage(table(seats=5))
    assert stage.code(1, "say", "public", "x" * (MAX_LENGTH + 1)) == Reject.TALK_LIMIT
    assert stage.refused(1, "say", "public", "a\x1b[2J")[1]["field"] == "text"
    assert stage.code(1, "say", "public", "  ") == Reject.UNREADABLE
    assert stage.code(1, "say", "rooftop", "hi") == Reject.UNREADABLE
    stage.say(1, "say", "public", "x" * MAX_LENGTH)
    for number in range(1, MAX_POSTS):
        stage.say(1, "say", "public", f"I am 6th, {number}")
    assert stage.code(1, "say", "public", "once more") == Reject.TALK_LIMIT
    stage.say(2, "say", "public", "my turn")
    stage.until(Step.PREDICT)
    stage.say(1, "say", "public", "anew")


@pytest.mark.rule("FD-15.3", "FD-8.9", "FD-16")
def test_an_alliance_talks_in_every_step_both_halves_of_seventh_with_it() -> None:
    stage = Stage(paired(allied=[(4, 10)]))
    for index in range(5):
        for number in (4, 10, 11):
            stage.say(number, "say", "alliance", f"{index} {number}")
            assert readers(stage, f"{index} {number}") == {4, 10, 11}
        assert stage.code(5, "say", "alliance", "let me in") == Reject.CHANNEL_CLOSED
        stage.time_out()


@pytest.mark.rule("FD-15.3", "FD-12.8.5", "FD-12.8.3")
def test_the_pair_of_seventh_cannot_talk_while_it_orders() -> None:
    stage = Stage(paired())
    assert stage.code(10, "say", "pair", "4?") == Reject.CHANNEL_CLOSED
    stage.time_out()
    stage.say(10, "say", "pair", "4!")
    assert readers(stage, "4!") == {10, 11}


@pytest.mark.rule("FD-15.3")
def test_the_first_loop_has_no_channel() -> None:
    world = table(fl=[5, 6])
    assert channels(world, 5, Step.ORDERS) == channels(world, 1, Step.ORDERS) == (Channel.PUBLIC,)
    assert channels(world, 5, Step.CHANGE_1) == ()


@pytest.mark.report("FreeKill#311")
@pytest.mark.rule("FD-15.4", "FD-S90", "FD-17.2")
def test_the_dead_talk_to_the_dead_and_do_nothing_else() -> None:
    stage = Stage(table(seats=8, dead=[3, 6]))
    stage.say(3, "say", "dead", "who was it?")
    assert readers(stage, "who was it?") == {3, 6}
    stage.say(1, "say", "public", "they sleep")
    assert readers(stage, "they sleep") >= {3, 6}
    assert stage.code(3, "say", "public", "boo") == Reject.CHANNEL_CLOSED
    assert stage.code(1, "say", "dead", "hello?") == Reject.CHANNEL_CLOSED
    for words in (("submit", "day=flee"), ("ready", "day=flee"), ("wait",), ("submit",)):
        assert stage.code(3, *words) == Reject.DEAD
    assert stage.ask(3).settled
    assert stage.context(3)["form"] == ()
    stage.until(Step.PREDICT)
    assert stage.code(3, "predict", "1", "first") == Reject.DEAD
    assert stage.code(3, "proof", "1", "2") == Reject.DEAD


@pytest.mark.rule("FD-S52", "FD-12.12.3", "FD-15.2", "FD-16")
def test_creators_speech_is_the_puppets_to_everybody_and_counts_as_its_own() -> None:
    world = table(allied=[(7, 6)], change={7: {"spoken_for": 4}}, act=4)
    stage = Stage(world)
    assert stage.told(7, "silenced") == [{"kind": "silenced", "mode": "speech"}]
    assert stage.public("silenced") == stage.told(11, "silenced") == []
    assert stage.code(7, "say", "public", "it is not me") == Reject.SILENCED
    stage.say(7, "say", "alliance", "not me")
    for _ in range(MAX_POSTS):
        stage.say(11, "say", "as", "I am 9th")
    line = {"kind": "said", "channel": "public", "seat": 7, "text": "I am 9th"}
    assert stage.public("said")[0] == stage.told(7, "said")[1] == stage.told(11, "said")[0] == line
    assert stage.code(11, "say", "as", "once more") == Reject.TALK_LIMIT
    stage.say(11, "say", "public", "my own")
    assert stage.code(4, "say", "as", "me too") == Reject.CHANNEL_CLOSED
    stage.until(Step.ORDERS, act=5)
    stage.say(7, "say", "public", "back again")
    assert stage.code(11, "say", "as", "no more") == Reject.CHANNEL_CLOSED


@pytest.mark.rule("FD-12.12.3", "FD-16.1")
def test_what_the_puppet_writes_in_private_does_not_show_in_elevenths_limit() -> None:
    stage = Stage(table(allied=[(7, 6)], change={7: {"spoken_for": 4}}, act=4))
    for _ in range(MAX_POSTS):
        stage.say(7, "say", "alliance", "hush")
    for _ in range(MAX_POSTS):
        stage.say(11, "say", "as", "loud")


@pytest.mark.rule("FD-12.12.3")
def test_nobody_speaks_for_the_dead() -> None:
    world = table(dead=[7], change={7: {"spoken_for": 4}}, act=4)
    assert Channel.AS not in channels(world, 11, Step.ORDERS)
    assert channels(world, 7, Step.ORDERS) == (Channel.DEAD,)


def posted_as(stage: Stage, number: int, *words: str) -> int | None:
    return author(stage.table, stage.table.chair(number), words)


@pytest.mark.rule("FD-15.2", "FD-12.12.3")
def test_a_public_post_is_of_the_seat_under_which_it_is_read_and_private_ones_are_nobodys() -> None:
    world = table(dead=[5], allied=[(7, 6)], change={7: {"spoken_for": 4}}, act=4)
    stage = Stage(world)
    assert posted_as(stage, 11, "say", "as", "I am 9th") == 7
    assert posted_as(stage, 11, "say", "public", "mine") == 11
    assert posted_as(stage, 4, "say", "public", "mine") == 4
    # What the game refuses is posted under nobody: its own refusal stands.
    for number, channel in ((7, "public"), (4, "as"), (5, "public"), (4, "rooftop")):
        assert posted_as(stage, number, "say", channel, "hm") is None
        assert stage.code(number, "say", channel, "hm")
    for number, channel in ((7, "alliance"), (5, "dead")):
        assert posted_as(stage, number, "say", channel, "hush") is None
        stage.say(number, "say", channel, "hush")
    for words in (
        ("ready",),
        ("say",),
        ("say", "public"),
        (),
        ("nonsense",),
        ("submit", "day=probe"),
    ):
        assert posted_as(stage, 4, *words) is None
    stage.time_out()
    assert posted_as(stage, 4, "say", "public", "closed") is None


@pytest.mark.rule("FD-15.2")
def test_nobody_has_a_seat_to_post_under_before_the_deal() -> None:
    options = GAME.configure(5, {})
    assert author(GAME.play(5, options).state, 0, ("say", "public", "hello")) is None


@pytest.mark.rule("FD-15.5")
def test_a_spectator_is_asked_nothing() -> None:
    stage = Stage(table(seats=5))
    assert SPECTATOR not in stage.driver.pending
