"""Brine (N81-17.7)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import COLD, P1, P2, P3, Position, Table, karma_place


def salted() -> Table:
    """Return a table at which P1 has brined P2."""
    t = Table(
        Position(
            who={P1: "lu_niang"},
            camps={P2: COLD},
            hands={P1: "attack_warm M0-Q-energy_burst", P2: "attack_cold"},
            decks={P1: "3:attack_warm"},
            warm={P2: 1},
        )
    )
    return t.use("attack_warm", 2, (P1, "w_trigger", "brine"))


@pytest.mark.rule("N81-17.7", "N81-8.10")
def test_whom_the_attack_damaged_cannot_recover_until_the_end_of_its_next_turn() -> None:
    t = salted()
    assert t.counters(P2) == (0, 2, 0)
    t.stop()
    assert t.state.acting == P2
    assert not t.may("attack_cold", 1)
    t.stop()
    assert not t.state.players[P2].brined


@pytest.mark.rule("N81-17.7", "N81-9.17.4")
def test_the_brined_cannot_be_saved_by_a_miracle() -> None:
    t = Table(
        Position(
            who={P1: "lu_niang"},
            camps={P2: COLD},
            hands={P1: "attack_warm"},
            zones={P1: "punch", P2: "miracle"},
            warm={P2: 4},
        )
    )
    t.use("attack_warm", 2, (P1, "w_trigger", "brine"))
    t.state.players[P2].cap = 1
    t.state.players[P2].counters = dict.fromkeys(t.state.players[P2].counters, 0)
    t.detach("punch")
    assert t.winners == (P1,)


@pytest.mark.rule("N81-17.7", "N81-9.2.1")
def test_it_does_not_follow_an_attack_that_was_guarded() -> None:
    t = Table(
        Position(who={P1: "lu_niang"}, camps={P2: COLD}, hands={P1: "attack_warm", P2: "H7a"})
    )
    t.use("attack_warm", 2, (P2, "w_guard", "guard:H7a"))
    assert t.used_skills == []


@pytest.mark.rule("N81-17.7", "N81-8.3", "N81-16.6")
def test_an_owner_that_went_out_before_the_damage_brines_nobody() -> None:
    t = Table(
        karma_place(
            skills={P1: "brine", P2: "red_shift"},
            hands={P1: "attack_plain"},
            decks={P1: "3:attack_warm"},
        )
    )
    t.state.players[P2].red_shift = True
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P1)
    assert t.counters(P2) == (0, 0, 1)
    assert t.used_skills == []


@pytest.mark.rule("N81-17.7")
def test_the_dead_are_not_brined() -> None:
    t = Table(Position(seats=3, who={P1: "lu_niang"}, hands={P1: "attack_plain"}, caps={P2: 1}))
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P2)
    assert t.alive(P3)
    assert t.used_skills == []


@pytest.mark.rule("N81-17.7", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P1: "lu_niang"}, zones={P1: "punch"}, decks={P1: ""}))
    t.detach("punch")
    assert t.hp(P2) == (5, 5)
    assert t.used_skills == []


@pytest.mark.rule("N81-17.7", "N81-10.6")
def test_what_was_brined_stays_so_when_its_owners_mind_breaks() -> None:
    t = salted().do("use:M0-Q-energy_burst:1").stop()
    assert t.broken(P1)
    assert not t.may("attack_cold", 1)
