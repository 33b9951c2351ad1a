"""Rounds and acts by the events that number them; a journal retraced stop by stop."""

from __future__ import annotations

import pytest

from engine.chance import Dice
from engine.chapters import chapter_of, chapters
from engine.driver import Driver, replay, retrace
from engine.event import SPECTATOR
from engine.journal import Header, Journal
from engine.registry import GAMES
from engine.view import Observer


def test_a_number_that_was_not_reached_before_begins_a_chapter() -> None:
    told = [{}, {"round": 1}, {"act": 1}, {"round": 2}, {"act": 1}, {"round": 3}, {"round": 3}]
    assert chapters(told) == [1, 3, 5]
    assert chapters([]) == []


def test_only_whole_numbers_count() -> None:
    assert chapter_of({"round": True, "act": "2"}) == 0
    assert chapter_of({"act": 4}) == 4


def played(seats: int, **options: str) -> Driver:
    game = GAMES["love_letter"]
    header = Header(
        game=game.id, rules_version=game.rules_version, seats=seats,
        options=game.configure(seats, options), seed=bytes(32),
    )  # fmt: skip
    driver, dice = Driver(game, header), Dice("chapters")
    driver.start()
    while driver.pending:
        (seat, pending), *_others = driver.pending.items()
        driver.answer(seat, pending.id, (dice.pick(pending.ask.options),))
    return driver


def test_a_match_has_as_many_chapters_as_it_had_rounds() -> None:
    driver = played(2, wins="3")
    rounds = [event for event in driver.events if event.kind == "round_started"]
    begun = chapters(event.public for event in driver.events)
    assert len(begun) == len(rounds) >= 3
    assert [driver.events[index].kind for index in begun] == ["round_started"] * len(begun)


def test_a_journal_is_retraced_answer_by_answer_to_where_replay_stands() -> None:
    driver = played(3)
    answers = [entry for entry in driver.journal.entries if entry.seat >= 0]
    stops = [(d.step, len(d.events)) for d in retrace(driver.game, driver.journal)]
    assert len(stops) == len(answers) + 1
    assert stops == sorted(stops)
    assert stops[-1][1] == len(driver.events)
    assert replay(driver.game, driver.journal).events == driver.events


@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 1])
def test_an_observer_that_reads_less_has_what_it_had_at_that_moment(viewer: int) -> None:
    driver = played(2)
    then = 0
    late, again = Observer(driver, viewer), None
    for stop in retrace(driver.game, driver.journal):
        again = again or Observer(stop, viewer)
        again.update()
        then = len(stop.events)
        late.update(then)
        assert late.events == again.events
        assert late.fold.plain() == again.fold.plain()
    late.update(0)
    late.update()
    assert len(late.events) == sum(e.seen_by(viewer) is not None for e in driver.events)


def test_a_journal_of_another_game_stops_before_its_first_answer() -> None:
    driver = played(2)
    other = Journal(header=driver.journal.header, entries=driver.journal.entries)
    with pytest.raises(Exception, match="unknown_game"):
        next(retrace(GAMES["future_diary"], other))
