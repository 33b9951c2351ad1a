"""What is looked at after costs and after each complete effect (N81-6.8, N81-10.1, N81-14.8)."""

from __future__ import annotations

from engine.games.no81.damage import falls
from engine.games.no81.death import die
from engine.games.no81.figures import tell_figures
from engine.games.no81.glossary import Mode, Timing
from engine.games.no81.moves import set_flag
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import Flag
from engine.games.no81.triggers import fire
from engine.request import Script

__all__ = ["settle"]


def settle(state: State, *, effect: bool = True) -> Script[None]:
    """Look for Treasures that left, then for minds that broke; deaths and wins follow from both.

    ``effect`` False: costs were paid but the effect is still to come, which a Treasure's damage
    waits for (N81-9.18.2).
    """
    if effect and state.lost:
        yield from falls(state)
    # One that breaks may break another (N81-10.4), so it is looked again from the beginning.
    while (seat := _breaks(state)) is not None:
        yield from _break(state, seat)
    yield from tell_figures(state)


def _breaks(state: State) -> int | None:
    """Return the first seat from the acting one whose mind is broken and not yet said to be."""
    breaking = [p.seat for p in state.players if not p.deck and p.alive and not p.broken]
    return next(s for s in state.living if s in breaking) if breaking else None


def _break(state: State, seat: int) -> Script[None]:
    """N81-10.1, N81-10.4: the mind breaks; N81-14.8: in Karma mode its player is out."""
    yield from set_flag(state, seat, Flag.BROKEN, True)
    yield from fire(state, Moment(timing=Timing.MIND_BROKEN, who=seat))
    if state.mode is Mode.KARMA and not state.players[seat].deck:
        yield from die(state, seat, None)
