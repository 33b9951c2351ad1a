"""A toy game in which a seat is asked more before anybody is told what it does.

Each seat in turn is asked for a ``move``. Who says ``swap`` is asked ``which`` and then ``why``;
only then all are told that something was done, as they are after ``keep``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.event import Value
from engine.game import Play, Result
from engine.request import Script, choose, tell
from tests.server.toy import TOY, State

ROUNDS = 2


def _script(seats: int) -> Script[Result]:
    yield from tell("round", number=0)
    for seat in [*range(seats)] * ROUNDS:
        move = yield from choose(seat, "move", ("keep", "swap"))
        if move == "swap":
            yield from choose(seat, "which", ("left", "right"))
            yield from choose(seat, "why", ("fun", "spite"))
        yield from tell("kept", seat=seat)
    return Result(winners=(0,), scores=(0,) * seats)


def _play(seats: int, _options: Mapping[str, Value]) -> Play:
    return Play(script=_script(seats), state=State())


ASKING = {"toy": replace(TOY, play=_play, tempo={"which": 10.0, "why": 10.0})}
"""The later questions would take longer by themselves."""
