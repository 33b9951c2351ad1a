"""Heatproof (N81-17.3)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, Position, Table, karma_place

BURST = "M0-Q-energy_burst"


@pytest.mark.rule("N81-17.3")
@pytest.mark.parametrize(("deck", "cap"), [("3:attack_warm", 7), ("", 6)])
def test_it_bears_a_burst_unless_the_mind_is_broken(deck: str, cap: int) -> None:
    t = Table(Position(who={P2: "shi_tan"}, hands={P1: BURST}, decks={P2: deck}))
    t.do(f"use:{BURST}:1")
    assert t.hp(P2)[0] == cap
    off = not deck
    assert t.used_skills == ([] if off else ["heatproof"])
    # Nothing is taken, and everybody can read why.
    assert [e["changes"] for e in t.told("averted")] == ([] if off else [{"heatproof": -1}])


@pytest.mark.rule("N81-17.3", "N81-9.19.1", "N81-9.18.1")
def test_it_bears_one_of_a_virtual_burst_that_a_treasure_makes_worse() -> None:
    t = Table(Position(who={P2: "shi_tan"}, zones={P1: "auto_weapon treasure"}))
    t.detach("auto_weapon")
    assert t.hp(P2) == (6, 6)
    assert t.told("damaged")[0]["changes"] == {"treasure": 1, "heatproof": -1}


@pytest.mark.rule("N81-17.3")
def test_it_bears_nothing_of_an_attack() -> None:
    t = Table(Position(who={P2: "shi_tan"}, hands={P1: "attack_plain"}))
    t.use("attack_plain", 1)
    assert t.hp(P2) == (6, 6)


@pytest.mark.rule("N81-17.3", "N81-9.12.1", "N81-6.9")
@pytest.mark.parametrize("answer", [("w_event", "pact:HJa"), ("w_burst", "guard:H7a")])
def test_a_burst_that_was_cancelled_or_answered_leaves_nothing_to_bear(
    answer: tuple[str, str],
) -> None:
    t = Table(
        Position(who={P2: "shi_tan"}, hands={P1: BURST, P2: "HJa H7a"}, zones={P1: "treasure"})
    )
    t.do(f"use:{BURST}:1", (P2, *answer))
    assert t.hp(P2) == (7, 7)
    assert t.told("damaged") == []


@pytest.mark.rule("N81-17.3", "N81-6.3", "N81-14.8")
def test_it_bears_the_burst_of_a_user_that_its_cost_put_out() -> None:
    t = Table(karma_place(skills={P2: "heatproof"}, hands={P1: BURST}, decks={P1: "3:attack_warm"}))
    t.do(f"use:{BURST}:1")
    assert not t.alive(P1)
    assert (t.counters(P2), t.counters(P3)) == ((0, 0, 0), (0, 0, 1))


@pytest.mark.rule("N81-17.3", "N81-6.8", "N81-14.8")
def test_who_goes_out_in_the_window_bears_nothing_and_takes_nothing() -> None:
    t = Table(
        karma_place(
            skills={P2: "heatproof"},
            hands={P1: BURST},
            zones={P1: "treasure", P2: "CJa"},
            decks={P2: "5:haste"},
        )
    )
    t.do(f"use:{BURST}:1", (P2, "w_burst", "haste:CJa"))
    assert not t.alive(P2)
    assert [e["seat"] for e in t.told("damaged")] == [P3]


@pytest.mark.rule("N81-17.3", "N81-6.8", "N81-10.2")
def test_it_is_off_at_once_if_an_attempt_to_answer_broke_the_mind() -> None:
    t = Table(
        Position(who={P2: "shi_tan"}, hands={P1: BURST}, zones={P2: "CJa"}, decks={P2: "5:haste"})
    )
    t.do(f"use:{BURST}:1", (P2, "w_burst", "haste:CJa"))
    assert t.broken(P2)
    assert t.hp(P2) == (6, 6)
