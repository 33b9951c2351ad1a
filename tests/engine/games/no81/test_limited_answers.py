"""Limited cards of a pack that answer in windows, or act from the zone (N81-19.3 ``when``)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.no81.content import Content, Limited
from engine.games.no81.effects.delayed import DetachRule
from engine.games.no81.glossary import CardClass, Face
from engine.games.no81.modes import answer_of, detaching_of
from engine.games.no81.ops import Op
from tests.engine.games.no81.position import P1, P2, P3, P4, Position, Table, content_with

CARD = "M1-9-lm_probe"
"""P2's mind card of rank 9."""


def content(
    when: str,
    *ops: Op,
    cost: tuple[Op, ...] = (),
    kind: CardClass = CardClass.INSTANT_EVENT,
    target: str = "none",
) -> Content:
    """Return content with a card ``lm_probe`` without a condition, with one mode."""
    detaching: dict[str, DetachRule] = {}
    answers = {}
    if when == "zone_play":
        rule = detaching_of("lm_probe", ops, target, cost)
        assert rule is not None
        detaching["lm_probe"] = rule
    else:
        answer = answer_of("lm_probe", ops, cost)
        assert answer is not None
        answers[when] = answer
    card = Limited(id="lm_probe", rank="9", kind=kind, fallback=Face.GUARD, answers=answers)
    return content_with(limited=(card,), detaching=detaching)


def table(loaded: Content, **place: Any) -> Table:
    return Table(Position(content=loaded, **place))


@pytest.mark.rule("N81-19.3", "N81-6.4", "N81-6.9")
def test_a_card_may_cancel_an_event_from_the_hand_for_its_cost() -> None:
    loaded = content("w_event", {"op": "cancel"}, {"op": "draw", "n": 1},
                     cost=({"op": "discard_mind", "n": 1},))  # fmt: skip
    hands = {P1: "pact", P2: CARD}
    t = table(loaded, hands=hands, decks={P2: "3:attack_warm 4:attack_warm"})
    t.use("pact", 1, (P2, "w_event", f"card:{CARD}"))
    assert t.hand(P1) == []
    assert len(t.hand(P2)) == 1
    assert t.deck(P2) == ["4-attack_warm"]
    assert t.spent(P2) == ["3-attack_warm", "9-lm_probe"]
    (cancelled,) = t.told("cancelled")
    assert (cancelled["seat"], cancelled["by"]) == (P2, "lm_probe")
    broken = table(loaded, hands=hands, decks={P2: ""})
    broken.answer(P1, f"use:{broken.card(P1, 'pact')}:1")
    assert broken.options(P2) == ("pass",)


@pytest.mark.rule("N81-19.3", "N81-6.13", "N81-8.6")
def test_where_a_hand_may_save_the_dying_everybody_is_asked() -> None:
    loaded = content("w_dying", {"op": "heal", "who": "target", "n": 2})
    place: dict[str, Any] = {"seats": 4, "hands": {P1: "attack_cold", P2: CARD}, "cold": {P4: 5}}
    t = table(loaded, **place)
    t.answer(P1, f"use:{t.card(P1, 'attack_cold')}:2")
    t.answer(P1, P4)
    t.go((P1, "w_dying", "pass"), (P2, "w_dying", f"card:{CARD}"))
    assert t.hp(P4) == (6, 2)
    assert t.alive(P4)
    t = table(loaded, **{**place, "hands": {P1: "attack_cold"}})
    t.answer(P1, f"use:{t.card(P1, 'attack_cold')}:2")
    t.answer(P1, P4)
    for seat in (P1, P2, P3, P4):
        t.go((seat, "w_dying", "pass"), until=("w_dying", "play"))
    assert not t.alive(P4)


@pytest.mark.rule("N81-19.3", "N81-9.14.1", "N81-18.2.1")
def test_a_card_may_answer_an_attack_by_more_than_a_guard_but_no_punch() -> None:
    loaded = content("w_guard", {"op": "as_guard"},
                     {"op": "damage", "who": "source", "n": 1, "attribute": "none"})  # fmt: skip
    t = table(loaded, hands={P1: "C2a", P2: CARD})
    t.do("use:C2a:1", (P2, "w_guard", f"card:{CARD}"))
    assert t.hp(P2) == (6, 6)
    assert t.hp(P1) == (5, 5)
    t = table(loaded, hands={P2: CARD}, zones={P1: "punch"})
    t.answer(P1, f"detach:{t.card(P1, 'punch')}:punch")
    assert t.options(P2) == ("pass",)


@pytest.mark.rule("N81-19.3", "N81-9.0.4", "N81-9.12.1")
def test_a_delayed_card_answers_from_the_zone_and_not_in_the_turn_of_placing() -> None:
    loaded = content("w_burst", {"op": "as_guard"}, kind=CardClass.DELAYED_BASIC)
    for zone, answers in ((CARD, True), (f"{CARD}!", False)):
        t = table(loaded, hands={P1: "M0-Q-energy_burst"}, zones={P2: zone})
        t.answer(P1, "use:M0-Q-energy_burst:1")
        t.go((P2, "w_event", "pass"), until=("w_burst",))
        assert (f"card:{CARD}" in t.options(P2)) is answers
        if answers:
            t.go((P2, "w_burst", f"card:{CARD}"))
            assert t.hp(P2) == (6, 6)
            assert t.spent(P2) == ["9-lm_probe"]


@pytest.mark.rule("N81-19.3", "N81-9.0.5", "N81-6.2")
def test_a_zone_card_may_have_targets_and_a_cost() -> None:
    ops: tuple[Op, ...] = ({"op": "damage", "who": "each_target", "n": 1, "attribute": "none"},)
    mine = "M0-9-lm_probe"
    one = content("zone_play", *ops, cost=({"op": "discard_mind", "n": 1},), target="other",
                  kind=CardClass.DELAYED_BASIC)  # fmt: skip
    t = table(one, seats=3, zones={P1: mine}, decks={P1: "3:attack_warm 4:attack_warm"})
    t.do(f"detach:{mine}:lm_probe", (P1, "target", P3))
    assert (t.hp(P2), t.hp(P3)) == ((6, 6), (5, 5))
    assert t.deck(P1) == ["4-attack_warm"]
    broken = table(one, seats=3, zones={P1: mine}, decks={P1: ""})
    assert f"detach:{mine}:lm_probe" not in broken.options()
    every = content("zone_play", *ops, target="all_others", kind=CardClass.DELAYED_BASIC)
    t = table(every, seats=3, zones={P1: mine})
    t.do(f"detach:{mine}:lm_probe")
    assert (t.hp(P1), t.hp(P2), t.hp(P3)) == ((6, 6), (5, 5), (5, 5))
