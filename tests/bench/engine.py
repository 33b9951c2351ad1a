"""What the engine does per second on one core; ``make bench`` prints it.

*bare*: the script and the driver's checks, random picks, no journal, nobody watching. *full*: with
the journal, and five views kept and handed out after every decision, as a table of four does.
Seconds are CPU seconds of this process, so that a busy machine does not blur the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import process_time

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.event import SPECTATOR, Value
from engine.game import Game
from engine.journal import Header
from engine.registry import GAMES
from engine.simulate import simulate
from engine.view import Observer, ask_view

__all__ = ["bare", "figures", "rate", "seats_of"]

SEATS = 4
"""How many play, or the fewest that a game is for."""
GAMES_PLAYED = 100
"""By heuristic bots."""
SECONDS = 2.5
ROUNDS = 5
"""The best of so many measurements: other processes only ever make it slower."""


def seats_of(game: Game) -> int:
    """Return how many seats ``game`` is measured with."""
    return max(SEATS, game.min_seats)


def _picks(chance: Random, driver: Driver) -> tuple[int, int, tuple[str, ...]]:
    """Return a random legal answer: seat, ask, values."""
    waits = (s for s, p in driver.pending.items() if p.answer is None and not p.ask.settled)
    seat = next(waits)
    pending = driver.pending[seat]
    ask = pending.ask
    if ask.check is not None:
        return seat, pending.id, _judged(chance, driver, seat)
    if ask.least == 1:
        return seat, pending.id, (ask.options[int(chance.random() * len(ask.options))],)
    return seat, pending.id, tuple(chance.sample(ask.options, ask.least))


def _judged(chance: Random, driver: Driver, seat: int) -> tuple[str, ...]:
    """Return what a random bot answers where an answer is judged as a whole."""
    ask = ask_view(driver, seat)
    assert ask is not None
    return driver.game.bots["random"]().choose({}, ask, Dice(chance.randbytes(8)))


def bare(game: Game, header: Header, chance: Random) -> int:
    """Play one game with nothing but the rules; return how many decisions it took."""
    driver = Driver(game, header, record=False)
    driver.start()
    decisions = 0
    while driver.status is Status.RUNNING:
        driver.answer(*_picks(chance, driver))
        decisions += 1
    return decisions


def _full(game: Game, header: Header, chance: Random) -> int:
    """Play one game with the journal and every viewer's view after each decision."""
    driver = Driver(game, header)
    observers = [Observer(driver, viewer) for viewer in (*range(header.seats), SPECTATOR)]
    driver.start()
    decisions = 0
    while driver.status is Status.RUNNING:
        driver.answer(*_picks(chance, driver))
        for observer in observers:
            observer.update()
            observer.fold.plain()
        decisions += 1
    return decisions


def rate(
    game: Game, play: Callable[[Game, Header, Random], int], options: Mapping[str, Value]
) -> float:
    """Return the decisions per second of ``play``, the best of some measurements."""
    seats = seats_of(game)
    best = 0.0
    for number in range(ROUNDS):
        chance = Random(number)
        decisions = games = 0
        began = process_time()
        while process_time() - began < SECONDS / ROUNDS:
            header = Header(
                game=game.id,
                rules_version=game.rules_version,
                seats=seats,
                options=options,
                seed=games.to_bytes(32, "big"),
            )
            decisions += play(game, header, chance)
            games += 1
        best = max(best, decisions / (process_time() - began))
    return best


def figures() -> dict[str, float]:
    """Return the figures of every registered game by their flat names."""
    found: dict[str, float] = {}
    for name, game in GAMES.items():
        seats = seats_of(game)
        options = game.configure(seats, {})
        found[f"engine.{name}.bare_decisions_per_s"] = rate(game, bare, options)
        found[f"engine.{name}.full_decisions_per_s"] = rate(game, _full, options)
        report = simulate(game, seats, GAMES_PLAYED, 1, ("heuristic",), clock=process_time)
        found[f"engine.{name}.heuristic_games_per_s"] = report.games_per_s
    return found
