"""Advice is a bot's own judgement, option by option, and never a secret's way out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.bots import love_letter as love_letter_bot
from engine.bots.advice import BEST, Ground, advise, best_of
from engine.bots.love_letter_advice import Code, advice
from engine.chance import Dice
from engine.game import AskView
from engine.registry import GAMES
from engine.request import Answer
from server.bots import ask_view
from tests.engine.gates.playing import setup_of
from tests.engine.gates.twins import check_twins
from tests.tui.tables import frames


def test_the_best_options_are_named_unless_all_are_worth_the_same() -> None:
    assert best_of({"a": 1.0, "b": 0.5, "c": 1.0}) == {"a", "c"}
    assert best_of({"a": 1.0, "b": 1.0}) == frozenset()
    assert best_of({}) == frozenset()


def test_every_option_has_advice_and_the_best_say_so_first() -> None:
    found = advise({"a": 0.0, "b": 2.0}, lambda option: [Ground(code=option)])
    assert [one.option for one in found] == ["a", "b"]
    assert [[ground.code for ground in one.grounds] for one in found] == [["a"], [BEST, "b"]]


def test_what_the_bot_would_do_is_among_what_it_calls_best() -> None:
    bot = love_letter_bot.HeuristicBot()
    asked = 0
    for seed in range(4):
        for moment in frames(seed, 4, {"extras": ("alter_ego", "genocider")}):
            for frame in moment.values():
                if frame["ask"] is None or frame["view"] is None:
                    continue
                ask = ask_view(dict(frame["ask"]))
                (chosen,) = bot.choose(frame["view"], ask, Dice("advice"))
                best = [
                    one.option for one in advice(frame["view"], ask)
                    if any(ground.code == BEST for ground in one.grounds)
                ]  # fmt: skip
                assert not best or chosen in best
                asked += bool(best)
    assert asked > 10


@pytest.mark.rule("LL-5.3")
def test_a_card_that_would_put_its_own_player_out_is_said_to_do_so() -> None:
    ruins = [
        (one.option, frame["view"]["mode"])
        for seed in range(12)
        for moment in frames(seed, 4)
        for frame in moment.values()
        if frame["ask"] is not None and frame["view"] is not None
        if frame["ask"]["kind"] == "play"
        for one in advice(frame["view"], ask_view(dict(frame["ask"])))
        for ground in one.grounds
        if ground.code == Code.RUIN
    ]
    assert ("monokuma", "hope") in ruins
    assert all(card not in {"naegi", "kirigiri"} for card, _mode in ruins)


class _Adviser:
    """Answers with its advice, so that the gate compares that in place of moves."""

    def choose(self, view: Mapping[str, Any], ask: AskView, dice: Dice) -> Answer:
        del dice
        return tuple(map(repr, advice(view, ask)))


@pytest.mark.rule("LL-8")
@pytest.mark.parametrize("seats", [2, 4])
def test_advice_is_the_same_in_worlds_that_its_seat_cannot_tell_apart(seats: int) -> None:
    game = GAMES["love_letter"]
    advising = replace(game, bots={**game.bots, "heuristic": _Adviser})
    coverage = check_twins(setup_of("love_letter", seats, 1), game=advising, pairs=12)
    assert coverage.comparisons > 0
