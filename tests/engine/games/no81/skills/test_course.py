"""Course Correction (N81-17.1)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import P1, P2, Position, Table, dead_in_check, unanswered


@pytest.mark.rule("N81-17.1", "N81-20.2")
def test_it_rearranges_the_top_of_the_pile_for_its_owner_alone() -> None:
    t = Table(Position(seats=3, who={P1: "lin_qiwu"}, pile="H7a C2a S3a H8a"))
    t.do("skill:course", (P1, "order", ["S3a", "H7a", "C2a"]))
    assert t.state.pile[:4] == ["S3a", "H7a", "C2a", "H8a"]
    assert t.told("looked", P1)[0]["cards"] == ("H7a", "C2a", "S3a")
    assert t.told("arranged", P1)[0]["cards"] == ("S3a", "H7a", "C2a")
    for kind in ("looked", "arranged"):
        (seen,) = t.told(kind, P2)
        assert (seen["count"], "cards" in seen) == (3, False)
    assert "skill:course" not in t.options()


@pytest.mark.rule("N81-17.1", "N81-15.1")
def test_with_fewer_than_three_the_discard_pile_is_shuffled_under_them() -> None:
    t = Table(Position(who={P1: "lin_qiwu"}, pile="H7a", whole_pile=True, discard="C2a"))
    t.do("skill:course", (P1, "order", ["C2a", "H7a"]))
    assert t.state.pile == ["C2a", "H7a"]
    empty = Table(Position(who={P1: "lin_qiwu"}, whole_pile=True))
    assert "skill:course" not in empty.options()


@pytest.mark.rule("N81-17.1", "N81-17.0")
def test_it_is_aimed_at_nobody_so_nobody_can_answer_it_or_die_of_it() -> None:
    t = Table(Position(who={P1: "lin_qiwu"}, hands={P2: "HJa"}))
    unanswered(t, "skill:course")
    assert t.used_skills == ["course"]
    assert t.told("skill")[0]["targets"] == ()


@pytest.mark.rule("N81-17.1", "N81-5.8")
def test_a_dead_owner_gets_no_play_phase() -> None:
    assert dead_in_check("lin_qiwu").used_skills == []


@pytest.mark.rule("N81-17.1", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P1: "lin_qiwu"}, decks={P1: ""}))
    assert "skill:course" not in t.options()
