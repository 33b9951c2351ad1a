"""What a viewer sees being carried out: uses, answers, answers to those (N81-6.7)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.no81.stack import stacked
from tests.tui.duels import moments


def told(*events: dict[str, Any]) -> list[tuple[str, str]]:
    """Return kind and name of each entry after ``events``."""
    stack: Any = []
    for event in events:
        stack = stacked(stack, event)
    return [(entry["kind"], entry["name"] or str(entry["seat"])) for entry in stack]


def used(seat: int, face: str, *cards: str, targets: tuple[int, ...] = ()) -> dict[str, Any]:
    return {"kind": "used", "seat": seat, "face": face, "mode": 1, "targets": targets,
            "cards": cards, "choice": None}  # fmt: skip


def moved(source: str, to: str, why: str, *cards: str) -> dict[str, Any]:
    return {"kind": "moved", "source": source, "to": to, "count": len(cards), "why": why,
            "cards": cards, "open": True}  # fmt: skip


BURST = (used(1, "energy_burst", "M1-Q-energy_burst", targets=(2, 0)),
         moved("hand:1", "resolving", "use", "M1-Q-energy_burst"))  # fmt: skip


@pytest.mark.rule("N81-6.7")
def test_an_answer_stands_above_what_it_answers_until_its_card_goes_home() -> None:
    pact = (used(2, "pact", "DJa", targets=(1,)), moved("hand:2", "resolving", "use", "DJa"))
    home = moved("resolving", "discard", "home", "DJa")
    assert told(*BURST) == [("use", "energy_burst")]
    assert told(*BURST, *pact) == [("use", "energy_burst"), ("use", "pact")]
    assert told(*BURST, *pact, home) == [("use", "energy_burst")]
    end = moved("resolving", "spent:1", "home", "M1-Q-energy_burst")
    assert told(*BURST, *pact, home, end) == []


@pytest.mark.rule("N81-9.15.1")
def test_a_card_that_is_played_or_detached_is_an_answer() -> None:
    evade = moved("zone:2", "resolving", "detach", "C7a")
    guard = moved("hand:2", "resolving", "play", "H7a")
    assert told(*BURST, evade)[-1] == ("answer", "evade")
    assert told(*BURST, guard)[-1] == ("answer", "guard")


@pytest.mark.rule("N81-9.14.1")
def test_a_virtual_attack_is_over_with_the_card_that_made_it() -> None:
    punch = (used(0, "punch", "S8a", targets=(1,)), moved("zone:0", "resolving", "detach", "S8a"),
             used(0, "attack_plain", targets=(1,)))  # fmt: skip
    assert told(*punch) == [("use", "punch"), ("use", "attack_plain")]
    assert told(*punch, moved("resolving", "discard", "home", "S8a")) == []


@pytest.mark.rule("N81-8.6")
def test_a_dying_stands_there_until_the_seat_is_saved_or_dead() -> None:
    dying = {"kind": "dying", "seat": 2}
    miracle = (used(0, "miracle", "C10a", targets=(2,)),
               moved("zone:0", "resolving", "detach", "C10a"))  # fmt: skip
    assert told(*BURST, dying, *miracle)[1:] == [("dying", "2"), ("use", "miracle")]
    assert told(*BURST, dying, {"kind": "died", "seat": 2}) == [("use", "energy_burst")]
    assert told(*BURST, dying, {"kind": "flipped", "seat": 2}) == [("use", "energy_burst")]


def test_a_skill_stands_there_until_something_comes_of_it() -> None:
    skill = {"kind": "skill", "seat": 0, "skill": "pursuit", "targets": (), "choice": None}
    assert told(*BURST, skill)[-1] == ("skill", "pursuit")
    assert told(*BURST, skill, {"kind": "damaged", "seat": 2}) == [("use", "energy_burst")]
    assert told(*BURST, skill, {"kind": "phase", "seat": 0, "phase": "end"}) == []


@pytest.mark.rule("N81-8.6", "N81-9.17.1")
def test_in_whole_games_nothing_is_left_over_and_the_dying_are_at_zero() -> None:
    deepest = 0
    for seed in range(3):
        for frames, _asked in moments(seed, 5, viewers=(0,)):
            view, kind = frames[0]["view"], frames[0]["waiting_kind"]
            assert view is not None
            deepest = max(deepest, len(view["stack"]))
            if kind in {"play", "draw", "discard"}:
                # A skill may have had no outcome to be told of.
                assert all(entry["kind"] == "skill" for entry in view["stack"])
            for entry in view["stack"]:
                if entry["kind"] == "dying":
                    assert view["seats"][entry["seat"]]["rel_hp"] == 0
    assert deepest >= 2
