"""Nobody who watches the encrypted connections can tell who acted (FD-16.1, FD-3.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.future_diary.terms import Role
from tests.e2e.acting import Acting, acting
from tui.veil import Veil

WATCHED = 1.7
"""Seconds after a step's end in which all that it brings has come."""
TICK = 11.0
"""Seconds in which the public clock ticks once."""


async def _sizes(game: Acting, start: float) -> set[int]:
    """Return the different amounts of bytes that the screens got since ``start``."""
    end = await game.quiet(WATCHED)
    return {line.since(start, end) for line in game.lines}


STEPS = ("report", "second report", "prompts", "notices", "next act")


async def _act(game: Acting, steps: tuple[str, ...] = STEPS) -> dict[str, set[int]]:
    """Play an act in which one is killed, one reads a long report, and others do nothing."""
    found = {}
    start = await game.quiet(WATCHED)
    await game.all_ready()
    found["deal"] = await _sizes(game, start)
    first, ninth = game.chair(Role.FIRST), game.seat(Role.NINTH)
    others = [n for n in game.truth.world.living if n != game.seat(Role.FIRST)]
    start = await game.quiet(0)
    await game.answer(first, "submit", "diary=use", *(f"diary.pick={n}" for n in others[:3]))
    await game.answer(
        game.chair(Role.SECOND), "submit", "day=kill", f"day.target={ninth}", "day.blacken=none"
    )
    found["orders given"] = await _sizes(game, start)
    for step in steps:
        start = await game.quiet(0)
        await game.all_ready()
        found[step] = await _sizes(game, start)
    return found


@pytest.mark.rule("FD-16.1", "FD-3.3")
async def test_screens_get_the_same_bytes_whoever_reads_kills_or_is_killed(tmp_path: Path) -> None:
    async with acting(tmp_path / "data") as game:
        found = await _act(game)
        assert len(game.truth.world.living) in {4, 5}
    assert {step: len(sizes) for step, sizes in found.items()} == dict.fromkeys(found, 1), found


@pytest.mark.rule("FD-16.1", "FD-3.3")
@pytest.mark.soak
async def test_plain_lines_are_as_many_bytes_for_everybody(tmp_path: Path) -> None:
    async with acting(tmp_path / "data", term=None, command="join {code}") as game:
        found = await _act(game)
    assert {step: len(sizes) for step, sizes in found.items()} == dict.fromkeys(found, 1), found


async def test_without_the_veil_the_screens_would_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the same act, unshaped, is told apart by its bytes."""
    monkeypatch.setattr(Veil, "take", lambda _self, _frame: 0.0)
    async with acting(tmp_path / "data") as game:
        found = await _act(game, ("report",))
    assert any(len(sizes) > 1 for sizes in found.values()), found


@pytest.mark.rule("FD-16.1", "FD-15.3")
async def test_words_between_allies_show_on_nobodys_line(tmp_path: Path) -> None:
    async with acting(tmp_path / "data") as game:
        await game.all_ready()
        fourth, first = game.chair(Role.FOURTH), game.seat(Role.FIRST)
        for _ in ("orders", "change 1", "change 2", "last words"):
            await game.all_ready()
        await game.answer(fourth, "predict", str(first), "first")
        await game.all_ready()
        await game.answer(fourth, "submit", "day=ally", f"day.target={first}")
        for _ in ("orders", "change 1", "change 2", "last words"):
            await game.all_ready()
        assert game.truth.world.allies(game.seat(Role.FOURTH)) == {first}
        start = await game.quiet(WATCHED)
        for _ in range(3):
            await game.answer(fourth, "say", "alliance", "nobody else may even notice this")
            await game.quiet(0.5)
        end = await game.quiet(TICK)
        seen = [line.bursts(start) for line in game.lines]
        assert {line.since(start, end) for line in game.lines} == {line_bytes(seen[0])}
        assert all(len(bursts) == len(seen[0]) for bursts in seen), seen
        assert "nobody else" in game.screens[game.chair(Role.FIRST)].text


def line_bytes(bursts: list[tuple[float, int]]) -> int:
    return sum(size for _, size in bursts)
