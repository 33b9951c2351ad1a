"""The limited mind cards in play (N81-18): as themselves, as their fallback, answered, too late."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import (
    COLD,
    DULL,
    P1,
    P2,
    P3,
    WARM,
    Position,
    Table,
    karma_place,
)

BELL = "M0-K-lm_lastbell"
WEIGHT = "M0-7-lm_counterweight"
SEED = "M0-9-lm_seed"
MIDNIGHT = "M0-Q-lm_midnight"
EMBER = "M0-3-lm_ember"
BLANK = "M0-J-lm_blank"


@pytest.mark.rule("N81-18.6", "N81-18.6.1")
def test_the_final_bell_strikes_both_neighbours() -> None:
    t = Table(Position(seats=4, who={P1: "jin_haiming"}, hands={P1: BELL}, decks={P1: DULL}))
    t.do(f"use:{BELL}:1")
    assert [t.counters(s) for s in range(4)] == [(0, 0, 0), (0, 1, 0), (0, 0, 0), (0, 1, 0)]
    assert len(t.spent(P1)) == 3


@pytest.mark.rule("N81-18.6", "N81-6.2")
def test_the_final_bell_needs_two_mind_cards() -> None:
    t = Table(Position(who={P1: "jin_haiming"}, hands={P1: BELL}, decks={P1: "3:attack_warm"}))
    assert f"use:{BELL}:1" not in t.options()


@pytest.mark.rule("N81-18.6.1", "N81-6.9")
def test_a_pact_stills_the_final_bell_for_one_neighbour() -> None:
    t = Table(Position(seats=4, who={P1: "jin_haiming"}, hands={P1: BELL, P2: "HJa"}))
    t.do(f"use:{BELL}:1", (P2, "w_event", "pact:HJa"))
    assert [t.counters(s)[1] for s in range(4)] == [0, 0, 0, 1]


@pytest.mark.rule("N81-18.6.1", "N81-14.8", "N81-6.3")
def test_the_final_bell_rings_on_when_its_price_has_put_its_user_out() -> None:
    t = Table(
        karma_place(
            who={P1: "jin_haiming"}, hands={P1: BELL}, decks={P1: "3:attack_warm 4:attack_warm"}
        )
    )
    t.do(f"use:{BELL}:1")
    assert not t.alive(P1)
    assert (t.counters(P2), t.counters(P3)) == ((0, 0, 1), (0, 0, 1))


@pytest.mark.rule("N81-18.3", "N81-18.3.1")
def test_the_counterweight_leaves_a_tie_alone_and_can_be_answered() -> None:
    place = Position(who={P1: "gu_sancheng"}, hands={P1: f"{WEIGHT} H7a", P2: "S7a HJa"})
    t = Table(place)
    t.do(f"use:{WEIGHT}:1", (P1, "secret", "H7a"), (P2, "secret", "S7a"))
    assert t.hand(P1) == ["guard"]
    assert t.state.discard == []
    u = Table(place)
    u.do(f"use:{WEIGHT}:1", (P2, "w_event", "pact:HJa"))
    assert u.told("revealed") == []
    assert u.spent(P1) == ["7-lm_counterweight"]


@pytest.mark.rule("N81-18.3.1", "N81-20.5")
def test_the_counterweight_needs_a_hand_card_on_either_side() -> None:
    t = Table(Position(who={P1: "gu_sancheng"}, hands={P1: f"{WEIGHT} H7a"}))
    assert f"use:{WEIGHT}:1" not in t.options()
    u = Table(Position(who={P1: "gu_sancheng"}, hands={P1: WEIGHT, P2: "S7a"}))
    assert f"use:{WEIGHT}:1" not in u.options()


@pytest.mark.rule("N81-18.3")
def test_the_counterweight_is_a_give_and_take_outside_its_series() -> None:
    t = Table(Position(hands={P1: f"{WEIGHT} H7a", P2: "C2a"}, camps={P1: COLD, P2: WARM}))
    t.do(f"use:{WEIGHT}:1", (P1, "pay", "H7a"))
    assert t.hand(P1) == ["attack_plain"]
    assert t.told("used")[0]["face"] == "give_and_take"


@pytest.mark.rule("N81-18.4", "N81-18.4.1", "N81-9.0.4")
def test_a_glass_seed_heals_two_from_the_zone() -> None:
    t = Table(Position(who={P1: "tai"}, hands={P1: SEED}, warm={P1: 3}))
    t.do(f"place:{SEED}")
    assert not any(o.startswith("detach") for o in t.options())
    u = Table(Position(who={P1: "tai"}, zones={P1: SEED}, warm={P1: 3}))
    u.do(f"detach:{SEED}:lm_seed")
    assert u.counters(P1) == (0, 1, 0)
    assert u.spent(P1) == ["9-lm_seed"]


@pytest.mark.rule("N81-18.4.1", "N81-8.10", "N81-10.2")
def test_a_glass_seed_heals_no_broken_mind() -> None:
    t = Table(Position(who={P1: "tai"}, zones={P1: SEED}, warm={P1: 3}, decks={P1: ""}))
    t.do(f"detach:{SEED}:lm_seed")
    assert t.counters(P1) == (0, 3, 0)


@pytest.mark.rule("N81-18.5", "N81-18.5.1", "N81-20.2")
def test_midnight_delivery_gives_up_to_three_and_draws_as_many() -> None:
    t = Table(Position(seats=3, who={P1: "ling"}, hands={P1: f"{MIDNIGHT} H7a H8a"}))
    t.do(f"use:{MIDNIGHT}:1", (P1, "target", P3), (P1, "give", ["H7a", "H8a"]))
    assert t.state.players[P3].hand == ["H7a", "H8a"]
    assert len(t.state.players[P1].hand) == 2
    gift = next(e for e in t.told("moved", P2) if e["to"] == "hand:2")
    assert "cards" not in gift


@pytest.mark.rule("N81-18.5.1", "N81-6.9")
def test_a_midnight_delivery_that_is_cancelled_gives_and_draws_nothing_but_the_pacts_card() -> None:
    t = Table(Position(who={P1: "ling"}, hands={P1: f"{MIDNIGHT} H7a", P2: "HJa"}))
    t.do(f"use:{MIDNIGHT}:1", (P2, "w_event", "pact:HJa"))
    assert t.hand(P2) == []
    assert "H7a" in t.state.players[P1].hand
    assert len(t.state.players[P1].hand) == 2


@pytest.mark.rule("N81-18.5")
def test_midnight_delivery_is_a_pact_outside_its_series() -> None:
    t = Table(Position(hands={P1: MIDNIGHT}))
    t.do(f"use:{MIDNIGHT}:1")
    assert (len(t.state.players[P1].hand), len(t.state.players[P2].hand)) == (3, 1)


@pytest.mark.rule("N81-18.7.1", "N81-9.2.1")
def test_an_ember_oath_is_spent_on_an_attack_that_is_guarded() -> None:
    t = Table(
        Position(who={P1: "ling"}, hands={P1: f"{EMBER} attack_plain attack_plain", P2: "H7a"})
    )
    t.do(f"use:{EMBER}:1")
    t.use("attack_plain", 1, (P2, "w_guard", "guard:H7a"))
    t.use("attack_plain", 1)
    assert t.hp(P2) == (5, 5)


@pytest.mark.rule("N81-18.8.1", "N81-6.9")
def test_a_blank_page_that_is_cancelled_sees_nothing() -> None:
    t = Table(Position(who={P1: "faceless"}, hands={P1: BLANK, P2: "HJa"}))
    t.do(f"use:{BLANK}:1", (P2, "w_event", "pact:HJa"))
    assert t.told("looked") == []
    assert len(t.deck(P2)) == 3


@pytest.mark.rule("N81-18.8.1", "N81-14.8")
def test_a_blank_page_puts_out_whom_it_takes_the_last_mind_card_of() -> None:
    t = Table(karma_place(who={P1: "faceless"}, hands={P1: BLANK}, decks={P2: "8:evade"}))
    t.do(f"use:{BLANK}:1", (P1, "target", P2))
    assert not t.alive(P2)
    assert t.asked == (P1, "play")
