"""How long the open decision of a table may take, by public facts alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from server.absent import Attendance
from server.api import Stage
from server.deadlines import SHORT
from server.running import RunningGame
from server.table_state import TableState

__all__ = ["Allowance", "allowance", "resumed"]

_AGAIN: Final = 10 * 60.0
"""Seconds that a clock which ran on while the server was down has left at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What a decision is given: ``total`` seconds, of which ``left`` are left (``None``: all).

    ``elastic``: the rules may add seconds while it runs; otherwise a clock that runs is never
    touched.
    """

    key: tuple[str, int]
    total: int
    left: float | None = None
    elastic: bool = False


def allowance(
    state: TableState,
    running: RunningGame | None,
    attendance: Attendance,
    *,
    anybody: bool,
    wall: float,
) -> Allowance | None:
    """Return what the open decision is given at the time of day ``wall``; ``None`` for no clock.

    With no player here (``anybody``) the game is parked, and the first to return finds a full
    clock. Only where the game says so the clock runs on, by the time of day.
    """
    if running is None or state.stage is not Stage.PLAYING or not running.decision:
        return None
    key, seconds = (running.id, running.decision), running.seconds
    if seconds and running.patience.runs_on:
        return Allowance(key=key, total=seconds, left=state.begun + seconds - wall, elastic=True)
    if not anybody:
        return None
    if seconds:
        return Allowance(key=key, total=seconds, elastic=True)
    if not state.clock:
        return None
    asked = tuple(seat for seat, _ in running.window)
    least = min(SHORT, state.clock)
    if attendance.hurries(state, asked):
        return Allowance(key=key, total=least)
    return Allowance(key=key, total=max(least, round(state.clock * running.tempo)))


def resumed(state: TableState, running: RunningGame, wall: float) -> float:
    """Return when the open step counts as begun after the server was down.

    Nobody could play meanwhile, so some time is left to whoever comes back.
    """
    return max(state.begun, wall - running.seconds + min(_AGAIN, running.seconds))
