"""Short Weight (N81-17.5)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, P4, Position, Table, dead_in_check


@pytest.mark.rule("N81-17.5")
@pytest.mark.parametrize(("hands", "drawn"), [("H7a", 1), ("H7a H8a", 0)])
def test_its_owner_draws_if_nobody_has_fewer_cards(hands: str, drawn: int) -> None:
    t = Table(Position(who={P1: "gu_sancheng"}, hands={P1: hands, P2: "C2a"}))
    t.do("pass", *([(P1, "w_trigger", "short_weight")] if drawn else []))
    assert len(t.state.players[P1].hand) == len(hands.split()) + drawn


@pytest.mark.rule("N81-17.5", "N81-5.4")
def test_hands_are_counted_after_the_discard_phase() -> None:
    t = Table(Position(who={P1: "gu_sancheng"}, caps={P1: 1}, hands={P1: "H7a H8a", P2: "C2a"}))
    t.do("pass", (P1, "discard", "H7a"), (P1, "w_trigger", "short_weight"))
    assert len(t.state.players[P1].hand) == 2


@pytest.mark.rule("N81-17.5", "N81-5.8")
def test_a_dead_owner_has_no_end_phase() -> None:
    assert dead_in_check("gu_sancheng").used_skills == []


@pytest.mark.rule("N81-17.5")
def test_it_has_no_target_and_no_window_and_the_hands_of_the_dead_do_not_count() -> None:
    hands = {P1: "H7a", P3: "C2a", P4: "C4a"}
    t = Table(Position(seats=4, who={P1: "gu_sancheng"}, dead=(P2,), hands=hands))
    t.do("pass", (P1, "w_trigger", "short_weight"))
    assert t.used_skills == ["short_weight"]


@pytest.mark.rule("N81-17.5", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P1: "gu_sancheng"}, hands={P2: "C2a"}, decks={P1: ""}))
    t.do("pass")
    assert t.used_skills == []
