"""Levy (N81-17.6)."""

from __future__ import annotations

import pytest

from engine.games.no81.glossary import Mode, Phase, Role
from tests.engine.games.no81.position import P1, P2, P3, P4, Position, Table


@pytest.mark.rule("N81-17.6", "N81-17.0")
def test_it_draws_after_three_at_once_once_a_turn() -> None:
    t = Table(Position(seats=3, who={P3: "yan_shuang"}, hands={P1: "pact pact"}))
    t.use("pact", 1, (P1, "target", P2), (P3, "w_trigger", "levy"))
    assert len(t.state.players[P3].hand) == 1
    t.use("pact", 1, (P1, "target", P2))
    assert len(t.state.players[P3].hand) == 1


@pytest.mark.rule("N81-17.6")
def test_smaller_draws_and_its_owners_do_not_count() -> None:
    t = Table(Position(seats=3, who={P2: "yan_shuang"}, hands={P1: "mana_spring", P2: "pact"}))
    t.use("mana_spring", 2)
    t.stop()
    t.use("pact", 1, (P2, "target", P3))
    assert t.used_skills == []


@pytest.mark.rule("N81-17.6")
def test_the_draw_phase_does_not_count_but_a_windfall_before_it_does() -> None:
    t = Table(
        Position(who={P2: "yan_shuang"}, zones={P1: "windfall"}, since=Phase.CHECK, pile="HKa")
    )
    t.go((P1, "check", "pile"), (P1, "outcome", "draw"), (P2, "w_trigger", "levy"))
    assert t.used_skills == ["levy"]


@pytest.mark.rule("N81-17.6", "N81-6.9")
def test_nothing_is_levied_on_a_pact_that_was_cancelled() -> None:
    t = Table(Position(seats=3, who={P3: "yan_shuang"}, hands={P1: "pact", P2: "HJa"}))
    t.use("pact", 1, (P1, "target", P2), (P2, "w_event", "pact:HJa"))
    assert len(t.state.players[P1].hand) == 1
    assert t.used_skills == []


@pytest.mark.rule("N81-17.6", "N81-8.8")
def test_the_dead_levy_nothing() -> None:
    t = Table(Position(seats=4, who={P4: "yan_shuang"}, dead=(P4,), hands={P1: "pact"}))
    t.use("pact", 1, (P1, "target", P2))
    assert t.used_skills == []


@pytest.mark.rule("N81-17.6", "N81-13.3")
def test_the_reward_for_a_death_is_levied_too() -> None:
    t = Table(
        Position(
            seats=4,
            mode=Mode.IDENTITY,
            roles=(Role.LORD, Role.REBEL, Role.SPY, Role.LOYALIST),
            who={P4: "yan_shuang"},
            hands={P1: "attack_plain"},
            black={P2: 5},
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2), (P4, "w_trigger", "levy"))
    assert not t.alive(P2)
    assert len(t.state.players[P4].hand) == 1


@pytest.mark.rule("N81-17.6", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(seats=3, who={P3: "yan_shuang"}, hands={P1: "pact"}, decks={P3: ""}))
    t.use("pact", 1, (P1, "target", P2))
    assert t.used_skills == []
