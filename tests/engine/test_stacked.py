"""A stacked game: what fate decides is what was laid out, and nothing else is different."""

from __future__ import annotations

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status, replay
from engine.errors import JournalError
from engine.game import Game
from engine.games.love_letter.terms import ChanceKind, EventKind
from engine.journal import Header
from engine.registry import game
from engine.stacked import Drawn, stacked

DRAWN: Drawn = {
    ChanceKind.SHUFFLE: [("monokuma", "naegi", "togami")],
    ChanceKind.LETTERS: [("1",)],
    ChanceKind.FATE: [("despair",)],
}


def started(rules: Game, seed: int = 0) -> Driver:
    header = Header(
        game=rules.id, rules_version=rules.rules_version, seats=3,
        options=rules.configure(3, {}), seed=bytes([seed]) * 32,
    )  # fmt: skip
    driver = Driver(rules, header)
    driver.start()
    return driver


def test_what_was_laid_out_comes_first_and_the_rest_as_it_is_listed() -> None:
    driver = started(stacked(game("love_letter"), DRAWN))
    dealt = next(event for event in driver.events if event.kind == EventKind.DEALT)
    drew = next(event for event in driver.events if event.kind == EventKind.DREW)
    assert {seat: told["card"] for seat, told in dealt.private.items()} == {
        1: "naegi", 2: "togami", 0: "maizono",
    }  # fmt: skip
    assert drew.private == {1: {"card": "asahina"}}
    mode = next(event for event in driver.events if event.kind == EventKind.MODE)
    assert mode.public["mode"] == "despair"


def test_no_seed_changes_anything_and_nothing_is_drawn() -> None:
    rules = stacked(game("love_letter"), DRAWN)
    one, other = started(rules, 1), started(rules, 2)
    assert one.events == other.events
    assert not one.journal.entries


def test_what_cannot_come_is_a_fault_of_the_lesson() -> None:
    driver = started(stacked(game("love_letter"), {ChanceKind.SHUFFLE: [("joker",)]}))
    assert driver.status is Status.FROZEN
    assert driver.fault is not None
    assert driver.fault.error == "EngineError"


def test_it_is_played_again_from_its_journal() -> None:
    rules = stacked(game("love_letter"), DRAWN)
    driver, dice = started(rules), Dice("stacked")
    while driver.pending:
        seat, pending = next(iter(driver.pending.items()))
        driver.answer(seat, pending.id, (dice.pick(pending.ask.options),))
    again = replay(rules, driver.journal)
    assert again.result == driver.result is not None
    assert again.events == driver.events


def test_the_rules_themselves_are_dealt_as_ever() -> None:
    rules = game("love_letter")
    driver = started(stacked(rules, DRAWN))
    seat, pending = next(iter(driver.pending.items()))
    driver.answer(seat, pending.id, pending.ask.default)
    with pytest.raises(JournalError):
        replay(rules, driver.journal)


def test_steps_have_no_time_of_their_own() -> None:
    rules = stacked(game("future_diary"), {})
    header = Header(
        game=rules.id, rules_version=rules.rules_version, seats=5,
        options=rules.configure(5, {}), seed=bytes(32),
    )  # fmt: skip
    driver = Driver(rules, header)
    driver.start()
    assert driver.pending
    assert driver.seconds == 0
