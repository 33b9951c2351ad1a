"""What a table is made with, as a value: the form on the screen, lines and presets share it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from server.absent import Late
from server.api import TableFrame
from server.deadlines import SECONDS, Pace
from server.history import Replays
from server.requests import Configure, CreateTable
from server.seating import Seating
from server.seats import SeatKind

__all__ = ["Setup"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A table's set-up; ``clock`` is seconds a decision, 0 none, ``options`` are the game's."""

    game: str
    seats: int
    bots: int = 0
    clock: int = 0
    late: str = Late.SAFE
    watch: int = 0
    replays: str = Replays.PLAYERS
    seating: str = Seating.ROTATE
    options: Mapping[str, Any]

    @classmethod
    def default(cls, game: Game) -> Setup:
        """Return the game's defaults for four players, or as many as it has."""
        return cls(
            game=game.id,
            seats=max(game.min_seats, min(4, game.max_seats)),
            clock=SECONDS[Pace.NORMAL],
            options={spec.id: spec.default for spec in game.options},
        )

    @classmethod
    def of_table(cls, frame: TableFrame) -> Setup:
        """Return the set-up of a table that there is."""
        return cls(
            game=frame["game"],
            seats=len(frame["seats"]),
            bots=sum(seat["kind"] == SeatKind.BOT for seat in frame["seats"]),
            clock=frame["clock_option"],
            late=frame.get("late_option", Late.SAFE),
            watch=frame.get("watch_option", 0),
            replays=frame.get("replays_option", Replays.PLAYERS),
            seating=frame.get("seating_option", Seating.ROTATE),
            options=frame["options"],
        )

    def create(self) -> CreateTable:
        """Return the request for such a table."""
        return CreateTable(
            game=self.game,
            seats=self.seats,
            options=self.options,
            clock=self.clock,
            bots=min(self.bots, self.seats - 1),
            late=self.late,
            watch=self.watch,
            replays=self.replays,
            seating=self.seating,
        )

    def configure(self) -> Configure:
        """Return the request to make a table such a one; its bots stay."""
        return Configure(
            seats=self.seats,
            options=self.options,
            clock=self.clock,
            late=self.late,
            watch=self.watch,
            replays=self.replays,
            seating=self.seating,
        )
