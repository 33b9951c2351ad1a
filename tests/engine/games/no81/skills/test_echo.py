"""Echo (N81-17.16)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import COLD, P1, P2, P3, Position, Table


@pytest.mark.rule("N81-17.16", "N81-17.0")
def test_an_ordinary_instant_event_comes_back_to_the_hand_once_a_game() -> None:
    t = Table(Position(who={P1: "ling"}, hands={P1: "mana_spring"}))
    t.use("mana_spring", 2, (P1, "w_trigger", "echo"))
    assert "mana_spring" in t.hand(P1)
    t.use("mana_spring", 2)
    assert t.used_skills == ["echo"]
    assert "mana_spring" in t.discarded()


@pytest.mark.rule("N81-17.16")
@pytest.mark.parametrize("card", ["M0-3-mana_spring", "attack_plain", "calamity"])
def test_mind_cards_attacks_and_delayed_events_do_not_come_back(card: str) -> None:
    t = Table(Position(who={P1: "ling"}, camps={P2: COLD}, hands={P1: card}))
    face = card.rpartition("-")[2]
    mode = 2 if face == "mana_spring" else 1
    targeted = [(P1, "target", P2)] if face == "calamity" else []
    t.use(face, mode, *targeted)
    assert t.used_skills == []


@pytest.mark.rule("N81-17.16", "N81-9.7.2")
def test_it_also_returns_a_pact_used_as_an_answer() -> None:
    t = Table(Position(who={P2: "ling"}, hands={P1: "off_guard", P2: "HJa"}))
    t.use("off_guard", 1, (P2, "w_event", "pact:HJa"), (P2, "w_trigger", "echo"))
    assert t.state.players[P2].hand == ["HJa"]


@pytest.mark.rule("N81-17.16", "N81-6.9", "N81-6.1")
def test_a_cancelled_event_was_used_all_the_same() -> None:
    t = Table(Position(who={P1: "ling"}, camps={P2: COLD}, hands={P1: "off_guard", P2: "HJa C2a"}))
    t.use("off_guard", 1, (P2, "w_event", "pact:HJa"), (P1, "w_trigger", "echo"))
    assert "off_guard" in t.hand(P1)
    assert t.hand(P2) == ["attack_plain"]


@pytest.mark.rule("N81-17.16", "N81-9.18.2", "N81-8.8")
def test_who_dies_of_what_was_paid_gets_nothing_back() -> None:
    t = Table(
        Position(
            seats=3,
            who={P1: "ling"},
            hands={P1: "give_and_take", P2: "C2a"},
            zones={P1: "SJa"},
            caps={P1: 2},
        )
    )
    t.use("give_and_take", 1, (P1, "pay", "SJa"))
    assert not t.alive(P1)
    assert "give_and_take" in t.discarded()
    assert t.used_skills == []


@pytest.mark.rule("N81-17.16", "N81-6.3")
def test_the_death_of_a_target_does_not_matter() -> None:
    t = Table(
        Position(
            seats=3,
            who={P1: "ling"},
            camps={P2: COLD, P3: COLD},
            hands={P1: "latent_outburst"},
            warm={P2: 5},
        )
    )
    t.use("latent_outburst", 1, (P2, "w_outburst", "damage"), (P1, "w_trigger", "echo"))
    assert not t.alive(P2)
    assert t.hand(P1) == ["latent_outburst"]


@pytest.mark.rule("N81-17.16", "N81-10.2")
def test_it_is_off_if_the_cost_broke_the_mind() -> None:
    t = Table(Position(who={P1: "ling"}, hands={P1: "amplify"}, decks={P1: "3:attack_warm"}))
    t.use("amplify", 1)
    assert t.broken(P1)
    assert t.used_skills == []
