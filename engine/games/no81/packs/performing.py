"""Carrying out what a plug-in does, call by call, and what is kept and told of it (N81-19.5)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from engine.games.no81 import api
from engine.games.no81.packs.asking import put
from engine.games.no81.packs.budget import bounded
from engine.games.no81.packs.event import Event
from engine.games.no81.packs.game import Game
from engine.games.no81.packs.tape import Away, Misuse, Tape
from engine.games.no81.state import State
from engine.request import Script

__all__ = ["Failure", "Report", "failure", "ignore", "perform"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A plug-in raised: which skill, and what in which line; nothing of what the game held."""

    skill: str
    error: str
    line: int


Report = Callable[[Failure], None]


def ignore(_failure: Failure) -> None:
    """Tell nobody."""


def perform(
    state: State,
    seat: int,
    skill: str,
    plugin: type[api.Skill],
    call: Callable[[api.Skill, Game], object],
    event: Event | None = None,
) -> Script[Event | None]:
    """Carry out what a plug-in does, call by call (``packs.tape``); return the event as it is then.

    ``data`` is kept when the effect has come to its end, and not before.
    """
    kept: list[Any] = []
    players = state.players
    while True:
        tape = Tape(kept)
        about = None if event is None else event.again()
        game = Game(state, seat, skill, about, tape)
        one = plugin(seat=seat, id=skill, data=deepcopy(players[seat].data.get(skill, {})))
        script: object = None
        try:
            # What is on the tape is no interruption, so all of this is one go.
            with bounded():
                script = call(one, game)
                if isinstance(script, Generator):
                    _run_through(script, tape, state, game)
        except Away:
            pass
        if isinstance(script, Generator):
            with suppress(Exception, Away), bounded():
                script.close()
        if tape.waiting is None:
            players[seat].data[skill] = _plain(one.data)
            return about
        kept.append((yield from tape.waiting))


def _run_through(script: Generator[Any, Any, Any], tape: Tape, state: State, game: Game) -> None:
    """Answer the prompts of a plug-in from the tape; one that is not there yet leaves it."""
    try:
        prompt = next(script)
        while True:
            prompt = script.send(tape.call(partial(put, state, game, prompt)))
    except StopIteration:
        return


_DEEPEST: Final = 6


def _plain(value: Any, depth: int = 0) -> Any:
    """Return a copy of what a plug-in keeps; raise :class:`Misuse` for what JSON cannot hold."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, list | tuple) and depth < _DEEPEST:
        return [_plain(part, depth + 1) for part in value]
    if isinstance(value, dict) and depth < _DEEPEST and all(isinstance(k, str) for k in value):
        return {key: _plain(part, depth + 1) for key, part in value.items()}
    raise Misuse


def failure(skill: str, error: BaseException) -> Failure:
    """Return what may be written down of an error: its type and the last line of the plug-in."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        space = trace.tb_frame.f_globals
        if space.get("__name__") == api.__name__ and space is not vars(api):
            line = trace.tb_lineno
        trace = trace.tb_next
    return Failure(skill=skill, error=type(error).__name__, line=line)
