"""Decisions per second of peers' engines where they are installed (``pip install -e '.[bench]'``).

Random legal play on one core, CPU seconds of this process. Other games have other decisions; the
figures say what an engine of this kind costs, not who is better. OpenSpiel's is C++ below Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from time import process_time
from typing import Any

__all__ = ["figures"]

SECONDS = 2.0


def _pokerkit() -> Iterator[int]:
    """Yield the decisions of one hand of four-handed no-limit hold'em after another."""
    import pokerkit

    random = Random(1)
    automations = tuple(pokerkit.Automation)
    while True:
        state: Any = pokerkit.NoLimitTexasHoldem.create_state(
            automations, True, 0, (1, 2), 2, 200, 4
        )
        decisions = 0
        while state.status:
            moves = [
                move
                for can, move in (
                    (state.can_fold, state.fold),
                    (state.can_check_or_call, state.check_or_call),
                    (state.can_complete_bet_or_raise_to, state.complete_bet_or_raise_to),
                )
                if can()
            ]
            random.choice(moves)()
            decisions += 1
        yield decisions


def _open_spiel() -> Iterator[int]:
    """Yield the decisions of one four-player game of Leduc poker after another."""
    import pyspiel

    random = Random(1)
    game: Any = pyspiel.load_game("leduc_poker(players=4)")
    while True:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        yield decisions


def _rate(play: Callable[[], Iterator[int]]) -> float:
    games = play()
    next(games)
    began, decisions = process_time(), 0
    while process_time() - began < SECONDS:
        decisions += next(games)
    return decisions / (process_time() - began)


def figures() -> dict[str, float]:
    """Return ``peer.NAME.bare_decisions_per_s`` for every peer that is installed."""
    found: dict[str, float] = {}
    for name, play in (("pokerkit", _pokerkit), ("open_spiel_leduc", _open_spiel)):
        with suppress(ImportError):
            found[f"peer.{name}.bare_decisions_per_s"] = _rate(play)
    return found
