"""A game that is played with a stacked deck: nothing in it is drawn.

For lessons, where the same cards must come for everybody who learns. What fate would decide is
what was laid out for it; beyond that, outcomes come in the order in which they are listed. It
wraps the rules from outside and changes none of them, and a game that is not wrapped cannot be
dealt like this, whatever its seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.errors import EngineError
from engine.event import Value
from engine.game import Game, Play
from engine.request import Answer, Chance, Gather, Script

__all__ = ["Drawn", "stacked"]

T = TypeVar("T")

Drawn = Mapping[str, Sequence[Answer]]
"""By kind of chance, what comes first at each draw of it, in order; the rest follows as listed."""


def stacked(game: Game, drawn: Drawn) -> Game:
    """Return ``game`` with fate laid out, and with no time limits of its own."""

    def play(seats: int, options: Mapping[str, Value]) -> Play:
        whole = game.play(seats, options)
        return Play(script=_without_chance(whole.script, drawn), state=whole.state)

    return replace(game, play=play)


def _without_chance(script: Script[T], drawn: Drawn) -> Script[T]:
    """Run ``script``; answer its draws here, and pass everything else on."""
    left = {kind: list(outcomes) for kind, outcomes in drawn.items()}
    reply: object = None
    while True:
        try:
            request = script.send(reply)
        except StopIteration as stop:
            result: T = stop.value
            return result
        if isinstance(request, Chance):
            waiting = left.get(request.kind)
            reply = _dealt(request, waiting.pop(0) if waiting else ())
        elif isinstance(request, Gather):
            reply = yield replace(request, seconds=0)
        else:
            reply = yield request


def _dealt(chance: Chance, first: Answer) -> Answer:
    """Return the outcomes of ``chance`` that come when ``first`` lie on top."""
    rest = list(chance.outcomes)
    for outcome in first:
        if outcome not in rest:
            raise EngineError("impossible_outcome", kind=chance.kind, value=outcome)
        rest.remove(outcome)
    return (*first, *rest)[: chance.take]
