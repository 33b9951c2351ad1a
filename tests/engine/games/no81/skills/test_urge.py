"""Urging (N81-17.16)."""

from __future__ import annotations

import pytest

from tests.engine.games.no81.position import (
    P1,
    P2,
    P3,
    Position,
    Table,
    dead_in_check,
    karma_place,
    unanswered,
)


@pytest.mark.rule("N81-17.16", "N81-17.0")
@pytest.mark.parametrize("choice", ["mind", "draw"])
def test_the_other_chooses_to_discard_or_to_let_its_owner_draw(choice: str) -> None:
    t = Table(Position(seats=3, who={P1: "ling"}))
    t.do("skill:urge", (P1, "target", P2), (P2, "outcome", choice))
    assert len(t.spent(P2)) == (choice == "mind")
    assert len(t.state.players[P1].hand) == (choice == "draw")
    assert "skill:urge" not in t.options()


@pytest.mark.rule("N81-17.16", "N81-10.5")
@pytest.mark.parametrize(("deck", "marked"), [("8:evade", ("mind",)), ("8:evade 9:treasure", ())])
def test_the_choice_that_would_break_the_mind_is_marked(deck: str, marked: tuple[str]) -> None:
    t = Table(Position(who={P1: "ling"}, decks={P2: deck}))
    t.answer(P1, "skill:urge")
    assert t.driver.pending[P2].ask.context["breaks_mind"] == marked


@pytest.mark.rule("N81-17.16", "N81-9.7.2")
def test_no_window_opens_so_even_a_pact_in_hand_cannot_cancel_it() -> None:
    t = Table(Position(who={P1: "ling"}, hands={P2: "HJa"}))
    unanswered(t, "skill:urge", (P2, "outcome", "mind"))
    assert t.hand(P2) == ["pact"]


@pytest.mark.rule("N81-17.16", "N81-5.8")
def test_nothing_in_it_can_kill_its_owner_and_a_dead_owner_gets_no_play_phase() -> None:
    assert dead_in_check("ling").used_skills == []


@pytest.mark.rule("N81-17.16", "N81-14.8")
def test_who_discards_its_last_mind_card_is_out() -> None:
    t = Table(karma_place(skills={P1: "urge"}, decks={P2: "8:evade"}))
    t.do("skill:urge", (P1, "target", P2), (P2, "outcome", "mind"))
    assert not t.alive(P2)
    assert t.asked == (P1, "play")


@pytest.mark.rule("N81-17.16")
def test_neither_the_dead_nor_broken_minds_are_urged() -> None:
    t = Table(Position(seats=5, who={P1: "ling"}, dead=(P2,), decks={P3: ""}))
    assert t.targets("skill:urge") == ("3", "4")


@pytest.mark.rule("N81-17.16", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    assert "skill:urge" not in Table(Position(who={P1: "ling"}, decks={P1: ""})).options()
