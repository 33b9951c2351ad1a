"""Overheating (N81-17.3)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, Position, Table, dead_in_check, karma_place


@pytest.mark.rule("N81-17.3", "N81-17.0")
def test_it_adds_to_the_next_attack_once_a_turn() -> None:
    t = Table(Position(who={P1: "shi_tan"}, hands={P1: "attack_plain"}, zones={P1: "punch"}))
    t.do("skill:overheat").use("attack_plain", 1)
    assert t.hp(P2) == (4, 4)
    assert len(t.spent(P1)) == 1
    assert "skill:overheat" not in t.options()
    t.detach("punch")
    assert t.hp(P2) == (3, 3)


@pytest.mark.rule("N81-17.3", "N81-6.2")
def test_it_is_spent_at_the_declaration_even_if_the_attack_is_guarded() -> None:
    t = Table(Position(who={P1: "shi_tan"}, hands={P1: "attack_plain", P2: "H7a"}))
    t.do("skill:overheat").use("attack_plain", 1, (P2, "w_guard", "guard:H7a"))
    assert t.state.players[P1].bonus == 0
    assert t.hp(P2) == (6, 6)


@pytest.mark.rule("N81-17.3", "N81-5.3")
def test_it_lapses_with_the_turn() -> None:
    t = Table(Position(who={P1: "shi_tan"})).do("skill:overheat").stop()
    assert t.state.players[P1].bonus == 0


@pytest.mark.rule("N81-17.3", "N81-14.8", "N81-6.8")
def test_an_owner_that_its_cost_puts_out_gets_nothing_for_it() -> None:
    t = Table(karma_place(skills={P1: "overheat"}, decks={P1: "3:attack_warm"}))
    t.do("skill:overheat")
    assert not t.alive(P1)
    assert t.state.players[P1].bonus == 0
    assert not any(e["flag"] == "bonus" for e in t.told("status"))


@pytest.mark.rule("N81-17.3", "N81-5.8")
def test_a_dead_owner_gets_no_play_phase() -> None:
    assert dead_in_check("shi_tan").used_skills == []


@pytest.mark.rule("N81-17.3", "N81-14.8")
def test_it_is_spent_too_if_the_target_goes_out_in_the_window() -> None:
    t = Table(
        karma_place(
            skills={P1: "overheat", P2: "hide"},
            hands={P1: "attack_plain"},
            zones={P1: "punch"},
            decks={P2: "8:evade"},
        )
    )
    t.do("skill:overheat")
    t.use("attack_plain", 1, (P1, "target", P2), (P2, "w_guard", "skill:hide"))
    assert not t.alive(P2)
    t.detach("punch")
    assert [e["amount"] for e in t.told("damaged")] == [1]


@pytest.mark.rule("N81-17.3", "N81-10.6")
def test_it_may_take_the_last_mind_card_and_lasts_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P1: "shi_tan"}, zones={P1: "punch"}, decks={P1: "3:attack_warm"}))
    t.do("skill:overheat")
    assert t.broken(P1)
    t.detach("punch")
    assert t.hp(P2) == (4, 4)


@pytest.mark.rule("N81-17.3", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    assert "skill:overheat" not in Table(Position(who={P1: "shi_tan"}, decks={P1: ""})).options()
