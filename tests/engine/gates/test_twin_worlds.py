"""Gate 1: exchange what a viewer has not seen, and everything sent to it is byte-identical."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pytest

from engine.event import SPECTATOR
from engine.game import Game
from engine.registry import GAMES
from engine.request import Ask, Request
from tests.engine.gates.leaking import leaking
from tests.engine.gates.no81_twins import check_no81
from tests.engine.gates.playing import Setup, setup_of, setups, viewers
from tests.engine.gates.reference import LEAKS, REFERENCES
from tests.engine.gates.twins import Coverage, Difference, check_twins

FULL: Mapping[str, Sequence[Setup]] = {
    "future_diary": [setup_of("future_diary", *of) for of in ((8, 1), (5, 0), (8, 3), (11, 0))],
    "no81": [
        setup_of("no81", 2, 1, mode="karma"),
        setup_of("no81", 2, 0, mode="coldwarm"),
        setup_of("no81", 3, 0, mode="identity"),
        setup_of("no81", 4, 0, mode="series"),
        replace(setup_of("no81", 5, 2, mode="identity"), leavers=True),
    ],
}
"""What is played of games of very many decisions: few, to their end. More is for the soak."""


def some(each: int, game_id: str = "") -> list[Setup]:
    """Return set-ups to look for twins in, of one game or of all."""
    found = [s for s in setups(each) if s.game.id not in FULL] + [
        s for g in FULL.values() for s in g
    ]
    return [setup for setup in found if game_id in {"", setup.game.id}]


LARGEST = {"love_letter": 6, "future_diary": 8, "no81": 3}
"""Larger games have as many viewer-steps as all the others together."""
ELSEWHERE = {"private talk", "reason of a failed kill"}
"""What players say is the same in every twin: the canary hears it. A kill that fails for another
reason with the same result is too rare in short random games to be met here."""
LEAKY = [(game, leak) for game, leaks in LEAKS.items() for leak in leaks if leak not in ELSEWHERE]


def test_every_registered_game_has_a_reference_and_leaks_to_test_it_with() -> None:
    assert set(GAMES) <= set(REFERENCES)
    assert all(LEAKS[game] for game in GAMES)


@pytest.mark.rule("LL-8", "FD-16", "FD-16.1", "FD-16.2", "FD-3.3", "FD-10.7", "FD-15.4", "FD-15.5")
@pytest.mark.rule(
    "N81-20.1", "N81-20.2", "N81-20.3", "N81-20.5", "N81-6.13", "N81-13.2", "N81-14.4"
)
@pytest.mark.report("boardgame.io#227")
@pytest.mark.report("open_spiel#676")
@pytest.mark.report("throneteki#1054")
@pytest.mark.report("netrunner#5128")
@pytest.mark.report("boardgame.io#1069")
@pytest.mark.parametrize("setup", some(3), ids=str)
def test_no_viewer_can_tell_twin_worlds_apart(setup: Setup) -> None:
    coverage = check_twins(setup, pairs=14)
    assert coverage.comparisons > 0


@pytest.mark.rule("LL-8")
@pytest.mark.parametrize("setup", [s for s in some(1) if s.seats <= LARGEST[s.game.id]], ids=str)
def test_every_kind_of_viewer_is_compared_at_nearly_every_step(setup: Setup) -> None:
    coverage = check_twins(setup)
    everybody = {v: {n for who, n in coverage.reached if who == v} for v in viewers(setup.seats)}
    # Before the deal there is no secret, or a single one: hardly a world is another there.
    lobby = set(range(max(min(reached) for reached in everybody.values())))
    for viewer, reached in everybody.items():
        wanted = {step for who, step in coverage.wanted if who == viewer}
        missing = set(range(len(wanted) // 2)) - reached - lobby
        assert len(missing) <= len(wanted) // 50, f"viewer {viewer}"
    assert everybody[SPECTATOR]


@pytest.mark.parametrize(("game_id", "leak"), LEAKY)
def test_breaking_one_redaction_makes_the_gate_fail(game_id: str, leak: str) -> None:
    broken: Callable[[Game], Game] = LEAKS[game_id][leak]
    game = GAMES[game_id]
    caught: list[Difference] = []
    for setup in some(12, game_id):
        if not caught:
            try:
                check_twins(setup, game=broken(game), pairs=40)
            except Difference as difference:
                caught.append(difference)
    assert caught, f"{leak} was not noticed"


@pytest.mark.rule("N81-6.1", "N81-16.5", "N81-20.3")
@pytest.mark.parametrize("told", [False, True])
def test_a_skill_that_asks_before_it_is_announced_looks_like_a_card_until_then(
    *, told: bool
) -> None:
    """The game of the report: Theatrics asks what its card is, a card asks at once on whom."""
    setup = replace(setup_of("no81", 4, 1032, short=True, mode="series"), leavers=True)
    game = setup.game
    if told:
        game = leaking(lambda _state, request: [_opened(request)])(game)
        with pytest.raises(Difference, match="skill:theatrics for use:DJa:1"):
            check_no81(setup, game, 5, ["heuristic"] * 4)
    else:
        assert check_no81(setup, game, 5, ["heuristic"] * 4).comparisons > 0


def _opened(request: Request) -> Request:
    """Put each ask as a decision of its own, with its own kind and clock."""
    return replace(request, opens=True) if isinstance(request, Ask) else request


def test_coverage_counts_only_truly_different_worlds() -> None:
    setup = setups(1)[0]
    assert check_twins(setup, pairs=0) == Coverage(
        wanted=check_twins(setup, pairs=0).wanted, reached=set(), comparisons=0
    )
