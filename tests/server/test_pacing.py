"""A table's clock gives each kind of decision the part of it that the game says (N81-15.7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.games.no81.game import GAME
from engine.games.no81.terms import AskKind
from server.deadlines import SECONDS, SHORT, Pace
from tests.server.house import BO, house
from tests.server.toy import GAMES


@pytest.mark.rule("N81-15.7")
def test_with_the_usual_clock_the_seconds_are_those_of_the_rules() -> None:
    usual = SECONDS[Pace.NORMAL]
    seconds = {kind: round(usual * GAME.tempo[kind]) for kind in AskKind}
    assert seconds.pop(AskKind.PLAY) == 60
    for kind in (AskKind.CHARACTER, AskKind.MIND_DECK, AskKind.KARMA_DECK, AskKind.KARMA_START):
        assert seconds.pop(kind) == 180
    assert set(seconds.values()) == {20}


@pytest.mark.parametrize(
    ("tempo", "total"),
    [({}, 90), ({"move": 1 / 3}, 30), ({"move": 2.0}, 180), ({"move": 0.01}, SHORT)],
)
async def test_a_decision_has_its_part_of_the_clock_and_never_less_than_the_short_one(
    tempo: dict[str, float], total: int
) -> None:
    games = {"toy": replace(GAMES["toy"], tempo=tempo)}
    async with house(games=games) as h:
        _code, (ann, _bo) = await h.playing(BO, clock=90)
        await ann.asked("move")
        assert ann.last["clock"]["total"] == total
