"""What an observer of the encrypted connections of a masked game sees: sizes, and spread of times.

Five screens of 80x24 watch an act in which 1st reads a report, 2nd kills 9th, and the others do
nothing. ``differ`` counts the steps that did not bring every screen the same bytes: 0 is the point.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from pathlib import Path

from engine.games.future_diary.terms import Role
from tests.e2e.acting import Acting, acting

__all__ = ["figures"]

WATCHED = 3.0
STEPS = ("report", "second_report", "prompts", "notices", "next_act")


async def _orders(game: Acting) -> None:
    """Let 1st use its diary and 2nd kill 9th; the others pass."""
    first, ninth = game.seat(Role.FIRST), game.seat(Role.NINTH)
    picks = [f"diary.pick={n}" for n in game.truth.world.living if n != first][:3]
    await game.answer(game.chair(Role.FIRST), "submit", "diary=use", *picks)
    kill = ("day=kill", f"day.target={ninth}", "day.blacken=none")
    await game.answer(game.chair(Role.SECOND), "submit", *kill)


async def _measure(kind: str, term: str | None) -> dict[str, float]:
    found: dict[str, float] = {}
    spreads: list[float] = []
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        async with acting(Path(folder) / "data", term=term) as game:
            await game.all_ready()
            await game.quiet(WATCHED)
            await _orders(game)
            for step in STEPS:
                start = await game.quiet(0)
                await game.all_ready()
                end = await game.quiet(WATCHED)
                sizes = [line.since(start, end) for line in game.lines]
                differing += len(set(sizes)) > 1
                began = [line.bursts(start)[0][0] for line in game.lines]
                spreads.append(1000 * (max(began) - min(began)))
                found[f"wire.{kind}_{step}_bytes"] = max(sizes)
            start = await game.quiet(0)
            end = await game.quiet(20)
            found[f"wire.{kind}_idle_bytes_20s"] = max(
                line.since(start, end) for line in game.lines
            )
    found[f"wire.{kind}_steps_that_differ"] = differing
    found[f"wire.{kind}_spread_ms"] = statistics.median(spreads)
    found[f"wire.{kind}_spread_ms_max"] = max(spreads)
    return found


async def _all() -> dict[str, float]:
    return await _measure("screen", "xterm-256color") | await _measure("lines", None)


def figures() -> dict[str, float]:
    """Measure and return all figures by flat name."""
    return asyncio.run(_all())
