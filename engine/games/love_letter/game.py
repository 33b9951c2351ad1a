"""Love Letter of Despair as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.bots.love_letter import HeuristicBot
from engine.bots.random_bot import RandomBot
from engine.event import Value
from engine.game import Game, Play
from engine.games.love_letter.script import match
from engine.games.love_letter.setup import MAX_SEATS, MIN_SEATS, OPTIONS, configure, pool_of
from engine.games.love_letter.state import State
from engine.games.love_letter.terms import Option
from engine.games.love_letter.view import LoveLetterView
from engine.games.love_letter.zones import zones

__all__ = ["GAME", "RULES_VERSION"]

RULES_VERSION: Final = 1
"""Raised whenever an old journal would play differently."""


def _extras(options: Mapping[str, Value]) -> tuple[str, ...]:
    extras = options[Option.EXTRAS]
    assert isinstance(extras, (tuple, list))
    return tuple(str(extra) for extra in extras)


def _play(seats: int, options: Mapping[str, Value]) -> Play:
    state = State(
        seats=seats,
        pool=pool_of(_extras(options)),
        wins_needed=int(str(options[Option.WINS])),
        tiebreak_all=options[Option.TIEBREAK] == "all",
    )
    return Play(script=match(state), state=state)


def _fold(seats: int, options: Mapping[str, Value], viewer: int) -> LoveLetterView:
    return LoveLetterView(
        seats=seats,
        viewer=viewer,
        pool=pool_of(_extras(options)),
        wins_needed=int(str(options[Option.WINS])),
    )


GAME: Final = Game(
    id="love_letter",
    rules_version=RULES_VERSION,
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    options=OPTIONS,
    configure=configure,
    play=_play,
    fold=_fold,
    zones=zones,
    bots={"random": RandomBot, "heuristic": HeuristicBot},
)
