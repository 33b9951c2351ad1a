"""Two players choose a hand card in secret at the same time (N81-6.12)."""

from __future__ import annotations

from engine.games.no81.state import State
from engine.games.no81.terms import AskKind
from engine.request import Ask, Gather, Script, gather

__all__ = ["both_pick"]


def both_pick(state: State, one: int, two: int, *, why: str) -> Script[tuple[str, str]]:
    """Return the hand cards that ``one`` and ``two`` picked; by default each one's first."""
    asks = tuple(
        Ask(
            seat=seat,
            kind=AskKind.SECRET,
            options=tuple(state.players[seat].hand),
            default=(state.players[seat].hand[0],),
            context={"why": why},
        )
        for seat in sorted((one, two))
    )
    answers = yield from gather(Gather(kind=AskKind.SECRET, asks=asks))
    return answers[one][0], answers[two][0]
