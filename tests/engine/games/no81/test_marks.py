"""Choices that take the last mind card are marked wherever they are offered (N81-10.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.no81.glossary import Mode, Phase
from tests.engine.games.no81.position import P1, P2, WARM, Position, Table


def marked(t: Table, seat: int) -> Any:
    return t.driver.pending[seat].ask.context["breaks_mind"]


@pytest.mark.rule("N81-10.5")
@pytest.mark.parametrize(("deck", "breaks"), [("3:evade", True), ("3:evade 4:evade", False)])
def test_actions_of_the_play_phase(deck: str, breaks: bool) -> None:
    t = Table(
        Position(who={P1: "dingxiang"}, hands={P1: "amplify M0-Q-energy_burst"}, decks={P1: deck})
    )
    actions = (f"use:{t.card(P1, 'amplify')}:1", "use:M0-Q-energy_burst:1", "skill:theatrics")
    assert set(actions) <= set(t.options())
    assert marked(t, P1) == (actions if breaks else ())


@pytest.mark.rule("N81-10.5", "N81-9.16.2")
def test_answers_to_an_attack() -> None:
    t = Table(
        Position(who={P2: "shen_yuan"}, hands={P1: "C2a", P2: "guard"}, zones={P2: "haste"},
                 decks={P2: "3:evade"}, camps={P1: WARM})
    )  # fmt: skip
    t.answer(P1, "use:C2a:1")
    haste = f"haste:{t.card(P2, 'haste')}"
    assert marked(t, P2) == (haste, "skill:hide")


@pytest.mark.rule("N81-10.5", "N81-16.6")
def test_answers_that_are_taxed() -> None:
    t = Table(
        Position(who={P1: "dingxiang"}, hands={P1: "C2a", P2: "guard"}, decks={P2: "3:evade"})
    )
    t.state.players[P1].red_shift = True
    t.answer(P1, "use:C2a:1")
    assert marked(t, P2) == (f"guard:{t.card(P2, 'guard')}",)


@pytest.mark.rule("N81-10.5", "N81-9.12.1")
def test_answers_to_a_burst_and_an_outburst() -> None:
    t = Table(Position(hands={P1: "M0-Q-energy_burst"}, zones={P2: "haste"}, decks={P2: "3:evade"}))
    t.answer(P1, "use:M0-Q-energy_burst:1")
    t.go((P2, "w_event", "pass"), until=("w_burst",))
    assert marked(t, P2) == (f"haste:{t.card(P2, 'haste')}",)
    t = Table(Position(hands={P1: "latent_outburst"}, decks={P2: "3:evade"}))
    t.answer(P1, f"use:{t.card(P1, 'latent_outburst')}:1")
    t.go((P2, "w_event", "pass"), until=("w_outburst",))
    assert marked(t, P2) == ("mind",)


@pytest.mark.rule("N81-10.5", "N81-4.5", "N81-9.20.1")
def test_draws_and_checks() -> None:
    t = Table(Position(since=Phase.DRAW, decks={P1: "3:evade 4:evade"}))
    assert t.options() == ("0", "1", "2")
    assert marked(t, P1) == ("2",)
    t = Table(Position(since=Phase.CHECK, zones={P1: "calamity"}, decks={P1: "3:evade"}))
    assert t.asked == (P1, "check")
    assert marked(t, P1) == ("mind",)


@pytest.mark.rule("N81-10.5", "N81-14.7")
def test_swaps_in_karma_mode() -> None:
    t = Table(
        Position(
            mode=Mode.KARMA,
            since=Phase.SWAP,
            who={P1: "jin_haiming", P2: "tai"},
            deputies={P1: "lin_qiwu", P2: "lin_qiwu"},
            skills={P1: "sniff course", P2: "slow_growth course"},
            reserves={P1: "hongmu/0 tai/0"},
            decks={P1: "3:evade"},
        )
    )
    assert t.asked == (P1, "swap")
    assert marked(t, P1) == tuple(o for o in t.options() if "hongmu" in o)
    assert len(marked(t, P1)) == 4
