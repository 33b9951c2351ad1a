"""Blind Buy (N81-17.8)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import (
    P1,
    P2,
    P3,
    P4,
    Position,
    Table,
    dead_in_check,
    unanswered,
)


@pytest.mark.rule("N81-17.8", "N81-20.2")
def test_it_takes_a_random_hand_card_that_only_the_two_see() -> None:
    t = Table(Position(seats=3, who={P1: "faceless"}, hands={P1: "H7a", P3: "C2a S3a"}), "S3a")
    t.do("skill:blind_buy")
    assert t.hand(P1) == ["attack_cold"]
    assert t.discarded() == ["guard"]
    for viewer, seen in ((P1, True), (P2, False), (P3, True)):
        moved = next(e for e in t.told("moved", viewer) if e["to"] == "hand:0")
        assert ("cards" in moved) is seen


@pytest.mark.rule("N81-17.8", "N81-17.0")
def test_it_is_offered_once_a_turn_and_needs_a_card_to_discard() -> None:
    t = Table(Position(who={P1: "faceless"}, hands={P1: "H7a H8a", P2: "C2a C4a"}))
    t.do("skill:blind_buy", (P1, "pay", "H7a"))
    assert "skill:blind_buy" not in t.options()
    poor = Table(Position(who={P1: "faceless"}, hands={P2: "C2a"}))
    assert "skill:blind_buy" not in poor.options()


@pytest.mark.rule("N81-17.8", "N81-17.0", "N81-9.7.2")
def test_no_window_opens_so_even_a_pact_in_hand_cannot_cancel_it() -> None:
    t = Table(Position(who={P1: "faceless"}, hands={P1: "H7a", P2: "HJa"}))
    unanswered(t, "skill:blind_buy")
    assert t.state.players[P1].hand == ["HJa"]


@pytest.mark.rule("N81-17.8", "N81-5.8")
def test_nothing_in_it_can_kill_its_owner_and_a_dead_owner_gets_no_play_phase() -> None:
    assert dead_in_check("faceless", hands={P1: "H8a", P2: "C2a"}).used_skills == []


@pytest.mark.rule("N81-17.8")
def test_nobody_can_die_of_it_and_neither_the_dead_nor_the_empty_handed_are_chosen() -> None:
    t = Table(
        Position(
            seats=5,
            who={P1: "faceless"},
            dead=(P2,),
            hands={P1: "H7a", P4: "C2a", P3: "C4a"},
        )
    )
    assert t.targets("skill:blind_buy") == ("2", "3")


@pytest.mark.rule("N81-17.8", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P1: "faceless"}, hands={P1: "H7a", P2: "C2a"}, decks={P1: ""}))
    assert "skill:blind_buy" not in t.options()
