"""Gate 4: every card is in exactly one zone after each event; somebody can act; games end.

Also: a view made afresh at any ask (a reconnect) equals the one that was there all along.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.driver import Driver, Status
from engine.event import Event
from engine.journal import By
from engine.view import Observer, ask_view
from tests.engine.gates.playing import Setup, begin, looked_at, run, setups, viewers

DRAWN = {"future_diary", "no81"}
"""Games that may end without a winner (FD-14.1, FD-14.3, N81-15.6)."""


def cards(driver: Driver) -> Counter[str]:
    """Return how often each card lies in any zone."""
    return Counter(c for zone in driver.game.zones(driver.state).values() for c in zone)


@pytest.mark.parametrize("setup", setups(6), ids=str)
def test_every_card_is_in_exactly_one_zone_after_each_event(setup: Setup) -> None:
    whole = Counter(
        c
        for zone in setup.game.zones(setup.game.play(setup.seats, setup.options).state).values()
        for c in zone
    )
    assert whole
    assert set(whole.values()) == {1}

    def look(driver: Driver, event: Event) -> None:
        assert cards(driver) == whole, event

    run(setup, on_event=look)


@pytest.mark.parametrize("setup", setups(6), ids=str)
def test_somebody_can_always_act_and_the_game_ends_with_a_winner_unless_drawn(setup: Setup) -> None:
    def look(driver: Driver) -> None:
        if driver.status is Status.RUNNING:
            assert any(not pending.ask.settled for pending in driver.pending.values())
            for pending in driver.pending.values():
                assert pending.ask.options or pending.ask.text
                assert len(set(pending.ask.options)) == len(pending.ask.options)

    driver = run(setup, on_step=look)
    assert driver.result is not None
    assert driver.result.winners or setup.game.id in DRAWN
    assert len(driver.result.scores) == setup.seats


@pytest.mark.report("lila#12318")
@pytest.mark.parametrize("setup", setups(3), ids=str)
def test_a_game_of_nothing_but_time_outs_ends(setup: Setup) -> None:
    driver = begin(setup)
    driver.start()
    while driver.status is Status.RUNNING:
        asked = driver.pending.items()
        seat, pending = next((s, p) for s, p in asked if p.answer is None and not p.ask.settled)
        driver.answer(seat, pending.id, pending.ask.default, by=By.TIMEOUT)
    assert driver.status is Status.OVER


@pytest.mark.report("netrunner#4374")
@pytest.mark.report("govariants#500")
@pytest.mark.parametrize("setup", setups(2), ids=str)
def test_whoever_comes_back_at_any_ask_sees_what_they_would_have_seen(setup: Setup) -> None:
    stayed: list[Observer] = []

    def look(driver: Driver) -> None:
        if not stayed:
            stayed.extend(Observer(driver, v) for v in viewers(setup.seats))
        for observer in stayed if looked_at(setup, driver) else ():
            observer.update()
            back = Observer(driver, observer.viewer)
            back.update()
            assert back.events == observer.events
            assert back.fold.plain() == observer.fold.plain()
            assert back.ask == observer.ask == ask_view(driver, observer.viewer)

    run(setup, on_step=look)


@pytest.mark.parametrize("setup", setups(1), ids=str)
def test_a_view_that_was_handed_out_never_changes(setup: Setup) -> None:
    kept: list[tuple[dict[str, object], str]] = []
    observers: list[Observer] = []

    def look(driver: Driver) -> None:
        if not observers:
            observers.extend(Observer(driver, v) for v in viewers(setup.seats))
        for observer in observers if looked_at(setup, driver) else ():
            observer.update()
            view = observer.fold.plain()
            kept.append((view, repr(view)))

    run(setup, on_step=look)
    assert all(repr(view) == text for view, text in kept)
