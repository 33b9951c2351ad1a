"""Salvage (N81-17.15)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, Position, Table

HAND = "H7a H8a M0-3-attack_warm"


@pytest.mark.rule("N81-17.15")
def test_it_takes_an_ordinary_card_of_anothers_discard_phase_once_a_round() -> None:
    t = Table(
        Position(
            seats=3,
            who={P3: "shi_yi"},
            caps={P1: 1, P2: 1},
            hands={P1: HAND, P2: "H9a C4a C5a"},
        )
    )
    t.do(
        "pass",
        (P1, "discard", ["H7a", "M0-3-attack_warm"]),
        (P3, "w_trigger", "salvage"),
        (P3, "take", "H7a"),
    )
    assert t.state.players[P3].hand == ["H7a"]
    t.stop()
    assert t.used_skills == ["salvage"]


@pytest.mark.rule("N81-17.15", "N81-3.1")
def test_mind_cards_and_its_owners_discards_are_left() -> None:
    t = Table(
        Position(
            who={P2: "shi_yi"},
            caps={P1: 1, P2: 1},
            hands={P1: "H7a M0-3-attack_warm", P2: "C2a C4a C5a"},
        )
    )
    t.do("pass", (P1, "discard", "M0-3-attack_warm"))
    t.stop()
    assert t.used_skills == []


@pytest.mark.rule("N81-17.15")
def test_what_was_discarded_before_that_phase_does_not_count() -> None:
    t = Table(Position(who={P2: "shi_yi"}, hands={P1: "off_guard", P2: "C2a"}))
    t.use("off_guard", 1).stop()
    assert sorted(t.discarded()) == ["attack_plain", "off_guard"]
    assert t.used_skills == []


@pytest.mark.rule("N81-17.15", "N81-8.8")
def test_there_is_no_window_in_which_anybody_could_die_and_the_dead_salvage_nothing() -> None:
    t = Table(
        Position(seats=4, who={P3: "shi_yi"}, dead=(P3,), caps={P1: 1}, hands={P1: "H7a H8a"})
    )
    t.do("pass")
    assert t.discarded() == ["guard"]
    assert t.used_skills == []


@pytest.mark.rule("N81-17.15")
def test_it_is_optional() -> None:
    t = Table(Position(who={P2: "shi_yi"}, caps={P1: 1}, hands={P1: "H7a H8a"}))
    t.do("pass", (P2, "w_trigger", "pass"))
    assert t.discarded() == ["guard"]


@pytest.mark.rule("N81-17.15", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P2: "shi_yi"}, caps={P1: 1}, hands={P1: "H7a H8a"}, decks={P2: ""}))
    t.do("pass")
    assert t.used_skills == []
