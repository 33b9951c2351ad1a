"""Whole games played by bots without a screen.

Pure: the same arguments give the same games. Time is measured by a callable that the caller passes
in, since the engine has no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.errors import ConfigError, EngineError
from engine.event import NOTHING, Value
from engine.game import Bot, Game
from engine.journal import By, Header
from engine.view import Observer

__all__ = ["Report", "play_game", "seed_of", "simulate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What came of a simulation. ``seconds`` is 0.0 if no clock was given."""

    game: str
    seats: int
    games: int
    seed: int
    bots: tuple[str, ...]
    decisions: int
    wins: tuple[int, ...]
    """Games won, per seat; a shared win counts for each winner."""
    seconds: float

    @property
    def games_per_s(self) -> float:
        """Return finished games per second, 0.0 if not timed."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def decisions_per_s(self) -> float:
        """Return answered asks per second, 0.0 if not timed."""
        return self.decisions / self.seconds if self.seconds else 0.0


def seed_of(seed: int, number: int) -> bytes:
    """Return the 32-byte game seed of game ``number`` in the simulation ``seed``."""
    dice = Dice(f"simulate {seed} {number}")
    return bytes([dice.below(256) for _ in range(32)])


def play_game(game: Game, header: Header, bots: Sequence[Bot]) -> Driver:
    """Play one game to its end; each bot sees its own seat's view and ask, nothing else.

    Raises :class:`EngineError` ``frozen`` if a rule failed.
    """
    driver = Driver(game, header)
    observers = [Observer(driver, seat) for seat in range(header.seats)]
    dice = [Dice(header.seed + bytes([seat])) for seat in range(header.seats)]
    driver.start()
    while driver.pending:
        seat = next(
            s
            for s, pending in driver.pending.items()
            if pending.answer is None and not pending.ask.settled
        )
        observer = observers[seat]
        observer.update()
        ask = observer.ask
        assert ask is not None
        chosen = bots[seat].choose(observer.fold.plain(), ask, dice[seat])
        driver.answer(seat, ask.id, chosen, by=By.BOT)
    if driver.status is not Status.OVER:
        assert driver.fault is not None
        raise EngineError("frozen", error=driver.fault.error, sequence=driver.fault.sequence)
    return driver


def simulate(
    game: Game,
    seats: int,
    games: int,
    seed: int,
    bots: Sequence[str] = ("heuristic",),
    *,
    options: Mapping[str, Value] = NOTHING,
    clock: Callable[[], float] | None = None,
) -> Report:
    """Play ``games`` games; ``bots`` names one bot for all seats, or one per seat.

    ``clock`` returns seconds. Raises :class:`ConfigError` for a set-up that is not playable:
    the game's own codes, or ``unknown_bot`` (``bot``) or ``bots`` (``count``, ``seats``).
    """
    complete = game.configure(seats, options)
    names = tuple(bots) * seats if len(bots) == 1 else tuple(bots)
    if len(names) != seats:
        raise ConfigError("bots", count=len(names), seats=seats)
    for name in names:
        if name not in game.bots:
            raise ConfigError("unknown_bot", bot=name)
    players = [game.bots[name]() for name in names]
    wins = [0] * seats
    decisions = 0
    began = clock() if clock is not None else 0.0
    for number in range(games):
        header = Header(
            game=game.id,
            rules_version=game.rules_version,
            seats=seats,
            options=complete,
            seed=seed_of(seed, number),
        )
        driver = play_game(game, header, players)
        decisions += sum(entry.by is By.BOT for entry in driver.journal.entries)
        assert driver.result is not None
        for winner in driver.result.winners:
            wins[winner] += 1
    return Report(
        game=game.id,
        seats=seats,
        games=games,
        seed=seed,
        bots=names,
        decisions=decisions,
        wins=tuple(wins),
        seconds=clock() - began if clock is not None else 0.0,
    )
