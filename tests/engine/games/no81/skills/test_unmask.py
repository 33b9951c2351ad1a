"""Unmasked (N81-17.4)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P4, Position, Table, karma_place


@pytest.mark.rule("N81-17.4", "N81-17.0")
def test_it_draws_after_damage_by_an_attack_once_a_turn() -> None:
    t = Table(
        Position(
            who={P1: "shen_yuan"},
            versions={P1: 1},
            hands={P1: "attack_plain"},
            zones={P1: "punch"},
        )
    )
    t.detach("punch", (P1, "w_trigger", "unmask"))
    assert len(t.state.players[P1].hand) == 2
    t.use("attack_plain", 1)
    assert len(t.state.players[P1].hand) == 1


@pytest.mark.rule("N81-17.4", "N81-9.2.1", "N81-9.12.1")
def test_neither_a_guarded_attack_nor_a_burst_counts() -> None:
    t = Table(
        Position(
            who={P1: "shen_yuan"},
            versions={P1: 1},
            hands={P1: "attack_plain M0-Q-energy_burst", P2: "H7a"},
        )
    )
    t.use("attack_plain", 1, (P2, "w_guard", "guard:H7a"))
    t.do("use:M0-Q-energy_burst:1")
    assert t.hp(P2) == (5, 5)
    assert t.used_skills == []


@pytest.mark.rule("N81-17.4", "N81-8.3", "N81-16.6")
def test_an_owner_that_went_out_before_the_damage_draws_nothing() -> None:
    t = Table(
        karma_place(
            skills={P1: "unmask", P2: "red_shift"},
            hands={P1: "attack_plain"},
            decks={P1: "3:attack_warm"},
        )
    )
    t.state.players[P2].red_shift = True
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P1)
    assert t.counters(P2) == (0, 0, 1)
    assert t.used_skills == []


@pytest.mark.rule("N81-17.4", "N81-8.3")
def test_it_also_draws_when_the_target_dies_of_the_damage() -> None:
    t = Table(
        Position(
            seats=4,
            who={P1: "shen_yuan"},
            versions={P1: 1},
            hands={P1: "attack_plain"},
            caps={P4: 1},
        )
    )
    t.use("attack_plain", 1, (P1, "target", P4), (P1, "w_trigger", "unmask"))
    assert not t.alive(P4)
    assert len(t.state.players[P1].hand) == 1


@pytest.mark.rule("N81-17.4", "N81-14.8")
def test_a_target_that_goes_out_in_the_window_was_not_damaged() -> None:
    t = Table(
        karma_place(
            skills={P1: "unmask", P2: "hide"}, hands={P1: "attack_plain"}, decks={P2: "8:evade"}
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2), (P2, "w_guard", "skill:hide"))
    assert not t.alive(P2)
    assert t.used_skills == ["hide"]


@pytest.mark.rule("N81-17.4", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(
        Position(who={P1: "shen_yuan"}, versions={P1: 1}, zones={P1: "punch"}, decks={P1: ""})
    )
    t.detach("punch")
    assert t.hp(P2) == (5, 5)
    assert t.used_skills == []
