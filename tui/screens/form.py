"""What has been chosen for a table so far, as fields with choices; no drawing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import ConfigError
from engine.game import Game
from engine.registry import GAMES
from server.absent import Late
from server.deadlines import SECONDS
from server.history import Replays
from server.late_watch import DELAYS
from server.seating import Seating
from tui.setup import Setup

__all__ = ["OFF", "ON", "Field", "Form"]

OFF: Final = "off"
ON: Final = "on"

Field = tuple[str, tuple[str, ...], str]
"""Name, choices and value."""


@dataclass(slots=True)
class Form:
    """What is chosen so far. Each choice of a several-choice option is a flag of its own."""

    game: Game
    seats: int
    clock: int
    bots: int
    values: dict[str, str]
    late: str = Late.SAFE
    watch: int = 0
    replays: str = Replays.PLAYERS
    seating: str = Seating.ROTATE

    @classmethod
    def new(cls, game: Game) -> Form:
        """Return the game's defaults for four players, or as many as it has."""
        return cls.of(Setup.default(game))

    @classmethod
    def of(cls, setup: Setup) -> Form:
        """Return the form as it is filled in for such a table."""
        form = cls(
            game=GAMES[setup.game], seats=setup.seats, clock=setup.clock, bots=setup.bots,
            values={}, late=setup.late, watch=setup.watch, replays=setup.replays,
            seating=setup.seating,
        )  # fmt: skip
        form.take(setup.options)
        return form

    @property
    def setup(self) -> Setup:
        """What is chosen, as a value."""
        return Setup(
            game=self.game.id, seats=self.seats, clock=self.clock, bots=self.bots,
            options=self.options, late=self.late, watch=self.watch, replays=self.replays,
            seating=self.seating,
        )  # fmt: skip

    def take(self, options: Mapping[str, Any]) -> None:
        """Take a table's options into the flags."""
        for spec in self.game.options:
            value = options.get(spec.id, spec.default)
            if not spec.many:
                self.values[spec.id] = str(value)
                continue
            for choice in spec.choices:
                self.values[f"{spec.id}={choice}"] = ON if choice in value else OFF

    @property
    def options(self) -> dict[str, Any]:
        """The options as the game wants them."""
        found: dict[str, Any] = {}
        for spec in self.game.options:
            if spec.many:
                chosen = (c for c in spec.choices if self.values[f"{spec.id}={c}"] == ON)
                found[spec.id] = tuple(chosen)
            else:
                found[spec.id] = self.values[spec.id]
        return found

    def fields(self) -> list[Field]:
        """Return name, choices and value of every field, in the order of the form."""
        game = self.game
        seats = tuple(str(n) for n in range(game.min_seats, game.max_seats + 1))
        bots = tuple(str(n) for n in range(self.seats))
        # A table of an earlier version may have a clock that is not offered any more.
        clocks = tuple(map(str, dict.fromkeys((*SECONDS.values(), self.clock))))
        found = [
            ("game", tuple(GAMES), game.id),
            ("seats", seats, str(self.seats)),
            ("bots", bots, str(min(self.bots, self.seats - 1))),
        ]
        if not game.paced:
            found += [
                ("clock", clocks, str(self.clock)),
                ("late", tuple(map(str, Late)), str(self.late)),
            ]
        if not game.masked:
            found.append(("watch", tuple(map(str, DELAYS)), str(self.watch)))
        found.append(("replays", tuple(map(str, Replays)), str(self.replays)))
        if not game.masked:
            found.append(("seating", tuple(map(str, Seating)), str(self.seating)))
        for spec in game.options:
            if spec.many:
                names = [f"{spec.id}={choice}" for choice in spec.choices]
                found += [(name, (OFF, ON), self.values[name]) for name in names]
            else:
                value = self.values[spec.id]
                offered = spec.offered(self.seats, self.options) if spec.offered else spec.choices
                # What was chosen stays to be seen when seats or other options make it unfit.
                found.append((spec.id, tuple(dict.fromkeys((*offered, value))), value))
        return found

    def turn(self, field: str, step: int) -> Form:
        """Return the form with ``field`` at its next (or last) choice, round the ends."""
        name, choices, value = next(f for f in self.fields() if f[0] == field)
        new = choices[(choices.index(value) + step) % len(choices)]
        match name:
            case "game":
                return Form.new(GAMES[new])
            case "seats":
                self.seats = int(new)
            case "bots":
                self.bots = int(new)
            case "clock":
                self.clock = int(new)
            case "late":
                self.late = new
            case "watch":
                self.watch = int(new)
            case "replays":
                self.replays = new
            case "seating":
                self.seating = new
            case _:
                self.values[name] = new
        return self

    def check(self) -> ConfigError | None:
        """Return why the table cannot be made like this, or ``None``."""
        try:
            self.game.configure(self.seats, self.options)
        except ConfigError as error:
            return error
        return None
