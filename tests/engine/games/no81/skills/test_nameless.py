"""Nameless (N81-17.8)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, P4, Position, Table


def far(**more: object) -> Position:
    """Return a table of five at which P3, two steps away, is the Faceless Buyer."""
    position = Position(
        seats=5, who={P3: "faceless"}, hands={P1: "pact calamity attack_plain M0-Q-energy_burst"}
    )
    for name, value in more.items():
        setattr(position, name, value)
    return position


@pytest.mark.rule("N81-17.8", "N81-9.0.6")
def test_distant_single_target_events_cannot_choose_its_owner() -> None:
    t = Table(far())
    assert t.targets(f"use:{t.card(P1, 'pact')}:1") == ("1", "3", "4")
    u = Table(far())
    assert u.targets(f"use:{u.card(P1, 'calamity')}:1") == ("0", "1", "3", "4")


@pytest.mark.rule("N81-17.8", "N81-16.5")
def test_nor_can_a_virtual_event() -> None:
    t = Table(far(who={P1: "dingxiang", P3: "faceless"}))
    t.answer(P1, "skill:theatrics")
    assert t.targets("calamity") == ("0", "1", "3", "4")


@pytest.mark.rule("N81-17.8", "N81-6.9")
def test_an_event_at_everybody_reaches_its_owner_who_may_cancel_its_share() -> None:
    t = Table(far()).do("use:M0-Q-energy_burst:1")
    assert t.hp(P3) == (5, 5)
    hands = {P1: "M0-Q-energy_burst", P3: "HJa"}
    u = Table(far(hands=hands)).do("use:M0-Q-energy_burst:1", (P3, "w_event", "pact:HJa"))
    assert u.hp(P3) == (6, 6)


@pytest.mark.rule("N81-17.8", "N81-9.11.1")
def test_attacks_are_no_events() -> None:
    t = Table(far(hands={P1: "amplify attack_plain"})).use("amplify", 1)
    assert str(P3) in t.targets(f"use:{t.card(P1, 'attack_plain')}:1")


@pytest.mark.rule("N81-17.8", "N81-7.1")
def test_its_owner_can_be_chosen_from_close_by_also_once_a_death_has_closed_the_circle() -> None:
    t = Table(Position(seats=4, who={P2: "faceless"}, hands={P1: "pact"}))
    assert "1" in t.targets(f"use:{t.card(P1, 'pact')}:1")
    u = Table(far(dead=(P2,)))
    assert "2" in u.targets(f"use:{u.card(P1, 'pact')}:1")


@pytest.mark.rule("N81-17.8", "N81-8.8")
def test_a_dead_owner_is_no_target_of_anything() -> None:
    t = Table(far(dead=(P3,)))
    assert t.targets(f"use:{t.card(P1, 'pact')}:1") == ("1", "3", "4")


@pytest.mark.rule("N81-17.8", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(far(decks={P3: ""}))
    assert "2" in t.targets(f"use:{t.card(P1, 'pact')}:1")
    assert t.alive(P4)
