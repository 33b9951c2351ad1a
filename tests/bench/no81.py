"""What No.81 costs: rules alone in each mode, a long game played again, a bot's slowest decision.

Seconds are CPU seconds of this process, as in ``tests.bench.engine``.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from time import process_time

from engine.chance import Dice
from engine.driver import Driver, Status, replay
from engine.games.no81.game import GAME
from engine.games.no81.glossary import Mode
from engine.journal import Header, Journal
from engine.simulate import seed_of
from engine.view import Observer
from tests.bench.engine import bare, rate, seats_of

__all__ = ["figures"]

DECISIONS = 300
"""How long the game is that is played again."""
GAMES = 6
"""Of so many games of each size a bot's slowest decision is looked for."""
SIZES = (2, 5, 8)
ROUNDS = 5


def _header(mode: Mode, seats: int, number: int) -> Header:
    options = GAME.configure(seats, {"mode": mode.value})
    return Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=seats,
        options=options,
        seed=seed_of(81, number),
    )


def _bots(header: Header, *, most: int | None = None) -> tuple[Driver, float]:
    """Play a game of heuristic bots, or its beginning; return it and the slowest decision in s."""
    driver = Driver(GAME, header)
    seats = range(header.seats)
    watching = [Observer(driver, seat) for seat in seats]
    dice = [Dice(header.seed + bytes([seat])) for seat in seats]
    bot = GAME.bots["heuristic"]()
    driver.start()
    slowest, decisions = 0.0, 0
    while driver.status is Status.RUNNING and decisions != most:
        seat = next(s for s, p in driver.pending.items() if p.answer is None)
        watching[seat].update()
        ask = watching[seat].ask
        assert ask is not None
        began = process_time()
        answer = bot.choose(watching[seat].fold.plain(), ask, dice[seat])
        slowest = max(slowest, process_time() - began)
        driver.answer(seat, ask.id, answer)
        decisions += 1
    assert driver.status is not Status.FROZEN, driver.fault
    return driver, slowest


def _long_game() -> Journal:
    """Return the journal of the first :data:`DECISIONS` decisions of a game that has so many."""
    for number in range(100):
        driver, _ = _bots(_header(Mode.COLDWARM, seats_of(GAME), number), most=DECISIONS)
        if driver.status is Status.RUNNING:
            return driver.journal
    raise AssertionError


def _replay_ms() -> float:
    """Return how long :data:`DECISIONS` decisions take to be played again from their journal."""
    journal, best = _long_game(), float("inf")
    for _ in range(ROUNDS):
        began = process_time()
        replay(GAME, journal)
        best = min(best, process_time() - began)
    return best * 1000


def _slowest_ms() -> Mapping[Mode, float]:
    """Return by mode the slowest decision of a heuristic bot, reading its view included.

    Collecting garbage is part of it, but not walking through what other parts of the bench loaded.
    """
    gc.collect()
    gc.freeze()
    found = {
        mode: 1000 * max(_bots(_header(mode, seats, n))[1] for n in range(GAMES) for seats in SIZES)
        for mode in Mode
    }
    gc.unfreeze()
    return found


def figures() -> dict[str, float]:
    """Return the figures by their flat names."""
    found = {"no81.replay_300_decisions_ms": _replay_ms()}
    for mode, slowest in _slowest_ms().items():
        found[f"no81.{mode}.bot_slowest_ms"] = slowest
    for mode in Mode:
        options = GAME.configure(seats_of(GAME), {"mode": mode.value})
        found[f"no81.{mode}.bare_decisions_per_s"] = rate(GAME, bare, options)
    return found
