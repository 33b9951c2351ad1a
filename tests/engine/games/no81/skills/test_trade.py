"""Information Trade (N81-16.2)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import DULL, P1, P2, P3, Position, Table, unanswered


@pytest.mark.rule("N81-16.2", "N81-3.1", "N81-17.0")
def test_a_card_that_was_traded_keeps_its_home() -> None:
    t = Table(Position(who={P2: "jin_haiming"}, decks={P1: f"Q:energy_burst {DULL}"}))
    t.do("offer:1:trade", (P2, "under", "M0-Q-energy_burst"))
    assert t.deck(P1)[-1] == "Q-energy_burst"
    assert len(t.state.players[P1].hand) == 1
    assert "offer:1:trade" not in t.options()
    u = Table(Position(who={P2: "jin_haiming"}, decks={P1: DULL}, hands={P2: "H7a"}))
    u.do("offer:1:trade", (P2, "under", "H7a"))
    u.do("pass")
    u.use("attack_warm", 2)
    assert u.spent(P1) == ["3-attack_warm"]


@pytest.mark.rule("N81-16.2", "N81-6.8")
def test_the_last_mind_card_can_be_traded_without_the_mind_breaking() -> None:
    t = Table(Position(who={P2: "jin_haiming"}, decks={P1: "7:evade"}, hands={P2: "H7a"}))
    t.do("offer:1:trade", (P2, "under", "H7a"))
    assert t.state.players[P1].deck == ["H7a"]
    assert t.told("status") == []


@pytest.mark.rule("N81-16.2", "N81-9.7.2")
def test_it_is_no_event_so_nobody_can_refuse_it_or_die_of_it() -> None:
    t = Table(Position(who={P2: "jin_haiming"}, hands={P2: "HJa"}))
    unanswered(t, "offer:1:trade", (P2, "under", "HJa"))
    assert t.state.players[P1].deck[-1] == "HJa"


@pytest.mark.rule("N81-16.2", "N81-10.2")
@pytest.mark.parametrize("why", ["broken", "dead", "nothing to give"])
def test_it_needs_a_sound_living_owner_and_a_mind_card(why: str) -> None:
    t = Table(
        Position(
            seats=4,
            who={P3: "jin_haiming"},
            dead=(P3,) if why == "dead" else (),
            decks={P3: ""} if why == "broken" else {P1: ""} if why == "nothing to give" else {},
        )
    )
    assert not any(option.startswith("offer") for option in t.options())
