"""What each look costs on the wire, and what a link that is spared costs: bytes by flat names.

Counted over drawn games, frame by frame, as ``tests/tui/test_look_budgets.py`` bounds them.
"""

from __future__ import annotations

import sys
from statistics import mean

from textual.geometry import Size

from tests.tui.costs import cost_of, duel, letters, middles
from tests.tui.painted import Painter
from themes.loader import available, load

__all__ = ["figures"]

SIZE, LARGE = Size(80, 24), Size(120, 40)
SEEDS = (5, 6, 7, 9)


def _look(theme: str) -> dict[str, float]:
    """Measure one look."""
    small, large = Painter(load(theme), SIZE), Painter(load(theme), LARGE, language="zh_Hant")
    costs = [cost_of(small, letters(seed)) for seed in SEEDS]
    found: dict[str, float] = {
        "first_paint_bytes": max(c.first for c in costs),
        "move_bytes": mean(move for c in costs for move in c.moves),
        "move_bytes_120x40_zh": mean(cost_of(large, letters(SEEDS[0])).moves),
        "move_bytes_no81": mean(cost_of(small, duel(60)).moves),
        "highlight_bytes": mean(move for c in costs for move in c.highlights),
        "switch_bytes": _switch(theme),
    }
    for language in ("en", "zh_Hant"):
        spared = Painter(load(theme), SIZE, language=language, sparing=True)
        moves = [move for seed in SEEDS for move in cost_of(spared, letters(seed)).moves]
        found[f"spared_move_bytes_{language}"] = mean(moves)
    return {f"look.{theme}.{name}": value for name, value in found.items()}


def _switch(theme: str) -> float:
    """Return what the dearest switch from another look takes, in any game at 120x40."""
    most = 0
    for state in middles():
        painter = Painter(load(theme), LARGE)
        painter.wear(load(theme))
        most = max(most, painter.cost(state))
    return most


def figures() -> dict[str, float]:
    """Measure all looks."""
    found: dict[str, float] = {}
    for theme in available():
        sys.stderr.write(f"looks: {theme}\n")
        found |= _look(theme)
    return found
