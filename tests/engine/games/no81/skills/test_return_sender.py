"""Return to Sender (N81-17.13)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, Position, Table, karma_place

BURST = "M0-Q-energy_burst"
RETURN = (P2, "w_event", "skill:return_sender")


def place(**more: object) -> Position:
    """Return a position in which P2 is the black side of Ke Zhi, with three cards."""
    position = Position(who={P2: "ke_zhi"}, versions={P2: 1}, hands={P2: "H7a H8a H9a"})
    for name, value in more.items():
        setattr(position, name, value)
    return position


@pytest.mark.rule("N81-17.13", "N81-6.9")
def test_an_event_is_cancelled_for_two_cards() -> None:
    t = Table(place(hands={P1: "off_guard", P2: "H7a H8a H9a"}))
    t.use("off_guard", 1, RETURN, (P2, "pay", ["H9a", "H7a"]))
    assert t.state.players[P2].hand == ["H8a"]
    assert sorted(t.discarded()) == ["guard", "guard", "off_guard"]


@pytest.mark.rule("N81-17.13", "N81-9.0.6")
def test_a_calamity_is_returned_before_it_lies_in_the_zone() -> None:
    t = Table(place(hands={P1: "calamity", P2: "H7a H8a"}))
    t.use("calamity", 1, (P1, "target", P2), RETURN)
    assert t.zone(P2) == []
    assert "calamity" in t.discarded()


@pytest.mark.rule("N81-17.13", "N81-6.9")
def test_of_an_event_at_everybody_only_the_own_share_is_cancelled() -> None:
    t = Table(place(seats=3, hands={P1: BURST, P2: "H7a H8a"}))
    t.do(f"use:{BURST}:1", RETURN)
    assert t.hp(P2) == (6, 6)
    assert t.hp(P3) == (5, 5)


@pytest.mark.rule("N81-17.13", "N81-6.7")
def test_nothing_answers_it_not_even_a_pact_of_the_events_user() -> None:
    t = Table(place(hands={P1: "off_guard HJa", P2: "H7a H8a"}))
    card = t.card(P1, "off_guard")
    t.answer(P1, f"use:{card}:1")
    t.go((P1, "target", P2), RETURN, until=("play", "w_guard"))
    assert t.asked == (P1, "play")
    assert t.hand(P1) == ["pact"]


@pytest.mark.rule("N81-17.13", "N81-6.3", "N81-14.8")
def test_the_event_of_a_user_that_its_cost_put_out_is_returned_too() -> None:
    t = Table(
        karma_place(
            skills={P2: "return_sender"},
            hands={P1: BURST, P2: "H7a H8a"},
            decks={P1: "3:attack_warm"},
        )
    )
    t.do(f"use:{BURST}:1", RETURN)
    assert not t.alive(P1)
    assert (t.counters(P2), t.counters(P3)) == ((0, 0, 0), (0, 0, 1))


@pytest.mark.rule("N81-17.13", "N81-10.2")
@pytest.mark.parametrize("why", ["one card", "broken", "attack"])
def test_it_needs_two_cards_a_mind_and_an_event(why: str) -> None:
    t = Table(
        place(
            hands={P1: "off_guard attack_plain", P2: "H7a" if why == "one card" else "H7a H8a"},
            decks={P2: ""} if why == "broken" else {},
        )
    )
    card = t.card(P1, "attack_plain" if why == "attack" else "off_guard")
    t.answer(P1, f"use:{card}:1")
    plan = [(P1, "target", P2)] if why != "attack" else []
    t.go(*plan, until=("w_event", "w_guard"))
    assert not any(o.startswith("skill") for o in t.options(P2))


@pytest.mark.rule("N81-17.13", "N81-8.8")
def test_its_price_is_of_hand_cards_so_nobody_dies_in_the_window_and_the_dead_have_none() -> None:
    t = Table(place(seats=3, dead=(P2,), hands={P1: BURST}))
    t.do(f"use:{BURST}:1")
    assert t.used_skills == []
    assert t.hp(P3) == (5, 5)
