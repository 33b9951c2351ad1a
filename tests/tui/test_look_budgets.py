"""What the looks cost on the wire: the bounds of the default one hold for each of them.

Counted as ``make bench`` counts them (its session figures come from the default look): the first
paint of a table, an opponent's move, a highlight move. Nothing here runs an App or a clock.
"""

from __future__ import annotations

import contextvars
from itertools import islice
from statistics import mean

import pytest
from textual.geometry import Size

from tests.languages import WRITTEN
from tests.tui import diaries, duels
from tests.tui.painted import Painter
from tests.tui.tables import frames
from themes.loader import available, load
from tui import i18n, looks
from tui.colour import Depth
from tui.screens import choosing
from tui.screens.state import TableState

FIRST_PAINT, MOVE, HIGHLIGHT, SWITCH = 5 * 1024, 500, 100, 6 * 1024
SIZE = Size(80, 24)


@pytest.fixture(params=WRITTEN)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("theme", available())
def test_first_paint_moves_and_highlights_of_love_letter(theme: str, language: str) -> None:
    painter = Painter(load(theme), SIZE, language=language)
    moments = (moment[0] for moment in frames(seed=5))
    state = TableState.begin(next(moments))
    assert painter.cost(state) <= FIRST_PAINT
    moves, highlights = [], []
    for frame in moments:
        before = state.asked
        state.take(frame)
        cost = painter.cost(state)
        if not before and not state.asked:
            moves.append(cost)
        elif state.asked and len(state.choices) > 1:
            for step in (1, 1, -1):
                state.choosing = choosing.move(state.choosing, step)
                highlights.append(painter.cost(state))
    assert mean(moves) <= MOVE
    # The first one brings the explanations; from then on it only moves.
    assert max(highlights[1::3] + highlights[2::3]) <= HIGHLIGHT + 250
    assert mean(highlights[1::3] + highlights[2::3]) <= HIGHLIGHT


@pytest.mark.parametrize("theme", available())
def test_first_paint_and_moves_of_no81(theme: str) -> None:
    painter = Painter(load(theme), SIZE)
    moments = (moment[0] for moment, _asked in islice(duels.moments(3, 4), 60))
    state = TableState.begin(next(moments))
    costs = [painter.cost(state)]
    for frame in moments:
        before = state.asked
        state.take(frame)
        cost = painter.cost(state)
        if not before and not state.asked:
            costs.append(cost)
    assert costs[0] <= FIRST_PAINT
    assert mean(costs[1:]) <= MOVE


def tables() -> dict[str, TableState]:
    """Return a table in the middle of each game."""
    middle: dict[str, TableState] = {}
    games = {
        "love_letter": [moment[0] for moment in islice(frames(seed=3), 18)],
        "no81": [moment[0] for moment, _asked in islice(duels.moments(3, 4), 50)],
        "future_diary": [m[0] for m in islice(diaries.moments(3), 9) if 0 in m],
    }
    for game, seen in games.items():
        middle[game] = TableState.begin(seen[0])
        for frame in seen[1:]:
            middle[game].take(frame)
    return middle


@pytest.mark.parametrize("size", [SIZE, Size(120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize("old", available())
def test_a_switch_to_any_other_look_in_mid_game(old: str, size: Size, language: str) -> None:
    for state in tables().values():
        for new in available():
            painter = Painter(load(old), size, language=language)
            assert painter.cost(state) <= SWITCH
            painter.wear(load(new))
            assert painter.cost(state) <= SWITCH


@pytest.mark.parametrize("depth", list(Depth))
def test_the_trial_room_turns_with_the_mode_for_the_price_of_a_few_moves(depth: Depth) -> None:
    i18n.begin("en")
    contextvars.copy_context().run(looks.begin)
    moment = next(iter(islice(frames(seed=3), 6, 7)))[0]
    assert moment["view"] is not None
    costs = []
    for theme in ("dusk", "trial"):
        painter = Painter(load(theme), SIZE, depth=depth)
        moment["view"]["mode"] = "hope"
        painter.cost(TableState.begin(moment))
        moment["view"]["mode"] = "despair"
        costs.append(painter.cost(TableState.begin(moment)))
    assert costs[1] <= costs[0] + 3 * MOVE
