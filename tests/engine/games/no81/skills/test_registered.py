"""Registered Letter (N81-17.13)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import (
    P1,
    P2,
    P3,
    Position,
    Table,
    dead_in_check,
    unanswered,
)


@pytest.mark.rule("N81-17.13", "N81-20.2")
def test_it_gives_a_card_and_shows_the_hand_to_the_giver_alone() -> None:
    t = Table(Position(seats=3, who={P1: "ke_zhi"}, hands={P1: "H7a", P2: "C2a"}))
    t.do("skill:registered", (P1, "target", P2), (P1, "give", "H7a"))
    assert t.told("looked", P1)[0]["cards"] == ("C2a", "H7a")
    assert "cards" not in t.told("looked", P2)[0]
    gift = next(e for e in t.told("moved", P3) if e["to"] == "hand:1")
    assert "cards" not in gift
    assert sorted(t.view(P1)["seats"][P2]["notes"]) == ["C2a", "H7a"]
    assert t.view(P3)["seats"][P2]["notes"] == []


@pytest.mark.rule("N81-17.13", "N81-17.0")
def test_it_is_offered_once_a_turn_and_needs_a_card_to_give() -> None:
    t = Table(Position(who={P1: "ke_zhi"}, hands={P1: "H7a H8a"}))
    t.do("skill:registered", (P1, "give", "H7a"))
    assert "skill:registered" not in t.options()
    assert "skill:registered" not in Table(Position(who={P1: "ke_zhi"})).options()


@pytest.mark.rule("N81-17.13", "N81-17.0", "N81-9.7.2")
def test_no_window_opens_so_even_a_pact_in_hand_cannot_cancel_it() -> None:
    t = Table(Position(who={P1: "ke_zhi"}, hands={P1: "H7a", P2: "HJa"}))
    unanswered(t, "skill:registered")
    assert sorted(t.state.players[P2].hand) == ["H7a", "HJa"]


@pytest.mark.rule("N81-17.13", "N81-5.8")
def test_nothing_in_it_can_kill_its_owner_and_a_dead_owner_gets_no_play_phase() -> None:
    assert dead_in_check("ke_zhi", hands={P1: "H8a"}).used_skills == []


@pytest.mark.rule("N81-17.13")
def test_nobody_can_die_of_it_and_the_dead_get_no_letters() -> None:
    t = Table(Position(seats=4, who={P1: "ke_zhi"}, dead=(P2,), hands={P1: "H7a"}))
    assert t.targets("skill:registered") == ("2", "3")


@pytest.mark.rule("N81-17.13", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P1: "ke_zhi"}, hands={P1: "H7a"}, decks={P1: ""}))
    assert "skill:registered" not in t.options()
