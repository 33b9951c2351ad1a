"""Armour Use (N81-16.4)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, Position, Table, karma_place


@pytest.mark.rule("N81-16.4", "N81-9.0.4", "N81-9.14.1")
def test_any_delayed_basic_is_a_punch_in_the_turn_in_which_it_was_placed() -> None:
    t = Table(Position(who={P1: "hongmu"}, zones={P1: "CJa!"}))
    t.detach("haste", as_face="punch")
    assert t.hp(P2) == (5, 5)
    assert t.discarded() == ["haste"]


@pytest.mark.rule("N81-16.4", "N81-9.15.1")
def test_any_delayed_basic_is_an_evade() -> None:
    t = Table(Position(who={P2: "hongmu"}, hands={P1: "attack_plain"}, zones={P2: "CJa!"}))
    t.use("attack_plain", 1, (P2, "w_guard", "evade:CJa"))
    assert t.hp(P2) == (7, 7)
    assert len(t.state.players[P2].hand) == 1
    assert sorted(t.discarded()) == ["attack_plain", "haste"]


@pytest.mark.rule("N81-16.4", "N81-9.17.1", "N81-9.18.2")
def test_a_treasure_as_a_miracle_hurts_afterwards() -> None:
    t = Table(
        Position(
            who={P2: "hongmu"},
            hands={P1: "attack_plain"},
            zones={P2: "SJa"},
            caps={P2: 4},
            warm={P2: 3},
        )
    )
    t.use("attack_plain", 1, (P2, "w_dying", "miracle:SJa"))
    assert [e["amount"] for e in t.told("damaged")[1:]][-1] == 2
    assert t.hp(P2) == (1, 1)


@pytest.mark.rule("N81-16.4", "N81-9.12.1")
def test_delayed_basics_in_hand_are_evades_against_a_burst() -> None:
    t = Table(Position(who={P2: "hongmu"}, hands={P1: "M0-Q-energy_burst", P2: "SJa"}))
    t.do("use:M0-Q-energy_burst:1", (P2, "w_burst", "play:SJa"))
    assert t.hp(P2) == (7, 7)
    assert t.hand(P2) == []


@pytest.mark.rule("N81-16.4", "N81-9.0.8")
def test_delayed_basics_in_hand_answer_no_attack() -> None:
    t = Table(Position(who={P2: "hongmu"}, hands={P1: "attack_plain", P2: "SJa S7a"}))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    assert t.options(P2) == ("pass",)


@pytest.mark.rule("N81-16.4", "N81-9.0.5", "N81-9.18.2")
def test_an_evaded_punch_is_spent_and_its_treasure_hurts_all_the_same() -> None:
    t = Table(Position(who={P1: "hongmu"}, zones={P1: "treasure!", P2: "S7a"}))
    t.detach("treasure", (P2, "w_guard", "evade:S7a"), as_face="punch")
    assert t.hp(P2) == (6, 6)
    assert t.hp(P1) == (5, 5)
    assert (t.zone(P1), t.zone(P2)) == ([], [])


@pytest.mark.rule("N81-16.4", "N81-9.18.2")
def test_its_owner_may_die_of_the_treasure_after_the_punch_has_struck() -> None:
    t = Table(Position(seats=3, who={P1: "hongmu"}, zones={P1: "treasure"}, caps={P1: 2}))
    t.detach("treasure", (P1, "target", P2), as_face="punch")
    assert t.hp(P2) == (5, 5)
    assert not t.alive(P1)


@pytest.mark.rule("N81-16.4", "N81-14.8")
def test_a_target_that_goes_out_in_the_window_takes_no_punch() -> None:
    t = Table(
        karma_place(
            skills={P1: "armour", P2: "hide"}, zones={P1: "haste!"}, decks={P2: "9:mana_spring"}
        )
    )
    t.detach("haste", (P1, "target", P2), (P2, "w_guard", "skill:hide"), as_face="punch")
    assert not t.alive(P2)
    assert t.told("damaged") == []


@pytest.mark.rule("N81-16.4", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(
        Position(who={P2: "hongmu"}, hands={P1: "attack_plain"}, zones={P2: "CJa"}, decks={P2: ""})
    )
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    assert t.options(P2) == ("pass",)
    u = Table(Position(seats=3, who={P1: "hongmu"}, zones={P1: "CJa!"}, decks={P1: ""}))
    assert not any(option.startswith("detach") for option in u.options(P1))
    assert u.alive(P3)
