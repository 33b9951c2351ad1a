"""Lamp Signals (N81-17.2)."""

from __future__ import annotations

import pytest

from engine.games.no81.glossary import Phase
from tests.engine.games.no81.position import P1, P2, P3, P4, Position, Table, dead_in_check


@pytest.mark.rule("N81-17.2")
def test_two_draw_after_a_turn_without_an_attack() -> None:
    t = Table(Position(seats=3, who={P1: "bai_lu"}, pile="H7a H8a"))
    t.do("pass", (P1, "w_trigger", "lamp"), (P1, "target", P3))
    assert t.state.players[P1].hand == ["H7a"]
    assert t.state.players[P3].hand == ["H8a"]


@pytest.mark.rule("N81-17.2", "N81-10.2")
@pytest.mark.parametrize("how", ["attack", "guarded", "punch", "broken"])
def test_it_stays_dark_after_an_attack_or_punch_cancelled_or_not_or_with_a_broken_mind(
    how: str,
) -> None:
    t = Table(
        Position(
            who={P1: "bai_lu"},
            hands={P1: "attack_plain", P2: "H7a"},
            zones={P1: "punch"},
            decks={P1: ""} if how == "broken" else {},
        )
    )
    if how == "guarded":
        t.use("attack_plain", 1, (P2, "w_guard", "guard:H7a"))
    elif how == "attack":
        t.use("attack_plain", 1)
    elif how == "punch":
        t.detach("punch")
    t.stop()
    assert t.used_skills == []


@pytest.mark.rule("N81-17.2", "N81-9.3.1", "N81-5.6")
def test_healing_with_an_attack_card_is_no_attack() -> None:
    t = Table(Position(who={P1: "bai_lu"}, hands={P1: "attack_cold"}, warm={P1: 1}))
    t.use("attack_cold", 1).do("pass", (P1, "w_trigger", "lamp"))
    assert t.used_skills == ["lamp"]


@pytest.mark.rule("N81-17.2", "N81-5.7", "N81-5.8")
def test_a_turn_that_is_skipped_or_ends_with_its_players_death_has_no_end_phase() -> None:
    assert dead_in_check("bai_lu").used_skills == []
    t = Table(Position(who={P1: "bai_lu"}, zones={P1: "calamity"}, since=Phase.CHECK, pile="H7a"))
    t.go((P1, "check", "pile"), (P1, "outcome", "skip"))
    assert t.asked == (P2, "play")
    assert t.used_skills == []


@pytest.mark.rule("N81-17.2")
def test_no_window_opens_in_which_the_chosen_could_die_and_the_dead_are_not_chosen() -> None:
    t = Table(Position(seats=4, who={P1: "bai_lu"}, dead=(P2,)))
    t.answer(P1, "pass")
    t.answer(P1, "lamp")
    assert t.asked == (P1, "target")
    assert t.options() == (str(P3), str(P4))
