"""Attack range and hand limit before skills are asked, and what those then make of it.

Both are public and follow from public facts (N81-5.4, N81-7.3), but a view cannot ask a plug-in. So
the difference that queries of N81-19.4 make is told as a flag of the seat, where it changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.games.no81.glossary import Query
from engine.games.no81.health import rel_hp
from engine.games.no81.moves import set_flag
from engine.games.no81.queries import asked
from engine.games.no81.state import State
from engine.games.no81.terms import Flag
from engine.request import Script

__all__ = ["base_limit", "base_range", "tell_figures"]


def base_range(state: State, seat: int) -> int:
    """N81-7.3: return 1 and the additions, but for what queries make of it."""
    added = sum([skill.reach for skill in state.skills(seat)])
    return 1 + state.players[seat].reach + added


def base_limit(state: State, seat: int) -> int:
    """N81-5.4: return the relative health and the additions, but for what queries make of it."""
    added = sum([skill.hand_limit for skill in state.skills(seat)])
    return rel_hp(state, seat) + state.players[seat].holds + added


_FIGURES: Final[dict[Query, tuple[Flag, Callable[[State, int], int]]]] = {
    Query.ATTACK_RANGE: (Flag.SKILL_RANGE, base_range),
    Query.HAND_LIMIT: (Flag.SKILL_LIMIT, base_limit),
}


def tell_figures(state: State) -> Script[None]:
    """Tell of each seat for which skills make another difference now than was told last."""
    if state.content_queries.isdisjoint(_FIGURES):
        return
    for query, (flag, base) in _FIGURES.items():
        if query not in state.content_queries:
            continue
        for seat in state.living:
            player = state.players[seat]
            figure = base(state, seat)
            difference = max(0, asked(state, seat, query, figure, {})) - figure
            told = player.skill_range if flag is Flag.SKILL_RANGE else player.skill_limit
            if difference != told:
                yield from set_flag(state, seat, flag, difference)
