"""Theatrics (N81-16.5)."""

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
)

CALAMITY = (P1, "pick", "calamity")
WINDFALL = (P1, "pick", "windfall")


@pytest.mark.rule("N81-16.5", "N81-3.1", "N81-17.0")
def test_the_top_mind_card_lies_in_the_zone_as_a_calamity() -> None:
    t = Table(Position(seats=3, who={P1: "dingxiang"}, decks={P1: "5:haste 6:evade"}, pile="H7a"))
    t.do("skill:theatrics", CALAMITY, (P1, "target", P2))
    assert t.zone(P2) == ["calamity"]
    assert t.deck(P1) == ["6-evade"]
    assert "skill:theatrics" not in t.options()
    t.answer(P1, "pass")
    t.go((P2, "check", "pile"), (P2, "outcome", "skip"))
    assert t.spent(P1) == ["5-haste"]


@pytest.mark.rule("N81-16.5", "N81-9.0.6")
def test_on_itself_no_window_opens_and_the_last_mind_card_may_be_used() -> None:
    t = Table(Position(who={P1: "dingxiang"}, decks={P1: "5:haste"}))
    t.do("skill:theatrics", WINDFALL, (P1, "target", P1))
    assert t.broken(P1)
    assert t.zone(P1) == ["windfall"]


@pytest.mark.rule("N81-16.5", "N81-9.7.2", "N81-17.13", "N81-3.1")
@pytest.mark.parametrize(
    ("answer", "who"), [("pact:HJa", "plain_warm"), ("skill:return_sender", "ke_zhi")]
)
def test_an_answered_calamity_goes_to_its_owners_spent_row(answer: str, who: str) -> None:
    t = Table(
        Position(
            who={P1: "dingxiang", P2: who}, versions={P2: int(who == "ke_zhi")},
            hands={P2: "HJa H7a"},
        )
    )  # fmt: skip
    t.do("skill:theatrics", CALAMITY, (P1, "target", P2), (P2, "w_event", answer))
    assert t.zone(P2) == []
    assert t.spent(P1) == ["3-attack_warm"]


def last_card(target: int) -> Table:
    """Return a table of Karma mode at which P1 has used its last mind card on ``target``."""
    t = Table(karma_place(skills={P1: "theatrics"}, decks={P1: "5:haste"}, pile="H7a"))
    t.answer(P1, "skill:theatrics")
    return t.go(CALAMITY, (P1, "target", target), until=("check", "play"))


@pytest.mark.rule("N81-16.5", "N81-14.8", "N81-6.3", "N81-3.2")
def test_the_calamity_of_an_owner_that_it_puts_out_still_comes_and_leaves_the_game_later() -> None:
    t = last_card(P2)
    assert not t.alive(P1)
    assert t.zone(P2) == ["calamity"]
    t.go((P2, "check", "pile"), (P2, "outcome", "skip"))
    assert t.zone(P2) == []
    assert "M0-5-haste" in t.state.removed


@pytest.mark.rule("N81-16.5", "N81-14.8", "N81-6.3")
def test_on_an_owner_that_it_puts_out_itself_it_does_not_lie() -> None:
    t = last_card(P1)
    assert not t.alive(P1)
    assert t.zone(P1) == []
    assert "M0-5-haste" in t.state.removed


@pytest.mark.rule("N81-16.5", "N81-5.8")
def test_a_dead_owner_gets_no_play_phase() -> None:
    assert dead_in_check("dingxiang").used_skills == []


@pytest.mark.rule("N81-16.5", "N81-9.0.6")
def test_no_answer_to_an_event_kills_and_neither_the_dead_nor_the_cursed_are_chosen() -> None:
    t = Table(Position(seats=5, who={P1: "dingxiang"}, dead=(P2,), zones={P3: "calamity"}))
    t.answer(P1, "skill:theatrics")
    t.answer(P1, "calamity")
    assert t.options() == ("0", "3", "4")


@pytest.mark.rule("N81-16.5", "N81-10.2")
def test_it_is_off_while_the_mind_is_broken() -> None:
    t = Table(Position(who={P1: "dingxiang"}, decks={P1: ""}))
    assert "skill:theatrics" not in t.options()


@pytest.mark.rule("N81-16.5", "N81-6.1", "N81-20.3")
def test_until_it_is_announced_all_see_no_more_than_that_its_player_is_playing() -> None:
    place = Position(seats=3, who={P1: "dingxiang"}, hands={P1: "DJa"}, decks={P1: "5:haste"})
    seen = []
    for action, *more in (("skill:theatrics", "calamity"), ("use:DJa:1",)):
        t = Table(place)
        step = t.driver.step
        for answer in (action, *more):
            t.answer(P1, answer)
            seen.append((t.driver.waiting_kind, t.driver.step - step, t.driver.waiting))
        assert t.asked == (P1, "target")
        told = len(t.driver.events)
        t.answer(P1, str(P2))
        assert len(t.driver.events) > told
    assert set(seen) == {("play", 0, (P1,))}
