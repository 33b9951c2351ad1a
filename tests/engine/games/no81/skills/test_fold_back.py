"""Fold Back (N81-17.10)."""

from __future__ import annotations

import pytest

from engine.games.no81.glossary import Phase
from tests.engine.games.no81.position import P1, P2, P3, Position, Table, karma_place


@pytest.mark.rule("N81-17.10", "N81-17.0")
def test_a_cost_goes_under_the_deck_once_a_turn() -> None:
    t = Table(
        Position(
            who={P1: "zhi_he"},
            hands={P1: "amplify amplify"},
            decks={P1: "3:attack_warm 4:attack_warm"},
        )
    )
    t.use("amplify", 1, (P1, "w_trigger", "fold_back"))
    assert t.deck(P1) == ["4-attack_warm", "3-attack_warm"]
    assert t.view(P2)["seats"][P1]["deck"] == [None, "M0-3-attack_warm"]
    t.use("amplify", 1)
    assert t.spent(P1) == ["4-attack_warm"]
    assert t.state.players[P1].amplify == 2


@pytest.mark.rule("N81-17.10", "N81-9.5.2")
def test_what_another_makes_its_owner_discard_goes_under_too() -> None:
    t = Table(
        Position(who={P2: "zhi_he"}, hands={P1: "off_guard H7a"}, decks={P2: "9:mana_spring"})
    )
    t.use("off_guard", 2, (P1, "target", P2), (P1, "pay", "H7a"), (P2, "w_trigger", "fold_back"))
    assert t.deck(P2) == ["9-mana_spring"]
    assert not t.broken(P2)


@pytest.mark.rule("N81-17.10", "N81-4.7")
def test_it_is_not_offered_for_taking_or_revealing() -> None:
    t = Table(
        Position(
            who={P1: "zhi_he"},
            zones={P1: "calamity"},
            since=Phase.CHECK,
            decks={P1: "A:attack_cold 2:attack_cold 3:attack_warm"},
        )
    )
    t.go((P1, "check", "mind"), (P1, "draw", "1"))
    assert t.used_skills == []
    assert t.spent(P1) == ["A-attack_cold"]


@pytest.mark.rule("N81-17.10", "N81-6.2", "N81-9.7.2")
def test_it_stays_folded_if_the_event_that_was_paid_for_is_cancelled() -> None:
    t = Table(
        Position(
            who={P1: "zhi_he"},
            hands={P1: "M0-Q-energy_burst", P2: "HJa"},
            decks={P1: "3:attack_warm 4:attack_warm"},
        )
    )
    t.do("use:M0-Q-energy_burst:1", (P1, "w_trigger", "fold_back"), (P2, "w_event", "pact:HJa"))
    assert t.deck(P1) == ["4-attack_warm", "3-attack_warm"]
    assert t.hp(P2) == (6, 6)


@pytest.mark.rule("N81-17.10", "N81-8.8")
def test_the_deck_of_a_dead_owner_goes_home_without_it() -> None:
    t = Table(Position(seats=3, who={P2: "zhi_he"}, hands={P1: "attack_plain"}, caps={P2: 1}))
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P2)
    assert t.deck(P2) == []
    assert len(t.state.removed) == 3
    assert t.used_skills == []


@pytest.mark.rule("N81-17.10", "N81-9.16.2", "N81-14.8", "N81-6.8")
def test_a_last_card_that_is_folded_back_in_a_window_keeps_its_owner_in_the_game() -> None:
    t = Table(
        karma_place(
            skills={P2: "fold_back"},
            hands={P1: "attack_plain"},
            zones={P2: "CJa"},
            decks={P2: "5:haste"},
        )
    )
    t.use(
        "attack_plain",
        1,
        (P1, "target", P2),
        (P2, "w_guard", "haste:CJa"),
        (P2, "w_trigger", "fold_back"),
    )
    assert t.alive(P2)
    assert t.deck(P2) == ["5-haste"]
    assert t.counters(P2) == (0, 0, 1)
    assert t.alive(P3)


@pytest.mark.rule("N81-17.10", "N81-10.1")
def test_a_broken_mind_has_no_card_that_could_be_folded_back() -> None:
    t = Table(
        Position(who={P2: "zhi_he"}, hands={P1: "attack_plain"}, zones={P2: "CJa"}, decks={P2: ""})
    )
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    assert t.options(P2) == ("pass",)
