"""The course of a game: set-up, turns, end (N81-15.3)."""

from __future__ import annotations

from engine.game import Result
from engine.games.no81.glossary import Phase, Timing
from engine.games.no81.setting_up import set_up
from engine.games.no81.settle import see_off, settle
from engine.games.no81.skill import Moment
from engine.games.no81.state import State
from engine.games.no81.terms import EventKind
from engine.games.no81.triggers import fire
from engine.games.no81.turn import next_seat, play_from, rest_of_turn
from engine.games.no81.wins import Over
from engine.request import Script, tell

__all__ = ["match", "play_on"]


def match(state: State, split: str, *, free: bool) -> Script[Result]:
    """Play one game from the set-up to its end; see :func:`set_up`."""
    yield from set_up(state, split, free=free)
    return (yield from play_on(state, state.first, begins=True))


def play_on(
    state: State, seat: int, since: Phase | None = None, *, begins: bool = False
) -> Script[Result]:
    """Play from ``seat``'s turn on until the game is decided.

    ``begins``: the opening hands were dealt just now. ``since``: that turn has begun already; it
    goes on with this phase.
    """
    try:
        if begins:
            yield from see_off(state)
            yield from fire(state, Moment(timing=Timing.GAME_START), then=settle)
            seat = seat if state.alive(seat) else next_seat(state, seat)
        if since is not None:
            yield from rest_of_turn(state, seat, since)
            seat = next_seat(state, seat)
        yield from play_from(state, seat)
        raise AssertionError
    except Over as over:
        return (yield from _end(state, over))


def _end(state: State, over: Over) -> Script[Result]:
    """Tell who has won; after the game everything is open (N81-20)."""
    players = state.players
    yield from tell(
        EventKind.GAME_OVER,
        why=over.why,
        winners=over.winners,
        hands=tuple([tuple(p.hand) for p in players]),
        decks=tuple([tuple(p.deck) for p in players]),
        roles=tuple([p.role.value if p.role is not None else None for p in players]),
        reserves=tuple([tuple(p.reserve) for p in players]),
        pile=tuple(state.pile),
    )
    scores = tuple([int(p.seat in over.winners) for p in players])
    return Result(winners=over.winners, scores=scores)
