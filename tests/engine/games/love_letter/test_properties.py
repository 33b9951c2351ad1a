"""What holds in every game of Love Letter, whoever plays and whatever is drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.event import Event
from engine.games.love_letter.cards import NUMBER
from engine.games.love_letter.game import GAME
from engine.games.love_letter.state import State
from engine.journal import Header
from tests.engine.gates.playing import answer_at_random

SEVENS = {"enoshima", "ikusaba"}
EXTRAS = ("alter_ego", "ishimaru_white", "genocider", "ikusaba")
games = given(
    seats=st.integers(2, 6),
    seed=st.binary(min_size=32, max_size=32),
    extras=st.sets(st.sampled_from(EXTRAS)),
)


def play(seats: int, seed: bytes, extras: set[str], look: Callable[[State, Event], None]) -> Driver:
    """Play a random game with ``look`` at every event, beside the true state."""
    options = GAME.configure(seats, {"crowded": "on", "extras": tuple(extras)})
    header = Header(game=GAME.id, rules_version=1, seats=seats, options=options, seed=seed)
    driver: Driver | None = None

    def on_event(event: Event) -> None:
        assert driver is not None
        look(driver.state, event)

    driver = Driver(GAME, header, on_event=on_event)
    dice = Dice(seed)
    driver.start()
    while driver.status is Status.RUNNING:
        answer_at_random(driver, dice)
    assert driver.status is Status.OVER, driver.fault
    return driver


@pytest.mark.rule("LL-7.1", "LL-6.9")
@pytest.mark.report("noname#4276")
@settings(max_examples=150, deadline=None)
@games
def test_no_effect_ever_reaches_a_protected_player(
    seats: int, seed: bytes, extras: set[str]
) -> None:
    def look(state: State, event: Event) -> None:
        fields = event.public
        if event.kind in {"look", "compare", "swap", "hand_over", "discard"}:
            reached = fields["target"] if "target" in fields else fields["seat"]
            assert isinstance(reached, int)
            assert "unaffected" not in state.protections[reached]
        if event.kind == "target" and fields["target"] != fields["seat"]:
            target = fields["target"]
            assert isinstance(target, int)
            assert "unchoosable" not in state.protections[target]
            assert target in state.alive
        if event.kind == "redeal":
            assert isinstance(fields["seats"], tuple)
            for seat in fields["seats"]:
                assert isinstance(seat, int)
                assert "unaffected" not in state.protections[seat]

    play(seats, seed, extras, look)


@pytest.mark.rule("LL-3.4", "LL-3.5")
@settings(max_examples=150, deadline=None)
@games
def test_the_mode_flips_at_most_once_a_round_and_only_by_the_own_area(
    seats: int, seed: bytes, extras: set[str]
) -> None:
    flips: list[int] = []

    def look(state: State, event: Event) -> None:
        if event.kind == "round_started":
            flips.clear()
        if event.kind == "mode" and event.public["flipped"]:
            seat = event.public["seat"]
            assert isinstance(seat, int)
            flips.append(seat)
            assert len(flips) == 1
            assert state.areas[seat], "with an empty area there is nothing to flip with"

    play(seats, seed, extras, look)


@pytest.mark.rule("LL-3.7", "LL-5.2", "LL-5.3")
@pytest.mark.report("lykos#387")
@settings(max_examples=150, deadline=None)
@games
def test_nobody_dies_twice_and_nobody_lives_on_with_a_deadly_card(
    seats: int, seed: bytes, extras: set[str]
) -> None:
    dead: list[int] = []

    def look(state: State, event: Event) -> None:
        if event.kind == "round_started":
            dead.clear()
        if event.kind == "eliminated":
            seat = event.public["seat"]
            assert isinstance(seat, int)
            assert seat not in dead
            dead.append(seat)
            assert state.hands[seat] == []
        if event.kind == "played":
            for seat in state.alive:
                assert not (state.mode == "hope" and "monokuma" in state.areas[seat])
                assert not (state.mode == "despair" and SEVENS & set(state.areas[seat]))
            player = event.public["seat"]
            assert isinstance(player, int)
            both = [*state.hands[player], str(state.table)]
            twelve = sum(NUMBER[c] for c in both) >= 12 and SEVENS & set(both)
            assert not (state.mode == "hope" and twelve)

    play(seats, seed, extras, look)


@pytest.mark.rule("LL-3.1", "LL-4.1", "LL-4.2", "LL-7.3")
@settings(max_examples=150, deadline=None)
@games
def test_turns_pass_clockwise_and_a_round_ends_exactly_when_it_must(
    seats: int, seed: bytes, extras: set[str]
) -> None:
    last: list[int] = []

    def look(state: State, event: Event) -> None:
        if event.kind == "round_started":
            last.clear()
        if event.kind == "turn":
            seat = event.public["seat"]
            assert isinstance(seat, int)
            assert state.deck
            assert len(state.alive) > 1
            if last and not event.public["extra"]:
                between = [(last[-1] + step) % seats for step in range(1, seats + 1)]
                assert seat == next(s for s in between if s in state.alive)
            if event.public["extra"]:
                assert seat == last[-1]
            last.append(seat)
        if event.kind == "round_over":
            assert not state.deck or len(state.alive) <= 1
            winners = event.public["winners"]
            assert isinstance(winners, tuple)
            assert set(winners) <= set(state.alive)
            if not state.deck and len(state.alive) > 1:
                best = max(NUMBER[state.hands[s][0]] for s in state.alive)
                assert list(winners) == [
                    s for s in state.alive if NUMBER[state.hands[s][0]] == best
                ]

    play(seats, seed, extras, look)


@pytest.mark.rule("LL-6.4")
@settings(max_examples=150, deadline=None)
@games
def test_everybody_still_in_holds_one_card_between_turns(
    seats: int, seed: bytes, extras: set[str]
) -> None:
    def look(state: State, event: Event) -> None:
        if event.kind in {"turn", "round_over"}:
            assert all(len(state.hands[s]) == 1 for s in state.alive)

    driver = play(seats, seed, extras, look)
    assert driver.result is not None
    assert len(driver.result.winners) == 1
