"""Red Shift: Obedience (N81-16.6)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, Planned, Position, Table, karma_place

SPENT = "9:mana_spring 10:life_spring"
BURST = "M0-Q-energy_burst"


@pytest.mark.rule("N81-16.6", "N81-10.4", "N81-20.2")
def test_when_the_mind_breaks_the_spent_row_becomes_the_deck_in_the_owners_order() -> None:
    t = Table(
        Position(
            who={P1: "dingxiang"},
            hands={P1: BURST},
            decks={P1: "3:attack_warm"},
            spent={P1: SPENT},
        )
    )
    row = ["M0-10-life_spring", "M0-3-attack_warm", "M0-9-mana_spring"]
    t.do(f"use:{BURST}:1", (P1, "order", row))
    assert t.deck(P1) == ["10-life_spring", "3-attack_warm", "9-mana_spring"]
    assert not t.broken(P1)
    assert t.state.players[P1].red_shift
    assert t.view(P2)["seats"][P1]["deck"] == [None] * 3


@pytest.mark.rule("N81-16.6", "N81-10.6")
def test_with_an_empty_spent_row_it_is_spent_without_effect() -> None:
    t = Table(Position(who={P1: "dingxiang"}, decks={P1: "5:haste"}))
    t.do("skill:theatrics", (P1, "pick", "calamity"), (P1, "target", P2))
    assert t.broken(P1)
    assert not t.state.players[P1].red_shift
    assert t.state.players[P1].used["red_shift"] == t.state.turn


@pytest.mark.rule("N81-16.6", "N81-17.0")
def test_a_mind_that_breaks_a_second_time_stays_broken() -> None:
    t = Table(
        Position(
            who={P1: "dingxiang"},
            hands={P1: f"{BURST} amplify amplify"},
            decks={P1: "3:attack_warm"},
        )
    )
    t.use("amplify", 1)
    assert t.deck(P1) == ["3-attack_warm"]
    t.use("amplify", 1)
    assert t.broken(P1)
    assert t.used_skills == ["red_shift"]


def attacked(*answers: Planned, deck: str = "3:attack_warm 4:attack_warm") -> Table:
    """Return a table of Karma mode at which P1 has attacked P2, whose Red Shift is enabled."""
    t = Table(
        karma_place(
            skills={P2: "red_shift"},
            hands={P1: "attack_plain", P2: "H7a"},
            decks={P1: deck},
        )
    )
    t.state.players[P2].red_shift = True
    return t.use("attack_plain", 1, (P1, "target", P2), *answers)


@pytest.mark.rule("N81-16.6", "N81-6.2")
def test_who_attacks_its_owner_pays_when_the_window_opens_also_for_what_is_then_guarded() -> None:
    t = attacked((P2, "w_guard", "guard:H7a"))
    assert t.spent(P1) == ["3-attack_warm"]
    assert t.spent(P2) == []
    assert t.told("damaged") == []


@pytest.mark.rule("N81-16.6", "N81-14.8", "N81-6.3")
def test_an_attacker_that_the_price_puts_out_still_strikes() -> None:
    t = attacked(deck="3:attack_warm")
    assert not t.alive(P1)
    assert t.counters(P2) == (0, 0, 1)
    assert t.told("damaged")[0]["source"] == P1
    assert t.asked == (P2, "play")


@pytest.mark.rule("N81-16.6", "N81-9.12.1")
def test_a_burst_costs_its_user_a_mind_card_more_and_the_others_nothing() -> None:
    t = Table(
        Position(
            seats=3,
            who={P2: "dingxiang"},
            hands={P1: BURST, P2: "H7a"},
        )
    )
    t.state.players[P2].red_shift = True
    t.do(f"use:{BURST}:1", (P2, "w_burst", "guard:H7a"))
    assert len(t.deck(P1)) == 1
    assert len(t.deck(P2)) == len(t.deck(P3)) == 3


@pytest.mark.rule("N81-16.6", "N81-6.8", "N81-14.8")
def test_a_burst_whose_price_puts_its_user_out_goes_on() -> None:
    t = Table(
        karma_place(
            skills={P2: "red_shift"},
            hands={P1: BURST},
            decks={P1: "3:attack_warm 4:attack_warm"},
        )
    )
    t.state.players[P2].red_shift = True
    t.do(f"use:{BURST}:1")
    died = next(i for i, e in enumerate(t.driver.events) if e.kind == "died")
    hurt = [i for i, e in enumerate(t.driver.events) if e.kind == "damaged" and e.public["amount"]]
    assert all(died < i for i in hurt)
    assert (t.counters(P2), t.counters(P3)) == ((0, 0, 1), (0, 0, 1))


def attacks(deck: str, zone: str = "") -> Table:
    """Return a table at which P1, whose Red Shift is enabled, attacks P2."""
    t = Table(
        karma_place(
            skills={P1: "red_shift"},
            hands={P1: "attack_plain", P2: "H7a"},
            zones={P2: zone},
            decks={P2: deck},
        )
    )
    t.state.players[P1].red_shift = True
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    t.answer(P1, P2)
    return t


@pytest.mark.rule("N81-16.6")
def test_each_attempt_to_answer_its_owners_attack_costs_a_mind_card() -> None:
    t = attacks("3:attack_warm 5:haste 4:attack_warm", "CJa")
    t.answer(P2, "haste:CJa")
    assert t.spent(P2) == ["3-attack_warm", "5-haste"]
    assert t.options(P2) == ("guard:H7a", "pass")


@pytest.mark.rule("N81-16.6", "N81-14.8")
def test_a_defender_that_the_price_puts_out_takes_no_damage() -> None:
    t = attacks("3:attack_warm")
    t.answer(P2, "guard:H7a")
    t.go()
    assert not t.alive(P2)
    assert t.told("damaged") == []


@pytest.mark.rule("N81-16.6", "N81-9.12.1")
def test_bursts_are_no_attacks_so_answering_them_costs_nothing() -> None:
    t = Table(Position(who={P1: "dingxiang"}, hands={P1: BURST, P2: "H7a"}))
    t.state.players[P1].red_shift = True
    t.do(f"use:{BURST}:1", (P2, "w_burst", "guard:H7a"))
    assert len(t.deck(P2)) == 3


@pytest.mark.rule("N81-16.6", "N81-10.6")
def test_enabled_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(
        Position(who={P2: "dingxiang"}, hands={P1: "attack_plain", P2: "H7a"}, decks={P2: ""})
    )
    t.state.players[P2].red_shift = True
    t.use("attack_plain", 1)
    assert len(t.deck(P1)) == 3
    assert t.hp(P2) == (4, 4)
