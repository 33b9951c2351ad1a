"""Hiding (N81-17.4)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, Position, Table, karma_place


@pytest.mark.rule("N81-17.4")
@pytest.mark.parametrize(("card", "cap"), [("7:evade", 6), ("8:evade", 5)])
def test_a_low_mind_card_is_a_guard_even_against_punch(card: str, cap: int) -> None:
    t = Table(
        Position(who={P2: "shen_yuan"}, zones={P1: "punch"}, decks={P2: f"{card} 3:attack_warm"})
    )
    t.detach("punch", (P2, "w_guard", "skill:hide"))
    assert t.hp(P2)[0] == cap
    assert t.spent(P2) == [card.replace(":", "-")]


def attacked_twice() -> Table:
    """Return a table at which P1 can punch and attack P2, who can hide."""
    return Table(
        Position(
            who={P2: "shen_yuan"},
            hands={P1: "attack_plain", P2: "H7a"},
            zones={P1: "punch"},
            decks={P2: "8:evade 3:attack_warm 4:attack_warm"},
        )
    )


@pytest.mark.rule("N81-17.4", "N81-17.0")
def test_it_is_offered_once_a_turn() -> None:
    t = attacked_twice()
    t.detach("punch", (P2, "w_guard", "skill:hide"))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    assert t.options(P2) == ("guard:H7a", "pass")


@pytest.mark.rule("N81-17.4", "N81-6.4")
def test_an_attack_that_a_guard_has_cancelled_does_not_use_it_up() -> None:
    t = attacked_twice()
    t.use("attack_plain", 1, (P2, "w_guard", "guard:H7a"))
    t.answer(P1, f"detach:{t.card(P1, 'punch')}:punch")
    assert t.options(P2) == ("skill:hide", "pass")


@pytest.mark.rule("N81-17.4", "N81-9.12.1")
def test_it_is_no_answer_to_a_burst() -> None:
    t = Table(Position(who={P2: "shen_yuan"}, hands={P1: "M0-Q-energy_burst"}))
    t.answer(P1, "use:M0-Q-energy_burst:1")
    t.go(until=("w_burst",))
    assert t.options(P2) == ("damage",)


@pytest.mark.rule("N81-17.4", "N81-16.6", "N81-6.3")
def test_it_also_guards_against_an_attacker_who_is_out_by_then() -> None:
    t = Table(
        karma_place(
            skills={P2: "hide red_shift"},
            hands={P1: "attack_plain"},
            decks={P1: "3:attack_warm", P2: "7:evade 8:evade"},
        )
    )
    t.state.players[P2].red_shift = True
    t.use("attack_plain", 1, (P1, "target", P2), (P2, "w_guard", "skill:hide"))
    assert not t.alive(P1)
    assert t.told("damaged") == []


@pytest.mark.rule("N81-17.4", "N81-14.8")
@pytest.mark.parametrize("card", ["7:evade", "8:evade"])
def test_who_hides_behind_the_last_mind_card_is_out_and_the_attack_is_over(card: str) -> None:
    t = Table(karma_place(skills={P2: "hide"}, hands={P1: "attack_plain"}, decks={P2: card}))
    t.use("attack_plain", 1, (P1, "target", P2), (P2, "w_guard", "skill:hide"))
    assert not t.alive(P2)
    assert t.told("died")[0]["killer"] is None
    assert t.told("damaged") == []


@pytest.mark.rule("N81-17.4", "N81-16.6")
@pytest.mark.parametrize(("deck", "may"), [("7:evade", False), ("7:evade 6:evade", True)])
def test_where_guards_are_taxed_it_costs_a_mind_card_more(deck: str, may: bool) -> None:
    t = Table(
        Position(
            who={P1: "dingxiang", P2: "shen_yuan"}, hands={P1: "attack_plain"}, decks={P2: deck}
        )
    )
    t.state.players[P1].red_shift = True
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    assert ("skill:hide" in t.options(P2)) is may
    if may:
        t.answer(P2, "skill:hide")
        assert t.spent(P2) == ["7-evade", "6-evade"]
        assert t.hp(P2) == (6, 6)


@pytest.mark.rule("N81-17.4", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P2: "shen_yuan"}, hands={P1: "attack_plain"}, decks={P2: ""}))
    t.answer(P1, f"use:{t.card(P1, 'attack_plain')}:1")
    assert t.options(P2) == ("pass",)
