"""Deep Roots (N81-17.12)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, Position, Table


@pytest.mark.rule("N81-17.12", "N81-20.5")
def test_others_cannot_choose_delayed_basics_of_its_owner() -> None:
    t = Table(
        Position(
            seats=3,
            who={P2: "tai"},
            hands={P1: "off_guard off_guard give_and_take H7a"},
            zones={P2: "evade calamity"},
        )
    )
    t.answer(P1, f"use:{t.card(P1, 'off_guard')}:1")
    t.answer(P1, P2)
    t.go()
    assert t.zone(P2) == ["evade"]
    t.answer(P1, f"use:{t.card(P1, 'off_guard')}:1")
    assert set(t.options(P1)) <= set(t.state.players[P1].hand)


@pytest.mark.rule("N81-17.12", "N81-9.6.1")
def test_they_are_left_out_of_what_is_taken_at_random() -> None:
    t = Table(
        Position(who={P2: "tai"}, hands={P1: "give_and_take H7a", P2: "C2a"}, zones={P2: "S7a"})
    )
    t.use("give_and_take", 1, (P1, "pay", "H7a"))
    assert t.state.players[P1].hand == ["C2a"]
    bare = Table(Position(who={P2: "tai"}, hands={P1: "give_and_take H7a"}, zones={P2: "S7a"}))
    assert not bare.may("give_and_take", 1)


@pytest.mark.rule("N81-17.12")
def test_they_do_not_bind_their_owner() -> None:
    t = Table(Position(who={P1: "tai"}, hands={P1: "off_guard"}, zones={P1: "S7a"}))
    t.use("off_guard", 1)
    assert t.zone(P1) == []


@pytest.mark.rule("N81-17.12", "N81-6.9")
def test_an_off_guard_at_what_they_leave_open_can_be_cancelled_as_ever() -> None:
    t = Table(
        Position(who={P2: "tai"}, hands={P1: "off_guard", P2: "HJa"}, zones={P2: "S7a calamity"})
    )
    t.use("off_guard", 1, (P1, "pick", "SKa"), (P2, "w_event", "pact:HJa"))
    assert t.zone(P2) == ["evade", "calamity"]


@pytest.mark.rule("N81-17.12", "N81-8.8")
def test_they_die_with_their_owner_whom_no_answer_to_an_event_can_kill() -> None:
    t = Table(
        Position(
            seats=3, who={P2: "tai"}, hands={P1: "attack_plain"}, zones={P2: "CJa"}, caps={P2: 1}
        )
    )
    t.use("attack_plain", 1, (P1, "target", P2))
    assert not t.alive(P2)
    assert t.zone(P2) == []
    assert "haste" in t.discarded()
    assert t.alive(P3)


@pytest.mark.rule("N81-17.12", "N81-10.2")
def test_they_are_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P2: "tai"}, hands={P1: "off_guard"}, zones={P2: "S7a"}, decks={P2: ""}))
    t.use("off_guard", 1)
    assert t.zone(P2) == []
