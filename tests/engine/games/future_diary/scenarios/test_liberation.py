"""Scenarios FD-S53 and FD-S54: Liberation (rules page 18.4)."""

from __future__ import annotations

import pytest

from engine.games.future_diary.terms import Code
from tests.engine.games.future_diary.table import (
    forced,
    hit,
    kill,
    liberated,
    play,
    sheet,
    table,
)


@pytest.mark.rule("FD-S53", "FD-12.1.3", "FD-9.7")
def test_liberation_a_switches_mercy_off_but_does_not_let_8th_kill() -> None:
    world = table(allied={(13, 1)}, know={(8, 9)})
    played = play(world, P13=liberated("a", 8), P3=sheet(kill(8)), P8=sheet(kill(9)))
    assert played.code(8, 9) is Code.NO_RIGHT
    assert played.dead == (8,)


@pytest.mark.rule("FD-9.7", "FD-3.7")
@pytest.mark.parametrize("seat", [2, 3, 5, 7, 10])
def test_liberation_a_switches_every_kill_skill_off(seat: int) -> None:
    """Blacken, Raid by day and night, the second guess, the second kill, the dogs."""
    world = table(allied={(13, 1)}, fl={3, 5, 7, 10, 15}, act=2)
    orders = {
        2: sheet(kill(4, blacken="none"), night=hit(6, blacken="none")),
        3: sheet(kill(4), night=hit(6)),
        5: sheet(night=hit(6, "first", "sixth")),
        7: sheet(night=(hit(4, "first"), hit(6, "sixth"))),
        10: sheet(night=hit(6)),
    }
    freely = play(world, sheets={seat: orders[seat]})
    bound = play(world, sheets={13: liberated("a", seat), seat: orders[seat]})
    assert freely.dead
    assert bound.dead == ()


@pytest.mark.rule("FD-3.7", "FD-12.13.2", "FD-12.6.3", "FD-12.14.4")
def test_what_liberation_a_voided_is_not_used_up() -> None:
    world = table(allied={(13, 1)}, know={(5, 6), (14, 4)})
    orders = {
        12: sheet(hypnosis=forced(11, "none")),
        5: sheet(black_heart=6),
        14: sheet(gamble=4),
        11: sheet(law=4),
    }
    for seat, order in orders.items():
        played = play(world, sheets={13: liberated("a", seat), seat: order}, law=forced(1, "flee"))
        after = played.world.seats[seat]
        assert dict(after.skill_from) == {}
        assert after.spent == frozenset()
        assert after.ready_from == 1
        assert played.dead == ()
        assert played.outcome.finals[1].by == "submitted"


@pytest.mark.rule("FD-S54", "FD-9.1", "FD-9.5", "FD-12.1.3")
def test_priority_resolves_a_kill_before_all_others() -> None:
    world = table(allied={(13, 1)}, know={(4, 6), (6, 4)})
    played = play(world, P4=sheet(kill(6)), P6=sheet(kill(4)), P13=liberated("c", 6))
    assert played.code(4, 6) is Code.KILLER_DOWN
    assert played.dead == (4,)


@pytest.mark.rule("FD-9.1", "FD-12.1.3")
def test_priority_holds_by_night_and_for_gamble_too() -> None:
    world = table(allied={(13, 1)}, fl={4, 6})
    orders = {4: sheet(night=hit(6, "sixth")), 6: sheet(night=hit(4, "fourth"))}
    assert play(world, sheets={**orders, 13: liberated("c", 6)}).dead == (4,)
    world = table(allied={(13, 1)}, know={(14, 4), (4, 6)})
    orders = {14: sheet(gamble=4), 4: sheet(kill(6))}
    assert play(world, sheets=orders).dead == (4, 6)
    assert play(world, sheets={**orders, 13: liberated("c", 14)}).dead == (4,)
