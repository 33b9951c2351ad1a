"""Twin worlds: two silent seats exchange role and loop, and nobody else is sent a different byte.

Whatever the other seats do, as long as none of it names one of the two, the rules let nobody tell
the worlds apart (FD-16): not by events, prompts, forms, counts, order or the length of a step.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgpack
import pytest

from engine.bots.future_diary_random import FutureDiaryRandomBot
from engine.chance import Dice
from engine.event import SPECTATOR
from engine.games.future_diary.model import World
from engine.view import ask_view
from tests.engine.games.future_diary.stage import Stage
from tests.engine.games.future_diary.table import table

PAIRS = (
    (3, 5), (4, 6), (4, 12), (5, 9), (6, 12), (8, 10), (9, 12), (10, 3), (11, 14), (13, 8),
    (14, 5), (3, 13), (6, 11), (4, 9),
)  # fmt: skip
"""Seats of :func:`table` that exchange their roles: any two, but for 1st, 2nd and 7th."""
OPTIONS = {"acts": "8", "quiet": "off"}


def exchanged(world: World, one: int, two: int) -> World:
    """Return the world in which two seats have each other's role and loop."""
    a, b = world.seats[one], world.seats[two]
    return world.with_seats(
        replace(a, role=b.role, loop=b.loop), replace(b, role=a.role, loop=a.loop)
    )


def sent(
    world: World, silent: tuple[int, int], seed: int, chairs: tuple[int, ...] | None = None
) -> list[Mapping[int, bytes]]:
    """Return, answer by answer, all that each viewer but the silent ones is sent."""
    stage, bot = Stage(world, OPTIONS, chairs), FutureDiaryRandomBot()
    driver = stage.driver
    watching = [SPECTATOR, *(stage.table.chair(n) for n in world.seats if n not in silent)]
    frames: list[Mapping[int, bytes]] = []
    dice, read = Dice(f"twins {seed}"), 0
    names = {str(n) for n in silent}
    while stage.step:
        asked = [n for n in world.seats if not stage.ask(n).settled or not dice.below(9)]
        chair = stage.table.chair(asked[dice.below(len(asked))])
        ask = ask_view(driver, chair)
        assert ask is not None
        answer = bot.choose({}, ask, dice) if chair in watching else ("ready",)
        if names & {word.rpartition("=")[2] for word in answer}:
            answer = ("ready",)
        driver.answer(chair, ask.id, answer)
        assert driver.fault is None
        new, read = driver.events[read:], len(driver.events)
        frames.append({v: _frame(new, stage, v) for v in watching})
    return frames


def _frame(new: list[Any], stage: Stage, viewer: int) -> bytes:
    driver = stage.driver
    ask = ask_view(driver, viewer)
    mine = None if ask is None else (ask.id, ask.kind, ask.options, dict(ask.context), ask.settled)
    events = [seen for event in new if (seen := event.seen_by(viewer)) is not None]
    over = any(event["kind"] == "over" for event in events)
    told = [e for e in events if not over or e["kind"] == "notices"]
    packed: bytes = msgpack.packb([told, mine, driver.seconds, list(driver.waiting)])
    return packed


@pytest.mark.rule("FD-16", "FD-16.1", "FD-16.2", "FD-3.3")
@pytest.mark.parametrize(("one", "two"), PAIRS)
def test_nobody_can_tell_which_of_two_silent_seats_has_which_role(one: int, two: int) -> None:
    world = table(
        fl=[2, one], know={(6, 1), (4, 1), (1, 6)}, allied=[(1, 7)] if 7 not in {one, two} else []
    )
    twin = exchanged(world, one, two)
    assert twin != world
    here, there = (sent(w, (one, two), one * two) for w in (world, twin))
    assert len(here) == len(there) > 200
    for index, (this, that) in enumerate(zip(here, there, strict=True)):
        assert this == that, f"answer {index}"


@pytest.mark.rule("FD-2.6", "FD-2.7", "FD-16", "FD-16.1")
def test_nobody_can_tell_which_of_two_seats_belongs_to_which_account() -> None:
    world = table(know={(6, 1), (1, 6)}, allied=[(1, 7)])
    chairs = tuple(range(15))
    other = (*chairs[:2], chairs[4], chairs[3], chairs[2], *chairs[5:])
    here, there = (sent(world, (3, 5), 1, each) for each in (chairs, other))
    assert len(here) > 200
    assert here == there


def test_the_comparison_notices_a_prediction_that_is_right_in_one_world_only() -> None:
    world = table(act=2)
    results = []
    for each in (world, exchanged(world, 3, 5)):
        stage = Stage(each)
        while stage.step != "predict":
            stage.time_out()
        stage.say(6, "predict", "3", "third")
        results.append(_frame(stage.driver.events, stage, stage.table.chair(6)))
    assert results[0] != results[1]
