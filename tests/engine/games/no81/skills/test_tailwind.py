"""Tailwind (N81-17.1)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, P3, P4, Position, Table


def far(**more: object) -> Table:
    """Return a table of seven at which P1 is Lin Qiwu and holds an attack."""
    position = Position(seats=7, who={P1: "lin_qiwu"}, hands={P1: "attack_plain"})
    for name, value in more.items():
        setattr(position, name, value)
    return Table(position)


@pytest.mark.rule("N81-17.1", "N81-7.3")
def test_it_reaches_one_further() -> None:
    t = far()
    assert t.targets(f"use:{t.card(P1, 'attack_plain')}:1") == ("1", "2", "5", "6")
    assert t.view(P2)["seats"][P1]["range"] == 2


@pytest.mark.rule("N81-17.1", "N81-7.4")
def test_a_punch_reaches_no_further() -> None:
    t = far(zones={P1: "punch"})
    assert t.targets(f"detach:{t.card(P1, 'punch')}:punch") == ("1", "6")


@pytest.mark.rule("N81-17.1", "N81-9.2.1")
def test_an_attack_from_afar_is_guarded_like_any_other() -> None:
    t = far(hands={P1: "attack_plain", P3: "H7a"})
    t.use("attack_plain", 1, (P1, "target", P3), (P3, "w_guard", "guard:H7a"))
    assert t.hp(P3) == (6, 6)


@pytest.mark.rule("N81-17.1", "N81-7.1")
def test_a_death_brings_the_next_into_reach_and_the_dead_reach_nobody() -> None:
    t = far(caps={P2: 1}, zones={P1: "punch"})
    t.detach("punch", (P1, "target", P2))
    assert t.targets(f"use:{t.card(P1, 'attack_plain')}:1") == ("2", "3", "5", "6")
    own = far(who={P4: "lin_qiwu"}, dead=(P4,))
    assert own.targets(f"use:{own.card(P1, 'attack_plain')}:1") == ("1", "6")


@pytest.mark.rule("N81-17.1", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    assert not far(decks={P1: ""}).may("attack_plain", 1)
