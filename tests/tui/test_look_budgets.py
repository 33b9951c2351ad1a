"""What the looks cost on the wire: the bounds of the default one hold for each of them.

Counted as ``make bench`` counts them (part looks): the first paint of a table, an opponent's move,
a highlight move, a change of look. Nothing here runs an App or a clock.
"""

from __future__ import annotations

import contextvars
from itertools import islice
from statistics import mean

import pytest
from textual.geometry import Size

from tests.languages import WRITTEN
from tests.tui.costs import cost_of, duel, letters, middles
from tests.tui.painted import Painter
from tests.tui.tables import frames
from themes.loader import available, load
from tui import i18n, looks
from tui.colour import Depth
from tui.screens.state import TableState

FIRST_PAINT, MOVE, HIGHLIGHT, SWITCH = 5 * 1024, 500, 100, 6 * 1024
SPARED_MOVE = 250
SIZE, LARGE = Size(80, 24), Size(120, 40)
SEEDS = (5, 7)


@pytest.fixture(params=WRITTEN)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize(
    ("size", "language"), [(SIZE, "en"), (SIZE, "zh_Hant"), (LARGE, "zh_Hant")]
)
@pytest.mark.parametrize("theme", available())
def test_first_paint_moves_and_highlights_of_love_letter(
    theme: str, size: Size, language: str
) -> None:
    costs = cost_of(Painter(load(theme), size, language=language), letters(5))
    assert costs.first <= FIRST_PAINT
    assert mean(costs.moves) <= MOVE
    if size == SIZE:
        assert max(costs.highlights) <= HIGHLIGHT + 250
        assert mean(costs.highlights) <= HIGHLIGHT


@pytest.mark.parametrize("theme", available())
def test_first_paint_and_moves_of_no81(theme: str) -> None:
    costs = cost_of(Painter(load(theme), SIZE), duel(60))
    assert costs.first <= FIRST_PAINT
    assert mean(costs.moves) <= MOVE


@pytest.mark.parametrize("theme", ["dusk", "contrast"])  # all are spared as one of two
def test_a_move_on_a_spared_link_costs_half_as_much(theme: str, language: str) -> None:
    spared = Painter(load(theme), SIZE, language=language, sparing=True)
    moves = [c for seed in SEEDS for c in cost_of(spared, letters(seed)).moves]
    assert mean(moves) <= SPARED_MOVE
    assert mean(cost_of(spared, duel(60)).moves) <= SPARED_MOVE


@pytest.mark.parametrize("size", [SIZE, LARGE], ids=["80x24", "120x40"])
@pytest.mark.parametrize("new", available())
def test_a_switch_to_any_other_look_in_mid_game(new: str, size: Size, language: str) -> None:
    for state in middles():
        # It is painted afresh, so what was worn before makes no difference.
        painter = Painter(load(new), size, language=language)
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
