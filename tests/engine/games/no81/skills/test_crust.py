"""Crust (N81-17.7)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, Position, Table, dead_in_check

HAND = "H7a H8a H9a C4a C5a C6a"


@pytest.mark.rule("N81-17.7", "N81-5.4", "N81-10.2")
@pytest.mark.parametrize(("deck", "kept"), [("3:attack_warm", 5), ("", 4)])
def test_its_owner_holds_one_more_card_unless_the_mind_is_broken(deck: str, kept: int) -> None:
    t = Table(Position(who={P1: "lu_niang"}, hands={P1: HAND}, caps={P1: 4}, decks={P1: deck}))
    t.do("pass")
    assert len(t.state.players[P1].hand) == kept


@pytest.mark.rule("N81-17.7", "N81-5.4")
def test_it_counts_on_top_of_the_relative_health_and_for_its_owner_alone() -> None:
    t = Table(
        Position(who={P2: "lu_niang"}, hands={P1: HAND, P2: HAND}, caps={P1: 4}, cold={P2: 3})
    )
    t.do("pass")
    assert len(t.state.players[P1].hand) == 4
    t.stop()
    assert len(t.state.players[P2].hand) == 5 - 3 + 1


@pytest.mark.rule("N81-17.7", "N81-8.8")
def test_it_is_no_effect_that_could_be_cancelled_and_the_dead_hold_nothing() -> None:
    t = dead_in_check("lu_niang", hands={P1: HAND})
    assert t.state.players[P1].hand == []
    assert not any(e["why"] == "discard_phase" for e in t.told("moved"))
