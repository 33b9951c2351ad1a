"""Striking the Hour (N81-17.14)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, P4, Position, Table


@pytest.mark.rule("N81-17.14", "N81-20.2")
@pytest.mark.parametrize(("said", "taken"), [("odd", True), ("even", False)])
def test_the_top_card_is_taken_if_its_rank_fits(said: str, taken: bool) -> None:
    t = Table(Position(who={P2: "geng_fu"}, pile="H7a"))
    t.do("pass", (P2, "w_trigger", "strike_hour"), (P2, "outcome", said))
    assert ("H7a" in t.state.players[P2].hand) is taken
    assert ("H7a" in t.state.discard) is not taken
    shown = [e for e in t.told("moved") if e.get("cards") == ("H7a",)]
    assert shown[0]["to"] == "resolving"


@pytest.mark.rule("N81-17.14", "N81-15.1", "N81-15.2")
@pytest.mark.parametrize(("discard", "struck"), [("C3a", True), ("", False)])
def test_without_a_pile_the_discard_pile_is_shuffled_and_without_both_it_is_not_offered(
    discard: str, struck: bool
) -> None:
    t = Table(Position(who={P2: "geng_fu"}, whole_pile=True, discard=discard))
    t.do("pass", *([(P2, "w_trigger", "strike_hour")] if struck else []))
    assert t.used_skills == ["strike_hour"] * struck
    assert t.hand(P2) == ["give_and_take"] * struck


@pytest.mark.rule("N81-17.14")
def test_nothing_answers_it_and_it_is_optional() -> None:
    t = Table(Position(who={P2: "geng_fu"}, hands={P1: "HJa"}, pile="H7a"))
    t.do("pass", (P2, "w_trigger", "pass"))
    assert t.used_skills == []
    assert "H7a" in t.state.players[P2].hand


@pytest.mark.rule("N81-5.8", "N81-17.14")
def test_it_is_not_offered_to_the_dead() -> None:
    t = Table(Position(seats=4, who={P4: "geng_fu"}, dead=(P4,)))
    t.stop().stop().stop()
    assert t.used_skills == []


@pytest.mark.rule("N81-17.14", "N81-15.5", "N81-5.8")
def test_it_has_no_target_and_comes_too_late_for_who_dies_of_attrition_before_it() -> None:
    t = Table(Position(seats=4, who={P2: "geng_fu"}, caps={P2: 1}, round=22))
    t.do("pass")
    assert not t.alive(P2)
    assert t.asked == (P3, "play")
    assert t.used_skills == []


@pytest.mark.rule("N81-17.14", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P2: "geng_fu"}, decks={P2: ""}))
    t.do("pass")
    assert t.used_skills == []
