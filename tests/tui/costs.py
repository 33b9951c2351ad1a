"""What a whole game costs one viewer on the wire, counted without an App or a clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import islice

from server.api import TableFrame
from tests.tui import diaries, duels
from tests.tui.painted import Painter
from tests.tui.tables import frames
from tui.screens import choosing
from tui.screens.state import TableState

__all__ = ["Costs", "cost_of", "duel", "letters", "middles"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """Bytes: of the first paint, of each move of others, of each highlight that only moves."""

    first: int
    moves: list[int] = field(default_factory=list)
    highlights: list[int] = field(default_factory=list)


@cache
def letters(seed: int) -> list[TableFrame]:
    """Return what the first seat sees of a game of Love Letter."""
    return [moment[0] for moment in frames(seed=seed)]


@cache
def duel(count: int) -> list[TableFrame]:
    """Return what the first seat sees of the beginning of a game of No.81."""
    return [moment[0] for moment, _asked in islice(duels.moments(3, 4), count)]


def cost_of(painter: Painter, game: list[TableFrame]) -> Costs:
    """Draw a game frame by frame as ``painter`` does."""
    state = TableState.begin(game[0])
    found = Costs(first=painter.cost(state))
    for frame in game[1:]:
        before = state.asked
        state.take(frame)
        cost = painter.cost(state)
        if not before and not state.asked:
            found.moves.append(cost)
        elif state.asked and len(state.choices) > 1:
            # The first one brings the explanations; from then on it only moves.
            costs = [_moved(painter, state, step) for step in (1, 1, -1)]
            found.highlights.extend(costs[1:])
    return found


def _moved(painter: Painter, state: TableState, step: int) -> int:
    state.choosing = choosing.move(state.choosing, step)
    return painter.cost(state)


@cache
def middles() -> list[TableState]:
    """Return a table in the middle of each game; they are only drawn."""
    found = []
    diary = [moment[0] for moment in islice(diaries.moments(3), 9) if 0 in moment]
    for game in (letters(3)[:18], duel(50), diary):
        state = TableState.begin(game[0])
        for frame in game[1:]:
            state.take(frame)
        found.append(state)
    return found
