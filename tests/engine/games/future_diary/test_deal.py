"""Lobby and deal: personas, ring, roles, loops, and what each learns of it (FD-2)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.driver import Driver
from engine.errors import Refused
from engine.event import SPECTATOR
from engine.games.future_diary.deal import STOCK
from engine.games.future_diary.game import GAME
from engine.games.future_diary.roles import FIRST_LOOP
from engine.games.future_diary.terms import Loop, Reject, Role, Step
from engine.journal import Header


def start(seats: int, seed: int = 0) -> Driver:
    options = GAME.configure(seats, {})
    header = Header(
        game=GAME.id, rules_version=1, seats=seats, options=options, seed=bytes([seed]) * 32
    )
    driver = Driver(GAME, header)
    driver.start()
    return driver


def say(driver: Driver, chair: int, *words: str) -> None:
    driver.answer(chair, driver.pending[chair].id, words)


def code(driver: Driver, chair: int, *words: str) -> str:
    with pytest.raises(Refused) as refused:
        say(driver, chair, *words)
    return refused.value.code


def all_ready(driver: Driver) -> None:
    for chair in range(driver.journal.header.seats):
        say(driver, chair, "ready")


def told(driver: Driver, viewer: int, kind: str) -> list[dict[str, object]]:
    seen = (event.seen_by(viewer) for event in driver.events)
    return [dict(event) for event in seen if event is not None and event["kind"] == kind]


@pytest.mark.rule("FD-2.7", "FD-3.1")
def test_a_persona_is_unique_printable_short_and_no_stock_name() -> None:
    driver = start(5)
    assert driver.waiting_kind == Step.LOBBY
    say(driver, 0, "persona", "Grey Owl")
    assert code(driver, 1, "persona", "grey OWL") == Reject.PERSONA_TAKEN
    assert code(driver, 1, "persona", "ｇｒｅｙ ｏｗｌ") == Reject.PERSONA_TAKEN
    for name in ("", "#fox", " a", "x" * 17, "a\tb"):
        assert code(driver, 1, "persona", name) == Reject.UNREADABLE
    say(driver, 0, "persona", "grey owl")
    say(driver, 1, "persona", "x" * 16)
    assert (
        code(driver, 1, "submit")
        == code(driver, 1, "predict", "1", "first")
        == (Reject.NOT_YOUR_STEP)
    )


@pytest.mark.rule("FD-2.7", "FD-16")
def test_personas_are_public_in_the_lobby_but_not_whose_they_are() -> None:
    driver = start(5)
    say(driver, 3, "persona", "Zinc")
    say(driver, 1, "persona", "Amber")
    last = told(driver, SPECTATOR, "persona")[-1]
    assert last == {"kind": "persona", "personas": ("Amber", "Zinc")}
    assert told(driver, 1, "persona")[-1]["mine"] == "Amber"
    assert "mine" not in told(driver, 3, "persona")[-1]


@pytest.mark.rule("FD-2.7", "FD-2.6")
def test_who_picked_none_gets_a_stock_name_of_its_own() -> None:
    driver = start(8)
    say(driver, 3, "persona", "first")
    all_ready(driver)
    personas = told(driver, SPECTATOR, "dealt")[0]["personas"]
    assert isinstance(personas, tuple)
    assert len(set(personas)) == 8
    assert set(personas) - set(STOCK) == {"first"}
    seat = driver.state.seat_of(3)
    assert personas[seat - 1] == "first"
    assert len(STOCK) == len(set(STOCK)) >= 40
    assert all(name.startswith("#") and 2 <= len(name) <= 16 for name in STOCK)


@pytest.mark.rule("FD-2.5", "FD-16")
def test_each_seat_learns_its_own_role_and_loop_and_others_nothing() -> None:
    driver = start(15)
    all_ready(driver)
    assert set(told(driver, SPECTATOR, "dealt")[0]) == {"kind", "personas"}
    world = driver.state.world
    for chair in range(15):
        (mine,) = told(driver, chair, "dealt")
        seat = world.seats[driver.state.seat_of(chair)]
        assert (mine["seat"], mine["role"], mine["loop"]) == (
            seat.number, seat.true_name, seat.loop,
        )  # fmt: skip
        partner = world.partner(seat.number)
        assert mine["partner"] == partner
        assert (partner is not None) == (seat.role is Role.SEVENTH)
        assert seat.ledger == ()


@settings(max_examples=60, deadline=None)
@given(st.integers(5, 15), st.integers(0, 255))
@pytest.mark.rule("FD-2.4", "FD-2.6", "FD-2.1", "FD-4.11")
def test_second_is_joined_by_as_many_as_the_size_has_and_first_never(seats: int, seed: int) -> None:
    driver = start(seats, seed)
    all_ready(driver)
    world = driver.state.world
    loops = {seat.true_name: seat.loop for seat in world.seats.values()}
    assert sum(loop is Loop.FIRST for loop in loops.values()) == FIRST_LOOP[seats]
    assert loops["second"] is Loop.FIRST
    assert loops["first"] is Loop.SECOND
    assert loops.get("seventh/man") is loops.get("seventh/woman")
    assert sorted(driver.state.chairs) == list(range(seats))
    assert list(world.seats) == list(range(1, seats + 1))
    assert all(seat.charge for seat in world.seats.values())


@pytest.mark.rule("FD-2.4")
def test_any_role_but_first_and_second_may_be_drawn_as_companion() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(60):
        driver = start(7, seed)
        all_ready(driver)
        seats = driver.state.world.seats.values()
        drawn.update(s.true_name for s in seats if s.loop is Loop.FIRST)
    assert drawn.pop("second") == 60
    assert set(drawn) == {"fourth", "ninth", "tenth", "twelfth", "third"}


@pytest.mark.rule("FD-2.8")
def test_all_chance_is_the_seeds_and_journaled() -> None:
    one, two, other = start(8, 1), start(8, 1), start(8, 2)
    for driver in (one, two, other):
        all_ready(driver)
    assert one.state.world == two.state.world != other.state.world
    assert sum(entry.seat == -1 for entry in one.journal.entries) == 3 + FIRST_LOOP[8] - 1
