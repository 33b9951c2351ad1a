"""Wildfire (N81-17.11)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import COLD, P1, P2, P3, P4, Position, Table, karma_place


@pytest.mark.rule("N81-17.11", "N81-8.2")
def test_it_burns_a_neighbour_of_the_target() -> None:
    t = Table(Position(seats=4, who={P1: "chi_ye"}, hands={P1: "attack_plain H7a"}))
    t.use("attack_plain", 1, (P1, "target", P2), (P1, "w_trigger", "wildfire"), (P1, "pay", "H7a"))
    assert t.hp(P2) == (5, 5)
    assert t.counters(P3) == (0, 1, 0)
    assert t.hp(P3) == (6, 5)


@pytest.mark.rule("N81-17.11", "N81-17.0", "N81-9.18.1")
def test_what_burns_is_no_attack_but_a_treasure_adds_to_it_and_it_comes_once_a_turn() -> None:
    t = Table(
        Position(
            seats=4,
            who={P1: "chi_ye"},
            hands={P1: "amplify attack_plain H7a H8a"},
            zones={P1: "treasure punch"},
        )
    )
    t.use("amplify", 1)
    t.use("attack_plain", 1, (P1, "target", P2), (P1, "w_trigger", "wildfire"), (P1, "pay", "H7a"))
    assert [e["amount"] for e in t.told("damaged")] == [3, 2]
    t.detach("punch", (P1, "target", P2))
    assert t.used_skills == ["wildfire"]


@pytest.mark.rule("N81-17.11")
@pytest.mark.parametrize("why", ["dead", "no card", "nobody else", "guarded"])
def test_it_needs_a_damaged_living_target_a_card_and_another_neighbour(why: str) -> None:
    hand = "attack_plain" if why == "no card" else "attack_plain H7a"
    t = Table(
        Position(
            seats=2 if why == "nobody else" else 4,
            who={P1: "chi_ye"},
            hands={P1: hand, P2: "H8a"},
            caps={P2: 1} if why == "dead" else {},
        )
    )
    target = [] if why == "nobody else" else [(P1, "target", P2)]
    guard = [(P2, "w_guard", "guard:H8a")] if why == "guarded" else []
    t.use("attack_plain", 1, *target, *guard)
    assert t.used_skills == []


@pytest.mark.rule("N81-17.11", "N81-16.6", "N81-14.8")
def test_an_owner_that_went_out_before_the_damage_burns_nobody() -> None:
    t = Table(
        karma_place(
            seats=4,
            skills={P1: "wildfire", P2: "red_shift"},
            hands={P1: "attack_plain H7a"},
            decks={P1: "3:attack_warm"},
        )
    )
    t.state.players[P2].red_shift = True
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P1)
    assert t.counters(P2) == (0, 0, 1)
    assert t.used_skills == []


@pytest.mark.rule("N81-17.11", "N81-8.6")
def test_who_burns_may_die_of_it() -> None:
    t = Table(
        Position(
            seats=4,
            who={P1: "chi_ye"},
            camps={P3: COLD},
            hands={P1: "attack_plain H7a"},
            warm={P3: 5},
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2), (P1, "w_trigger", "wildfire"), (P1, "pay", "H7a"))
    assert not t.alive(P3)
    assert t.told("died")[0]["killer"] == P1
    assert t.alive(P4)


@pytest.mark.rule("N81-17.11", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(
        Position(
            seats=4, who={P1: "chi_ye"}, hands={P1: "H7a"}, zones={P1: "punch"}, decks={P1: ""}
        )
    )
    t.detach("punch", (P1, "target", P2))
    assert t.used_skills == []
