"""A running game: the world, and what the seats have done in the step that runs.

The only mutable values of the game; the script changes them between two requests, and ``check`` of
an ask reads them. Whatever resolution needs is frozen and handed on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.event import Value
from engine.games.future_diary.chronicle import add
from engine.games.future_diary.form import Chosen, Form
from engine.games.future_diary.model import Seat, World
from engine.games.future_diary.outcome import Outcome
from engine.games.future_diary.terms import Channel, ChronicleCode, Pace, Role, Step

__all__ = ["Sitting", "Table", "Tally"]


@dataclass(slots=True, kw_only=True)
class Sitting:
    """What one living seat does in one step: its form, its submission, whether it is ready."""

    form: Form = ()
    offer: tuple[Mapping[str, Value], ...] = ()
    """The form as its seat gets it."""
    words: tuple[str, ...] = ()
    """Every ``field=value`` that it offers."""
    fields: Chosen = field(default_factory=dict)
    ready: bool = False
    answered: bool = False
    """Its player has submitted, or said *ready* to what stood there."""


@dataclass(slots=True, kw_only=True)
class Tally:
    """One seat's predictions in this act (FD-11): the free one, and how its ordinary ones went."""

    free: bool = False
    ordinary: int = 0
    failed: bool = False


@dataclass(slots=True, kw_only=True)
class Table:
    """One game. Chairs are 0-based, seats 1..n; ``chairs[seat - 1]`` is a seat's chair (FD-2.6)."""

    size: int
    roles: tuple[Role, ...]
    pace: Pace = Pace.NORMAL
    reveal: bool = True
    world: World
    chairs: tuple[int, ...] = ()
    names: dict[int, str] = field(default_factory=dict)
    """Personas by chair, in the lobby."""
    sittings: dict[int, Sitting] = field(default_factory=dict)
    """Of the step that runs, by living seat; in the lobby by chair."""
    posts: dict[tuple[int, Channel], int] = field(default_factory=dict)
    """Posts of this step, by who appears as author and channel (FD-15.1)."""
    tallies: dict[int, Tally] = field(default_factory=dict)
    declared: bool = False
    """11th has declared Creator in this act."""
    heard: set[int] = field(default_factory=set)
    """Seats that sent anything at all in this act (FD-15.6)."""
    outcome: Outcome | None = None
    """Of the act whose predictions are made."""

    @property
    def step(self) -> Step:
        """The step that runs."""
        return self.world.step

    def seat_of(self, chair: int) -> int:
        """Return the seat of a chair."""
        return self.chairs.index(chair) + 1

    def chair(self, seat: int) -> int:
        """Return the chair of a seat."""
        return self.chairs[seat - 1]

    def audience(self, *seats: int) -> frozenset[int]:
        """Return the chairs of seats."""
        return frozenset(self.chair(seat) for seat in seats)

    def write(self, code: ChronicleCode, **fields: Value) -> None:
        """Add a line to the chronicle of the act that was closed last (FD-14.5)."""
        *before, last = self.world.records
        self.world = replace(self.world, records=(*before, add(last, code, **fields)))

    def change(self, number: int, **fields: Any) -> Seat:
        """Replace fields of a seat."""
        seat = replace(self.world.seats[number], **fields)
        self.world = self.world.with_seats(seat)
        return seat
