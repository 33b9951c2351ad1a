"""Simulation: reproducible, honest about its figures, refusing what cannot be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import count

import pytest

from engine.bots.random_bot import RandomBot
from engine.chance import Dice
from engine.errors import ConfigError, EngineError
from engine.event import Value
from engine.game import AskView, Play
from engine.registry import GAMES, game
from engine.simulate import seed_of, simulate


def _some(name: str) -> int:
    return max(3, game(name).min_seats)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_report_and_another_gives_another(name: str) -> None:
    one, two = (simulate(game(name), _some(name), 20, 7, ("random",)) for _ in range(2))
    assert one == two
    assert simulate(game(name), _some(name), 20, 8, ("random",)).decisions != one.decisions


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_counted(name: str) -> None:
    ticks = count(100, 5)
    seats = game(name).min_seats
    report = simulate(game(name), seats, 10, 1, clock=lambda: float(next(ticks)))
    assert sum(report.wins) >= report.games == 10
    assert report.seconds == 5.0
    assert report.games_per_s == 2.0
    assert report.decisions_per_s == report.decisions / 5
    assert simulate(game(name), seats, 1, 1).games_per_s == 0.0


@pytest.mark.parametrize(
    ("seats", "bots", "code"),
    [(9, ("random",), "seats"), (2, ("oracle",), "unknown_bot"), (3, ("random",) * 2, "bots")],
)
def test_what_cannot_be_played_is_refused_by_code(
    seats: int, bots: tuple[str, ...], code: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        simulate(game("love_letter"), seats, 1, 1, bots)
    assert refused.value.code == code


def test_a_rule_that_fails_stops_the_simulation_with_where() -> None:
    love_letter = game("love_letter")

    def broken(seats: int, options: Mapping[str, Value]) -> Play:
        sound = love_letter.play(seats, options)
        sound.state.pool = sound.state.pool[:3]
        return sound

    with pytest.raises(EngineError) as failed:
        simulate(replace(love_letter, play=broken), 3, 1, 1)
    assert failed.value.code == "frozen"
    assert failed.value.params["error"] == "IndexError"


def test_game_seeds_differ_and_have_32_bytes() -> None:
    seeds = {seed_of(1, number) for number in range(50)} | {seed_of(2, 0)}
    assert len(seeds) == 51
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize(
    ("least", "most", "ordered", "text"),
    [(1, 1, False, 0), (0, 3, False, 0), (2, 4, True, 0), (1, 1, False, 9)],
)
def test_the_random_bot_answers_every_shape_of_ask_legally(
    least: int, most: int, ordered: bool, text: int
) -> None:
    options = () if text else ("a", "b", "c", "d")
    ask = AskView(
        id=1, kind="any", options=options, default=("quiet",) if text else ("a",), least=least,
        most=most, ordered=ordered, text=text, context={},
    )  # fmt: skip
    seen = set()
    for number in range(60):
        answer = RandomBot().choose({}, ask, Dice(f"{number}"))
        assert least <= len(answer) <= most
        assert len(set(answer)) == len(answer)
        if text:
            assert answer == ("quiet",)
        else:
            assert set(answer) <= set(options)
            assert ordered or list(answer) == [o for o in options if o in answer]
        seen.add(answer)
    assert text or len(seen) > 2
