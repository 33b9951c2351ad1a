"""One seat asked several things in a row, as everybody else knows it: one decision, or another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.codec import decode_journal, encode_journal
from engine.driver import Driver, Status, replay, retrace
from engine.event import SPECTATOR, Event, Value
from engine.game import Game, Play, Result
from engine.journal import Header, Journal
from engine.request import Ask, Chance, Gather, Request, Script, Tell
from tests.engine.gates.playing import Watch, viewers
from tests.engine.toy import TOY, ToyState

BETWEEN: Mapping[str, Request] = {
    "a draw": Chance(kind="coin", outcomes=("heads", "tails")),
    "a fact for the seat asked": Tell(Event("seen", {"card": 1}, audience=frozenset({0}))),
    "a fact for it and another": Tell(Event("seen", {"card": 1}, audience=frozenset({0, 1}))),
    "a fact for every other seat": Tell(Event("seen", {"card": 1}, audience=frozenset({1, 2}))),
}
"""What may come between two questions without ending the decision."""


def ask(seat: int, kind: str, *, opens: bool = False, void: tuple[int, ...] = ()) -> Ask:
    return Ask(
        seat=seat, kind=kind, options=("safe", "bold"), default=("safe",), opens=opens,
        void=frozenset(void),
    )  # fmt: skip


def told(kind: str = "told") -> Tell:
    return Tell(Event(kind))


def several(kind: str, *seats: int) -> Gather:
    return Gather(kind=kind, asks=tuple(ask(seat, kind) for seat in seats))


def game(*requests: Request) -> Game:
    """Return a game that puts these requests, an ask that is withdrawn again until answered."""

    def script() -> Script[Result]:
        for request in requests:
            while (yield request) == ():
                pass
        yield told("end")
        return Result(winners=(), scores=(0, 0, 0))

    def play(_seats: int, _options: Mapping[str, Value]) -> Play:
        return Play(script=script(), state=ToyState())

    return replace(TOY, play=play, leaves=lambda _state, _seat: True)


def started(found: Game) -> Driver:
    header = Header(game="toy", rules_version=1, seats=3, options={}, seed=b"s" * 32)
    driver = Driver(found, header)
    driver.start()
    return driver


def say(driver: Driver, *seats: int) -> None:
    for seat in seats or (0,):
        driver.answer(seat, driver.pending[seat].id, ["bold"])


def public(driver: Driver) -> tuple[str, int, tuple[int, ...], int]:
    """Return all that is public of what is asked: kind, number, seats, seconds."""
    return driver.waiting_kind, driver.step, driver.waiting, driver.seconds


@pytest.mark.parametrize("between", BETWEEN)
def test_what_the_same_seat_is_asked_next_is_the_same_decision_to_everybody_else(
    between: str,
) -> None:
    driver = started(game(ask(0, "play"), BETWEEN[between], ask(0, "pick"), ask(0, "target")))
    before = public(driver)
    assert before == ("play", 1, (0,), 0)
    assert not driver.goes_on
    for kind in ("pick", "target"):
        say(driver)
        assert public(driver) == before
        assert driver.pending[0].ask.kind == kind
        assert driver.goes_on


def test_the_number_of_an_own_question_is_a_new_one_all_the_same() -> None:
    driver = started(game(ask(0, "play"), ask(0, "pick")))
    first = driver.pending[0].id
    say(driver)
    assert driver.pending[0].id == first + 1


@pytest.mark.parametrize("told_to", [None, frozenset({SPECTATOR, 1})])
def test_what_a_spectator_is_told_ends_it(told_to: frozenset[int] | None) -> None:
    end = Tell(Event("moved", audience=told_to))
    driver = started(game(ask(0, "play"), ask(0, "pick"), end, ask(0, "pay")))
    say(driver)
    assert public(driver)[:2] == ("play", 1)
    say(driver)
    assert public(driver)[:2] == ("pay", 2)
    assert not driver.goes_on


def test_another_seat_decides_for_itself_and_so_does_the_first_one_after_it() -> None:
    driver = started(game(ask(0, "play"), ask(1, "guard"), ask(0, "pick")))
    seen = [public(driver)[:3]]
    for seat in (0, 1):
        say(driver, seat)
        seen.append(public(driver)[:3])
    assert seen == [("play", 1, (0,)), ("guard", 2, (1,)), ("pick", 3, (0,))]


def test_a_question_to_several_at_once_goes_on_with_nothing_and_nothing_with_it() -> None:
    driver = started(game(ask(0, "play"), several("bid", 0), ask(0, "pick"), ask(0, "pay")))
    seen = [public(driver)[:2]]
    for _ in range(3):
        say(driver)
        seen.append(public(driver)[:2])
    assert seen == [("play", 1), ("bid", 2), ("pick", 3), ("pick", 3)]


def test_an_ask_that_opens_a_decision_does_so_though_nothing_was_told() -> None:
    driver = started(game(ask(0, "under"), ask(0, "play", opens=True), ask(0, "target")))
    seen = [public(driver)[:2]]
    for _ in range(2):
        say(driver)
        seen.append(public(driver)[:2])
    assert seen == [("under", 1), ("play", 2), ("play", 2)]


def test_a_window_is_a_decision_of_its_own_each_time() -> None:
    windows = replace(
        game(ask(0, "guard"), ask(0, "guard"), ask(0, "pay")), windows=frozenset({"guard"})
    )
    driver = started(windows)
    seen = [public(driver)[:2]]
    for _ in range(2):
        say(driver)
        seen.append(public(driver)[:2])
    assert seen == [("guard", 1), ("guard", 2), ("guard", 2)]


def test_that_another_player_leaves_for_good_does_not_end_it() -> None:
    driver = started(game(ask(0, "play"), ask(0, "pick"), ask(0, "target")))
    say(driver)
    before = public(driver)
    driver.leave(1)
    assert public(driver) == before
    say(driver)
    assert public(driver) == before


def test_an_ask_that_is_withdrawn_and_put_again_is_the_same_decision() -> None:
    driver = started(game(ask(0, "play"), ask(0, "pick", void=(1,)), ask(0, "target")))
    say(driver)
    before, old = public(driver), driver.pending[0].id
    driver.leave(1)
    assert driver.pending[0].id == old + 1
    assert public(driver) == before


def test_that_somebody_who_has_left_would_be_asked_is_not_to_be_noticed() -> None:
    requests = (ask(0, "play"), ask(1, "guard"), several("bid", 1), ask(0, "pick"))
    driver = started(game(*requests))
    driver.leave(1)
    before = public(driver)
    say(driver)
    assert driver.pending[0].ask.kind == "pick"
    assert public(driver) == before


def test_whoever_leaves_in_the_middle_of_it_is_asked_nothing_more() -> None:
    driver = started(game(ask(0, "play"), ask(0, "pick"), ask(0, "target"), ask(2, "play")))
    say(driver)
    driver.leave(0)
    assert public(driver)[:3] == ("play", 2, (2,))
    assert not driver.goes_on


def test_when_the_game_is_over_nothing_is_asked() -> None:
    driver = started(game(ask(0, "play"), ask(0, "pick")))
    say(driver)
    say(driver)
    assert driver.status is Status.OVER
    assert driver.waiting_kind == ""
    assert not driver.goes_on


WHOLE = game(
    ask(0, "play"), BETWEEN["a draw"], ask(0, "pick"), told(), ask(0, "pay"), ask(1, "guard"),
    several("bid", 0, 2), ask(2, "play"), ask(2, "play", opens=True), ask(2, "pick", void=(1,)),
)  # fmt: skip


def _played() -> tuple[Driver, list[tuple[object, ...]]]:
    """Play a game with all of it; return it and what was public after each entry of the journal."""
    driver, left = started(WHOLE), False
    seen: list[tuple[object, ...]] = []
    while driver.status is Status.RUNNING:
        seen.append((*public(driver), driver.goes_on))
        open_now = {seat: p.ask for seat, p in driver.pending.items() if p.answer is None}
        if not left and any(ask.void for ask in open_now.values()):
            driver.leave(1)
            left = True
        else:
            say(driver, min(open_now))
    return driver, seen


def test_a_game_that_is_read_again_is_at_the_same_decision_after_every_entry() -> None:
    driver, seen = _played()
    assert {kind for kind, *_ in seen} == {"play", "pay", "guard", "bid"}
    journal = decode_journal(encode_journal(driver.journal))
    stops = [
        (*public(again), again.goes_on)
        for again in retrace(WHOLE, journal)
        if again.status is Status.RUNNING
    ]
    assert stops == seen
    lengths = range(len(journal.entries))
    parts = [Journal(header=journal.header, entries=journal.entries[:n]) for n in lengths]
    found = [(*public(again), again.goes_on) for again in (replay(WHOLE, p) for p in parts)]
    assert list(dict.fromkeys(found)) == list(dict.fromkeys(seen))


@pytest.mark.parametrize(
    "other",
    [
        (ask(0, "play"), ask(0, "target")),
        (ask(0, "play"), ask(0, "pay"), ask(0, "pick"), ask(0, "target")),
        (ask(0, "play"), Chance(kind="coin", outcomes=("a", "b")), ask(0, "pick")),
    ],
)
def test_nobody_else_can_tell_what_a_seat_is_asked_or_how_often(other: tuple[Request, ...]) -> None:
    """The twins of the report: a skill that asks before it is announced, and a card that does not.

    Everything that is sent to the others is the same after every answer, one question or three.
    """
    frames: dict[int, set[bytes]] = {viewer: set() for viewer in viewers(3)}
    for requests in ((ask(0, "play"),), (ask(0, "play"), ask(0, "pick")), other):
        driver = started(game(*requests))
        watches = [Watch(driver, viewer) for viewer in viewers(3)]
        while driver.status is Status.RUNNING:
            for watch in watches:
                frames[watch.observer.viewer].add(watch.frame())
            say(driver)
    assert all(len(frames[viewer]) == 1 for viewer in (1, 2, SPECTATOR))
    assert len(frames[0]) > 1
