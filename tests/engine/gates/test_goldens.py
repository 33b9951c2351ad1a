"""Gate 6: readable playthroughs, at least one per mode. A missing golden fails.

``UNDERTABLE_GOLDENS=write`` writes them anew; read the difference before you commit it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.chance import Dice
from engine.driver import Driver, Status
from engine.event import Event, Value
from engine.journal import By, Header
from engine.registry import GAMES
from engine.view import ask_view
from tests.engine.gates.playing import viewers

FOLDER = Path(__file__).parents[1] / "goldens"
WRITE = os.environ.get("UNDERTABLE_GOLDENS") == "write"


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """One playthrough: bots of a kind, a fixed seed, and what it must have in it."""

    name: str
    seats: int
    seed: int
    has: Callable[[Driver], bool]
    options: Mapping[str, Value] = field(default_factory=dict)
    bot: str = "heuristic"


def told(driver: Driver, kind: str, **fields: Value) -> bool:
    """Say whether such an event was told."""
    return any(
        e.kind == kind and all(e.public.get(k) == v for k, v in fields.items())
        for e in driver.events
    )


def pure(mode: str) -> Callable[[Driver], bool]:
    """Return the test for a game that stays in ``mode`` throughout."""
    other = "hope" if mode == "despair" else "despair"
    return lambda d: told(d, "mode", mode=mode) and not told(d, "mode", mode=other)


EXTRAS = ("alter_ego", "ishimaru_white", "genocider", "ikusaba")
GOLDENS: Mapping[str, tuple[Golden, ...]] = {
    "love_letter": (
        Golden(name="hope", seats=4, seed=0, has=pure("hope")),
        Golden(name="despair", seats=4, seed=1, has=pure("despair")),
        Golden(name="flip", seats=3, seed=2, has=lambda d: told(d, "mode", flipped=True)),
        Golden(name="two", seats=2, seed=3, has=lambda d: len(d.events[1].public["face_up"]) == 3),  # type: ignore[arg-type]
        Golden(
            name="extras", seats=4, seed=4, options={"extras": EXTRAS},
            has=lambda d: any(told(d, "played", card=extra) for extra in EXTRAS),
        ),
        Golden(name="tie", seats=3, seed=5, has=lambda d: told(d, "round_over", why="tie")),
        Golden(
            name="match", seats=3, seed=6, options={"wins": "3"},
            has=lambda d: told(d, "round_started", why="next"),
        ),
        Golden(
            name="crowded", seats=6, seed=7, options={"crowded": "on"},
            has=lambda d: told(d, "showdown"),
        ),
    ),
    "future_diary": (
        Golden(
            name="five", seats=5, seed=0, bot="random",
            has=lambda d: told(d, "over", verdict="first_loop"),
        ),
        Golden(
            name="eight", seats=8, seed=1, bot="random",
            has=lambda d: told(d, "over", verdict="second_loop"),
        ),
        Golden(
            name="fades", seats=6, seed=2, bot="random", options={"quiet": "3"},
            has=lambda d: told(d, "over", verdict="world_fades"),
        ),
    ),
    "no81": (
        Golden(
            name="coldwarm", seats=2, seed=0, bot="random", options={"round_limit": "5"},
            has=lambda d: told(d, "game_over", why="last_side"),
        ),
        Golden(
            name="flip", seats=2, seed=1, bot="random", options={"round_limit": "5"},
            has=lambda d: told(d, "flipped"),
        ),
        Golden(
            name="series", seats=2, seed=2, bot="random",
            options={"mode": "series", "round_limit": "5"},
            has=lambda d: told(d, "used", face="calamity"),
        ),
        Golden(
            name="identity", seats=3, seed=3, bot="random",
            options={"mode": "identity", "round_limit": "5"},
            has=lambda d: told(d, "moved", why="reward"),
        ),
        Golden(
            name="karma", seats=2, seed=4, bot="random", options={"mode": "karma"},
            has=lambda d: told(d, "swapped"),
        ),
    ),
}  # fmt: skip


def value(thing: object) -> str:
    """Return a plain text of one field."""
    if isinstance(thing, tuple):
        return "[" + " ".join(value(t) for t in thing) + "]"
    if isinstance(thing, Mapping):
        return "{" + " ".join(f"{k}={value(v)}" for k, v in thing.items()) + "}"
    return str(thing)


def line(event: Event) -> Iterator[str]:
    """Yield the lines of one event: what all see, then what single seats see."""
    fields = " ".join(f"{k}={value(v)}" for k, v in event.public.items())
    yield f"{event.kind} {fields}".rstrip()
    for seat, private in sorted(event.private.items()):
        secret = " ".join(f"{k}={value(v)}" for k, v in private.items())
        yield f"    only {seat}: {secret}"


def play(game_id: str, golden: Golden, seed: int) -> tuple[Driver, str]:
    """Play a golden's game; return it and its text."""
    game = GAMES[game_id]
    options = game.configure(golden.seats, golden.options)
    header = Header(
        game=game.id, rules_version=game.rules_version, seats=golden.seats, options=options,
        seed=bytes([seed % 256, seed // 256]) * 16,
    )  # fmt: skip
    driver = Driver(game, header)
    folds = {v: game.fold(golden.seats, options, v) for v in viewers(golden.seats)}
    dice = Dice(f"golden {seed}")
    lines = [f"{game_id} seats={golden.seats} seed={seed}"]
    lines += [f"option {k}={value(v)}" for k, v in options.items()]
    read = 0

    def take_in() -> None:
        nonlocal read
        for event in driver.events[read:]:
            lines.extend(line(event))
            for viewer, fold in folds.items():
                mine = event.seen_by(viewer)
                if mine is not None:
                    fold.apply(mine)
        read = len(driver.events)

    driver.start()
    while driver.status is Status.RUNNING:
        take_in()
        seat = next(
            s
            for s, pending in driver.pending.items()
            if pending.answer is None and not pending.ask.settled
        )
        ask = ask_view(driver, seat)
        assert ask is not None
        chosen = game.bots[golden.bot]().choose(folds[seat].plain(), ask, dice)
        # The words of a form are many, and follow from what was told.
        offered = "..." if "form" in ask.context else value(ask.options)
        lines.append(f"  {seat} {ask.kind} {offered} -> {value(chosen)}")
        driver.answer(seat, ask.id, chosen, by=By.BOT)
    take_in()
    assert driver.result is not None, driver.fault
    lines.append(f"winners={value(driver.result.winners)} scores={value(driver.result.scores)}")
    return driver, "\n".join(lines) + "\n"


def found(game_id: str, golden: Golden) -> str:
    """Return the text of the first seed from the golden's own on that has what it must have."""
    for seed in range(golden.seed, 20_000, 10):
        driver, text = play(game_id, golden, seed)
        if golden.has(driver):
            return text
    raise AssertionError(f"no game for {golden.name}")


def test_every_registered_game_has_goldens() -> None:
    assert set(GAMES) <= set(GOLDENS)


@pytest.mark.parametrize(
    ("game_id", "golden"),
    [
        pytest.param(game_id, golden, id=f"{game_id}-{golden.name}")
        for game_id, goldens in GOLDENS.items()
        for golden in goldens
    ],
)
def test_a_golden_playthrough_is_played_as_it_is_written(game_id: str, golden: Golden) -> None:
    path = FOLDER / game_id / f"{golden.name}.txt"
    if WRITE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found(game_id, golden), encoding="utf-8")
    assert path.exists(), f"{path.name} is missing; write it with UNDERTABLE_GOLDENS=write"
    written = path.read_text(encoding="utf-8")
    seed = int(written.split("\n", 1)[0].rpartition("=")[2])
    driver, text = play(game_id, golden, seed)
    assert golden.has(driver)
    assert text == written
