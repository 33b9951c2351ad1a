"""Information Sniffing (N81-16.1)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import (
    P1,
    P2,
    P3,
    Position,
    Table,
    dead_in_check,
    unanswered,
)


@pytest.mark.rule("N81-16.1", "N81-20.2", "N81-17.0")
def test_sniffing_a_hand_heals_its_owner() -> None:
    t = Table(Position(seats=3, who={P1: "jin_haiming"}, hands={P2: "H7a C2a"}, cold={P2: 2}))
    t.do("skill:sniff", (P1, "target", P2), (P1, "pick", "hand"))
    assert t.counters(P2) == (1, 0, 0)
    assert t.told("looked", P1)[0]["cards"] == ("C2a", "H7a")
    assert "cards" not in t.told("looked", P2)[0]
    assert "cards" not in t.told("looked", P3)[0]
    assert "skill:sniff" not in t.options()


@pytest.mark.rule("N81-16.1", "N81-4.8")
def test_of_a_short_mind_deck_all_is_seen_and_rearranged() -> None:
    t = Table(Position(who={P1: "jin_haiming"}, decks={P2: "3:attack_warm 6:evade"}))
    t.do("skill:sniff", (P1, "order", ["M1-6-evade", "M1-3-attack_warm"]))
    assert t.deck(P2) == ["6-evade", "3-attack_warm"]


@pytest.mark.rule("N81-16.1", "N81-8.10")
def test_the_hand_of_a_broken_mind_is_seen_but_its_owner_does_not_heal() -> None:
    t = Table(Position(who={P1: "jin_haiming"}, hands={P2: "H7a"}, cold={P2: 2}, decks={P2: ""}))
    t.do("skill:sniff")
    assert t.told("looked", P1)[0]["cards"] == ("H7a",)
    assert t.counters(P2) == (2, 0, 0)


@pytest.mark.rule("N81-16.1", "N81-9.7.2")
def test_no_window_opens_so_even_a_pact_in_hand_cannot_cancel_it() -> None:
    t = Table(Position(who={P1: "jin_haiming"}, hands={P2: "HJa"}))
    unanswered(t, "skill:sniff", (P1, "pick", "hand"))
    assert t.state.players[P2].hand == ["HJa"]


@pytest.mark.rule("N81-16.1", "N81-5.8")
def test_nothing_in_it_can_kill_its_owner_and_a_dead_owner_gets_no_play_phase() -> None:
    assert dead_in_check("jin_haiming").used_skills == []


@pytest.mark.rule("N81-16.1")
def test_nobody_can_die_of_it_and_the_dead_are_not_sniffed_at() -> None:
    t = Table(Position(seats=4, who={P1: "jin_haiming"}, dead=(P2,)))
    assert t.targets("skill:sniff") == ("2", "3")


@pytest.mark.rule("N81-16.1", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P1: "jin_haiming"}, decks={P1: ""}))
    assert "skill:sniff" not in t.options()
