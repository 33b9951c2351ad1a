"""Games that are broken on purpose: what a gate must notice (negative controls)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.event import Value
from engine.game import Game, Play
from engine.request import Request, Script

__all__ = ["Rewrite", "leaking"]

Rewrite = Callable[[Any, Request], Iterable[Request]]
"""From the true state and a request of the script to the requests that are put instead."""


def _rewritten(rewrite: Rewrite, state: object, script: Script[Any]) -> Script[Any]:
    """Run ``script`` with each request replaced; the reply to the last one goes back in."""
    reply: object = None
    while True:
        try:
            request = script.send(reply)
        except StopIteration as stop:
            return stop.value
        for other in rewrite(state, request):
            reply = yield other


def leaking(rewrite: Rewrite) -> Callable[[Game], Game]:
    """Return a maker of games that leak as ``rewrite`` does."""

    def broken(game: Game) -> Game:
        def play(seats: int, options: Mapping[str, Value]) -> Play:
            sound = game.play(seats, options)
            return Play(script=_rewritten(rewrite, sound.state, sound.script), state=sound.state)

        return replace(game, play=play)

    return broken
