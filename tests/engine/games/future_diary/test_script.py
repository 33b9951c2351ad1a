"""The course of a game: what is told to whom, how it ends, and that it is its journal (FD-14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.bots.future_diary_random import FutureDiaryRandomBot
from engine.chance import Dice
from engine.codec import decode_journal, encode_journal
from engine.driver import Driver, Status, replay
from engine.event import Value
from engine.games.future_diary.game import GAME, zones
from engine.games.future_diary.terms import EventKind, Step, Verdict
from engine.journal import Header
from engine.view import ask_view
from tests.engine.games.future_diary.stage import Stage
from tests.engine.games.future_diary.table import table


def random_game(seats: int, seed: int, options: Mapping[str, Value] | None = None) -> Driver:
    """Return a whole game in which any seat may answer at any time, again and again."""
    full = GAME.configure(seats, options or {})
    header = Header(
        game=GAME.id, rules_version=1, seats=seats, options=full, seed=bytes([seats, seed]) * 16
    )
    driver, dice, bot = Driver(GAME, header), Dice(f"{seats} {seed}"), FutureDiaryRandomBot()
    driver.start()
    while driver.status is Status.RUNNING:
        asked = [s for s, p in driver.pending.items() if not p.ask.settled or not dice.below(8)]
        seat = asked[dice.below(len(asked))]
        ask = ask_view(driver, seat)
        assert ask is not None
        driver.answer(seat, ask.id, bot.choose({}, ask, dice))
    assert driver.status is Status.OVER, driver.fault
    return driver


@pytest.mark.rule("FD-2.8", "FD-17.4", "FD-15.7")
@pytest.mark.parametrize("seats", [5, 8, 11, 15])
def test_a_whole_random_game_ends_and_is_its_journal(seats: int) -> None:
    driver = random_game(seats, 1)
    again = replay(GAME, decode_journal(encode_journal(driver.journal)))
    assert again.events == driver.events
    assert again.result == driver.result


SHARED = {EventKind.SAID, EventKind.LEARNT, EventKind.PENALTY, EventKind.PERSONA}
"""What somebody else may notice of an answer within a step."""


@pytest.mark.rule("FD-3.3", "FD-3.5", "FD-16", "FD-16.1")
@pytest.mark.parametrize("seats", [5, 14])
def test_within_a_step_an_answer_is_noticed_by_nobody_but_for_talk_and_shared_links(
    seats: int,
) -> None:
    options = GAME.configure(seats, {"acts": "8"})
    header = Header(game=GAME.id, rules_version=1, seats=seats, options=options, seed=b"n" * 32)
    driver, dice, bot = Driver(GAME, header), Dice("noticed"), FutureDiaryRandomBot()
    driver.start()
    kept = 0
    while driver.status is Status.RUNNING:
        seat = dice.below(seats)
        ask = ask_view(driver, seat)
        assert ask is not None
        step, told, before = driver.step, len(driver.events), dict(driver.pending)
        driver.answer(seat, ask.id, bot.choose({}, ask, dice))
        if driver.step != step or driver.status is not Status.RUNNING:
            continue
        kept += 1
        assert driver.pending[seat] is not before.pop(seat)
        assert all(driver.pending[other] is pending for other, pending in before.items())
        for event in driver.events[told:]:
            assert event.kind in SHARED or event.audience == frozenset({seat})
    assert kept > 100


@pytest.mark.rule("FD-14.2", "FD-14.5", "FD-14.1")
@pytest.mark.parametrize("seed", range(6))
def test_at_the_end_winners_roles_and_every_act_are_open_to_all(seed: int) -> None:
    driver = random_game(7, seed)
    over, revealed, *chronicle = driver.events[-2 - driver.state.world.act :]
    assert (over.kind, revealed.kind) == (EventKind.OVER, EventKind.REVEALED)
    acts = [(event.kind, event.public["act"]) for event in chronicle]
    assert acts == [(EventKind.CHRONICLE, act + 1) for act in range(driver.state.world.act)]
    assert all(event.audience is None and not event.private for event in driver.events[-3:])
    won = {Verdict.FIRST_LOOP: "first_loop", Verdict.SECOND_LOOP: "second_loop"}
    loop = won.get(Verdict(str(over.public["verdict"])))
    seats = revealed.public["seats"]
    assert isinstance(seats, tuple)
    rows = [row for row in seats if isinstance(row, Mapping)]
    assert over.public["winners"] == tuple(row["seat"] for row in rows if row["loop"] == loop)
    assert driver.result is not None
    chairs = {row["chair"] for row in rows if row["loop"] == loop}
    assert set(driver.result.winners) == chairs
    assert driver.result.scores == tuple(int(chair in chairs) for chair in range(7))


@pytest.mark.rule("FD-14.5")
def test_accounts_stay_hidden_where_the_host_wants_it() -> None:
    driver = random_game(5, 2, {"reveal": "off"})
    (revealed,) = [event for event in driver.events if event.kind == EventKind.REVEALED]
    seats = revealed.public["seats"]
    assert isinstance(seats, tuple)
    assert [row["chair"] for row in seats if isinstance(row, Mapping)] == [None] * 5
    assert not GAME.unmasked(GAME.configure(5, {"reveal": "off"}))
    assert GAME.unmasked(GAME.configure(5, {}))


@pytest.mark.rule("FD-14.3", "FD-S87")
def test_six_acts_without_a_death_end_the_world_after_two_warnings() -> None:
    stage = Stage(replace(table(seats=8, act=5), quiet=0))
    while stage.step:
        stage.time_out()
    warned = [(event["acts"], event["left"]) for event in stage.public("fading")]
    assert warned == [(4, 2), (5, 1)]
    assert [event["act"] for event in stage.public("notices")][-1] == 10
    (over,) = stage.public("over")
    assert (over["verdict"], over["winners"]) == (Verdict.WORLD_FADES, ())


@pytest.mark.rule("FD-14.3", "FD-11.8")
def test_the_act_limit_is_a_draw_and_no_prediction_follows() -> None:
    stage = Stage(table(seats=8, act=8), {"acts": "8", "quiet": "off"})
    while stage.step:
        stage.time_out()
    assert stage.public("over")[0]["verdict"] == Verdict.ACT_LIMIT
    assert stage.public("step")[-1]["step"] == Step.LAST_WORDS
    assert stage.public("fading") == []


@pytest.mark.rule("FD-14.2", "FD-11.8", "FD-14.1")
def test_the_win_is_looked_for_once_an_act_after_the_notices() -> None:
    stage = Stage(table(seats=5, P1="second", P2="fourth", know={(2, 1)}, dead=[], change={1: {
        "spent": frozenset({"one_shot"})}}))  # fmt: skip
    stage.say(2, "ready", "day=kill", "day.target=1")
    while stage.step:
        assert stage.step != Step.PREDICT
        stage.time_out()
    kinds = [event.kind for event in stage.driver.events]
    assert kinds.index("notices") < kinds.index("over")
    assert stage.public("over")[0]["verdict"] == Verdict.SECOND_LOOP
    assert set(stage.public("over")[0]["winners"]) == {2, 3, 4, 5}  # type: ignore[arg-type]


@pytest.mark.rule("FD-10.6", "FD-14.4", "FD-16", "FD-16.2", "FD-S88")
def test_each_living_seat_gets_one_block_and_spectators_the_dead_only() -> None:
    stage = Stage(table(seats=8))
    stage.until(Step.PREDICT)
    (public,) = stage.public("notices")
    assert public == {"kind": "notices", "act": 1, "dead": ()}
    for number in range(1, 9):
        (mine,) = stage.told(number, "notices")
        assert mine["items"] == ({"code": "nothing"},)


@pytest.mark.rule("FD-15.4", "FD-S90")
def test_the_dead_receive_no_private_block_any_more() -> None:
    stage = Stage(table(seats=8, dead=[4]))
    stage.until(Step.ORDERS, act=2)
    for kind in ("closed", "foresight", "prompts", "notices"):
        assert stage.told(4, kind) == stage.public(kind)


@pytest.mark.rule("FD-16", "FD-8.4", "FD-7.2")
def test_what_is_private_goes_to_its_own_chair() -> None:
    stage = Stage(table(act=2, know={(4, 9)}))
    stage.say(4, "ready", "day=ally", "day.target=9")
    stage.until(Step.CHANGE_1)
    assert stage.told(9, "foresight")[0]["proposals"] == (4,)
    assert stage.context(9)["form"] == (
        {"id": "accept", "values": ("4",), "most": 1, "need": False, "when": ()},
    )
    assert stage.code(9, "ready", "accept=5") == "unreadable"
    others = [n for n in range(1, 16) if n != 9]
    assert all(stage.told(n, "foresight")[0]["proposals"] == () for n in others)
    stage.say(9, "ready", "accept=4")
    stage.until(Step.ORDERS, act=3)
    assert stage.told(4, "notices")[0]["ally"] == (9,)
    stage.say(4, "say", "alliance", "hello")
    assert stage.told(9, "said")[-1]["text"] == "hello"


def test_every_role_is_with_one_seat_and_every_seat_living_or_dead() -> None:
    driver = random_game(15, 3)
    where = zones(driver.state)
    assert len(where["living"]) + len(where["dead"]) == 15
    assert len({*where["living"], *where["dead"]}) == 15
    fresh = GAME.play(15, GAME.configure(15, {})).state
    assert set(zones(fresh)["undealt"]) == {*where["living"], *where["dead"]}


@pytest.mark.rule("FD-3.1")
def test_a_game_of_nothing_but_time_outs_ends() -> None:
    options = GAME.configure(5, {"quiet": "off", "acts": "8"})
    header = Header(game=GAME.id, rules_version=1, seats=5, options=options, seed=b"t" * 32)
    driver = Driver(GAME, header)
    driver.start()
    while driver.status is Status.RUNNING:
        seat = next(s for s, p in driver.pending.items() if not p.ask.settled)
        driver.answer(seat, driver.pending[seat].id, driver.pending[seat].ask.default)
    assert driver.events[-10].kind == EventKind.OVER
    assert driver.state.world.act == 8
