"""Future Diary as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.bots.future_diary.bot import HeuristicBot
from engine.bots.future_diary_random import FutureDiaryRandomBot
from engine.event import Value
from engine.game import Game, Part, Patience, Play
from engine.games.future_diary.fold import FutureDiaryView
from engine.games.future_diary.model import World
from engine.games.future_diary.roles import HALVES
from engine.games.future_diary.script import course
from engine.games.future_diary.setup import MAX_SEATS, MIN_SEATS, OPTIONS, configure, roles_of
from engine.games.future_diary.state import Table
from engine.games.future_diary.steps import seconds
from engine.games.future_diary.talk import author as posted_as
from engine.games.future_diary.terms import Option, Pace, Role, Step, Verb
from engine.request import Answer

__all__ = ["GAME", "IDLE_ACTS", "RULES_VERSION", "author", "idle", "parts", "zones"]

RULES_VERSION: Final = 1
"""Raised whenever an old journal would play differently."""

IDLE_ACTS: Final = 2
"""After so many wholly silent acts a bot plays for a seat (FD-15.6)."""


def _play(seats: int, options: Mapping[str, Value]) -> Play:
    roles = roles_of(seats, options)
    table = Table(
        size=seats,
        roles=roles,
        pace=Pace(str(options[Option.PACE])),
        reveal=options[Option.REVEAL] == "on",
        world=World(seats={}, roles=roles),
    )
    return Play(script=course(table, options), state=table)


def _fold(_seats: int, _options: Mapping[str, Value], viewer: int) -> FutureDiaryView:
    return FutureDiaryView(viewer=viewer)


def zones(table: Table) -> Mapping[str, Sequence[str]]:
    """Return where every role is: not dealt yet, or with a living or dead seat."""
    seats = table.world.seats.values()
    if not seats:
        undealt = [c for r in table.roles for c in (HALVES if r is Role.SEVENTH else (r.value,))]
        return {"undealt": undealt}
    return {
        "living": [seat.true_name for seat in seats if seat.alive],
        "dead": [seat.true_name for seat in seats if not seat.alive],
    }


def idle(table: Table) -> frozenset[int]:
    """Return the chairs of living seats that have been silent for too long (FD-15.6)."""
    world = table.world
    return table.audience(*(n for n in world.living if world.seats[n].silent >= IDLE_ACTS))


def parts(table: Table) -> tuple[Part, ...]:
    """Return loop and role of each chair, as they were at the end (FD-14.5)."""
    seats = [table.world.seats[table.seat_of(chair)] for chair in range(table.size)]
    return tuple([Part(side=seat.loop.value, roles=(seat.true_name,)) for seat in seats])


def author(table: Table, chair: int, answer: Answer) -> int | None:
    """Return as which seat an answer would be posted in public; nobody has one in the lobby."""
    if not table.chairs or answer[:1] != (Verb.SAY,):
        return None
    return posted_as(table, table.seat_of(chair), answer[1:])


def _patience(options: Mapping[str, Value]) -> Patience:
    """FD-15.7: ten minutes, at slow paces two ``orders`` steps."""
    pace = Pace(str(options[Option.PACE]))
    if pace in {Pace.QUICK, Pace.NORMAL}:
        return Patience(seconds=600)
    length = seconds(World(seats={}, roles=(), act=2), Step.ORDERS, pace)
    return Patience(seconds=2 * length, runs_on=pace is Pace.DAILY)


def _unmasked(options: Mapping[str, Value]) -> bool:
    return options[Option.REVEAL] == "on"


GAME: Final = Game(
    id="future_diary",
    rules_version=RULES_VERSION,
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    options=OPTIONS,
    configure=configure,
    play=_play,
    fold=_fold,
    zones=zones,
    bots={"random": FutureDiaryRandomBot, "heuristic": HeuristicBot},
    masked=True,
    paced=True,
    unmasked=_unmasked,
    idle=idle,
    author=author,
    patience=_patience,
    mode=Option.PACE,
    parts=parts,
)
