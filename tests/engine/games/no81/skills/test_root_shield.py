"""Root Shield (N81-17.9)."""

from __future__ import annotations

import pytest

from engine.games.no81.glossary import Phase
from tests.engine.games.no81.position import P1, P2, P3, Position, Table, karma_place

BURST = "M0-Q-energy_burst"


@pytest.mark.rule("N81-17.9", "N81-8.3")
def test_it_bears_one_of_the_first_damage_of_two_or_more_each_turn() -> None:
    t = Table(
        Position(who={P2: "qing_tang"}, hands={P1: f"attack_plain {BURST}"}, zones={P1: "treasure"})
    )
    t.use("attack_plain", 1)
    assert t.hp(P2) == (6, 6)
    t.do(f"use:{BURST}:1")
    assert t.hp(P2) == (4, 4)


@pytest.mark.rule("N81-17.9", "N81-15.5")
def test_it_does_not_help_against_attrition_or_small_damage() -> None:
    t = Table(Position(who={P2: "qing_tang"}, hands={P1: "attack_plain"}, round=23))
    t.use("attack_plain", 1)
    assert t.hp(P2) == (6, 6)
    t.stop()
    assert t.hp(P2) == (3, 3)


@pytest.mark.rule("N81-17.9", "N81-17.3")
def test_it_goes_by_the_amount_before_other_reductions() -> None:
    t = Table(
        Position(
            who={P2: "qing_tang"},
            skills={P2: "heatproof root_shield"},
            hands={P1: BURST},
            zones={P1: "treasure"},
        )
    )
    t.do(f"use:{BURST}:1")
    assert t.hp(P2) == (7, 7)


@pytest.mark.rule("N81-17.9", "N81-9.2.1")
def test_an_attack_that_was_guarded_does_not_use_it_up() -> None:
    t = Table(
        Position(
            who={P2: "qing_tang"},
            hands={P1: "attack_plain", P2: "H7a"},
            zones={P1: "treasure punch"},
        )
    )
    t.use("attack_plain", 1, (P2, "w_guard", "guard:H7a")).detach("punch")
    assert t.hp(P2) == (6, 6)
    assert t.used_skills == ["root_shield"]


@pytest.mark.rule("N81-17.9", "N81-9.20.1")
def test_a_damage_without_a_source_is_borne_too() -> None:
    t = Table(
        Position(who={P1: "qing_tang"}, zones={P1: "calamity"}, since=Phase.CHECK, pile="H7a")
    )
    t.go((P1, "check", "pile"), (P1, "outcome", "damage"))
    assert t.hp(P1) == (4, 4)


@pytest.mark.rule("N81-17.9", "N81-16.6", "N81-9.18.1")
def test_of_a_source_that_is_out_by_then_nothing_is_added_so_there_is_nothing_to_bear() -> None:
    t = Table(
        karma_place(
            skills={P2: "root_shield red_shift"},
            hands={P1: "attack_plain"},
            zones={P1: "treasure"},
            decks={P1: "3:attack_warm"},
        )
    )
    t.state.players[P2].red_shift = True
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P1)
    assert t.counters(P2) == (0, 0, 1)
    assert t.used_skills == []


@pytest.mark.rule("N81-17.9", "N81-8.3")
def test_it_may_save_its_owners_life_and_the_dead_bear_nothing() -> None:
    t = Table(
        Position(
            seats=3,
            who={P2: "qing_tang"},
            hands={P1: f"attack_plain {BURST}"},
            zones={P1: "treasure"},
            caps={P2: 2},
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2))
    assert t.hp(P2) == (1, 1)
    t.do(f"use:{BURST}:1")
    assert not t.alive(P2)
    assert t.used_skills == ["root_shield"]
    assert t.alive(P3)


@pytest.mark.rule("N81-17.9", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(
        Position(
            who={P2: "qing_tang"},
            hands={P1: "attack_plain"},
            zones={P1: "treasure"},
            decks={P2: ""},
        )
    )
    t.use("attack_plain", 1)
    assert t.hp(P2) == (5, 5)
