"""Pursuit (N81-16.3)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, Position, Table, karma_place


@pytest.mark.rule("N81-16.3")
@pytest.mark.parametrize(("paid", "cap"), [("H7a", 4), ("S7a", 4), ("mind", 3)])
def test_it_adds_one_or_with_the_top_mind_card_two(paid: str, cap: int) -> None:
    t = Table(Position(who={P1: "hongmu"}, hands={P1: "attack_plain H7a"}, zones={P1: "S7a"}))
    t.use("attack_plain", 1, (P1, "w_trigger", "pursuit"), (P1, "pay", paid))
    assert t.hp(P2)[0] == cap
    assert len(t.told("damaged")) == 1


@pytest.mark.rule("N81-16.3", "N81-10.2")
@pytest.mark.parametrize("why", ["guarded", "no attack", "broken"])
def test_it_follows_damage_by_attacks_alone_and_is_off_while_the_mind_is_broken(why: str) -> None:
    t = Table(
        Position(
            who={P1: "hongmu"},
            hands={P1: "H8a M0-Q-energy_burst attack_plain", P2: "H7a"},
            zones={P1: "punch"},
            decks={P1: ""} if why == "broken" else {},
        )
    )
    if why == "guarded":
        t.use("attack_plain", 1, (P2, "w_guard", "guard:H7a"))
    elif why == "no attack":
        t.do("use:M0-Q-energy_burst:1")
    else:
        t.detach("punch")
    assert t.used_skills == []


@pytest.mark.rule("N81-16.3", "N81-10.1", "N81-6.8")
def test_it_may_break_the_own_mind_which_is_looked_at_after_the_damage() -> None:
    t = Table(Position(who={P1: "hongmu"}, hands={P1: "attack_plain"}, decks={P1: "3:attack_warm"}))
    t.use("attack_plain", 1, (P1, "w_trigger", "pursuit"), (P1, "pay", "mind"))
    assert t.hp(P2)[0] == 3
    assert t.broken(P1)
    kinds = [str(e["kind"]) for e in (*t.told("damaged"), *t.told("status"))]
    assert kinds == ["damaged", "status"]


@pytest.mark.rule("N81-16.3", "N81-9.18.2", "N81-8.3")
def test_a_treasure_paid_for_it_counts_once_more_and_may_kill_its_owner_afterwards() -> None:
    t = Table(
        Position(
            seats=3,
            who={P1: "hongmu"},
            hands={P1: "attack_plain"},
            zones={P1: "SJa"},
            caps={P1: 2},
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2), (P1, "w_trigger", "pursuit"), (P1, "pay", "SJa"))
    assert t.hp(P2)[0] == 3
    assert not t.alive(P1)


@pytest.mark.rule("N81-16.3", "N81-16.6", "N81-14.8")
def test_an_owner_that_went_out_before_the_damage_pursues_nobody() -> None:
    t = Table(
        karma_place(
            skills={P1: "pursuit", P2: "red_shift"},
            hands={P1: "attack_plain H7a"},
            decks={P1: "3:attack_warm"},
        )
    )
    t.state.players[P2].red_shift = True
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P1)
    assert t.counters(P2) == (0, 0, 1)
    assert t.used_skills == []


@pytest.mark.rule("N81-16.3", "N81-14.8")
def test_a_target_that_goes_out_in_the_window_takes_no_damage_to_add_to() -> None:
    t = Table(
        karma_place(
            skills={P1: "pursuit", P2: "hide"},
            hands={P1: "attack_plain H7a"},
            decks={P2: "8:evade"},
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2), (P2, "w_guard", "skill:hide"))
    assert not t.alive(P2)
    assert t.used_skills == ["hide"]
