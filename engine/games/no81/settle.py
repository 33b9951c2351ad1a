"""What is looked at after costs and after each complete effect (N81-6.8, N81-10.1, N81-14.8).

Who has left the game for good is a death not yet processed (N81-6.8, N81-8.9).
"""

from __future__ import annotations

from engine.games.no81.damage import falls
from engine.games.no81.death import die, part
from engine.games.no81.figures import tell_figures
from engine.games.no81.glossary import Mode, Timing
from engine.games.no81.moves import set_flag
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import Flag
from engine.games.no81.triggers import fire
from engine.request import Script

__all__ = ["see_off", "settle"]


def settle(state: State, *, effect: bool = True) -> Script[None]:
    """Look for Treasures that left, for minds that broke, for players who left; then for wins.

    ``effect`` False: costs were paid but the effect is still to come, which a Treasure's damage
    waits for (N81-9.18.2).
    """
    if effect and state.lost:
        yield from falls(state)
    # One that breaks may break another (N81-10.4), so it is looked again from the beginning.
    while True:
        if (seat := _breaks(state)) is not None:
            yield from _break(state, seat)
        elif state.leaving:
            yield from part(state, state.leaving[0])
        else:
            break
    yield from tell_figures(state)


def see_off(state: State) -> Script[None]:
    """N81-8.9: settle where nothing else need be, if somebody has left the game for good."""
    if state.leaving:
        yield from settle(state)


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
