"""Fair Scales (N81-17.5)."""

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


@pytest.mark.rule("N81-17.5", "N81-6.12", "N81-20.2")
def test_two_cards_change_hands_that_only_the_two_see() -> None:
    t = Table(Position(seats=3, who={P1: "gu_sancheng"}, hands={P1: "H7a H8a", P2: "C2a"}))
    t.do("skill:fair_scales", (P1, "secret", "H7a"), (P2, "secret", "C2a"))
    assert t.state.players[P1].hand == ["H8a", "C2a"]
    assert t.state.players[P2].hand == ["H7a"]
    for viewer, seen in ((P1, True), (P2, True), (P3, False)):
        moved = [e for e in t.told("moved", viewer) if str(e["to"]).startswith("hand")]
        assert [("cards" in e) for e in moved] == [seen, seen]


@pytest.mark.rule("N81-17.5", "N81-6.12")
def test_both_are_asked_at_once_and_nothing_moves_before_both_have_picked() -> None:
    t = Table(Position(who={P1: "gu_sancheng"}, hands={P1: "H7a", P2: "C2a"}))
    t.answer(P1, "skill:fair_scales")
    assert t.driver.waiting == (P1, P2)
    t.answer(P1, "H7a")
    assert t.state.players[P1].hand == ["H7a"]
    assert t.driver.waiting == (P1, P2)
    t.answer(P2, "C2a")
    assert t.state.players[P1].hand == ["C2a"]
    assert "skill:fair_scales" not in t.options()


@pytest.mark.rule("N81-17.5", "N81-17.0", "N81-9.7.2")
def test_no_window_opens_so_even_a_pact_in_hand_cannot_cancel_it() -> None:
    t = Table(Position(who={P1: "gu_sancheng"}, hands={P1: "H7a", P2: "HJa"}))
    unanswered(t, "skill:fair_scales")
    assert t.state.players[P1].hand == ["HJa"]


@pytest.mark.rule("N81-17.5", "N81-5.8")
def test_nothing_in_it_can_kill_its_owner_and_a_dead_owner_gets_no_play_phase() -> None:
    assert dead_in_check("gu_sancheng", hands={P1: "H8a", P2: "C2a"}).used_skills == []


@pytest.mark.rule("N81-17.5")
def test_nobody_can_die_of_it_and_neither_the_dead_nor_the_empty_handed_are_chosen() -> None:
    hands = {P1: "H7a", P3: "C2a", P4: "C4a"}
    t = Table(Position(seats=5, who={P1: "gu_sancheng"}, dead=(P2,), hands=hands))
    assert t.targets("skill:fair_scales") == ("2", "3")


@pytest.mark.rule("N81-17.5", "N81-10.2")
def test_they_are_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P1: "gu_sancheng"}, hands={P1: "H7a", P2: "C2a"}, decks={P1: ""}))
    assert "skill:fair_scales" not in t.options()
