"""Slow Growth (N81-17.12)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, Position, Table


@pytest.mark.rule("N81-17.12")
def test_it_heals_at_the_start_with_a_delayed_basic() -> None:
    t = Table(Position(who={P2: "tai"}, zones={P2: "evade"}, warm={P2: 2}))
    t.do("pass", (P2, "w_trigger", "slow_growth"))
    assert t.counters(P2) == (0, 1, 0)


@pytest.mark.rule("N81-17.12")
@pytest.mark.parametrize("zone", ["", "calamity"])
def test_it_needs_a_delayed_basic(zone: str) -> None:
    t = Table(Position(who={P2: "tai"}, zones={P2: zone}, warm={P2: 2}, pile="H7a"))
    t.do("pass")
    assert t.used_skills == []


@pytest.mark.rule("N81-17.12", "N81-17.7", "N81-8.10")
def test_no_card_cancels_it_but_the_brined_cannot_recover() -> None:
    t = Table(
        Position(
            who={P1: "lu_niang", P2: "tai"},
            hands={P1: "attack_plain"},
            zones={P2: "CJa"},
            warm={P2: 2},
        )
    )
    t.use("attack_plain", 1, (P1, "w_trigger", "brine"))
    t.stop()
    assert t.used_skills == ["brine"]
    assert t.counters(P2) == (0, 2, 0)


@pytest.mark.rule("N81-17.12", "N81-15.5", "N81-5.8")
def test_it_comes_too_late_for_who_dies_of_attrition_before_it() -> None:
    zone, warm, caps = {P2: "evade"}, {P2: 2}, {P2: 3}
    t = Table(Position(seats=4, who={P2: "tai"}, zones=zone, warm=warm, caps=caps, round=21))
    t.do("pass")
    assert not t.alive(P2)
    assert t.asked == (P3, "play")
    assert t.used_skills == []


@pytest.mark.rule("N81-17.12", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P2: "tai"}, zones={P2: "evade"}, warm={P2: 2}, decks={P2: ""}))
    t.do("pass")
    assert t.used_skills == []
    assert t.alive(P1)
