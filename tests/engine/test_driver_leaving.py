"""A player who leaves for good, as the driver knows it: whose asks go on, and what is journaled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.codec import decode_journal, encode_journal
from engine.driver import Driver, Status, replay
from engine.errors import JournalError, Refusal, Refused
from engine.event import Value
from engine.game import Play, Result
from engine.journal import By, Header, Journal
from engine.registry import GAMES
from engine.request import Ask, Gather, Script, choose, gather, tell
from tests.engine.gates.playing import begin, setup_of
from tests.engine.toy import TOY, ToyState

CHOICES = ("safe", "bold")


def _script(state: ToyState) -> Script[Result]:
    """Ask all three at once, then seat 0 (void without seat 1), then seat 1, then seat 2."""
    asks = tuple(Ask(seat=s, kind="bid", options=CHOICES, default=("safe",)) for s in range(3))
    bids = yield from gather(Gather(kind="bid", asks=asks))
    yield from tell("bids", bids=tuple([bids[s][0] for s in range(3)]))
    first = ""
    while not first:
        first = yield from choose(0, "first", CHOICES, void=frozenset({1}))
        yield from tell("first", answer=first)
    for seat in (1, 2):
        answer = yield from choose(seat, "turn", CHOICES)
        yield from tell("turn", seat=seat, answer=answer)
    return Result(winners=(0,), scores=(1, 0, 0))


def _play(_seats: int, _options: Mapping[str, Value]) -> Play:
    state = ToyState()
    return Play(script=_script(state), state=state)


LEAVABLE = replace(TOY, play=_play, leaves=lambda _state, _seat: True)


def make() -> Driver:
    header = Header(game="toy", rules_version=1, seats=3, options={}, seed=b"s" * 32)
    driver = Driver(LEAVABLE, header)
    driver.start()
    return driver


def say(driver: Driver, seat: int, value: str) -> None:
    driver.answer(seat, driver.pending[seat].id, [value])


def told(driver: Driver) -> list[Value]:
    return [dict(event.public) for event in driver.events]


def same_again(driver: Driver) -> None:
    """Check that every prefix of the journal is the same game, also from its wire form."""
    journal = decode_journal(encode_journal(driver.journal))
    assert journal == driver.journal
    for length in range(len(journal.entries) + 1):
        part = Journal(header=journal.header, entries=journal.entries[:length])
        again = replay(LEAVABLE, part)
        assert again.journal == part
        assert again.events == driver.events[: len(again.events)]
    assert replay(LEAVABLE, journal).waiting == driver.waiting


def test_a_gather_goes_on_without_who_has_left_with_the_default() -> None:
    driver = make()
    driver.leave(1)
    assert driver.waiting == (0, 2)
    say(driver, 0, "bold")
    say(driver, 2, "bold")
    assert told(driver) == [{"bids": ("bold", "safe", "bold")}]
    same_again(driver)


def test_an_answer_that_was_given_before_counts() -> None:
    driver = make()
    say(driver, 1, "bold")
    driver.leave(1)
    say(driver, 0, "safe")
    say(driver, 2, "safe")
    assert told(driver) == [{"bids": ("safe", "bold", "safe")}]
    same_again(driver)


def test_the_last_one_awaited_closes_a_gather_by_leaving() -> None:
    driver = make()
    say(driver, 0, "bold")
    say(driver, 2, "bold")
    driver.leave(1)
    assert told(driver)[0] == {"bids": ("bold", "safe", "bold")}
    same_again(driver)


def test_who_has_left_is_asked_nothing_and_cannot_answer() -> None:
    driver = make()
    driver.leave(2)
    say(driver, 0, "bold")
    say(driver, 1, "bold")
    say(driver, 0, "bold")
    with pytest.raises(Refused) as refused:
        driver.answer(2, 1, ["bold"])
    assert refused.value.code == Refusal.STALE
    say(driver, 1, "bold")
    assert driver.status is Status.OVER
    assert told(driver)[-1] == {"seat": 2, "answer": "safe"}
    same_again(driver)


def test_an_open_ask_of_who_leaves_gets_its_default() -> None:
    driver = make()
    for seat in range(3):
        say(driver, seat, "bold")
    say(driver, 0, "bold")
    assert driver.waiting == (1,)
    driver.leave(1)
    assert told(driver)[-1] == {"seat": 1, "answer": "safe"}
    assert driver.waiting == (2,)
    same_again(driver)


def test_an_ask_that_somebody_s_leaving_makes_void_is_put_again_by_a_new_number() -> None:
    driver = make()
    for seat in range(3):
        say(driver, seat, "bold")
    old = driver.pending[0].id
    driver.leave(2)
    assert driver.pending[0].id == old
    driver.leave(1)
    assert told(driver)[-1] == {"answer": ""}
    assert driver.pending[0].id == old + 1
    with pytest.raises(Refused) as refused:
        driver.answer(0, old, ["bold"])
    assert refused.value.code == Refusal.STALE
    say(driver, 0, "bold")
    assert driver.status is Status.OVER
    same_again(driver)


def test_a_game_that_all_have_left_runs_on_by_defaults() -> None:
    driver = make()
    for seat in (0, 1, 2):
        driver.leave(seat)
    assert driver.status is Status.OVER
    same_again(driver)


def test_nobody_leaves_twice_or_from_a_seat_that_is_not_there_or_after_the_end() -> None:
    driver = make()
    driver.leave(1)
    for seat in (1, 3, -1):
        entries = len(driver.journal.entries)
        with pytest.raises(Refused) as refused:
            driver.leave(seat)
        assert refused.value.code == Refusal.STAYS
        assert len(driver.journal.entries) == entries
    for seat in (0, 2):
        driver.leave(seat)
    with pytest.raises(Refused) as refused:
        driver.leave(0)
    assert refused.value.code == Refusal.NOT_RUNNING


@pytest.mark.parametrize("change", [{"seat": 0}, {"fingerprint": b"12345678"}, {"seat": 7}])
def test_an_entry_of_leaving_that_does_not_fit_stops_the_journal(
    change: Mapping[str, object],
) -> None:
    driver = make()
    driver.leave(1)
    entry = replace(driver.journal.entries[0], **change)  # type: ignore[arg-type]
    assert entry.by is By.LEAVING
    with pytest.raises(JournalError) as error:
        replay(LEAVABLE, Journal(header=driver.journal.header, entries=[entry]))
    assert (error.value.code, error.value.params["sequence"]) == ("fingerprint", 0)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "no81"])
def test_games_without_a_rule_for_it_take_no_notice(game: str) -> None:
    driver = begin(setup_of(game, GAMES[game].min_seats, 0))
    driver.start()
    before = (len(driver.journal.entries), driver.waiting, repr(driver.state))
    with pytest.raises(Refused) as refused:
        driver.leave(0)
    assert refused.value.code == Refusal.STAYS
    assert (len(driver.journal.entries), driver.waiting, repr(driver.state)) == before
