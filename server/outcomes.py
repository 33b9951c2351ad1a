"""What must be written to the store when a table's state or game has moved on."""

from __future__ import annotations

from dataclasses import replace

from engine.driver import Status
from engine.game import ALONE
from server import table_state
from server.api import Stage
from server.changes import Append, EndGame, NewGame, SaveTable, Score, TableChange
from server.running import RunningGame
from server.seats import Seats
from server.table_state import TableState
from server.wire import pack

__all__ = ["begun", "outcome", "saved"]


def saved(state: TableState) -> SaveTable:
    """Return the change that keeps ``state``."""
    return SaveTable(code=state.code, state=pack(state.plain()))


def begun(running: RunningGame, state: TableState) -> NewGame:
    """Return the change that keeps a new game's header and who plays it."""
    seats = {
        "names": [s.name for s in state.seats],
        "owners": [s.owner for s in state.seats],
        "replays": state.replays,
    }
    return NewGame(id=running.id, code=state.code, header=running.header, seats=pack(seats))


def outcome(running: RunningGame, state: TableState) -> tuple[TableState, list[TableChange]]:
    """Return the state that a game has led to, and the changes that its new entries amount to."""
    changes: list[TableChange] = []
    if entries := running.unstored:
        changes.append(Append(game=running.id, first=running.stored, entries=entries))
    match running.driver.status:
        case Status.OVER if state.stage is not Stage.OVER:
            state = table_state.over(state)
            scores = _scores(state.seats, running)
            changes.append(EndGame(game=running.id, status="over", scores=scores))
        case Status.FROZEN if state.stage is not Stage.FROZEN:
            state = replace(state, stage=Stage.FROZEN)
            changes.append(EndGame(game=running.id, status="frozen"))
        case _:
            pass
    return state, changes


def _scores(seats: Seats, running: RunningGame) -> tuple[Score, ...]:
    result = running.driver.result
    if result is None:
        return ()
    parts = running.parts or (ALONE,) * len(seats)
    return tuple(
        Score(
            player=seat.owner, name=seat.name, score=score, won=number in result.winners, part=part
        )
        for number, (seat, score, part) in enumerate(zip(seats, result.scores, parts, strict=True))
    )
