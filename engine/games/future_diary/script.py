"""The course of a game: lobby, deal, acts, end (FD-3.1).

Here alone seats meet chairs: what is told to a seat goes to its chair.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.event import Value
from engine.game import Result
from engine.games.future_diary import win
from engine.games.future_diary.act import last_words, notices, orders, predictions, respond
from engine.games.future_diary.deal import deal
from engine.games.future_diary.lobby import lobby
from engine.games.future_diary.roles import FIRST_LOOP
from engine.games.future_diary.state import Table
from engine.games.future_diary.terms import EventKind, Option, Verdict
from engine.request import Script, tell

__all__ = ["course", "play_on"]


def course(table: Table, options: Mapping[str, Value]) -> Script[Result]:
    """Play a whole game."""
    yield from tell(
        EventKind.SETUP,
        seats=table.size,
        roles=tuple(role.value for role in table.roles),
        first_loop=FIRST_LOOP[table.size],
        pace=table.pace.value,
        quiet=0 if options[Option.QUIET] == "off" else int(str(options[Option.QUIET])),
        acts=int(str(options[Option.ACTS])),
    )
    yield from lobby(table)
    yield from deal(table)
    return (yield from play_on(table, options))


def play_on(table: Table, options: Mapping[str, Value]) -> Script[Result]:
    """Play from the world as it stands between two acts to the end."""
    while True:
        verdict = yield from _act(table, options)
        if verdict is not None:
            return (yield from _end(table, verdict))


def _act(table: Table, options: Mapping[str, Value]) -> Script[Verdict | None]:
    """Play one act; return how the game has ended, if it has (FD-14.2)."""
    given, locked = yield from orders(table)
    read, outcome = yield from respond(table, locked)
    closed = yield from last_words(table, outcome)
    yield from notices(table, closed, given, read)
    verdict = win.verdict(table.world, options)
    if verdict is not None:
        return verdict
    left = win.fading(table.world, options)
    if left is not None:
        yield from tell(EventKind.FADING, acts=table.world.quiet, left=left)
    yield from predictions(table)
    return None


def _end(table: Table, verdict: Verdict) -> Script[Result]:
    """Tell who has won, who was who, and all that happened (FD-14.5)."""
    winners = win.winners(table.world, verdict)
    yield from tell(EventKind.OVER, verdict=verdict.value, winners=winners)
    seats = tuple(
        {
            "seat": number,
            "chair": table.chair(number) if table.reveal else None,
            "persona": seat.persona,
            "role": seat.true_name,
            "loop": seat.loop.value,
            "alive": seat.alive,
        }
        for number, seat in table.world.seats.items()
    )
    yield from tell(EventKind.REVEALED, seats=seats)
    for record in table.world.records:
        yield from tell(EventKind.CHRONICLE, act=record.act, record=record.lines)
    chairs = tuple(sorted(table.chair(number) for number in winners))
    scores = tuple(int(chair in chairs) for chair in range(table.size))
    return Result(winners=chairs, scores=scores)
